import 'server-only'
import type { Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { basisPointsOf, senOf, splitTotal } from '@/lib/money'
import type { SettledPayment } from '@/lib/payments/settlement'
import type { Sold } from '@/lib/receipts/issue'
import type { Billing } from '@/lib/receipts/company'
import { LENGTH_KEYS, RUSH_PERCENT, type PricedLength, type Tier } from '@/lib/studio'
import type { DiscountReason } from '@/lib/sales/quote'

/**
 * What the payment of an order has paid for: the edit at its table price, the discount, and rush.
 * Money that an administrator linked to it gets a receipt over the amount received, whatever the
 * order costs.
 */
export async function soldOrder(tx: Tx, { id }: SettledPayment): Promise<Sold> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id }, include: { order: true } })
  const { order } = payment
  if (!order) throw new Error(`Payment ${id} has no order to be receipted`)
  const locale = toLocale(order.locale)
  const tax = { basisPoints: basisPointsOf(order.taxRate), label: order.taxLabel }
  const received = senOf(payment.receivedAmount ?? payment.amount)
  const totalSen = senOf(order.totalAmount)
  const isOwn = totalSen === received
  const taxSen = senOf(order.taxAmount)
  const price = isOwn
    ? { subtotalSen: totalSen - taxSen, taxSen, totalSen }
    : splitTotal(received, tax.basisPoints)
  const rushSen = isOwn && order.rushPrice ? senOf(order.rushPrice) : 0
  const discountSen = isOwn ? senOf(order.discountAmount) : 0
  const edit = (language: Locale) => {
    const words = translator(language, 'editing')
    return translator(language, 'receipt')('lines.order', {
      tier: words(`${order.tier as Tier}.name`),
      length: words(`lengths.${LENGTH_KEYS[order.duration as PricedLength]}`),
    })
  }
  return {
    locale,
    soldAt: order.createdAt,
    buyer: {
      name: order.customerName,
      email: order.customerEmail,
      phone: order.customerPhone,
      billing: order.billing as Billing | null,
    },
    tax,
    price,
    items: {
      main: edit,
      others: [
        {
          amountSen: -discountSen,
          words: (language: Locale) =>
            translator(language, 'mail')(`orders.amount.${order.discount as DiscountReason}`),
        },
        {
          amountSen: rushSen,
          words: (language: Locale) =>
            translator(language, 'receipt')('lines.rush', { percent: RUSH_PERCENT }),
        },
      ].filter(({ amountSen }) => amountSen !== 0),
    },
  }
}
