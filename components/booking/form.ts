'use client'
import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Duration } from '@/lib/availability/rules'
import { bookableDurations } from '@/lib/bookings/rules'
import type { BookingInput } from '@/lib/bookings/schema'
import { forget, recall, remember } from '@/components/site/session-store'
import { isDate, isTime } from '@/lib/time'
import type { ServiceOption } from './types'

/**
 * The form while it is being filled: nothing chosen is '' or null, so every input is controlled
 * from the start.
 */
export type FormValues = {
  serviceId: number | null
  duration: Duration
  date: string
  time: string
  firstName: string
  lastName: string
  email: string
  phone: string
  requirements: string
}
export type FieldName = keyof FormValues
export type BookingForm = UseFormReturn<FormValues, unknown, BookingInput>

export const EMPTY: FormValues = {
  serviceId: null,
  duration: 'hourly',
  date: '',
  time: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  requirements: '',
}

/** In the order of the page: the first that is wrong gets the focus. */
export const FIELD_ORDER: FieldName[] = [
  'serviceId',
  'duration',
  'date',
  'time',
  'firstName',
  'lastName',
  'email',
  'phone',
  'requirements',
]

// The library's own provider hands on another object each time the form's owner renders, and
// renders every step with it.
const FormContext = createContext<BookingForm | null>(null)
export const ProvideBookingForm = FormContext.Provider

export function useBooking(): BookingForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('useBooking is for the steps inside ProvideBookingForm.')
  return form
}

const STORE = 'booking-draft'

export const saveDraft = (values: FormValues): void => remember(STORE, values)
export const clearDraft = (): void => forget(STORE)

/**
 * What this tab had typed and chosen, as far as it can still be booked; never card data, which we
 * never see.
 */
export function loadDraft(services: ServiceOption[], today: string): FormValues {
  const draft = recall(STORE) as Partial<Record<FieldName, unknown>> | null
  const text = (name: FieldName) => (typeof draft?.[name] === 'string' ? draft[name] : '')
  const service = services.find(({ id }) => id === draft?.serviceId)
  const date = isDate(text('date')) && text('date') >= today ? text('date') : ''
  return {
    serviceId: service?.id ?? null,
    duration:
      (service &&
        bookableDurations(service.rates).find((duration) => duration === draft?.duration)) ??
      'hourly',
    date,
    time: date && isTime(text('time')) ? text('time') : '',
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    requirements: text('requirements'),
  }
}
