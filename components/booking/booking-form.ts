'use client'
import { useTranslations } from 'next-intl'
import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useDraft } from '@/components/form/use-draft'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { recall, remember } from '@/components/browser/session-store'
import { part, prepare } from '@/components/ui/part'
import { type Duration, type Length, MOST_HOURS } from '@/lib/availability/rules'
import { bookableDurations } from '@/lib/bookings/price'
import type { BookingInput } from '@/lib/bookings/schema'
import { billingValues, COMPANY_FIELDS, type BillingFormValues } from '@/lib/receipts/company'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { roomsToChoose, type RoomOption } from '@/lib/rooms/house'
import { isDate, isTime } from '@/lib/time'
import { ADD_ONS_ID } from './add-on-choice'
import { BOOKING_DRAFT } from './api'
import type { BookingOptions, ServiceOption } from './options'

/**
 * The form's values while it is being filled in: an empty choice is '' or null, so every input is
 * controlled from the start.
 */
export type FormValues = {
  serviceId: number | null
  /** Null: any. */
  roomId: number | null
  duration: Duration
  /** For the hourly duration; 1 for every other. */
  hours: number
  date: string
  time: string
  addOns: number[]
  firstName: string
  lastName: string
  email: string
  phone: string
  requirements: string
  code: string
} & BillingFormValues
export type BookingFieldName = keyof FormValues
export type BookingForm = UseFormReturn<FormValues, unknown, BookingInput>

const EMPTY: FormValues = {
  serviceId: null,
  roomId: null,
  duration: 'hourly',
  hours: 1,
  date: '',
  time: '',
  addOns: [],
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  requirements: '',
  code: '',
  ...billingValues(),
}

/** In the order of the page: the first one with an error gets the focus. */
export const FIELD_ORDER: BookingFieldName[] = [
  'serviceId',
  'duration',
  'hours',
  'roomId',
  'date',
  'time',
  'firstName',
  'email',
  'code',
  'lastName',
  'phone',
  'requirements',
  ...COMPANY_FIELDS,
  'addOns',
]

export type StepId = 'service' | 'duration' | 'room' | 'date' | 'time' | 'details' | 'more'
const STEPS: Partial<Record<BookingFieldName, StepId>> = {
  serviceId: 'service',
  duration: 'duration',
  hours: 'duration',
  roomId: 'room',
  date: 'date',
  time: 'time',
  firstName: 'details',
  email: 'details',
  code: 'details',
}
export const stepOf = (name: BookingFieldName): StepId => STEPS[name] ?? 'more'

const REQUIRED = ['serviceId', 'date', 'time', 'firstName', 'email'] as const

/** The first thing still missing, in the order of the page. */
export const missing = (values: Partial<FormValues>) =>
  REQUIRED.find((name) => !`${values[name] ?? ''}`.trim())

// The library's own provider passes a new object each time BookingIsland renders, which would
// render every step again.
const FormContext = createContext<BookingForm | null>(null)
export const ProvideBookingForm = FormContext.Provider

export function useBooking(): BookingForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('useBooking is for the steps inside ProvideBookingForm.')
  return form
}

/** The length chosen in a form. */
export function useLengthOf({ control }: BookingForm): Length {
  const [duration, hours] = useWatch({ control, name: ['duration', 'hours'] })
  return useMemo(() => ({ duration, hours }), [duration, hours])
}
export const useLength = (): Length => useLengthOf(useBooking())

/** How many hours can be chosen. */
export const HOURS = Array.from({ length: MOST_HOURS }, (_, at) => at + 1)

type Offered = Pick<BookingOptions, 'services' | 'rooms' | 'addOns' | 'severalHours' | 'codes'>

/**
 * What was typed and chosen in this tab, as far as it can still be booked; never card data, which
 * we do not see.
 */
function loadDraft({ services, rooms, addOns, severalHours, codes }: Offered): FormValues {
  const draft = recall(BOOKING_DRAFT) as Partial<Record<BookingFieldName, unknown>> | null
  const text = (name: BookingFieldName) => (typeof draft?.[name] === 'string' ? draft[name] : '')
  const service = services.find(({ id }) => id === draft?.serviceId)
  const chosen: readonly unknown[] = Array.isArray(draft?.addOns) ? draft.addOns : []
  const date = isDate(text('date')) ? text('date') : ''
  const duration =
    (service &&
      bookableDurations(service.rates).find((duration) => duration === draft?.duration)) ??
    'hourly'
  const isOffered = severalHours && duration === 'hourly'
  return {
    serviceId: service?.id ?? null,
    roomId: rooms?.find(({ id }) => id === draft?.roomId)?.id ?? null,
    duration,
    hours: (isOffered && HOURS.find((hours) => hours === draft?.hours)) || 1,
    date,
    time: date && isTime(text('time')) ? text('time') : '',
    addOns: addOns.map(({ id }) => id).filter((id) => chosen.includes(id)),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    requirements: text('requirements'),
    code: codes ? text('code') : '',
    ...billingValues(
      Object.fromEntries(COMPANY_FIELDS.map((name) => [name, text(name)])) as BillingFormValues,
    ),
  }
}

