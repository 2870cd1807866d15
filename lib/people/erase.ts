import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { memberAccount } from '@/lib/auth/browser'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { pseudonymOf } from '@/lib/secrets/pseudonym'
import { inboxHash } from '@/lib/http/rate-limit'
import { newToken, sha256 } from '@/lib/http/request'
import type { Billing } from '@/lib/receipts/company'
import type { Buyer } from '@/lib/receipts/schema'
import { ERASED_NAME, erasedEmail } from './rules'
import { endUnpaid, unpaidOf, type Unpaid } from './end-unpaid'
import { isOfSubject, findSubject, type DataSubject } from './subject'
import type { Erased, PersonBody } from './schema'
import { isCounted, tracesOf } from './traces'
import { deleteUnpaid } from './unpaid'

type Request = PersonBody & { actor: string }

/**
 * Deletes what no law requires about a person, who has an email (in lower case) or is a customer with
 * all who were merged into them, and takes the person
 * out of the bookings, orders and payments that the accounts need and of a membership whose rewards
 * are counted with others (docs/decisions/017). Recorded in the audit log without the email. What
 * is unpaid is ended first, its payments closed at Stripe; throws unavailable while Stripe is away.
 * Throws not_changeable while one of their bookings, orders or payments is active, disputed or
 * otherwise under way, and not_found when nothing is stored about them.
 */
export async function erasePerson({ actor, ...who }: Request): Promise<Erased> {
  const person = await findSubject(who)
  const { emails } = person
  const entityId = await pseudonymOf(person.name)
  const traces = await tracesOf(person)
  const unpaid = await unpaidOf(person)
  await refuseWhileOpen(db(), person, unpaid)
  await endUnpaid(unpaid)
  return transaction(async (tx) => {
    const before = await countsOf(tx, traces)
    if (Object.keys(before).every((table) => table === 'audit_log')) throw new Problem('not_found')
    await closeNeverStarted(tx, person)
    await refuseWhileOpen(tx, person, { bookings: [], orders: [] })
    // The mails first: they are found by the bookings and orders they are about.
    await emptyMails(tx, traces.find(({ table }) => table === 'mails')?.where ?? Prisma.sql`false`)
    // Also in mails that were emptied before, or went to another spelling of the inbox.
    await tx.$executeRaw`UPDATE mails t SET dedupe_key = ${KEY_WITHOUT_HASH}
      WHERE EXISTS (SELECT FROM unnest(${emails.map(inboxHash)}::text[]) AS hash
        WHERE position(hash IN t.dedupe_key) > 0)`
    await deleteUnpaid(tx, {
      bookings: isOfSubject(person, 'bookings', 'b'),
      orders: isOfSubject(person, 'orders', 'o'),
    })
    const bookings = await takeOutOfBookings(tx, person)
    await tx.bookingNote.deleteMany({ where: { bookingId: { in: bookings } } })
    await tx.undoableAct.deleteMany({ where: { bookingId: { in: bookings } } })
    await tx.slip.deleteMany({ where: { bookingId: { in: bookings } } })
    const orders = await takeOutOfOrders(tx, person)
    await takeOutOfPayments(tx, bookings, orders)
    await takeOutOfReceipts(tx, bookings, orders)
    await endMemberships(tx, isOfSubject(person, 'members', 'm'))
    await tx.$executeRaw`DELETE FROM contacts c WHERE ${isOfSubject(person, 'contacts', 'c')}`
    const billed = await takeOutOfBilling(tx, emails)
    // The codes first: a sign-in that has one of them ends before its session is looked for.
    await tx.$executeRaw`DELETE FROM sign_in_codes WHERE lower(email) = ANY(${emails}::text[])`
    await tx.$executeRaw`
      DELETE FROM sessions WHERE lower(email) = ANY(${emails}::text[])
        OR mailbox_of(email) = ANY(SELECT mailbox_of(one) FROM unnest(${emails}::text[]) one)`
    await tx.knownBrowser.deleteMany({ where: { accountHash: { in: emails.map(memberAccount) } } })
    await tx.$executeRaw`DELETE FROM rate_limits t WHERE ${isCounted(emails)}`
    // Answers of the console do not say whom they are about: all of them go.
    await tx.idempotencyKey.deleteMany({
      where: { OR: [{ emailHash: { in: emails.map(sha256) } }, { emailHash: null }] },
    })
    // Of what was just changed; everything before was folded when the person was looked for.
    await tx.$queryRaw`SELECT fold_customers(100000)`
    const kept = {
      bookings: bookings.length + billed.bookings,
      video_editing_orders: orders.length + billed.orders,
    }
    const deleted = Object.fromEntries(
      Object.entries(before)
        .map(([table, rows]) => [table, rows - (kept[table as keyof typeof kept] ?? 0)] as const)
        .filter(([table, rows]) => rows > 0 && !KEPT_WITHOUT_THE_PERSON.includes(table)),
    )
    await recordChange(tx, {
      actor,
      action: 'erase',
      entity: 'person',
      entityId,
      before: null,
      after: pickAuditFields({ deleted, kept }),
    })
    return { deleted, kept }
  })
}

