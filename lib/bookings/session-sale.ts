import 'server-only'
import { lengthKey, lengthOf, type Length } from '@/lib/availability/rules'
import type { Prisma, Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { basisPointsOf, senOf, splitTotal, type Price } from '@/lib/money'
import { fullName } from '@/lib/names'
import type { SettledPayment } from '@/lib/payments/settlement'
import type { Sold } from '@/lib/receipts/issue'
import type { Billing } from '@/lib/receipts/company'
import type { Buyer } from '@/lib/receipts/schema'
import { longDate } from '@/lib/time'
import { nameIn } from '@/lib/catalog/rules'
import type { AddOn } from './rules'

const include = {
  upgrade: true,
  booking: {
    include: {
      service: true,
      addOns: { include: { service: true }, orderBy: { id: 'asc' } },
      upgrades: { where: { status: 'applied' }, orderBy: { id: 'asc' }, take: 1 },
    },
  },
} satisfies Prisma.PaymentInclude
type Paid = Prisma.PaymentGetPayload<{ include: typeof include }>
type Booked = NonNullable<Paid['booking']>

async function paidBy(tx: Tx, { id }: SettledPayment): Promise<Paid & { booking: Booked }> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id }, include })
  if (!payment.booking) throw new Error(`Payment ${id} has no booking to be receipted`)
  return { ...payment, booking: payment.booking }
}

const receivedSen = (payment: Paid) => senOf(payment.receivedAmount ?? payment.amount)

function factsOf(booking: Booked): Pick<Sold, 'locale' | 'soldAt' | 'buyer' | 'tax'> {
  const buyer: Buyer = {
    name: fullName(booking),
    email: booking.email,
    phone: booking.phone,
    billing: booking.billing as Billing | null,
  }
  const tax = { basisPoints: basisPointsOf(booking.taxRate), label: booking.taxLabel }
  return { locale: toLocale(booking.locale), soldAt: booking.createdAt, buyer, tax }
}

const lengthIn = (locale: Locale, length: Length): string =>
  translator(locale, 'mail')(`duration.${lengthKey(length)}`, { hours: length.hours })

/**
 * What the payment of a booking has paid for: the session as it was sold, and its add-ons. The
 * receipt of a booking that has been upgraded since shows it as it was before; money that an
 * administrator linked to it gets a receipt over the amount received, whatever the booking costs.
 */
export async function soldBooking(tx: Tx, payment: SettledPayment): Promise<Sold> {
  const paid = await paidBy(tx, payment)
  const { booking } = paid
  const facts = factsOf(booking)
  const [upgrade] = booking.upgrades
  const length = upgrade
    ? lengthOf({ duration: upgrade.fromDuration, hours: upgrade.fromHours })
    : lengthOf(booking)
  const own: Price = {
    subtotalSen: senOf(booking.subtotal),
    taxSen: senOf(booking.taxAmount),
    totalSen: senOf(booking.totalAmount),
  }
  const received = receivedSen(paid)
  const isOwn = !upgrade && own.totalSen === received
  const price = isOwn ? own : splitTotal(received, basisPointsOf(booking.taxRate))
  const addOns = isOwn ? booking.addOns : []
  const { date, time } = booking
  return {
    ...facts,
    price,
    items: {
      main: (language) =>
        translator(language, 'receipt')('lines.session', {
          service: nameIn(language, booking.service),
          length: lengthIn(language, length),
          date: longDate(date, language),
          time,
        }),
      others: addOns.map(({ service, hours, totalAmount }) => ({
        amountSen: senOf(totalAmount),
        words: (language) =>
          translator(language, 'receipt')('lines.addOn', {
            name: nameIn(language, service),
            hours,
          }),
      })),
    },
  }
}

/**
 * What the payment of an upgrade has paid for: the difference between the upgraded booking and the
 * booking before.
 */
export async function soldUpgrade(tx: Tx, payment: SettledPayment): Promise<Sold> {
  const paid = await paidBy(tx, payment)
  const { booking, upgrade } = paid
  if (!upgrade) throw new Error(`Payment ${payment.id} has no upgrade to be receipted`)
  const facts = factsOf(booking)
  const received = receivedSen(paid)
  const before = splitTotal(senOf(upgrade.fromTotal), basisPointsOf(booking.taxRate))
  const subtotalSen = senOf(upgrade.subtotal) - before.subtotalSen
  const isWithin = subtotalSen >= 0 && subtotalSen <= received
  const price = isWithin
    ? { subtotalSen, taxSen: received - subtotalSen, totalSen: received }
    : splitTotal(received, basisPointsOf(booking.taxRate))
  const ids = (upgrade.addOns as AddOn[]).map(({ serviceId }) => serviceId)
  const services = await tx.service.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  const words = (language: Locale) =>
    translator(language, 'receipt')('lines.upgrade', {
      service: nameIn(language, booking.service),
      length: [
        lengthIn(language, lengthOf(upgrade)),
        ...services.map((service) => nameIn(language, service)),
      ].join(' + '),
    })
  return { ...facts, price, items: { main: words, others: [] } }
}
