'use client'
import { useTranslations } from 'next-intl'
import { memo, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckoutDialog } from '@/components/checkout/checkout-dialog'
import { useTaxLabel } from '@/components/checkout/tax'
import { useSubmit } from '@/components/form/use-submit'
import { HydratedFieldset } from '@/components/ui/hydrated'
import { lazyPart } from '@/components/ui/part'
import { notice, prepareNotices } from '@/components/browser/notice'
import { isSameLength } from '@/lib/availability/rules'
import type { Price } from '@/lib/money'
import { roomsToChoose } from '@/lib/rooms/house'
import { AddOnStep } from './add-on-step'
import { availabilityPath } from './api'
import { focusField, prepareBookingSchema, useBookingForm } from './booking-form'
import { type BookingForm, FIELD_ORDER, ProvideBookingForm, useLengthOf } from './booking-form'
import { DateStep } from './date-step'
import { DetailsStep } from './details-step'
import { DurationStep } from './duration-step'
import type { BookingOptions } from './options'
import { RoomStep } from './room-step'
import { ServiceStep } from './service-step'
import { BottomBar, Summary, useChoice, useBookingPrice } from './summary'
import { TimeStep } from './time-step'
import { useAvailability } from './use-availability'
import { useBookingCheckout, useRefusals } from './use-booking-checkout'
import { useFreeSession } from './use-free-session'

// Only members who have earned one see it.
const FreeSession = lazyPart(() => import('./free-session').then((module) => module.FreeSession))
const NOTHING_TO_PAY: Price = { subtotalSen: 0, taxSen: 0, totalSen: 0 }

/**
 * The client part of the booking page: one form over five steps, its summary, and the payment
 * dialog.
 */
export function BookingIsland(options: BookingOptions) {
  const form = useBookingForm(options)
  return (
    <ProvideBookingForm value={form}>
      <Booking {...options} form={form} />
    </ProvideBookingForm>
  )
}

// Memoised: BookingIsland renders again right after hydration, and would render all of this with
// it.
const Booking = memo(function Booking({
  services,
  icons,
  rooms,
  addOns,
  calendar,
  hours,
  holidays,
  closedDays,
  tax,
  severalHours,
  form,
}: BookingOptions & { form: BookingForm }) {
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
  const { price: fullPrice, isNew, onNewPrice } = useBookingPrice(form, service, chosen, tax)
  const taxLabel = useTaxLabel(tax)

  const [unproven, setUnproven] = useState<string | null>(null)
  const onRefused = useRefusals({
    form,
    onSlotGone: availability.refresh,
    onNewPrice,
    onUnproven: setUnproven,
  })
  const checkout = useBookingCheckout({ onRefused, onHoldEnded: availability.refreshForAWhile })
  const { held } = checkout
  const price = free.chosen ? NOTHING_TO_PAY : fullPrice
  const heldNow =
    held &&
    held.date === date &&
    held.time === time &&
    isSameLength(held, length) &&
    (roomId === null || held.roomId === roomId)
      ? held
      : null
  const lines = useChoice(form, service, chosen, choices, heldNow?.roomId ?? roomId)

  const { submit, pending: booking } = useSubmit(form, {
    fields: FIELD_ORDER,
    focus: focusField,
    needsCookies: true,
    send(input) {
      if (free.chosen) return free.book(input)
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
  return (
    <>
      <form
        noValidate
        onFocus={getReady}
        onSubmit={(event) => void submit(event)}
        className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:items-start"
      >
        <HydratedFieldset
          className={
            'grid min-w-0 gap-x-8 gap-y-10 md:grid-cols-2 ' + 'xl:grid-cols-[minmax(0,1fr)_24rem]'
          }
        >
          <legend className="sr-only">{t('title')}</legend>
          <div className="grid min-w-0 content-start gap-10">
            <ServiceStep services={services} icons={icons} rooms={rooms} tax={tax} />
            <DurationStep service={service} severalHours={severalHours} tax={tax} />
            {choices.length > 0 && <RoomStep rooms={choices} />}
            {addOns.length > 0 && <AddOnStep addOns={addOns} free={free.chosen} tax={tax} />}
          </div>
          <div className="grid min-w-0 content-start gap-10">
            <DateStep
              words={calendar}
              rooms={rooms}
              hours={hours}
              holidays={holidays}
              closedDays={closedDays}
            />
            <TimeStep service={service} availability={availability} />
          </div>
          <div className="border-t border-line pt-10 md:col-span-2">
            <DetailsStep
              unproven={unproven}
              onProven={() => {
                setUnproven(null)
                form.clearErrors('email')
                void submit()
              }}
            />
          </div>
        </HydratedFieldset>
        <div className="grid gap-5 xl:sticky xl:top-[calc(var(--spacing-header)+1.5rem)]">
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
            priceIsNew={isNew && !free.chosen}
            heldUntil={heldNow?.holdExpiresAt ?? null}
            pending={pending}
            free={free.chosen}
          />
        </div>
        <BottomBar price={price} tax={tax} pending={pending} free={free.chosen} />
      </form>
      <CheckoutDialog checkout={checkout} lines={lines} price={price} taxLabel={taxLabel} />
    </>
  )
})