// Rows that stay with their parent rows and contain no personal data.
const KEPT_WITHOUT_THE_PERSON = [
  'audit_log',
  'booking_add_ons',
  'booking_upgrades',
  'mails',
  'membership_sessions',
  'memberships',
  'notices',
  'part_refunds',
  'payments',
  'receipts',
  'referral_rewards',
  'sales',
  'slot_reservations',
]

async function countsOf(
  tx: Tx,
  traces: Awaited<ReturnType<typeof tracesOf>>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, where } of traces) {
    const [row] = await tx.$queryRaw<{ rows: number }[]>`
      SELECT count(*)::int AS rows FROM ${Prisma.raw(table)} t WHERE ${where}`
    if (row && row.rows > 0) counts[table] = (counts[table] ?? 0) + row.rows
  }
  return counts
}

/**
 * What is still to be fulfilled needs its customer, and a dispute that the bank has not decided
 * needs the evidence. `except`: what is about to be ended.
 */
async function refuseWhileOpen(
  tx: Pick<Tx, '$queryRaw'>,
  person: DataSubject,
  except: Unpaid,
): Promise<void> {
  const [row] = await tx.$queryRaw<{ open: boolean; disputed: boolean; transfer: boolean }[]>`
    WITH theirs AS (
      SELECT p.*, payment_is_under_way(p) AS is_under_way
        FROM payments p JOIN bookings b ON b.id = p.booking_id
        WHERE ${isOfSubject(person, 'bookings', 'b')}
        AND b.id <> ALL(${except.bookings}::int[])
      UNION ALL SELECT p.*, payment_is_under_way(p)
        FROM payments p JOIN video_editing_orders o ON o.id = p.order_id
        WHERE ${isOfSubject(person, 'orders', 'o')} AND o.id <> ALL(${except.orders}::int[]))
    SELECT EXISTS (SELECT 1 FROM bookings b WHERE ${isOfSubject(person, 'bookings', 'b')}
      AND status IN ('pending', 'confirmed') AND id <> ALL(${except.bookings}::int[]))
      OR EXISTS (SELECT 1 FROM video_editing_orders o
        WHERE ${isOfSubject(person, 'orders', 'o')} AND status NOT IN ('completed', 'cancelled', 'refunded')
          AND id <> ALL(${except.orders}::int[]))
      OR EXISTS (SELECT 1 FROM theirs
        WHERE status NOT IN ('succeeded', 'canceled') OR is_under_way) AS open,
      EXISTS (SELECT 1 FROM bookings b WHERE ${isOfSubject(person, 'bookings', 'b')}
        AND transfer_waits(b)) AS transfer,
      EXISTS (SELECT 1 FROM theirs WHERE dispute_status IN ('inquiry', 'chargeback')) AS disputed`
  if (row?.disputed) throw new Problem('not_changeable', { sentence: 'person_disputed' })
  if (row?.transfer) throw new Problem('not_changeable', { sentence: 'person_transfer' })
  if (row?.open) throw new Problem('not_changeable', { sentence: 'person_open' })
}

/** A payment without an intent cannot be made any more once what it was for is over. */
const closeNeverStarted = (tx: Tx, person: DataSubject): Promise<number> =>
  tx.$executeRaw`
    UPDATE payments p SET status = 'canceled', updated_at = now()
    WHERE p.stripe_payment_intent_id IS NULL AND p.status NOT IN ('succeeded', 'canceled')
      AND (EXISTS (SELECT 1 FROM bookings b WHERE b.id = p.booking_id
          AND ${isOfSubject(person, 'bookings', 'b')}
          AND b.status IN ('completed', 'cancelled'))
        OR EXISTS (SELECT 1 FROM video_editing_orders o WHERE o.id = p.order_id
          AND ${isOfSubject(person, 'orders', 'o')} AND o.status IN ('completed', 'cancelled', 'refunded')))`

// The key of a mail to an unproven address has a hash of its inbox, which can be found by trying
// addresses.
const KEY_WITHOUT_HASH = Prisma.sql`regexp_replace(t.dedupe_key, '[0-9a-f]{64}', 'mail-' || t.id)`

/** That it was sent is kept, without recipient, content and inbox hash; nothing is sent any more. */
export const emptyMails = (tx: Pick<Tx, '$executeRaw'>, where: Prisma.Sql): Promise<number> =>
  tx.$executeRaw`
    UPDATE mails t SET recipient = '', payload = '{}', last_error = NULL,
      dedupe_key = ${KEY_WITHOUT_HASH},
      status = CASE t.status WHEN 'sent' THEN 'sent' ELSE 'dropped' END WHERE ${where}`

