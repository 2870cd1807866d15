'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { AddOnChoice } from '@/components/booking/add-on-choice'
import { RadioCard } from '@/components/booking/radio-card'
import { CheckoutDialog } from '@/components/checkout/checkout-dialog'
import { PriceLines } from '@/components/checkout/price-lines'
import { useSessionBrief } from '@/components/checkout/session-brief'
import { useTaxLabel } from '@/components/checkout/tax'
import { prepareNotices } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import { HydratedFieldset } from '@/components/ui/hydrated'
import {
  hoursPerDay,
  isSameLength,
  type Length,
  lengthKey,
  lengthOf,
} from '@/lib/availability/rules'
import { hoursCharged, upgradePrice, type SoldBooking } from '@/lib/bookings/price'
import { MIN_CHARGE_SEN } from '@/lib/sales/money'
import type { Managed, Offers } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { startUpgrade, type UpgradeOrder } from './api'
import { useManagedPurchase } from './use-managed-purchase'

const soldOf = (booking: Managed): SoldBooking => ({
  length: lengthOf(booking),
  subtotalSen: senOf(booking.subtotal),
  taxSen: senOf(booking.taxAmount),
  totalSen: senOf(booking.totalAmount),
  taxBasisPoints: booking.taxRate,
  discountSen: senOf(booking.discountAmount),
  addOns: booking.addOns.map(({ id, hours, totalAmount }) => ({
    serviceId: id,
    hours,
    hourlyRateSen: senOf(totalAmount) / hours,
  })),
})

type UpgradeProps = {
  booking: Managed
  offers: Offers
  token: string
  onPaid: () => void
  onStale: () => void
}

/** A longer session and add-ons for the price difference (docs/decisions/020 C10). */
export function UpgradePanel({ booking, offers, token, onPaid, onStale }: UpgradeProps) {
  const t = useTranslations('manage.upgrade')
  const lengths = useTranslations('booking.duration')
  const summary = useTranslations('payment.summary')
  const taxLabel = useTaxLabel({ basisPoints: booking.taxRate, label: booking.taxLabel })
  const [length, setLength] = useState(() => lengthOf(booking))
  const [chosen, setChosen] = useState<number[]>([])
  const checkout = useManagedPurchase<UpgradeOrder>({
    kind: 'upgrade',
    prepare: (order) => startUpgrade(token, order),
    onPaid,
    onStale,
  })
  const { when } = useSessionBrief({ ...booking, service: { name: booking.service }, length })
  if (offers.lengths.length === 0 && offers.addOns.length === 0) return null

  const sold = soldOf(booking)
  const added = offers.addOns
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, hourlyRate }) => ({ serviceId: id, hourlyRateSen: hourlyRate }))
  const { due } = upgradePrice(sold, offers.rates, length, added)
  const isLonger = !isSameLength(length, sold.length)
  const changes = isLonger || added.length > 0
  const names = [
    isLonger ? lengths(lengthKey(length), { hours: length.hours }) : null,
    ...offers.addOns.filter(({ id }) => chosen.includes(id)).map(({ name }) => name),
  ].filter(Boolean)
  const lines = [
    { label: summary('service'), value: booking.service },
    { label: t('change'), value: names.join(' + ') },
    { label: summary('when'), value: when },
  ]
  const brief = { what: `${booking.service} · ${names.join(' + ')}`, when }
  return (
    <section
      aria-labelledby="upgrade-title"
      onFocus={prepareNotices}
      className="grid gap-5 rounded-lg border border-line bg-card p-5 sm:p-6"
    >
      <div className="grid gap-2">
        <h2 id="upgrade-title" className="text-lg">
          {t('title')}
        </h2>
        <p className="text-sm text-muted">{t('lead')}</p>
      </div>
      <HydratedFieldset className="grid min-w-0 gap-5">
        {offers.lengths.length > 0 && (
          <LengthChoice
            current={sold.length}
            chosen={length}
            lengths={offers.lengths.map((offer) => ({
              ...offer,
              more: upgradePrice(sold, offers.rates, offer, []).due.totalSen,
            }))}
            onChoose={setLength}
          />
        )}
        {offers.addOns.length > 0 && (
          <AddOnChoice
            addOns={offers.addOns}
            hours={hoursCharged(length)}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </HydratedFieldset>
      {changes && due.totalSen >= MIN_CHARGE_SEN && (
        <div className="grid gap-4 border-t border-line pt-5 sm:grid-cols-[1fr_auto] sm:items-end">
          <div aria-live="polite" className="max-w-sm">
            <h3 className="mb-3 text-base">{t('due')}</h3>
            <PriceLines lines={[]} price={due} taxLabel={taxLabel} />
          </div>
          <Button
            size="lg"
            pending={checkout.state.phase === 'preparing'}
            onClick={() => void checkout.start({ length, addOns: chosen, due: due.totalSen })}
          >
            {t('pay', { amount: formatRM(due.totalSen) })}
          </Button>
        </div>
      )}
      <CheckoutDialog
        checkout={checkout}
        brief={brief}
        lines={lines}
        price={due}
        taxLabel={taxLabel}
      />
    </section>
  )
}

type LengthProps = {
  current: Length
  chosen: Length
  lengths: (Offers['lengths'][number] & { more: number })[]
  onChoose: (length: Length) => void
}

/** The current length and the longer ones; one that is not available is shown with its reason. */
function LengthChoice({ current, chosen, lengths, onChoose }: LengthProps) {
  const t = useTranslations('manage.upgrade')
  const words = useTranslations('booking.duration')
  const options = [{ ...current, state: 'free' as const, more: 0 }, ...lengths]
  const about = (option: (typeof options)[number]) =>
    isSameLength(option, current)
      ? t('asIs')
      : option.state === 'free'
        ? t('more', { amount: formatRM(option.more) })
        : t(option.state)
  const keyOf = ({ duration, hours }: Length) => `${duration}-${hours}`
  return (
    <div role="radiogroup" aria-labelledby="upgrade-length" className="grid gap-2">
      <h3 id="upgrade-length" className="text-base">
        {t('length')}
      </h3>
      <div className="grid gap-2 sm:grid-cols-3">
        {options.map((option) => (
          <RadioCard
            key={keyOf(option)}
            name="upgrade-length"
            value={keyOf(option)}
            checked={isSameLength(option, chosen)}
            disabled={option.state !== 'free'}
            onChange={() => onChoose(lengthOf(option))}
            aria-labelledby={`upgrade-${keyOf(option)}`}
            aria-describedby={`upgrade-${keyOf(option)}-about`}
            className={
              'min-h-12 px-3 py-3 ' +
              (option.state === 'free' ? '' : 'border-dashed bg-transparent hover:border-line')
            }
          >
            <span id={`upgrade-${keyOf(option)}`} className="block text-sm font-semibold">
              <span>{words(lengthKey(option), { hours: option.hours })}</span>
              {option.duration !== 'weekly' && option.duration !== 'hourly' && (
                <span className="font-normal text-muted">
                  {` · ${words('hours', { hours: hoursPerDay(option) })}`}
                </span>
              )}
            </span>
            <span
              id={`upgrade-${keyOf(option)}-about`}
              className="block text-xs text-muted figures"
            >
              {about(option)}
            </span>
          </RadioCard>
        ))}
      </div>
    </div>
  )
}
