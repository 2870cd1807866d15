import 'server-only'
import { Prisma, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { sha256 } from '@/lib/http/request'
import { isOfMember } from './counting'
import { memberOf } from './queries'
import { lockMembership, recordSession, recount } from './loyalty'

/** The caller has checked the proof and holds the membership's lock. */
export async function setProven(tx: Tx, membershipId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE memberships SET email_proven_at = now(), updated_at = now() WHERE id = ${membershipId}
      AND email_proven_at IS NULL`
}

/**
 * Called after a code has proven an email: a membership begun in the same browser is its owner's.
 * One begun elsewhere may be a stranger's, with a stranger's referral code, and waits until the
 * owner of the inbox accepts it or joins again.
 */
export async function provePendingMembership(
  tx: Tx,
  email: string,
  browser: string,
): Promise<void> {
  const [member] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM memberships WHERE id = member_of(${email}::text) AND email_proven_at IS NULL
      AND joined_browser_hash = ${sha256(browser)} FOR UPDATE`
  if (member) await setProven(tx, member.id)
}

/** The signed-in owner of the inbox accepts, unchanged, what somebody began with it. Throws not_found. */
export const claimMembership = (email: string): Promise<void> =>
  transaction(async (tx) => {
    const [member] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM memberships WHERE id = member_of(${email}::text) AND email_proven_at IS NULL FOR UPDATE`
    if (!member) throw new Problem('not_found')
    await setProven(tx, member.id)
  })

/**
 * Whether purchases before the proof were the member's: if so, sessions completed since they joined
 * are counted now and future ones when they are over. Only the first answer counts. Throws
 * not_found without a proven membership.
 */
export const settleEarlier = (email: string, mine: boolean): Promise<void> =>
  transaction(async (tx) => {
    // Payments before the membership, in the order in which a refund locks them.
    const bookings = await tx.$queryRaw<{ id: number }[]>`
      SELECT b.id FROM bookings b JOIN payments p ON p.booking_id = b.id JOIN memberships m
        ON ${isOfMember(Prisma.sql`b.email`)}
      WHERE m.id = member_of(${email}::text) AND b.created_at < m.email_proven_at
      ORDER BY p.id FOR UPDATE OF p`
    const member = await tx.membership.findFirst({
      where: { id: (await memberOf(email, tx)) ?? 0, emailProvenAt: { not: null } },
      select: { id: true },
    })
    if (!member) throw new Problem('not_found')
    await lockMembership(tx, member.id)
    const { count } = await tx.membership.updateMany({
      where: { id: member.id, earlierCounted: null },
      data: { earlierCounted: mine },
    })
    if (count === 0 || !mine) return
    const done = await tx.$queryRaw<{ id: number }[]>`
      SELECT b.id FROM bookings b, memberships m WHERE m.id = ${member.id}
        AND b.id = ANY(${bookings.map(({ id }) => id)})
        AND b.status = 'completed' AND b.completed_at >= m.joined_at AND NOT b.is_free_session ORDER BY b.id`
    for (const { id } of done) await recordSession(tx, id)
    await recount(tx, member.id)
  })
