import type { OrderDto } from '@/lib/orders/schema'
import type { MoneyState, RefundShown } from '@/lib/sales/money'
import type { ListedDocument } from '@/lib/receipts/schema'
import type { PricedLength, Tier } from '@/lib/studio'

/** An order as administrators see it. `updatedAt` is the version to send with a change. */
export type AdminOrder = OrderDto & {
  tier: Tier
  duration: PricedLength
  deliveries: number
  revisionsLeft: number
  deliveryLink: string | null
  paymentStatus: MoneyState | null
  keptAmount: string
  owedSen: number
  /** Who else gets its receipts. */
  financeEmail: string | null
  /** What is kept is here only because its refund failed. */
  refundFailed: boolean
  receipts: ListedDocument[]
  /** The customer's bank claims the money back. */
  disputed: boolean
  /** Where the money of a refunded one went; null for the others. */
  refund: RefundShown
  updatedAt: string
}
