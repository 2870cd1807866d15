'use client'
import { useLocale, useTranslations } from 'next-intl'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { PriceLines } from '@/components/checkout/price-lines'
import { useDates } from '@/components/dates'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { lazyPart } from '@/components/ui/part'
import { lengthKey } from '@/lib/availability/rules'
import { sessionPrice } from '@/lib/bookings/price'
import type { AddOnOffer } from '@/lib/bookings/schema'
import { formatRM, type Price, type Tax } from '@/lib/money'
import type { RoomOption } from '@/lib/rooms/house'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { utcMidnight } from '@/lib/time'
import { type BookingForm, missing, useBooking, useLengthOf } from './booking-form'
import { useFold } from './fold'
import type { ServiceOption } from './options'

const HeldNote = lazyPart(() => import('./held-note').then((module) => module.HeldNote))

type SummaryProps = {
  /** Where a code is typed. */
  children: Elements
  lines: Line[]
  price: Price | null
  taxLabel: string | null
  priceIsNew: boolean
  heldUntil: string | null
  pending: boolean
  free: boolean
}

/** The choice and its price; on wide screens it stays in view and contains the button. */
export function Summary({
  children,
  lines,
  price,
  taxLabel,
  priceIsNew,
  heldUntil,
  pending,
  free,
}: SummaryProps) {
  const t = useTranslations('booking.summary')
  const note = <p className="text-xs text-muted">{t('note')}</p>
  return (
    <aside
      aria-labelledby="summary-title"
      className="grid gap-4 rounded-lg border border-line bg-card p-5"
    >
      <h2 id="summary-title" className="text-lg">
        {t('title')}
      </h2>
      <PriceLines lines={lines} price={price} taxLabel={taxLabel} />
      {children}
      {priceIsNew && price && (
        <Alert role="alert">
          <AlertDescription className="text-fg">
            {t('newPrice', { total: formatRM(price.totalSen) })}
          </AlertDescription>
        </Alert>
      )}
      <Proceed pending={pending} free={free} />
      {!free && (
        <Suspense fallback={note}>
          {heldUntil ? <HeldNote until={heldUntil}>{note}</HeldNote> : note}
        </Suspense>
      )}
    </aside>
  )
}

const useMissing = () => missing(useWatch({ control: useBooking().control }))

/** The summary's button; below 80rem the bar has it once nothing is missing. */
function Proceed({ pending, free }: { pending: boolean; free: boolean }) {
  const t = useTranslations('booking.summary')
  return (
    <Button
      type="submit"
      size="lg"
      className={cn('w-full', !useMissing() && 'max-xl:hidden')}
      pending={pending}
    >
      {t(free ? 'confirm' : 'proceed')}
    </Button>
  )
}

/** Below 80rem: the total, and what comes next, always within reach. */
export function BottomBar({
  price,
  from,
  tax,
  pending,
  free,
}: {
  price: Price | null
  /** The lowest price of all, in sen. */
  from: number | null
  tax: TaxSetting
  pending: boolean
  free: boolean
}) {
  const t = useTranslations('booking.bar')
  const { goTo } = useFold()
  const next = useMissing()
  const { charge } = taxFacts(tax)
  const total = price?.totalSen ?? from
  return (
    <div className="bottom-bar booking-bar">
      <div className="flex items-center justify-between gap-4">
        <div className="grid flex-1">
          {total !== null && (
            <p className="font-display text-lg leading-tight font-semibold whitespace-nowrap text-tungsten figures">
              {price && <span className="sr-only">{t('total')} </span>}
              <span>{price ? formatRM(total) : t('from', { total: formatRM(total) })}</span>
            </p>
          )}
          {charge !== 'none' && (
            <p className="text-xs text-muted">{t(charge === 'tax' ? 'ready' : 'readyCharge')}</p>
          )}
        </div>
        {next ? (
          <Button
            variant="outline"
            className={`${BAR_BUTTON} border-tungsten text-tungsten`}
            onClick={() => goTo(next)}
          >
            {t(`next.${next}`)}
          </Button>
        ) : (
          <Button type="submit" className={BAR_BUTTON} pending={pending}>
            {t(free ? 'confirm' : 'proceed')}
          </Button>
        )}
      </div>
    </div>
  )
}

const BAR_BUTTON = 'h-auto min-h-12 shrink px-4 leading-tight whitespace-normal'

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

type Line = { label: string; value: string | null }

/**
 * The chosen service, its room where there are some to choose from, length, day and time in words;
 * null for what is not chosen yet.
 */
export function useChoice(
  form: BookingForm,
  service: ServiceOption | null,
  addOns: readonly AddOnOffer[],
  rooms: readonly RoomOption[],
  roomId: number | null,
  coded: CodeLine | null,
): Line[] {
  const t = useTranslations('payment.summary')
  // The messages about rooms and codes are there only where there are some.
  const words = useTranslations()
  const added = useTranslations('booking.addOns')
  const duration = useTranslations('booking.duration')
  const locale = useLocale()
  const dates = useDates()
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] })
  const length = useLengthOf(form)
  const when = date ? dates.dateTime(utcMidnight(date), DAY) + (time && `, ${time}`) : null
  return [
    { label: t('service'), value: service?.name ?? null },
    ...(rooms.length > 0
      ? [
          {
            label: words('rooms.label'),
            value: rooms.find(({ id }) => id === roomId)?.name ?? words('rooms.any'),
          },
        ]
      : []),
    {
      label: t('duration'),
      value: service && duration(lengthKey(length), { hours: length.hours }),
    },
    ...(addOns.length > 0
      ? [
          {
            label: added('title'),
            value: new Intl.ListFormat(locale).format(addOns.map(({ name }) => name)),
          },
        ]
      : []),
    { label: t('when'), value: when },
    ...(coded
      ? [
          {
            label: words('codes.line', { code: coded.code }),
            value: `${coded.name} · ${formatRM(-coded.discountSen)}`,
          },
        ]
      : []),
  ]
}

/** What a code takes off, as the summary names it. */
export type CodeLine = { code: string; name: string; discountSen: number }
type Quote = { of: string; price: Price; code: CodeLine | null; isNew: boolean }

/**
 * The price of the choice, by the server's own rule; the server's figure with a code, and once it has
 * reported that ours is out of date.
 */
export function useBookingPrice(
  form: BookingForm,
  service: ServiceOption | null,
  addOns: readonly AddOnOffer[],
  tax: Tax,
) {
  const length = useLengthOf(form)
  const code = useWatch({ control: form.control, name: 'code' })
  const [quote, setQuote] = useState<Quote | null>(null)
  // A page that is shown again begins with its own prices.
  useEffect(() => () => setQuote(null), [])
  const of = [
    service?.id,
    length.duration,
    length.hours,
    code,
    ...addOns.map(({ id }) => id),
  ].join()
  const quoted = quote?.of === of ? quote : null
  const rates = addOns.map(({ id, hourlyRate }) => ({ serviceId: id, hourlyRateSen: hourlyRate }))
  const price = quoted?.price ?? (service && sessionPrice(service.rates, length, tax, rates))
  return {
    price,
    code: quoted?.code ?? null,
    isNew: quoted?.isNew ?? false,
    onNewPrice: (changed: Price) => setQuote({ of, price: changed, code: null, isNew: true }),
    onCode: useCallback(
      (coded: { price: Price; code: CodeLine } | null) =>
        setQuote(coded && { of, ...coded, isNew: false }),
      [of],
    ),
  }
}
