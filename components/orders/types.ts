import type { PricedLength, Tier } from '@/lib/studio'
import type { Discount, OrderStatus } from '@/lib/orders/rules'
import type { PaymentState } from '@/lib/payments/rules'

// What the order pages read and write on the wire, and the words the server hands to their islands.

export type NewOrder = {
  customerName: string
  customerEmail: string
  customerPhone: string | null
  requirements: string | null
  tier: Tier
  duration: PricedLength
  rushService: boolean
  price: string
  rushPrice: string
  totalAmount: string
}

export type Order = Omit<NewOrder, 'rushPrice'> & {
  id: number
  rushPrice: string | null
  status: OrderStatus
  cancelReason: string | null
  dueAt: string | null
}

export type PaidOrder = Order & { paymentStatus: PaymentState; manageToken: string }

/** The discount that this visitor's proven email has. */
export type Offer = { email: string | null; discount: Discount | null }

/**
 * Names in the page's language, handed over ready: the whole dictionary of the tiers would weigh
 * more than the page.
 */
export type OrderWords = { tiers: Record<Tier, string>; lengths: Record<PricedLength, string> }
