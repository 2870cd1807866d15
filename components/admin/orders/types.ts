import type { PricedLength, Tier } from '@/lib/studio'
import type { PaymentState } from '@/lib/payments/rules'

/** A video editing order as the server hands it to the owner's list. */
export type ListedOrder = {
  id: number
  customerName: string
  customerEmail: string
  customerPhone: string | null
  tier: Tier
  duration: PricedLength
  rushService: boolean
  requirements: string | null
  totalAmount: string
  status: string
  paymentStatus: PaymentState | null
  disputed: boolean
  deliveries: number
  revisionsLeft: number
  deliveryLink: string | null
  dueAt: string | null
  /** Past its due date and not delivered. */
  late: boolean
  createdAt: string
  updatedAt: string
}
