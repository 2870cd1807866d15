'use client'
import { useEffect } from 'react'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import type { BookingInput } from '@/lib/bookings/schema'
import { serverNow } from '@/components/site/clock'
import { studioDate } from '@/lib/time'
import {
  EMPTY,
  FIELD_ORDER,
  loadDraft,
  saveDraft,
  type BookingForm,
  type FieldName,
  type FormValues,
} from './form'
import type { ServiceOption } from './types'

// The shared schema itself; its messages are keys, translated where they are shown. Its code (9 KiB
// with zod) comes when somebody begins to use the form.
const load = () => import('@/lib/bookings/schema')
export const prepareChecks = (): void => void load()

const resolver: Resolver<FormValues, unknown, BookingInput> = async (values) => {
  const { bookingInput } = await load()
  const result = bookingInput.safeParse(values)
  if (result.success) return { values: result.data, errors: {} }
  const errors: FieldErrors<FormValues> = {}
  for (const { path, message } of result.error.issues)
    errors[path[0] as FieldName] ??= { type: 'schema', message }
  return { values: {}, errors }
}

/**
 * The booking form: kept in this tab over a refresh, `?service=ID` preselected, with
 * `&duration=weekly` for the week that the studio sends a link to.
 */
export function useBookingForm(services: ServiceOption[]): BookingForm {
  const form = useForm<FormValues, unknown, BookingInput>({
    defaultValues: EMPTY,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { reset, subscribe, getValues } = form

  useEffect(() => {
    const draft = loadDraft(services, studioDate(new Date(serverNow())))
    const asked = takeAsked(services)
    const start: FormValues =
      asked && (asked.serviceId !== draft.serviceId || asked.duration === 'weekly')
        ? { ...draft, ...asked, time: '' }
        : draft
    // Most visitors have nothing to restore, and a reset renders the whole form again.
    if (FIELD_ORDER.some((name) => start[name] !== getValues(name))) reset(start)
    return subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) })
  }, [services, reset, subscribe, getValues])

  return form
}

// Read here and not on the server, which prerenders one page for all; taken out of the address so
// that a refresh keeps what was chosen since.
function takeAsked(services: ServiceOption[]): Pick<FormValues, 'serviceId' | 'duration'> | null {
  const address = new URL(window.location.href)
  const [service, duration] = [
    address.searchParams.get('service'),
    address.searchParams.get('duration'),
  ]
  if (service === null) return null
  address.searchParams.delete('service')
  address.searchParams.delete('duration')
  window.history.replaceState(window.history.state, '', address)
  const serviceId = services.find(({ id }) => String(id) === service)?.id
  return serviceId === undefined
    ? null
    : { serviceId, duration: duration === 'weekly' ? 'weekly' : 'hourly' }
}