async function takeOutOfBookings(tx: Tx, person: DataSubject): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM bookings b WHERE ${isOfSubject(person, 'bookings', 'b')}
      AND status IN ('completed', 'cancelled') FOR UPDATE`
  // One by one: each needs a new token, so that the link in an old mail stops working.
  for (const { id } of rows)
    await tx.booking.update({
      where: { id },
      data: {
        firstName: ERASED_NAME,
        lastName: null,
        email: '',
        phone: null,
        requirements: null,
        billing: Prisma.DbNull,
        visitorHash: null,
        holderHash: null,
        holderNetworkHash: null,
        holderInbox: null,
        manageToken: newToken(),
      },
    })
  return rows.map(({ id }) => id)
}

async function takeOutOfOrders(tx: Tx, person: DataSubject): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM video_editing_orders o
    WHERE ${isOfSubject(person, 'orders', 'o')}
      AND status IN ('completed', 'cancelled', 'refunded') FOR UPDATE`
  for (const { id } of rows)
    await tx.videoEditingOrder.update({
      where: { id },
      data: {
        customerName: ERASED_NAME,
        customerEmail: '',
        customerPhone: null,
        requirements: null,
        billing: Prisma.DbNull,
        footageLinks: [],
        deliveryLink: null,
        visitorHash: null,
        manageToken: newToken(),
      },
    })
  return rows.map(({ id }) => id)
}

/** Where others named this person to get their documents, and to pay. Returns how many. */
async function takeOutOfBilling(tx: Tx, emails: readonly string[]) {
  // A link is made of the address, which can be found by trying addresses.
  await tx.$executeRaw`
    DELETE FROM notices WHERE audience = 'finance' AND booking_id IN (
      SELECT id FROM bookings WHERE billing ->> 'financeEmail' = ANY(${emails}::text[]))`
  const takeOutOf = (table: string): Promise<number> =>
    tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET billing = billing - 'financeEmail'
      WHERE billing ->> 'financeEmail' = ANY(${emails}::text[])`
  return {
    bookings: await takeOutOf('bookings'),
    orders: await takeOutOf('video_editing_orders'),
  }
}

// The administrator's note and reasons and Stripe's message are free text; a fingerprint identifies a
// card.
async function takeOutOfPayments(tx: Tx, bookings: number[], orders: number[]): Promise<void> {
  const theirs = { OR: [{ bookingId: { in: bookings } }, { orderId: { in: orders } }] }
  await tx.payment.updateMany({
    where: theirs,
    data: { note: null, refusal: null, cardFingerprint: null },
  })
  await tx.partRefund.updateMany({ where: { payment: theirs }, data: { reason: null, note: null } })
  await tx.bankForm.deleteMany({ where: { payment: theirs } })
}

/**
 * A receipt keeps what the accounts need: numbers, lines, amounts, and the company it was billed
 * to; not the person, nor a TIN or an ID of their own.
 */
async function takeOutOfReceipts(tx: Tx, bookings: number[], orders: number[]): Promise<void> {
  const rows = await tx.receipt.findMany({
    where: { payment: { OR: [{ bookingId: { in: bookings } }, { orderId: { in: orders } }] } },
  })
  for (const { id, buyer } of rows) {
    const { billing } = buyer as Buyer
    const left: Buyer = {
      name: ERASED_NAME,
      email: '',
      phone: null,
      billing: billing?.company ? withoutOwnId(billing) : null,
    }
    await tx.receipt.update({ where: { id }, data: { buyer: left } })
  }
}

const withoutOwnId = (billing: Billing): Billing =>
  billing.companyIdKind === 'NRIC' || billing.companyIdKind === 'PASSPORT'
    ? { ...billing, companyIdKind: null, companyRegistration: null }
    : billing

/**
 * `which` is a condition on `m`. One without sessions and rewards is deleted; the others stay
 * without the person, because their earnings are counted with other members. Returns how many there
 * were.
 */
export async function endMemberships(tx: Tx, which: Prisma.Sql): Promise<number> {
  const rows = await tx.$queryRaw<{ id: number; code: string; counted: boolean }[]>`
    SELECT m.id, m.referral_code AS code,
      EXISTS (SELECT 1 FROM membership_sessions s WHERE s.membership_id = m.id)
      OR EXISTS (SELECT 1 FROM referral_rewards r
        WHERE m.id IN (r.referrer_membership_id, r.referred_membership_id)) AS counted
    FROM memberships m WHERE ${which} FOR UPDATE`
  for (const { id, code, counted } of rows) {
    // A code belongs to its owner; a friend who joined with it keeps the reward's row, which
    // contains only ids.
    await tx.membership.updateMany({ where: { referredBy: code }, data: { referredBy: null } })
    await tx.mail.updateMany({
      where: { dedupeKey: `membership_welcome:${id}` },
      data: { recipient: '', payload: {} },
    })
    if (!counted) {
      await tx.membership.delete({ where: { id } })
      continue
    }
    await tx.membershipSession.updateMany({
      where: { membershipId: id, notes: { notIn: ['refunded', 'disputed', 'cancelled'] } },
      data: { notes: null },
    })
    await tx.membership.update({
      where: { id },
      data: {
        status: 'cancelled',
        customerName: ERASED_NAME,
        customerEmail: erasedEmail(id),
        customerPhone: null,
        referralCode: erasedEmail(id),
        referredBy: null,
        joinedBrowserHash: null,
      },
    })
  }
  return rows.length
}
