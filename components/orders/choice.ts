import { idempotencyKeys } from '@/components/idempotency'
import { forget, recall, remember } from '@/components/browser/session-store'
import { toSen } from '@/lib/money'
import { EDITING_PRICES } from '@/lib/orders/rules'
import { PRICED_LENGTHS, type PricedLength, type Tier, TIERS } from '@/lib/studio'

/**
 * The selection in the checkout's address. `claimed` is the price in it, in sen: only compared,
 * never trusted.
 */
export type Choice = { tier: Tier; length: PricedLength; rush: boolean; claimed: number | null }

const STORE = 'order-choice'

/** The key under which the tab stores the checkout's input. */
export const ORDER_DRAFT = 'order-draft'
export const orderKeys = idempotencyKeys('order-attempt')

/** Called when the order is paid: the next one is a new purchase. */
export function forgetOrderPurchase(): void {
  orderKeys.forget()
  forget(ORDER_DRAFT)
}

/**
 * The selection in an address; null when tier, duration or price is missing or cannot be ordered.
 */
export function choiceIn(query: { get(name: string): string | null }): Choice | null {
  const tier = TIERS.find((name) => name === query.get('tier'))
  const length = PRICED_LENGTHS.find((name) => name === query.get('duration'))
  const price = query.get('price')
  if (!tier || !length || !price) return null
  return { tier, length, rush: query.get('rush') === 'true', claimed: toSen(price) }
}

/** Stores the selection for the return from a failed payment. */
export const rememberChoice = ({ tier, length, rush }: Choice): void =>
  remember(
    STORE,
    String(
      new URLSearchParams({
        tier,
        duration: length,
        price: String(EDITING_PRICES[tier][length] / 100),
        rush: String(rush),
      }),
    ),
  )

/** The query that leads back to the selection; empty when this tab has none. */
export function rememberedQuery(): string {
  const query = recall(STORE)
  return typeof query === 'string' && choiceIn(new URLSearchParams(query)) ? `?${query}` : ''
}
