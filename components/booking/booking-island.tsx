'use client'
import { useTranslations } from 'next-intl'
import { memo, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckoutDialog } from '@/components/checkout/checkout-dialog'
import { useSessionBrief } from '@/components/checkout/session-brief'
import { useTaxLabel } from '@/components/checkout/tax'
import { useSubmit } from '@/components/form/use-submit'
import type { Elements } from '@/components/ui/elements'
import { HydratedFieldset } from '@/components/ui/hydrated'
import { lazyPart } from '@/components/ui/part'
import { notice, prepareNotices } from '@/components/browser/notice'
import { isSameLength, type Length } from '@/lib/availability/rules'
import type { BookingDto } from '@/lib/bookings/schema'
import { type Price, withTax } from '@/lib/money'
import { roomsToChoose } from '@/lib/rooms/house'
import { availabilityPath } from './api'
import {
  type BookingForm,
  FIELD_ORDER,
  prepareBookingSchema,
  ProvideBookingForm,
  type FormStart,
  useBookingForm,
  useLengthOf,
} from './booking-form'
import { DateStep } from './date-step'
import { DetailsStep } from './details-step'
import { DurationStep } from './duration-step'
import { ProvideFold, useFolding } from './fold'
import { Lead } from './lead'
import { MoreStep } from './more-step'
import type { BookingOptions } from './options'
import { ServiceStep } from './service-step'
import { BottomBar, Summary, useChoice, useBookingPrice } from './summary'
import { TimeStep } from './time-step'
import { useAvailability } from './use-availability'
import { useBookingCheckout, useRefusals } from './use-booking-checkout'
import { useFreeSession } from './use-free-session'

// Only members who have earned one see it.
const FreeSession = lazyPart(() => import('./free-session').then((module) => module.FreeSession))
// Only houses with several rooms have it.
const RoomStep = lazyPart(() => import('./room-step').then((module) => module.RoomStep))
// Only studios with codes have it.
const CodeField = lazyPart(() => import('./code-field').then((module) => module.CodeField))
const NOTHING_TO_PAY: Price = { subtotalSen: 0, taxSen: 0, totalSen: 0 }

type Intro = {
  /** The title, with the way back. */
  title?: Elements
  /** Between the title and the form. */
  children?: Elements
}

/**
 * The client part of the booking page: one form over five steps, its summary, and the payment
 * dialog.
 */
export function BookingIsland(options: BookingOptions & Intro) {
  const { form, start } = useBookingForm(options)
  return (
    <ProvideBookingForm value={form}>
      {/* Made anew where it begins filled in: nothing that was painted before moves. */}
      <Booking key={start.nth} {...options} form={form} start={start} />
    </ProvideBookingForm>
  )
}

