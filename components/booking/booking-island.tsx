'use client'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { memo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckoutDialog } from '@/components/payment/checkout-dialog'
import { useTaxLabel } from '@/components/payment/use-tax-label'
import { AliveFieldset } from '@/components/site/alive'
import { notice, prepareNotices } from '@/components/site/notice'
import { availabilityPath } from './api'
import { BottomBar } from './bottom-bar'
import { DateStep } from './date-step'
import { DetailsStep } from './details-step'
import { DurationStep } from './duration-step'
import { focusField } from './focus-field'
import { FIELD_ORDER, ProvideBookingForm, type BookingForm } from './form'
import { ServiceStep } from './service-step'
import { Summary } from './summary'
import { TimeStep } from './time-step'
import type { BookingOptions } from './types'
import { useAvailability } from './use-availability'
import { useBookingCheckout } from './use-booking-checkout'
import { prepareChecks, useBookingForm } from './use-booking-form'
import { useChoice } from './use-choice'
import { useDialogTexts } from './use-dialog-texts'
import { useFreeSession } from './use-free-session'
import type { Price } from '@/lib/money'
import { usePrice } from './use-price'
import { useRefusals } from './use-refusals'

// Only members who have earned one see it.
const FreeSession = dynamic(() => import('./free-session').then((module) => module.FreeSession), {
  ssr: false,
})
const NOTHING_TO_PAY: Price = { subtotalSen: 0, taxSen: 0, totalSen: 0 }

/** The booking page's island: one form over five steps, its summary, and the payment dialog. */
export function BookingIsland(options: BookingOptions) {
  const form = useBookingForm(options.services)
  return (
    <ProvideBookingForm value={form}>
      <Booking {...options} form={form} />
    </ProvideBookingForm>
  )
}

// Memoised: the form's owner renders again as soon as it is there, and would render all of this
// with it.
const Booking = memo(function Booking({
  services,
  icons,
  calendar,
  hours,
  holidays,
  tax,
  form,
}: BookingOptions & { form: BookingForm }) {
  const t = useTranslations('booking')
  const [serviceId, duration, date, time] = useWatch({
    control: form.control,
    name: ['serviceId', 'duration', 'date', 'time'],
  })
  const service = services.find(({ id }) => id === serviceId) ?? null
  const availability = useAvailability(
    date && serviceId ? availabilityPath({ date, duration, serviceId }) : null,
  )
  const { price: fullPrice, isNew, setQuote } = usePrice(form, service, tax)
  const lines = useChoice(form, service)
  const taxLabel = useTaxLabel(tax)
  const texts = useDialogTexts()

  const onNewPrice = (total: number) => serviceId && setQuote({ serviceId, duration, total })
  const [unproven, setUnproven] = useState<string | null>(null)
  const explain = useRefusals({
    form,
    onSlotGone: availability.refresh,
    onNewPrice,
    onUnproven: setUnproven,
  })
  const checkout = useBookingCheckout({ explain, onHoldEnded: availability.refreshForAWhile })
  const { held } = checkout
  const free = useFreeSession({ service, duration, explain })
  const price = free.chosen ? NOTHING_TO_PAY : fullPrice
  const heldUntil =
    held && held.date === date && held.time === time && held.duration === duration
      ? held.holdExpiresAt
      : null

  const proceed = form.handleSubmit(
    (input) =>
      price &&
      void (free.chosen ? free.book(input) : checkout.start({ input, total: price.totalSen })),
    (errors) => {
      const wrong = FIELD_ORDER.filter((name) => errors[name])
      if (wrong.some((name) => errors[name]?.message === 'required'))
        notice.error(t('missing.title'), t('missing.note'))
      if (wrong[0]) focusField(wrong[0])
    },
  )

  const getReady = () => {
    prepareNotices()
    prepareChecks()
  }

  const pending = checkout.state.phase === 'preparing' || free.pending
  return (
    <>
      <form
        noValidate
        onFocus={getReady}
        onSubmit={(event) => void proceed(event).catch(explain)}
        className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:items-start"
      >
        <AliveFieldset className="grid min-w-0 gap-x-8 gap-y-10 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <legend className="sr-only">{t('title')}</legend>
          <div className="grid min-w-0 content-start gap-10">
            <ServiceStep services={services} icons={icons} />
            <DurationStep service={service} />
          </div>
          <div className="grid min-w-0 content-start gap-10">
            <DateStep words={calendar} hours={hours} holidays={holidays} />
            <TimeStep service={service} availability={availability} />
          </div>
          <div className="border-t border-line pt-10 md:col-span-2">
            <DetailsStep
              unproven={unproven}
              onProven={() => {
                setUnproven(null)
                form.clearErrors('email')
                void proceed().catch(explain)
              }}
            />
          </div>
        </AliveFieldset>
        <div className="grid gap-5 xl:sticky xl:top-[calc(var(--spacing-header)+1.5rem)]">
          {free.member && (
            <FreeSession
              member={free.member}
              fits={free.fits}
              chosen={free.chosen}
              onChoose={free.want}
            />
          )}
          <Summary
            lines={lines}
            price={price}
            taxLabel={taxLabel}
            priceIsNew={isNew && !free.chosen}
            heldUntil={heldUntil}
            pending={pending}
            free={free.chosen}
          />
        </div>
        <BottomBar price={price} pending={pending} free={free.chosen} />
      </form>
      <CheckoutDialog
        checkout={checkout}
        texts={texts}
        lines={lines}
        price={price}
        taxLabel={taxLabel}
      />
    </>
  )
})
