import 'server-only'
import { lengthKey, lengthOf, type Length } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import type { Sale } from '@/lib/generated/prisma/client'
import { senOf, toDecimal } from '@/lib/money'
import { fullName } from '@/lib/names'
import type { SettledPayment } from '@/lib/payments/settlement'
import { billedOf, type Billing } from '@/lib/receipts/company'
import type { ReceiptSubject } from '@/lib/receipts/issue'
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
 * be paid later, where their prices are what came.
 */
async function salesPaidBy(tx: Tx, { id, bookingId, sale, receivedSen }: Paid): Promise<Sale[]> {
  if (sale.kind !== 'session') return [sale]
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
  return first >= 0 && last > first ? sales.slice(first, last) : [sale]
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
  const sold = await salesPaidBy(tx, { id, bookingId: booking.id, sale, receivedSen })
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
    ...soldOver(together(sold), receivedSen, wordsOf),
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
