import 'server-only'
import type { Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import type { SettledPayment } from '@/lib/payments/settlement'
import { billedOf, type Billing } from '@/lib/receipts/company'
import { receiptedOf, type ReceiptSubject } from '@/lib/receipts/issue'
import { soldOver, type Charged } from '@/lib/receipts/sold'
import type { Line } from '@/lib/sales/quote'
import type { SoldLine } from '@/lib/sales/sale'
import { LENGTH_KEYS, RUSH_PERCENT, type PricedLength, type Tier } from '@/lib/studio'

export const editLines = (
  lines: readonly Line[],
  { tier, duration: length }: { tier: Tier; duration: PricedLength },
): SoldLine[] =>
  lines.map((line): SoldLine => {
    if (line.kind === 'edit') return { ...line, tier, length }
    if (line.kind === 'rush' || line.kind === 'discount') return line
    throw new Error(`An edit has no line of ${line.kind}`)
  })

function wordsOf(line: Charged): (language: Locale) => string {
  return (language) => {
    const words = translator(language, 'receipt')
    if (line.kind === 'rush') return words('lines.rush', { percent: RUSH_PERCENT })
    if (line.kind !== 'edit') throw new Error(`An edit has no line of ${line.kind}`)
    const editing = translator(language, 'editing')
    return words('lines.order', {
      tier: editing(`${line.tier as Tier}.name`),
      length: editing(`lengths.${LENGTH_KEYS[line.length as PricedLength]}`),
    })
  }
}

export async function soldOrder(tx: Tx, { id }: SettledPayment): Promise<ReceiptSubject> {
  const { order, sale, receivedAmount, amount } = await tx.payment.findUniqueOrThrow({
    where: { id },
    include: { order: true, sale: true },
  })
  if (!order || !sale) throw new Error(`Payment ${id} has no order to be receipted`)
  const before = await receiptedOf(tx, { saleId: sale.id, id: { not: id } })
  return {
    ...soldOver(sale, { receivedSen: senOf(receivedAmount ?? amount), before }, wordsOf),
    locale: toLocale(order.locale),
    soldAt: order.createdAt,
    buyer: {
      name: order.customerName,
      email: order.customerEmail,
      phone: order.customerPhone,
      billing: billedOf(order.billing as Billing | null),
    },
  }
}
