'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type FieldValues, useController, useWatch } from 'react-hook-form'
import { useWarnings, Warnings } from '@/components/admin/bookings/despite'
import { isOpen, useStarts } from '@/components/admin/bookings/time-field'
import { DayChips } from '@/components/admin/booking/day-chips'
import { HourGrid } from '@/components/admin/booking/hour-grid'
import {
  ChoiceEntry,
  EntryForm,
  useEntry,
  useEntryForm,
  useField,
} from '@/components/admin/shared/form'
import { chosenRoom, RoomEntry, useRoomsServing } from '@/components/admin/shared/rooms'
import { CompanyDetails } from '@/components/checkout/company-details'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Elements } from '@/components/ui/elements'
import { FieldError } from '@/components/ui/field-error'
import type { SoldByHand } from '@/lib/admin/bookings/schema'
import type { FoundPerson } from '@/lib/admin/customers/schema'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import { adminBookingBody } from '@/lib/bookings/schema'
import { LOCALES } from '@/lib/i18n/routing'
import { toDecimal } from '@/lib/money'
import { billingValues } from '@/lib/receipts/company'
import { ChipsEntry } from './chips'
import { Made } from './made'
import { AddOnEntries, Payment, PriceTotal, WishesEntry } from './money'
import {
  bodyOf,
  BOOKED_FIELDS,
  lengthIn,
  lengthsOf,
  lengthValue,
  type Offered,
  priceIn,
  shownAt,
} from './values'
import { Who } from './who'

type Props = {
  offered: Offered
  /** The studio's date. */
  today: string
  /** What is chosen at first, for example by a free hour of the calendar. */
  date: string
  time: string
  roomId: string
  /** Who books again what they had. */
  again: FoundPerson | null
}

/** A booking that the owner makes for somebody who calls, writes or stands at the counter. */
export function NewBooking(props: Props) {
  const [made, setMade] = useState<SoldByHand | null>(null)
  const [round, setRound] = useState(0)
  const presets = round === 0 ? props : { ...props, time: '', again: null }
  if (made)
    return (
      <Made
        booking={made}
        another={() => {
          setMade(null)
          setRound(round + 1)
        }}
      />
    )
  return <BookingForm key={round} {...presets} done={setMade} />
}

/** What is known of a person, as the form has it. */
const filledBy = (person: FoundPerson, { services, ...offered }: Offered) => ({
  who: person.name,
  phone: person.phone ?? person.phoneE164 ?? '',
  email: person.email ?? '',
  locale: LOCALES.find((one) => one === person.locale) ?? 'en',
  ...(services.some(({ id }) => id === person.lastServiceId) && {
    serviceId: String(person.lastServiceId),
    sessionLength: lengthsOf(offered)
      .map(lengthValue)
      .find((one) => one === lastLength(person)),
  }),
})
const lastLength = ({ lastDuration, lastHours }: FoundPerson): string | null =>
  lastDuration &&
  lengthValue(
    lengthOf({ duration: lastDuration, hours: lastDuration === 'hourly' ? (lastHours ?? 1) : 1 }),
  )

