import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate } from '@/lib/time'
import { billedOf, billingOf, billingValues, financeEmailOf, type Billing } from './company'
import { monthOf } from './rules'
import type { Buyer } from './schema'

/** Null for an unknown token. */
export async function billingOfToken(
  token: string,
  now: Date,
): Promise<{ billing: Billing | null; isOpen: boolean } | null> {
  const where = { manageToken: token }
  const select = {
    billing: true,
    payments: {
      select: { receipts: { where: { kind: 'receipt' }, select: { issuedAt: true } } },
    },
  } as const
  const row =
    (await db().booking.findUnique({ where, select })) ??
    (await db().videoEditingOrder.findUnique({ where, select }))
  if (!row) return null
  const issued = row.payments.flatMap(({ receipts }) => receipts)
  return {
    billing: row.billing as Billing | null,
    isOpen: issued.length === 0 || issued.some(({ issuedAt }) => isInMonth(issuedAt, now)),
  }
}

const isInMonth = (issuedAt: Date, now: Date) =>
  monthOf(studioDate(issuedAt)) === monthOf(studioDate(now))

/** What a purchase is, and who its finance contact was, before a change; null for an unknown token. */
export async function financeOfToken(token: string) {
  const where = { manageToken: token }
  const select = { id: true, billing: true } as const
  const booking = await db().booking.findUnique({ where, select })
  const order = booking ? null : await db().videoEditingOrder.findUnique({ where, select })
  const row = booking ?? order
  return (
    row && {
      about: booking ? { bookingId: row.id } : { orderId: row.id },
      before: financeEmailOf(row.billing),
    }
  )
}

type Change = {
  token: string
  billing: Billing
  now: Date
  /** In its transaction: mails are of a higher layer. */
  tell: (tx: Tx, of: { entity: 'booking' | 'order'; id: number }) => Promise<void>
}

/**
 * Receipts of this month and their notes are reissued under their own numbers, with the new buyer
 * and the date of the change; those of earlier months stay, because the studio has declared them
 * (docs/decisions/030). Another finance email alone reissues nothing. Throws not_found, and
 * not_changeable when all its documents are from earlier months.
 */
export async function changeBilling({ token, billing, now, tell }: Change): Promise<void> {
  const details = billingOf(billing)
  await transaction(async (tx) => {
    const found = await lockedByToken(tx, token)
    if (!found) throw new Problem('not_found')
    const documents = await tx.receipt.findMany({
      where: { payment: found.payments },
      orderBy: { id: 'asc' },
    })
    // A note is billed to whom its receipt is billed.
    const openReceipts = new Set(
      documents
        .filter(({ kind, issuedAt }) => kind === 'receipt' && isInMonth(issuedAt, now))
        .map(({ id }) => id),
    )
    const isSameBill = sameBill(found.billing as Billing | null, details)
    const open = documents.filter(
      ({ id, receiptId }) => !isSameBill && openReceipts.has(receiptId ?? id),
    )
    if (documents.length > 0 && open.length === 0 && !isSameBill)
      throw new Problem('not_changeable', { sentence: 'receipt_closed' })
    await found.write(details)
    for (const { id, buyer } of open)
      await tx.receipt.update({
        where: { id },
        data: { buyer: { ...(buyer as Buyer), billing: billedOf(details) }, reissuedAt: now },
      })
    // Only documents can be changed by somebody who has paid: of anything else there is no row.
    if (open.length > 0)
      await recordChange(tx, {
        actor: 'customer',
        action: 'billing',
        entity: found.entity,
        entityId: found.id,
        before: null,
        // Without the details: they belong to a company or a person.
        after: { reissued: open.length },
      })
    await tell(tx, found)
  })
}

const sameBill = (one: Billing | null, other: Billing | null): boolean =>
  JSON.stringify(billingValues(billedOf(one))) === JSON.stringify(billingValues(billedOf(other)))

async function lockedByToken(tx: Tx, token: string) {
  const where = { manageToken: token }
  const select = { id: true, billing: true } as const
  const json = (details: Billing | null) => details ?? Prisma.DbNull
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE manage_token = ${token} FOR UPDATE`
  const booking = await tx.booking.findUnique({ where, select })
  if (booking)
    return {
      entity: 'booking' as const,
      id: booking.id,
      billing: booking.billing,
      payments: { bookingId: booking.id },
      write: (details: Billing | null) =>
        tx.booking.update({ where: { id: booking.id }, data: { billing: json(details) } }),
    }
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE manage_token = ${token} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({ where, select })
  return (
    order && {
      entity: 'order' as const,
      id: order.id,
      billing: order.billing,
      payments: { orderId: order.id },
      write: (details: Billing | null) =>
        tx.videoEditingOrder.update({ where: { id: order.id }, data: { billing: json(details) } }),
    }
  )
}
