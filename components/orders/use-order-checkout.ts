'use client'
import { HttpError, request } from '@/components/api'
import { continueAttempt, type Prepared, usePurchase } from '@/components/checkout/use-purchase'
import { useSuccess } from '@/components/checkout/use-purchase'
import { focusControl } from '@/components/form/use-schema-form'
import { showServerErrors } from '@/components/form/use-submit'
import { senOf } from '@/lib/money'
import type { OrderBody, OrderResponse } from '@/lib/orders/schema'
import { forgetOrderPurchase, orderKeys } from './choice'
import { type OrderFieldName, FIELDS, type OrderForm } from './order-form'
import type { OrderQuote } from './order-summary'

// A dialog that closes in the same moment first returns the focus to its button.
const AFTER_DIALOG_MS = 120

// The same order again continues the same order and the same intent for a day: no other customer
// competes for it.
const prepare = (body: OrderBody): Promise<Prepared> =>
  continueAttempt(orderKeys, async () => ({
    clientSecret: (await createOrder(body)).clientSecret,
    holdExpiresAt: null,
  }))

const createOrder = (body: OrderBody) =>
  request<OrderResponse>('/api/video-editing-orders', {
    method: 'POST',
    body,
    idempotencyKey: orderKeys.keyFor(JSON.stringify(body)),
  })

/** The server's figures in a price_changed refusal; null for any other refusal. */
function quoteIn(error: unknown): OrderQuote | null {
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
  return { price: figures, discount: discount ?? null }
}

/**
 * Places an order and pays for it. A refusal is shown beside the field to change, and no input is
 * lost.
 */
export function useOrderCheckout({
  form,
  onNewPrice,
}: {
  form: OrderForm
  onNewPrice: (quote: OrderQuote) => void
}) {
  const { successPath, onPaid } = useSuccess({
    kind: 'edit',
    page: '/video-editing-success',
    forget: forgetOrderPurchase,
  })

  const focusSoon = (name: OrderFieldName) =>
    setTimeout(() => focusControl(form, name), AFTER_DIALOG_MS)
  const onRefused = (error: unknown): 'close' | 'stay' => {
    const quote = quoteIn(error)
    if (quote) {
      onNewPrice(quote)
      return 'close'
    }
    return showServerErrors(form, FIELDS, error, focusSoon) ? 'close' : 'stay'
  }
  const checkout = usePurchase<OrderBody>({
    kind: 'edit',
    prepare,
    onRefused,
    onPaid,
    onEnded: orderKeys.forget,
  })
  return { ...checkout, successPath }
}
