'use client'
import type { Tax } from '@/lib/money'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { tableOrderPrice, type Discount, type OrderPrice } from '@/lib/orders/rules'
import { fetchOffer } from './api'
import type { Choice } from './choice'
import type { Offer } from './types'
import type { OrderForm } from './use-order-form'

export type Quote = { price: OrderPrice; discount: Discount | null }

const NOBODY: Offer = { email: null, discount: null }

/**
 * What the choice costs this visitor, by the server's own rule (decision D5): the discount of a
 * proven email, while the order is in its name. Once the server has said that ours is out of date,
 * its figures stand.
 */
export function usePrice(form: OrderForm, { tier, length, rush }: Choice, tax: Tax) {
  const [offer, setOffer] = useState(NOBODY)
  const [quoted, setQuoted] = useState<(Quote & { email: string }) | null>(null)
  const typed = useWatch({ control: form.control, name: 'customerEmail' }).trim().toLowerCase()
  const { getValues, setValue } = form

  useEffect(() => {
    const leaving = new AbortController()
    // Without an answer it is the table price, which the server then agrees with or corrects.
    fetchOffer(leaving.signal).then(
      (found) => {
        setOffer(found)
        if (found.email && getValues('customerEmail') === '') setValue('customerEmail', found.email)
      },
      () => undefined,
    )
    return () => leaving.abort()
  }, [getValues, setValue])

  const mine = typed === '' || typed === offer.email
  const discount = mine ? offer.discount : null
  const isNew = quoted?.email === typed
  const quote: Quote =
    isNew && quoted
      ? quoted
      : { price: tableOrderPrice(tier, length, rush, discount, tax), discount }
  return { ...quote, isNew, offer, setQuote: (next: Quote) => setQuoted({ ...next, email: typed }) }
}