// The shared schema is loaded when somebody begins to use the form.
const load = () => import('@/lib/bookings/schema').then(({ bookingInput }) => bookingInput)
const schema = () => part(load)
export const prepareBookingSchema = (): void => prepare(load)

/**
 * The booking form: stored in this tab across a reload, `?service=ID` and `?room=ID` preselected,
 * with `&duration=weekly` for the links to a week that the studio sends; and `?date=…&time=…` for a
 * free time offered on another page.
 */
export function useBookingForm({ services, rooms, addOns, severalHours, codes }: Offered) {
  const form = useSchemaForm<FormValues, BookingInput>({ schema, defaultValues: EMPTY })
  const { getValues } = form
  const [start, setStart] = useState<FormStart>({ nth: 0, step: 'service', isArrival: false })
  const load = useCallback((): FormValues => {
    const draft = loadDraft({ services, rooms, addOns, severalHours, codes })
    const { roomId = draft.roomId, ...preset } = takePreset(services)
    const isOther = preset.serviceId !== undefined && preset.serviceId !== draft.serviceId
    const isKept = !isOther && preset.duration !== 'weekly'
    const values = {
      ...draft,
      ...(isKept ? {} : { ...preset, time: '' }),
      ...(preset.date && { date: preset.date, time: preset.time ?? '' }),
    }
    const loaded = { ...values, roomId: keptRoom(rooms, values.serviceId, roomId) }
    // It is in the address no longer, and a reload would lose it.
    if (preset.serviceId !== undefined || preset.date) remember(BOOKING_DRAFT, loaded)
    if (FIELD_ORDER.some((name) => `${loaded[name]}` !== `${getValues(name)}`))
      setStart(({ nth }) => ({
        nth: nth + 1,
        step: stepOf(missing(loaded) ?? 'email'),
        isArrival: Boolean(preset.date && preset.time),
      }))
    return loaded
  }, [services, rooms, addOns, severalHours, codes, getValues])
  useDraft(form, { key: BOOKING_DRAFT, fields: FIELD_ORDER, load })

  return { form, start }
}

/** What the page begins with; `nth` counts the times it was filled from a draft or an address. */
export type FormStart = {
  nth: number
  step: StepId
  /** The address came with a day and a time. */
  isArrival: boolean
}

/** The chosen room where the service has it; otherwise any. */
export const keptRoom = (
  rooms: readonly RoomOption[] = [],
  serviceId: number | null,
  roomId: number | null,
): number | null =>
  roomsToChoose(rooms, serviceId).some(({ id }) => id === roomId) ? roomId : null

// Read here and not on the server, which prerenders one page for everybody; removed from the
// address so that a reload keeps later choices.
const PRESETS = ['service', 'room', 'duration', 'date', 'time'] as const
function takePreset(services: ServiceOption[]): Partial<FormValues> {
  const address = new URL(window.location.href)
  const [service, room, duration, date, time] = PRESETS.map((name) => {
    const value = address.searchParams.get(name)
    address.searchParams.delete(name)
    return value
  })
  if (`${address}` !== window.location.href)
    window.history.replaceState(window.history.state, '', address)
  const serviceId = services.find(({ id }) => String(id) === service)?.id
  return {
    ...(room && { roomId: Number(room) }),
    ...(serviceId !== undefined && {
      serviceId,
      duration: duration === 'weekly' ? 'weekly' : 'hourly',
      hours: 1,
    }),
    ...(date && isDate(date) && { date, time: time && isTime(time) ? time : '' }),
  }
}

/** A field's error, in the page's language. */
export function useFieldError(name: BookingFieldName): string | undefined {
  const t = useTranslations('booking.required')
  const { control } = useBooking()
  return useFieldErrors(control, name, (field) => (hasSentence(t, field) ? t(field) : undefined))(
    name,
  )
}

// The first control of a step: the chosen or first radio, the calendar's current day, otherwise the
// heading.
const OPERABLE = ['input:checked', '[role="gridcell"] button[tabindex="0"]', 'input:enabled', 'h2']
// A dialog that closes in the same moment first returns the focus to its button.
const AFTER_DIALOG_MS = 120

/**
 * Scrolls a field into view and focuses it; `heading` when the content below it is about to change.
 */
export function focusField(name: BookingFieldName, part: 'control' | 'heading' = 'control'): void {
  setTimeout(() => {
    const field = document.getElementById(`booking-${name}`)
    const root = document.getElementById(name === 'addOns' ? ADD_ONS_ID : `step-${stepOf(name)}`)
    const target =
      field ??
      (part === 'heading' ? ['h2'] : OPERABLE)
        .map((selector) => root?.querySelector<HTMLElement>(selector))
        .find(Boolean)
    target?.focus({ preventScroll: true })
    ;(field ?? root)?.scrollIntoView({ block: field ? 'center' : 'start' })
  }, AFTER_DIALOG_MS)
}
