import { PRICED_LENGTHS, TIERS, type PricedLength, type Tier } from '@/lib/studio'
import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import {
  cursor,
  email,
  textLine,
  linksOf,
  most,
  optionalCode,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalUrl,
  pageSize,
  version,
  amount,
} from '@/lib/text'
import type { PlacedMoney, MoneyState, RefundShown } from '@/lib/sales/money'
import { companyFields } from '@/lib/receipts/schema'
import type { OrderDiscount, OrderStatus } from '@/lib/orders/rules'
import { ORDER_STATUSES } from './rules'

/** As named on the wire and in the checkout's address (docs/decisions/020 D4). */
export const tier = () => z.enum(TIERS, { error: 'choice' })

/** ">10 mins" is to be discussed and refused (docs/decisions/020 D4). */
export const videoLengthField = () => z.enum(PRICED_LENGTHS, { error: 'choice' })

const rush = () =>
  z.pipe(
    z.nullish(z.boolean({ error: 'choice' })),
    z.transform((value: boolean | null | undefined): boolean => value ?? false),
  )

/** How many links to footage an order may have, and the maximum length of each. */
export const FOOTAGE_LINKS = 5
const LONGEST_LINK = 500

function isLink(text: string): boolean {
  if (text.length > LONGEST_LINK || !/^https:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname.includes('.')
}

/** https only: a list, or one on each line; absent, null and empty: none (docs/decisions/020 D8). */
const footageLinks = () =>
  z.pipe(
    z.pipe(
      z.nullish(
        z.union(
          [
            z.string().check(most(LIMITS.footageLinks)),
            z
              .array(z.string({ error: 'links' }), { error: 'links' })
              .check(z.maxLength(20, { error: 'links' })),
          ],
          { error: 'links' },
        ),
      ),
      z.transform((value: string | string[] | null | undefined): string[] => [
        ...new Set((typeof value === 'string' ? [value] : (value ?? [])).flatMap(linksOf)),
      ]),
    ),
    z
      .array(z.string())
      .check(
        z.refine((list) => list.length <= FOOTAGE_LINKS && list.every(isLink), { error: 'links' }),
      ),
  )

/** Body of POST /api/manage/{token}/footage: replaces the earlier links. */
export const footageBody = z.object({ footageLinks: footageLinks() })
/** A form sends them as the text of one field. */
type Typed = { footageLinks?: string | null }
export type FootageFormValues = Typed
export type FootageInput = z.output<typeof footageBody>

/** Body of PATCH /api/video-editing-orders/{id}/footage: the studio has it. */
export const footageReceivedBody = z.object({ version: version() })

/** Body of PATCH /api/admin/orders/{id}/contact: who else gets its documents. */
export const orderContactBody = z.object({
  financeEmail: z.optional(optionalEmail()),
  version: version(),
})

/** Validates the checkout's form in the browser and on the server. */
export const customerInput = z.object({
  customerName: textLine(LIMITS.name),
  customerEmail: email(),
  customerPhone: optionalPhone(),
  requirements: optionalText(LIMITS.requirements),
  footageLinks: footageLinks(),
  ...companyFields,
})
export type CustomerInput = z.output<typeof customerInput>
export type CustomerFormValues = Omit<z.input<typeof customerInput>, 'footageLinks'> & Typed

const orderInput = z.extend(customerInput, {
  tier: tier(),
  duration: videoLengthField(),
  rushService: rush(),
})
export type OrderInput = z.output<typeof orderInput>

/** Body of POST /api/video-editing-orders. The three amounts are only compared (docs/decisions/020 C2). */
export const orderBody = z.extend(orderInput, {
  price: z.nullish(amount()),
  rushPrice: z.nullish(amount()),
  totalAmount: z.nullish(amount()),
})
export type OrderBody = z.input<typeof orderBody>

/** Decimals and instants are strings, absent optionals null (docs/decisions/020 A6). */
export type OrderDto = {
  id: number
  customerName: string
  customerEmail: string
  customerPhone: string | null
  tier: Tier
  duration: PricedLength
  /** The price charged; with `discountAmount` it is the table's. */
  price: string
  discount: OrderDiscount | null
  discountAmount: string
  rushService: boolean
  rushPrice: string | null
  taxAmount: string
  totalAmount: string
  currency: string
  status: OrderStatus
  cancelReason: string | null
  requirements: string | null
  footageLinks: string[]
  /** Since when the studio has the footage; the due date counts from then (docs/decisions/020 D8). */
  footageAt: string | null
  paidAt: string | null
  dueAt: string | null
  /** Of its first payment at Stripe. */
  stripePaymentIntentId: string | null
  createdAt: string
}

export type OrderResponse = OrderDto & { clientSecret: string }

/** Of GET /api/video-editing-orders/payment/{paymentIntentId}, for the customer who placed it. */
export type PaidOrder = OrderDto & {
  paymentStatus: MoneyState
  /** Each sum by where it went or is: of all its money once it is over, else of this payment. */
  money: PlacedMoney[]
  manageToken: string
  /** The number of this payment's receipt; null before it is issued. */
  receipt: string | null
}

/** The answer of GET /api/video-editing-orders/discount, for this visitor's proven email. */
export type Offer = { email: string | null; discount: OrderDiscount | null }

/** The data of the refusal price_changed: the right figures. */
export type OrderFigures = {
  price: string
  rushPrice: string
  subtotal: string
  taxAmount: string
  totalAmount: string
  discount: OrderDiscount | null
}

/** On its own page (docs/decisions/020 C10): no email, phone or payment ids. Amounts in sen. */
export type ManagedOrder = {
  id: number
  customerName: string
  tier: Tier
  duration: PricedLength
  rushService: boolean
  requirements: string | null
  footageLinks: string[]
  hasFootage: boolean
  status: OrderStatus
  /** Whether the money of an order that is over was refunded or is being refunded; null when neither. */
  refund: RefundShown
  /** Of an order that is over, each sum of its money by where it went or is. */
  money: PlacedMoney[]
  priceSen: number
  discount: OrderDiscount | null
  discountSen: number
  rushSen: number
  taxSen: number
  totalSen: number
  /** Of it, what is here for the order, and what is still to be paid. */
  receivedSen: number
  owedSen: number
  /** Basis points: 825 is 8.25 %. */
  taxRate: number
  taxLabel: string
  /** Studio dates; null until it is paid, and until the studio has the footage. */
  paidOn: string | null
  dueOn: string | null
  /** Where the newest version can be watched; null when none was delivered, or in another way. */
  deliveredAt: string | null
  revisionsLeft: number
}

export const orderListQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  status: z.optional(z.enum(ORDER_STATUSES, { error: 'choice' })),
  q: optionalCode(LIMITS.search),
})

/** Body of PATCH /api/video-editing-orders/{id}/status; `link` is where the edit is. */
export const orderStatusBody = z.object({
  status: z.enum(['in_progress', 'delivered', 'completed', 'cancelled', 'refunded'], {
    error: 'choice',
  }),
  link: optionalUrl(),
  version: version(),
})