// Memoised: BookingIsland renders again right after hydration, and would render all of this with
// it.
const Booking = memo(function Booking({
  services,
  icons,
  names,
  rooms,
  addOns,
  calendar,
  hours,
  holidays,
  closedDays,
  tax,
  severalHours,
  codes,
  transferHours,
  form,
  start,
  title,
  children,
}: BookingOptions & Intro & { form: BookingForm; start: FormStart }) {
  const t = useTranslations('booking')
  const [serviceId, roomId, addOnIds, date, time] = useWatch({
    control: form.control,
    name: ['serviceId', 'roomId', 'addOns', 'date', 'time'],
  })
  const length = useLengthOf(form)
  const service = services.find(({ id }) => id === serviceId) ?? null
  const availability = useAvailability(
    date && serviceId ? availabilityPath({ ...length, date, serviceId, roomId }) : null,
  )
  const choices = roomsToChoose(rooms ?? [], serviceId)
  const free = useFreeSession({ service, length })
  const chosen = free.chosen ? [] : addOns.filter(({ id }) => addOnIds.includes(id))
  const quote = useBookingPrice(form, service, chosen, tax)
  const taxLabel = useTaxLabel(tax)

  const fold = useFolding(form, start.step)
  const [unproven, setUnproven] = useState<string | null>(null)
  const onRefused = useRefusals({
    form,
    focus: fold.focus,
    onSlotGone: availability.refresh,
    onNewPrice: quote.onNewPrice,
    onUnproven: setUnproven,
  })
  const checkout = useBookingCheckout({
    transferHours,
    onRefused,
    onHoldEnded: availability.refreshForAWhile,
  })
  const { held } = checkout
  const price = free.chosen ? NOTHING_TO_PAY : quote.price
  const isFree = price?.totalSen === 0
  const coded = free.chosen ? null : quote.code
  const heldNow = held && isHeld(held, { date, time, length, roomId }) ? held : null
  const lines = useChoice(form, service, chosen, choices, heldNow?.roomId ?? roomId, coded)
  const brief = useSessionBrief({ service, length, date, time })

  const { submit, pending: booking } = useSubmit(form, {
    fields: FIELD_ORDER,
    focus: fold.focus,
    needsCookies: true,
    send(input) {
      if (isFree) return free.book(input)
      // Not awaited: the dialog shows the progress, and can be closed and opened meanwhile.
      if (price) void checkout.start({ input, total: price.totalSen })
    },
    onMissing: () => notice.error(t('missing.title'), t('missing.note')),
    onRefused: checkout.explain,
  })

  const getReady = () => {
    prepareNotices()
    prepareBookingSchema()
  }

  const pending = checkout.state.phase === 'preparing' || booking
  const cheapest = Math.min(...services.map(({ rates }) => rates.hourly))
  return (
    <ProvideFold value={fold}>
      <div className="mb-6 grid gap-3 xl:mb-3 xl:flex xl:items-center xl:gap-6">
        {title}
        <Lead isArrival={start.isArrival} words={calendar.short} />
      </div>
      {children}
      <form noValidate onFocus={getReady} onSubmit={(event) => void submit(event)}>
        <HydratedFieldset
          className={
            'grid min-w-0 gap-2 pb-8 max-xl:max-w-3xl xl:grid-cols-[minmax(0,1fr)_24rem_21.5rem] ' +
            'xl:items-start xl:gap-x-8 xl:gap-y-10 min-[100rem]:grid-cols-[minmax(0,1fr)_27rem_24rem] ' +
            'min-[100rem]:gap-x-10'
          }
        >
          <legend className="sr-only">{t('title')}</legend>
          <div className={COLUMN}>
            <ServiceStep services={services} icons={icons} names={names} rooms={rooms} tax={tax} />
            <DurationStep service={service} severalHours={severalHours} tax={tax} />
            {choices.length > 0 && (
              <Suspense fallback={ROW}>
                <RoomStep rooms={choices} />
              </Suspense>
            )}
          </div>
          <div className={COLUMN}>
            <DateStep
              words={calendar}
              rooms={rooms}
              hours={hours}
              holidays={holidays}
              closedDays={closedDays}
            />
            <TimeStep service={service} availability={availability} />
          </div>
          <div
            className={`${COLUMN} xl:sticky xl:top-[calc(var(--spacing-header)+1rem)] xl:row-span-2`}
          >
            <DetailsStep
              unproven={unproven}
              onProven={() => {
                setUnproven(null)
                form.clearErrors('email')
                void submit()
              }}
            />
            {free.member && (
              <Suspense>
                <FreeSession
                  member={free.member}
                  fits={free.fits}
                  chosen={free.chosen}
                  onChoose={free.want}
                />
              </Suspense>
            )}
            <Summary
              lines={lines}
              price={price}
              taxLabel={taxLabel}
              priceIsNew={quote.isNew && !free.chosen}
              heldUntil={heldNow?.holdExpiresAt ?? null}
              pending={pending}
              free={isFree}
            >
              {codes && !free.chosen && (
                <Suspense fallback={<div className="min-h-11" />}>
                  <CodeField codes={codes} addOns={chosen} onCode={quote.onCode} />
                </Suspense>
              )}
            </Summary>
          </div>
          <div className="min-w-0 xl:col-span-2 xl:border-t xl:border-line xl:pt-8">
            <MoreStep addOns={addOns} free={free.chosen} tax={tax} />
          </div>
        </HydratedFieldset>
        <BottomBar
          price={price}
          from={services.length > 0 ? withTax(cheapest, tax).totalSen : null}
          tax={tax}
          pending={pending}
          free={isFree}
        />
      </form>
      <CheckoutDialog
        checkout={checkout}
        transfer={checkout.transfer}
        brief={brief}
        lines={lines}
        price={price}
        taxLabel={taxLabel}
      />
    </ProvideFold>
  )
})

// Holds the place of a row: one that came later would push the others from under a finger.
const ROW = <div className="min-h-14 rounded-lg border border-line bg-raised xl:hidden" />

type Chosen = { date: string; time: string; length: Length; roomId: number | null }

/** True when what is held is what is chosen. */
const isHeld = (held: BookingDto, { date, time, length, roomId }: Chosen): boolean =>
  held.date === date &&
  held.time === time &&
  isSameLength(held, length) &&
  (roomId === null || held.roomId === roomId)

const COLUMN = 'grid min-w-0 content-start gap-2 xl:gap-4'
