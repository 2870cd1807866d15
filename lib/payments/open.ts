import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Tx } from '@/lib/db'
import type { Sale } from '@/lib/generated/prisma/client'
import { priceOfPart, senOf, toDecimal, type Price } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { stripe } from './client'
import { retrieveIntent } from './facts'
import { closePayments, createIntent, type OpenPayment } from './intents'
import { OPEN } from './queries'
import { purposeOf, type Settlements } from './settlement'
import { syncPayment } from './sync'

type ToPay = {
  sale: Sale
  dueSen: number
  /** What the browser showed as due; null when it sent none. */
  shownSen: number | null
  metadata: Record<string, string>
}

/**
 * Created when there is none. The caller holds the lock of what is sold, so that there is never a
 * second one, and has found that it waits for its payment. Throws price_changed.
 */
export async function openPayment(
  tx: Tx,
  { sale, dueSen, shownSen, metadata }: ToPay,
): Promise<OpenPayment> {
  if (shownSen !== null && shownSen !== dueSen)
    throw priceChanged(priceOfPart(priceOfSales([sale]), dueSen, taxOfSales([sale]).basisPoints))
  const open =
    (await tx.payment.findFirst({ where: { saleId: sale.id, ...OPEN } })) ??
    (await tx.payment.create({
      data: {
        ...{ saleId: sale.id, bookingId: sale.bookingId, orderId: sale.orderId },
        purpose: purposeOf(sale),
        amount: toDecimal(dueSen),
        idempotencyKey: randomUUID(),
      },
    }))
  return { ...open, dueSen, metadata }
}

/** The browser showed another price than this, which it shows from now on. */
export const priceChanged = ({ subtotalSen, taxSen, totalSen }: Price): Problem =>
  new Problem('price_changed', {
    data: {
      subtotal: toDecimal(subtotalSen),
      taxAmount: toDecimal(taxSen),
      totalAmount: toDecimal(totalSen),
    },
  })

/**
 * The client secret of the one PaymentIntent of the payment that `open` returns. `open` writes the
 * payment's row before Stripe is called, so that no intent is unknown to us, or throws why there is
 * nothing to pay. A payment over another sum than what is due by now is ended first. Throws
 * not_payable, payment_in_progress, unavailable, payments_off.
 */
export async function secretOf(
  settlements: Settlements,
  open: () => Promise<OpenPayment>,
): Promise<string> {
  stripe() // Throws before anything is written when no keys are set.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const payment = await open()
    if (senOf(payment.amount) !== payment.dueSen) {
      if ((await closePayments(settlements, { id: payment.id })) === 'in_flight')
        throw new Problem('payment_in_progress')
      continue
    }
    const intentId = payment.stripePaymentIntentId ?? (await createIntent(settlements, payment))
    const intent = await retrieveIntent(intentId) // A replayed answer is a snapshot of the past.
    if (!intent || intent.status === 'canceled' || intent.status === 'succeeded') {
      await syncPayment(settlements, intentId)
      if (intent?.status === 'succeeded') throw alreadyPaid(intent.id)
      continue // Stripe cancels an intent after too many declined cards
    }
    if (!intent.client_secret) throw new Error('Stripe gave an intent without a client secret')
    return intent.client_secret
  }
  throw new Problem('not_payable')
}

/** `paymentIntentId`: what paid for it; null when that was not paid at Stripe. */
const alreadyPaid = (paymentIntentId: string | null): Problem =>
  new Problem('not_payable', { sentence: 'already_paid', data: { paymentIntentId } })

/** What is paid by one of these payments is not paid again. */
export const alreadyPaidBy = (
  payments: readonly { outcome: string | null; stripePaymentIntentId: string | null }[],
): Problem => {
  const paid = payments.find(({ outcome }) => outcome === 'confirmed')
  return alreadyPaid(paid?.stripePaymentIntentId ?? null)
}
