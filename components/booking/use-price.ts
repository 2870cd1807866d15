'use client'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { sessionPrice } from '@/lib/bookings/rules'
import type { Duration } from '@/lib/availability/rules'
import { divideHalfUp, type Price, type Tax } from '@/lib/money'
import type { BookingForm } from './form'
import type { ServiceOption } from './types'

type Quote = { serviceId: number; duration: Duration; total: number }

/**
 * What the choice costs, by the server's own rule; the server's figure once it has said that ours
 * is out of date.
 */
export function usePrice(form: BookingForm, service: ServiceOption | null, tax: Tax) {
  const duration = useWatch({ control: form.control, name: 'duration' })
  const [quote, setQuote] = useState<Quote | null>(null)
  const quoted =
    quote && service?.id === quote.serviceId && duration === quote.duration ? quote : null
  const price = quoted
    ? splitTotal(quoted.total, tax)
    : service && sessionPrice(service.rates, duration, tax)
  return { price, isNew: quoted !== null, setQuote }
}

/** Base and tax of a total (decision D2: dividing gives back the base to the sen). */
function splitTotal(total: number, tax: Tax): Price {
  const subtotal = divideHalfUp(total * 10_000, 10_000 + tax.basisPoints)
  return { subtotalSen: subtotal, taxSen: total - subtotal, totalSen: total }
}
