import 'server-only'
import { Problem } from '@/lib/problem'
import { hit } from './rate-limit'

// What the link of a purchase can be used for in a day, whoever has it: each of these may mail the
// studio, and writes rows.
const PER_DAY = { slip: 6, billing: 12, footage: 12, move: 24 } as const
const DAY_SECONDS = 86_400

type Purchase = { bookingId: number } | { orderId: number }

/** Counts one such act on a purchase. Throws too_many_requests. */
export async function countOnPurchase(act: keyof typeof PER_DAY, about: Purchase): Promise<void> {
  const purchase = 'bookingId' in about ? `booking ${about.bookingId}` : `order ${about.orderId}`
  const limit = { name: `purchase-${act}`, max: PER_DAY[act], seconds: DAY_SECONDS }
  const retryAfter = await hit(limit, purchase)
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter, sentence: 'purchase_limit' })
}
