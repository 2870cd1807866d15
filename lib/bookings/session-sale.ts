import 'server-only'
import { lengthKey, lengthOf, type Length } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import type { Sale } from '@/lib/generated/prisma/client'
import { senOf, toDecimal, type Price } from '@/lib/money'
import { fullName } from '@/lib/names'
import type { SettledPayment } from '@/lib/payments/settlement'
import { billedOf, type Billing } from '@/lib/receipts/company'
import { receiptedOf, type ReceiptSubject } from '@/lib/receipts/issue'
import { soldOver, type Charged } from '@/lib/receipts/sold'
import type { Line } from '@/lib/sales/quote'
import { linesOf, nameOf, priceOfSales, type Names, type SoldLine } from '@/lib/sales/sale'
import { longDate } from '@/lib/time'

type Named = { names: Names }

/** `length` is the one that is sold, `addOns` has every add-on of the lines. */
export const namedLines = (
  lines: readonly Line[],
  length: Length,
  service: Named,
  addOns: ReadonlyMap<number, Named>,
): SoldLine[] =>
  lines.map((line): SoldLine => {
    if (line.kind === 'session') return { ...line, names: service.names, ...length }
    if (line.kind === 'discount') return line
    const addOn = line.kind === 'add_on' && addOns.get(line.serviceId)
    if (!addOn) throw new Error(`A session has no line of ${line.kind}`)
    return { ...line, names: addOn.names }
  })

type Paid = { id: number; bookingId: number; sale: Sale; receivedSen: number }

/**
 * What a payment has paid for: its sale, or, as a payment of the rest, the next ones that were sold to
 * be paid later, where their prices are what came. Otherwise a part of what it reaches to, after
 * `before`, what earlier receipts were over.
 */
async function salesPaidBy(
  tx: Tx,
  { id, bookingId, sale, receivedSen }: Paid,
): Promise<{ sales: Sale[]; before: Price }> {
  const before = await receiptedOf(tx, { saleId: sale.id, id: { not: id } })
  if (sale.kind !== 'session') return { sales: [sale], before }
  const [later, earlier] = await Promise.all([
    tx.sale.findMany({
      where: { bookingId, upgrade: { status: 'applied', paymentId: null } },
      orderBy: { id: 'asc' },
    }),
    tx.payment.findMany({
      where: { bookingId, purpose: 'booking', outcome: 'confirmed', id: { lt: id } },
    }),
  ])
  const paidSen = earlier.reduce((sum, one) => sum + senOf(one.receivedAmount ?? one.amount), 0)
  const sales = [sale, ...later]
  const until = (sen: number) =>
    [0, ...sales.map((_, nth) => priceOfSales(sales.slice(0, nth + 1)).totalSen)].indexOf(sen)
  const [first, last] = [until(paidSen), until(paidSen + receivedSen)]
  if (first >= 0 && last > first)
    return { sales: sales.slice(first, last), before: { subtotalSen: 0, taxSen: 0, totalSen: 0 } }
  const isWithin = before.totalSen + receivedSen <= senOf(sale.totalAmount)
  return { sales: isWithin ? [sale] : sales, before }
}

function together(sales: readonly Sale[]) {
  const { subtotalSen, taxSen, totalSen } = priceOfSales(sales)
  const [sale] = sales as [Sale]
  return {
    ...{ lines: sales.flatMap(linesOf), taxRate: sale.taxRate, taxLabel: sale.taxLabel },
    ...{ subtotal: toDecimal(subtotalSen), taxAmount: toDecimal(taxSen) },
    totalAmount: toDecimal(totalSen),
  }
}

/** As it was sold; the date is the booking's now. */
export async function soldSession(tx: Tx, { id }: SettledPayment): Promise<ReceiptSubject> {
  const { booking, sale, receivedAmount, amount } = await tx.payment.findUniqueOrThrow({
    where: { id },
    include: { booking: true, sale: true },
  })
  if (!booking || !sale) throw new Error(`Payment ${id} has no booking to be receipted`)
  const receivedSen = senOf(receivedAmount ?? amount)
  const { sales: sold, before } = await salesPaidBy(tx, {
    id,
    bookingId: booking.id,
    sale,
    receivedSen,
  })
  const upgraded = new Set<unknown>(sold.filter(({ kind }) => kind === 'upgrade').flatMap(linesOf))
  const wordsOf = (line: Charged) => (language: Locale) => {
    const words = translator(language, 'receipt')
    if (line.kind === 'add_on')
      return words('lines.addOn', { name: nameOf(line.names, language), hours: line.quantity })
    if (line.kind !== 'session') throw new Error(`A session has no line of ${line.kind}`)
    const length = lengthOf(line)
    const what = {
      service: nameOf(line.names, language),
      length: translator(language, 'mail')(`duration.${lengthKey(length)}`, {
        hours: length.hours,
      }),
    }
    return upgraded.has(line)
      ? words('lines.upgrade', what)
      : words('lines.session', {
          ...what,
          date: longDate(booking.date, language),
          time: booking.time,
        })
  }
  return {
    ...soldOver(together(sold), { receivedSen, before }, wordsOf),
    locale: toLocale(booking.locale),
    soldAt: booking.createdAt,
    buyer: {
      name: fullName(booking),
      email: booking.email,
      phone: booking.phone,
      billing: billedOf(booking.billing as Billing | null),
    },
  }
}
