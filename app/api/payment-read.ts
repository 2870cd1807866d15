import { after } from 'next/server'
import * as z from 'zod/mini'
import { json, method } from '@/lib/route'
import type { Locale } from '@/lib/i18n/routing'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { ownsIntent } from '@/lib/payments/queries'
import type { PaymentStateDto } from '@/lib/payments/schema'
import { syncIfReachable } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import type { MoneyState } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'

const READ_LIMIT = { name: 'payment-read', max: 120, seconds: 600 }
const intentParams = z.object({
  paymentIntentId: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,250}$/)),
})

type End = 'confirmed' | 'refunded' | 'cancelled'
type Paid = { visitorHash: string | null; settled: boolean; dto: object }

/**
 * GET …/payment/{paymentIntentId}: the purchase that `find` returns, for its owner (docs/decisions/020
 * C8) and for managers: it has what crew do not read (docs/decisions/047).
 */
export const paymentRead = (
  find: (intentId: string, locale: Locale, isCurrent: boolean) => Promise<Paid | null>,
) =>
  method({
    access: 'public',
    sees: 'manager',
    limit: READ_LIMIT,
    params: intentParams,
    async handle({ request, params, visitor, admin, locale }) {
      const id = params.paymentIntentId
      const found = await find(id, locale, false)
      if (!found) throw new Problem('not_found')
      const secret =
        request.headers.get('x-client-secret') ??
        request.nextUrl.searchParams.get('payment_intent_client_secret')
      const byCookie = visitor.hash !== null && visitor.hash === found.visitorHash
      // A booking without a visitor may have been paid by a company's payer, who may not see it
      // (docs/decisions/059). It asks Stripe, so the others are not made to wait for that.
      const bySecret = async () => found.visitorHash !== null && (await ownsIntent(id, secret))
      if (!admin && !byCookie && !(await bySecret())) throw new Problem('not_found')
      if (found.settled) return json(found.dto)
      const isCurrent = await isReadAtStripe(id)
      if (isCurrent) after(deliverDueMails)
      return json((await find(id, locale, isCurrent))?.dto ?? found.dto)
    },
  })

/**
 * GET …/payment/{paymentIntentId}/state, for anybody: what the payment has come to, and nothing about
 * what it was for (docs/decisions/020 C9).
 */
export const paymentStateRead = <Dto extends { paymentStatus: MoneyState }>(
  find: (
    intentId: string,
    locale: Locale,
    isCurrent: boolean,
  ) => Promise<{ settled: boolean; dto: Dto } | null>,
  endOf: (dto: Dto) => End | null,
) =>
  method({
    access: 'public',
    limit: READ_LIMIT,
    params: intentParams,
    async handle({ params: { paymentIntentId: id }, locale }) {
      const found = await find(id, locale, false)
      if (!found) throw new Problem('not_found')
      const isCurrent = !found.settled && (await isReadAtStripe(id))
      if (isCurrent) after(deliverDueMails)
      const { dto } = (isCurrent && (await find(id, locale, true))) || found
      return json({ state: stateOf(dto.paymentStatus, endOf(dto)) } satisfies PaymentStateDto)
    },
  })

/** Of the payment first: what it was for may stand although its money went back. */
function stateOf(money: MoneyState, end: End | null): PaymentStateDto['state'] {
  if (money === 'refunding' || money === 'refunded') return 'refunded'
  // Its refund failed.
  if (end === 'refunded') return 'cancelled'
  return end ?? (money === 'failed' ? 'not_paid' : 'confirming')
}

/**
 * The webhook may be late or lost, so Stripe is read, never the address; false while Stripe cannot be
 * asked, when the database's state is used.
 */
export const isReadAtStripe = (intent: string): Promise<boolean> =>
  syncIfReachable(settlements, intent)
