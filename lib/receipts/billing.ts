import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate } from '@/lib/time'
import { billingOf, monthOf, type Billing } from './rules'
import type { Buyer } from './schema'

/** What the page of a booking or an order shows of who is billed; null for a token that opens none. */
export async function billingOfToken(
  token: string,
  now: Date,
): Promise<{ billing: Billing | null; isOpen: boolean } | null> {
  const where = { manageToken: token }
  const select = {
    billing: true,
    payments: { select: { receipts: { select: { issuedAt: true } } } },
  } as const
  const row =
    (await db().booking.findUnique({ where, select })) ??
    (await db().videoEditingOrder.findUnique({ where, select }))
  if (!row) return null
  const issued = row.payments.flatMap(({ receipts }) => receipts)
  return {
    billing: row.billing as Billing | null,
    isOpen: issued.length === 0 || issued.some(({ issuedAt }) => isOfMonth(issuedAt, now)),
  }
}

const isOfMonth = (issuedAt: Date, now: Date) =>
  monthOf(studioDate(issuedAt)) === monthOf(studioDate(now))

type Change = { token: string; billing: Billing; now: Date }

/**
 * The customer says which company is billed for a booking or an order. Its documents of this month
 * are issued again under their own numbers, with the new buyer and the day of the change; those of
 * earlier months stand, because the studio has declared them (docs/decisions/030). Throws not_found,
 * and not_changeable when everything it could still be on is from an earlier month.
 */
export async function changeBilling({ token, billing, now }: Change): Promise<void> {
  const said = billingOf(billing)
  await transaction(async (tx) => {
    const found = await lockedByToken(tx, token)
    if (!found) throw new Problem('not_found')
    const documents = await tx.receipt.findMany({
      where: { payment: found.payments },
      orderBy: { id: 'asc' },
    })
    const open = documents.filter(({ issuedAt }) => isOfMonth(issuedAt, now))
    if (documents.length > 0 && open.length === 0)
      throw new Problem('not_changeable', { sentence: 'receipt_closed' })
    await found.write(said)
    for (const { id, buyer } of open)
      await tx.receipt.update({
        where: { id },
        data: { buyer: { ...(buyer as Buyer), billing: said }, reissuedAt: now },
      })
    await recordChange(tx, {
      actor: 'customer',
      action: 'billing',
      entity: found.entity,
      entityId: found.id,
      before: null,
      after: { reissued: open.length }, // the details are a company's or a person's: not in the log
    })
  })
}

async function lockedByToken(tx: Tx, token: string) {
  const where = { manageToken: token }
  const select = { id: true } as const
  const json = (said: Billing | null) => said ?? Prisma.DbNull
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE manage_token = ${token} FOR UPDATE`
  const booking = await tx.booking.findUnique({ where, select })
  if (booking)
    return {
      entity: 'booking' as const,
      id: booking.id,
      payments: { bookingId: booking.id },
      write: (said: Billing | null) =>
        tx.booking.update({ where: { id: booking.id }, data: { billing: json(said) } }),
    }
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE manage_token = ${token} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({ where, select })
  return (
    order && {
      entity: 'order' as const,
      id: order.id,
      payments: { orderId: order.id },
      write: (said: Billing | null) =>
        tx.videoEditingOrder.update({ where: { id: order.id }, data: { billing: json(said) } }),
    }
  )
}
