import 'server-only'
import { BROWSER_SECONDS } from '@/lib/auth/rules'
import { db, Prisma, transaction } from '@/lib/db'
import { emptyMails, endMemberships } from './erase'
import { KEPT } from './rules'
import { deleteBookings, deleteOrders, deleteUnpaid } from './unpaid'

// The maximum at once; the rest is left to the next hour.
const BATCH = 500

const ago = (amount: number, unit: 'days' | 'months' | 'years'): Prisma.Sql =>
  Prisma.sql`now() - ${`${amount} ${unit}`}::interval`

/**
 * What has reached the age stated in the privacy notice (lib/people/rules.ts), and what has become
 * useless earlier. A failing step does not keep the others from running; the first error is thrown
 * afterwards.
 */
export async function prune(): Promise<void> {
  const steps = [
    technicalRecords,
    signInCodes,
    bankDetails,
    messages,
    mails,
    unpaid,
    endedMemberships,
    accounts,
    ledgers,
    auditLog,
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Stored answers, request counts, failed attempts, ended sign-ins, known browsers. */
async function technicalRecords(): Promise<void> {
  await db()
    .$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`
  await db().$executeRaw`DELETE FROM rate_limits WHERE resets_at < now() - interval '1 day'`
  await db().$executeRaw`DELETE FROM failed_attempts WHERE last_at < now() - interval '30 days'`
  await db().$executeRaw`DELETE FROM undoable_acts WHERE until < now() - interval '1 hour'`
  await db().$executeRaw`DELETE FROM sessions WHERE expires_at < now()`
  await db().$executeRaw`DELETE FROM passkey_challenges WHERE expires_at < now()`
  await db().$executeRaw`DELETE FROM user_invitations WHERE expires_at < now()`
  await db().$executeRaw`DELETE FROM known_browsers
      WHERE last_seen_at < now() - make_interval(secs => ${BROWSER_SECONDS})`
}

async function signInCodes(): Promise<void> {
  const since = ago(KEPT.unpaidDays, 'days')
  await db().$executeRaw`DELETE FROM sign_in_codes WHERE created_at < ${since}`
  await db()
    .$executeRaw`DELETE FROM mails WHERE kind IN ('sign_in_code', 'invitation') AND created_at < ${since}`
}

async function bankDetails(): Promise<void> {
  await db()
    .$executeRaw`DELETE FROM bank_forms WHERE created_at < ${ago(KEPT.bankDetailsDays, 'days')}`
}

async function messages(): Promise<void> {
  await db()
    .$executeRaw`DELETE FROM contacts WHERE created_at < ${ago(KEPT.messageMonths, 'months')}`
}

async function mails(): Promise<void> {
  await emptyMails(
    db(),
    Prisma.sql`coalesce(t.sent_at, t.created_at) < ${ago(KEPT.mailDays, 'days')}
      AND (t.recipient <> '' OR t.dedupe_key ~ '[0-9a-f]{64}')`,
  )
}

const unpaid = (): Promise<unknown> =>
  transaction((tx) => {
    const since = ago(KEPT.unpaidDays, 'days')
    return deleteUnpaid(tx, {
      bookings: Prisma.sql`b.cancelled_at < ${since}`,
      orders: Prisma.sql`o.updated_at < ${since}`,
    })
  })

const endedMemberships = (): Promise<unknown> =>
  transaction((tx) =>
    endMemberships(
      tx,
      Prisma.sql`m.status = 'cancelled' AND m.customer_email <> 'erased-' || m.id
        AND m.updated_at < ${ago(KEPT.endedMembershipDays, 'days')}`,
    ),
  )

/** Bookings, orders, payments and receipts, once none of their payments or documents is younger. */
const accounts = (): Promise<unknown> =>
  transaction(async (tx) => {
    const since = ago(KEPT.accountYears, 'years')
    const bookings = await tx.$queryRaw<{ id: number }[]>`
      SELECT b.id FROM bookings b WHERE b.ends_at < ${since} AND NOT booking_is_under_way(b)
        AND NOT EXISTS (SELECT 1 FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id
          WHERE p.booking_id = b.id AND (p.created_at >= ${since} OR r.issued_at >= ${since}))
      LIMIT ${BATCH}`
    const orders = await tx.$queryRaw<{ id: number }[]>`
      SELECT o.id FROM video_editing_orders o WHERE o.created_at < ${since} AND NOT order_is_under_way(o)
        AND NOT EXISTS (SELECT 1 FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id
          WHERE p.order_id = o.id AND (p.created_at >= ${since} OR r.issued_at >= ${since}))
      LIMIT ${BATCH}`
    await deleteBookings(
      tx,
      bookings.map(({ id }) => id),
    )
    await deleteOrders(
      tx,
      orders.map(({ id }) => id),
    )
    await tx.$executeRaw`DELETE FROM payments p
      WHERE purpose = 'unmatched' AND created_at < ${since} AND NOT payment_is_under_way(p)`
    await tx.$executeRaw`DELETE FROM stripe_balance_lines WHERE created_at < ${since}`
    await tx.$executeRaw`DELETE FROM stripe_payouts WHERE created_at < ${since}`
    await tx.$executeRaw`
      DELETE FROM mails WHERE booking_id IS NULL AND order_id IS NULL AND created_at < ${since}`
  })

/** Memberships that ended, with sessions and rewards, once none of these is younger. */
const ledgers = (): Promise<unknown> =>
  transaction(async (tx) => {
    const since = ago(KEPT.accountYears, 'years')
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT m.id FROM memberships m WHERE m.customer_email = 'erased-' || m.id
        AND NOT EXISTS (SELECT 1 FROM membership_sessions s WHERE s.membership_id = m.id
          AND s.created_at >= ${since})
        AND NOT EXISTS (SELECT 1 FROM referral_rewards r
          WHERE m.id IN (r.referrer_membership_id, r.referred_membership_id) AND r.created_at >= ${since})
      LIMIT ${BATCH}`
    const list = rows.map(({ id }) => id)
    await tx.referralReward.deleteMany({
      where: {
        OR: [{ referrerMembershipId: { in: list } }, { referredMembershipId: { in: list } }],
      },
    })
    await tx.membershipSession.deleteMany({ where: { membershipId: { in: list } } })
    await tx.membership.deleteMany({ where: { id: { in: list } } })
  })

/** Seven years, by the database's own rule. */
async function auditLog(): Promise<void> {
  await db().$queryRaw`SELECT prune_audit_log()`
}