function BookingForm({
  offered,
  today,
  date,
  time,
  roomId,
  again,
  done,
}: Props & { done: (made: SoldByHand) => void }) {
  const t = useTranslations('admin.newBooking')
  const durations = useTranslations('admin.durations')
  const words = useTranslations('admin.bookings.rooms')
  const router = useRouter()
  const [chosen, setChosen] = useState<FoundPerson | null>(again)
  const entry = useEntry<SoldByHand>({
    method: 'POST',
    path: '/api/admin/bookings',
    schema: adminBookingBody,
    fields: BOOKED_FIELDS,
    initial: {
      ...{ who: '', name: '', phone: '', email: '', locale: 'en' },
      serviceId: String(offered.services[0]?.id ?? ''),
      sessionLength: lengthValue(lengthOf({ duration: 'hourly' })),
      ...{ roomId, date, time, addOns: [], people: '', requirements: '' },
      ...{ discountBy: 'amount', discountValue: '', discountReason: '', way: 'link', note: '' },
      ...billingValues(),
      ...(again && filledBy(again, offered)),
    },
    body(all) {
      const now = priceIn(all, offered)?.now
      return {
        ...bodyOf(all),
        ...(chosen &&
          chosen.name === all.who && {
            firstName: chosen.firstName,
            lastName: chosen.lastName ?? '',
          }),
        roomId: chosenRoom(all.roomId, rooms),
        time: openTime(all.time),
        totalAmount: now ? toDecimal(now.totalSen) : null,
        despite: warned.warnings,
      }
    },
    shownAt,
    refusedAt: 'form',
    refused(refusal) {
      starts.retry()
      if (refusal.code === 'price_changed') router.refresh()
      if (refusal.code === 'slot_taken') {
        form.setError('time', { type: 'server', message: refusal.message })
        form.setFocus('time')
        return true
      }
      return warned.read(refusal)
    },
    done(made) {
      router.refresh()
      done(made)
    },
  })
  const { form } = entry
  const { isDirty } = form.formState
  const typed: FieldValues = useWatch({ control: form.control })
  const serviceId = Number(typed.serviceId)
  const rooms = useRoomsServing(serviceId)
  const session = {
    date: String(typed.date),
    ...lengthIn(typed),
    serviceId,
    roomId: chosenRoom(typed.roomId, rooms),
  }
  const starts = useStarts(session)
  // While the day's times are missing, the server decides whether it can be chosen.
  const openTime = (one: unknown): string =>
    !starts.data || starts.data.starts.some((start) => start.time === one && isOpen(start))
      ? String(one)
      : ''
  const warned = useWarnings({ ...session, time: typed.time })
  const errorOf = useFieldErrors(form.control)

  const choose = (person: FoundPerson | null) => {
    const filled = person ? filledBy(person, offered) : null
    // Nothing of somebody else stays beside a name that is typed over theirs.
    const before = chosen && filledBy(chosen, offered)
    const empty = { phone: '', email: '', locale: 'en' }
    const left = before
      ? Object.entries(empty).filter(
          ([name]) => form.getValues(name) === before[name as keyof typeof empty],
        )
      : []
    for (const [name, value] of [...left, ...Object.entries(filled ?? {})])
      if (value !== undefined) form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(['who', 'name', 'phone', 'email'])
    setChosen(person)
  }
  useEffect(() => {
    if (!again) form.setFocus('who')
  }, [again, form])

  return (
    <div
      role="presentation"
      // What is typed is not thrown away by the key that closes the column around it.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isDirty) event.preventDefault()
      }}
    >
      <EntryForm entry={{ ...entry, refusal: null }} className="grid gap-6">
        <Part title={t('who.title')}>
          <Who chosen={chosen} choose={choose} />
        </Part>
        <Part title={t('what.title')}>
          <ChoiceEntry
            name="serviceId"
            label={t('what.service')}
            clears="time"
            options={offered.services.map(({ id, name }) => [String(id), name] as const)}
          />
          <ChipsEntry
            name="sessionLength"
            label={t('what.length')}
            clears="time"
            options={lengthsOf(offered).map((length) => [
              lengthValue(length),
              durations(lengthKey(length), { hours: length.hours }),
            ])}
          />
          <RoomEntry rooms={rooms} any={words('any')} clears="time" />
          <DayChips
            today={today}
            date={session.date}
            choose={(day) => {
              form.setValue('date', day, { shouldDirty: true })
              form.clearErrors('time')
            }}
          />
          <Hours starts={starts} time={openTime(typed.time)} />
        </Part>
        <Part title={t('price.title')}>
          <AddOnEntries addOns={offered.addOns} />
          <Payment way={String(typed.way)} />
          <WishesEntry />
          <CompanyDetails
            prefix="by-hand"
            company={String(typed.company)}
            control={form.register}
            errorOf={errorOf}
          />
        </Part>
        <div className={ALWAYS_SEEN}>
          <Warnings warnings={warned.warnings} />
          {entry.refusal !== null && (
            <Alert variant="destructive" role="alert">
              <AlertDescription className="text-fg">{entry.refusal}</AlertDescription>
            </Alert>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <PriceTotal price={priceIn(typed, offered)} tax={offered.tax} />
            <Button type="submit" size="lg" pending={entry.pending}>
              {t(warned.warnings.length > 0 ? 'anyway' : 'submit')}
            </Button>
          </div>
        </div>
      </EntryForm>
    </div>
  )
}

// Above the console's bar, and at the end of the column where it is opened beside another page.
const ALWAYS_SEEN =
  'sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-3 border-t ' +
  'border-line bg-ground px-4 py-3 in-[.console-opened]:bottom-0 lg:bottom-0'

const Part = ({ title, children }: { title: string; children: Elements }) => (
  <section aria-label={title} className="grid min-w-0 gap-4">
    <h2 className="text-base font-semibold">{title}</h2>
    {children}
  </section>
)

/** The hours of the day, with what is wrong about the one that was chosen. */
function Hours({ starts, time }: { starts: ReturnType<typeof useStarts>; time: string }) {
  const { form } = useEntryForm()
  const { field } = useController({ control: form.control, name: 'time' })
  const { id, error } = useField('time')
  return (
    <div
      ref={(node) =>
        field.ref(node && { focus: () => node.querySelector<HTMLElement>('button')?.focus() })
      }
      className="grid gap-2"
    >
      <HourGrid
        starts={starts}
        time={time}
        choose={(one) => {
          field.onChange(one)
          form.clearErrors('time')
        }}
      />
      <FieldError id={`${id}-error`} role="alert">
        {error}
      </FieldError>
    </div>
  )
}
