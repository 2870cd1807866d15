'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useMemo } from 'react'
import { useCheckout, type Prepared } from '@/components/payment/use-checkout'
import { useSuccess } from '@/components/payment/use-success'
import { notice } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import { senOf } from '@/lib/money'
import type { Discount } from '@/lib/orders/rules'
import { createOrder } from './api'
import { attemptKey, forgetAttempt, persist } from './attempt'
import type { NewOrder } from './types'
import type { Quote } from './use-offer'
import { FIELDS, forgetDraft, type FieldName, type OrderForm } from './use-order-form'

// A dialog that closes in the same moment gives the focus back to its button first.
const AFTER_DIALOG_MS = 120

// The same order again continues the same order and the same intent, which waits a day: nobody else
// can take its place.
const prepare = (body: NewOrder): Promise<Prepared> =>
  persist(async () => ({
    clientSecret: (await createOrder(body, attemptKey(JSON.stringify(body)))).clientSecret,
    holdExpiresAt: null,
  }))

const forgetPurchase = () => {
  forgetAttempt()
  forgetDraft()
}

/** The server's figures of a refused price; null for any other refusal. */
function quoteIn(error: unknown): Quote | null {
  const { code, price, rushPrice, subtotal, taxAmount, totalAmount, discount } =
    error instanceof HttpError ? error.body : {}
  if (code !== 'price_changed' || !price || !rushPrice || !subtotal || !taxAmount || !totalAmount)
    return null
  const figures = {
    priceSen: senOf(price),
    rushSen: senOf(rushPrice),
    subtotalSen: senOf(subtotal),
    taxSen: senOf(taxAmount),
    totalSen: senOf(totalAmount),
  }
  return { price: figures, discount: (discount ?? null) as Discount | null }
}

/**
 * Placing an order and paying for it: why the server refused is told beside what has to be changed,
 * nothing typed is lost.
 */
export function useOrderCheckout({
  form,
  onNewPrice,
}: {
  form: OrderForm
  onNewPrice: (quote: Quote) => void
}) {
  const t = useTranslations('order')
  const { successPath, onPaid } = useSuccess({
    page: '/video-editing-success',
    title: t('paid.title'),
    note: t('paid.note'),
    forget: forgetPurchase,
  })

  const focusSoon = (name: FieldName) => setTimeout(() => form.setFocus(name), AFTER_DIALOG_MS)
  const explain = (error: unknown): 'close' | 'stay' => {
    const body = error instanceof HttpError ? error.body : {}
    if (body.paymentIntentId) {
      // paid before, in another tab say: its page tells how it stands
      onPaid(body.paymentIntentId, 'succeeded')
      return 'close'
    }
    notice.error(
      t('refused.title'),
      sentenceOf(error) ??
        (error instanceof HttpError ? t('refused.failed') : t('refused.offline')),
    )
    const quote = quoteIn(error)
    if (quote) {
      onNewPrice(quote)
      return 'close'
    }
    const wrong = FIELDS.filter((name) => body.fields?.[name])
    for (const name of wrong)
      form.setError(name, { type: 'server', message: body.fields?.[name] ?? '' })
    if (wrong[0]) focusSoon(wrong[0])
    return wrong[0] ? 'close' : 'stay'
  }
  const checkout = useCheckout<NewOrder>({ prepare, explain })

  const { end } = checkout
  const onEnded = useCallback(() => {
    forgetAttempt()
    end()
  }, [end])
  const texts = useMemo(() => {
    const keys = [
      'preparing',
      'preparingNote',
      'failed',
      'failedNote',
      'complete',
      'ended',
      'endedNote',
      'chooseAgain',
      'incomplete',
    ] as const
    return Object.fromEntries(keys.map((key) => [key, t(`dialog.${key}`)])) as Record<
      (typeof keys)[number],
      string
    >
  }, [t])

  const refuse = (errors: Partial<Record<FieldName, { message?: string }>>) => {
    const wrong = FIELDS.filter((name) => errors[name])
    if (wrong.some((name) => errors[name]?.message === 'required'))
      notice.error(t('missing.title'), t('missing.note'))
    if (wrong[0]) form.setFocus(wrong[0])
  }
  return { ...checkout, texts, explain, refuse, onPaid, onEnded, successPath }
}
