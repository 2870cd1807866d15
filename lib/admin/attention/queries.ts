import 'server-only'
import { db, type Prisma, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { keyRefusedSince } from '@/lib/payments/client'
import { methodRefusals } from '@/lib/payments/queries'
import type { MethodRefusal } from '@/lib/payments/schema'
import { fullName } from '@/lib/names'
import type { AlertKind, AlertList, PaymentAlert } from './schema'

// What administrators must look at. Which payments wait is defined once, in the database's view
// payment_alerts.

const include = {
  booking: { select: { firstName: true, lastName: true, email: true } },
  order: { select: { customerName: true, customerEmail: true } },
} satisfies Prisma.PaymentInclude

function toAlert({
  booking,
  order,
  ...row
}: Prisma.PaymentGetPayload<{ include: typeof include }>): PaymentAlert {
  const fromBooking = booking && {
    name: fullName(booking),
    email: booking.email,
  }
  return {
    id: row.id,
    bookingId: row.bookingId,
    orderId: row.orderId,
    client: fromBooking ?? (order && { name: order.customerName, email: order.customerEmail }),
    intentId: row.stripePaymentIntentId,
    amount: toDecimal(senOf(row.amount)),
    outcome: row.outcome ?? '',
    reason: row.reason,
    refundStatus: row.refundStatus,
    disputed: row.disputed,
    note: row.note,
    refusal: row.refusal,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * How many things need an administrator's attention: payments, a refused key, payment methods that
 * Stripe refused, and mails that could not be sent. A transaction passes itself as `client` so that
 * it does not wait for a second connection.
 */
export async function attentionCount(
  client: Pick<Tx, '$queryRaw' | 'mail' | 'stripeKeyRefusal'> = db(),
): Promise<number> {
  const [[waiting], mails, refused, methods] = await Promise.all([
    client.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM payment_alerts`,
    client.mail.count({ where: { status: 'failed', kind: { not: 'sign_in_code' } } }),
    keyRefusedSince(client),
    methodRefusals(client),
  ])
  return (waiting?.count ?? 0) + mails + (refused ? 1 : 0) + methods.length
}

/**
 * Money an administrator must know of, oldest first, at most 200 of each kind: `open` is neither confirmed
 * nor given back, or a refund of it failed; `disputed` is wanted back by the customer's bank;
 * `paid_back` went back although its booking stands; `unread` could not be asked about at Stripe
 * for an hour; `no_document` is settled, and its receipt or note could not be issued. `late` came
 * after its hold had ended and `handled` was looked after, the newest twenty of each.
 * `keyRefusedSince`: since when Stripe refuses our key (ISO), or null.
 * `methodRefusals`: ways to pay that Stripe did not let the last payment have.
 */
export async function attentionPayments(): Promise<
  Record<AlertList, PaymentAlert[]> & {
    keyRefusedSince: string | null
    methodRefusals: MethodRefusal[]
  }
> {
  const waits = async (kind: AlertKind) => {
    const rows = await db().$queryRaw<{ id: number }[]>`
      SELECT payment_id AS id FROM payment_alerts WHERE kind = ${kind} ORDER BY 1 LIMIT 200`
    return list({ id: { in: rows.map(({ id }) => id) } }, 'asc', 200)
  }
  const list = async (where: Prisma.PaymentWhereInput, order: 'asc' | 'desc', take: number) =>
    (await db().payment.findMany({ where, include, orderBy: { id: order }, take })).map(toAlert)
  const [open, disputed, paidBack, unread, noDocument, late, handled, refused, methods] =
    await Promise.all([
      waits('open'),
      waits('disputed'),
      waits('paid_back'),
      waits('unread'),
      waits('no_document'),
      list({ reason: 'late', outcome: { not: null } }, 'desc', 20),
      list({ handledAt: { not: null } }, 'desc', 20),
      keyRefusedSince(),
      methodRefusals(),
    ])
  const keyRefused = refused?.toISOString() ?? null
  return {
    ...{ open, disputed, paid_back: paidBack, unread, no_document: noDocument, late, handled },
    keyRefusedSince: keyRefused,
    methodRefusals: methods,
  }
}

/** One payment as the list shows it. */
export const paymentAlert = async (id: number): Promise<PaymentAlert> =>
  toAlert(await db().payment.findUniqueOrThrow({ where: { id }, include }))
