import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, transaction, type Tx } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { senOf, toDecimal, type Stored } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { isAsked } from '@/lib/sales/owed'
import { counted, lockCounted } from './counting'
import { lockMembership } from './loyalty'
import { earningsOf, rewardDecision, REWARD_WAIT_DAYS, type RewardState } from './rules'

type Candidate = { id: number; bookingId: number }
type Reward = { id: number; referrer: number; referred: number }

/**
 * Of members who count, whose friend has a session that is old enough, still counts and has nothing
 * left to be paid, with that session: the friend's first. Checked again under locks.
 */
const candidates = (now: Date): Promise<Candidate[]> => db().$queryRaw`
  SELECT DISTINCT ON (r.id) r.id, s.booking_id AS "bookingId"
  FROM referral_rewards r JOIN memberships m ON m.id = r.referrer_membership_id AND m.counts
    JOIN membership_sessions s ON s.membership_id = r.referred_membership_id AND NOT s.was_freebie_session
    JOIN bookings b ON b.id = s.booking_id AND b.status = 'completed'
  WHERE r.status = 'pending' AND r.reverses_id IS NULL
    AND b.completed_at <= ${now.toISOString()}::timestamptz - make_interval(days => ${REWARD_WAIT_DAYS}::int)
    AND NOT EXISTS (SELECT 1 FROM membership_sessions x WHERE x.reverses_id = s.id)
    AND EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND ${counted} > 0)
    AND NOT (${isAsked})
  ORDER BY r.id, b.starts_at, s.id`

/** Each in its own transaction (docs/decisions/020 E4); returns how many changed. */
export async function awardDueRewards(now: Date): Promise<number> {
  let changed = 0
  await eachByItself(await candidates(now), 'due reward', async (candidate) => {
    if (await award(candidate, now)) changed++
  })
  return changed
}

const award = ({ id, bookingId }: Candidate, now: Date): Promise<boolean> =>
  transaction(async (tx) => {
    // Locked in the same order as in a refund: payment, reward, membership. Either side then sees
    // the other's changes.
    const isPaid = await lockCounted(tx, bookingId)
    const [reward] = await tx.$queryRaw<Omit<Reward, 'id'>[]>`
      SELECT referrer_membership_id AS referrer, referred_membership_id AS referred
        FROM referral_rewards WHERE id = ${id} AND status = 'pending' FOR UPDATE`
    if (!reward || !isPaid || (await isStillAsked(tx, bookingId))) return false
    const { completedAt } = await tx.booking.findUniqueOrThrow({ where: { id: bookingId } })
    // So that of two friends at once the second sees what was decided for the first.
    await lockMembership(tx, reward.referrer)
    const status = rewardDecision(
      { completedAt, samePerson: await samePerson(tx, { id, ...reward }) },
      now,
    )
    if (status === 'wait') return false
    await tx.referralReward.update({
      where: { id },
      data: { status, bookingId, ...(status === 'awarded' && { awardedAt: now }) },
    })
    await recountEarnings(tx, reward.referrer)
    return true
  })

/** A first part of its price earns nothing: the rest may never come. */
async function isStillAsked(tx: Tx, bookingId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM bookings b WHERE b.id = ${bookingId} AND ${isAsked}`
  return rows.length > 0
}

/**
 * Whether the friend may be the referrer, or another friend for whom they earned: the same inbox, or a
 * card that both have ever used, for a session or an order.
 */
async function samePerson(tx: Tx, { id, referrer, referred }: Reward): Promise<boolean> {
  const [found] = await tx.$queryRaw<[{ same: boolean }]>`
    WITH persons AS (
      SELECT m.id, inbox_of(m.customer_email) AS inbox FROM memberships m
      WHERE m.id IN (${referrer}::int, ${referred}::int) OR m.id IN (
        SELECT r.referred_membership_id FROM referral_rewards r
        WHERE r.referrer_membership_id = ${referrer}::int AND r.id <> ${id}::int
          AND r.reverses_id IS NULL AND r.status IN ('held', 'awarded', 'paid')
          AND NOT EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = r.id))),
    cards AS (
      SELECT m.id, p.card_fingerprint AS card FROM persons m JOIN bookings b ON inbox_of(b.email) = m.inbox
        JOIN payments p ON p.booking_id = b.id WHERE p.card_fingerprint IS NOT NULL
      UNION
      SELECT m.id, p.card_fingerprint FROM persons m
        JOIN video_editing_orders v ON inbox_of(v.customer_email) = m.inbox
        JOIN payments p ON p.order_id = v.id WHERE p.card_fingerprint IS NOT NULL)
    SELECT EXISTS (SELECT 1 FROM persons f JOIN persons o ON o.inbox = f.inbox AND o.id <> f.id
        WHERE f.id = ${referred}::int)
      OR EXISTS (SELECT 1 FROM cards f JOIN cards o ON o.card = f.card AND o.id <> f.id
        WHERE f.id = ${referred}::int) AS same`
  return found.same
}

/** Recounts a referrer's earnings from the rewards, so that none is ever added twice. */
async function recountEarnings(tx: Tx, membershipId: number): Promise<void> {
  await lockMembership(tx, membershipId)
  const rows = await tx.referralReward.findMany({ where: { referrerMembershipId: membershipId } })
  const earned = earningsOf(
    rows.map(({ status, rewardAmount }) => ({
      status: status as RewardState,
      amountSen: signedSen(rewardAmount),
    })),
  )
  await tx.membership.update({
    where: { id: membershipId },
    data: { referralEarnings: toDecimal(earned) },
  })
}

/** An amount that may be negative (that of a counter entry) in sen. */
export const signedSen = (amount: Stored) =>
  amount.toString().startsWith('-') ? -senOf(amount.toString().slice(1)) : senOf(amount)

/**
 * What a booking's session earned its member's referrer goes, by a counter entry, exactly once. A
 * reward that was only held is refused; a pending one waits for another session. Called where a
 * refund is recorded.
 */
export async function reverseReward(tx: Tx, bookingId: number): Promise<void> {
  const [reward] = await tx.$queryRaw<{ id: number; status: string }[]>`
    SELECT id, status FROM referral_rewards WHERE booking_id = ${bookingId} AND reverses_id IS NULL
      FOR UPDATE`
  if (!reward) return
  if (reward.status === 'held')
    await tx.referralReward.update({ where: { id: reward.id }, data: { status: 'refused' } })
  if (reward.status !== 'awarded' && reward.status !== 'paid') return
  const { referrerMembershipId, referredMembershipId, rewardAmount } =
    await tx.referralReward.findUniqueOrThrow({ where: { id: reward.id } })
  await tx.referralReward.createMany({
    data: {
      referrerMembershipId,
      referredMembershipId,
      rewardAmount: rewardAmount.neg(),
      status: 'awarded',
      reversesId: reward.id,
      awardedAt: new Date(),
    },
    skipDuplicates: true,
  })
  await recountEarnings(tx, referrerMembershipId)
}

/**
 * A session is completed again: a reward that was paid out for it, and reversed when it was set
 * back, counts again in a row of its own, as long as the session's money is kept.
 */
export async function restoreReward(tx: Tx, bookingId: number): Promise<void> {
  const isPaid = await lockCounted(tx, bookingId)
  const [locked] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM referral_rewards r WHERE booking_id = ${bookingId} AND reverses_id IS NULL
      AND status = 'paid' AND EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = r.id)
      FOR UPDATE`
  if (!locked || !isPaid) return
  const { id, ...reward } = await tx.referralReward.update({
    where: { id: locked.id },
    data: { bookingId: null },
  })
  await tx.referralReward.create({ data: { ...reward, bookingId } })
  await recountEarnings(tx, reward.referrerMembershipId)
}

/**
 * A completed session was set back: a reward that it earned is pending again, for it or another
 * session. One that was paid out is reversed by a counter entry.
 */
export async function suspendReward(tx: Tx, bookingId: number): Promise<void> {
  const [reward] = await tx.$queryRaw<{ id: number; status: string; referrer: number }[]>`
    SELECT id, status, referrer_membership_id AS referrer FROM referral_rewards r
    WHERE booking_id = ${bookingId} AND reverses_id IS NULL AND status IN ('awarded', 'held', 'paid')
      AND NOT EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = r.id)
    FOR UPDATE`
  if (!reward) return
  if (reward.status === 'paid') return reverseReward(tx, bookingId)
  await tx.referralReward.update({
    where: { id: reward.id },
    data: { status: 'pending', bookingId: null, awardedAt: null },
  })
  await recountEarnings(tx, reward.referrer)
}

/**
 * A completed session was set back, and that is taken back at once: its reward is what it was, and a
 * counter entry of that act goes with it.
 */
export async function putRewardBack(
  tx: Tx,
  bookingId: number,
  { id, status, awarded_at: awardedAt }: { id: number; status: string; awarded_at: string | null },
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM referral_rewards WHERE id = ${id} FOR UPDATE`
  await tx.referralReward.deleteMany({ where: { reversesId: id } })
  const { referrerMembershipId } = await tx.referralReward.update({
    where: { id },
    data: { status, awardedAt: awardedAt && new Date(awardedAt), bookingId },
  })
  await recountEarnings(tx, referrerMembershipId)
}

type Decision = {
  id: number
  to: 'awarded' | 'refused' | 'paid'
  /** Why, in the administrator's words. */
  note?: string | null
  actor: string
  now: Date
}
const FROM = { awarded: 'held', refused: 'held', paid: 'awarded' } as const

/**
 * A held one is awarded or refused, an awarded one is paid (docs/decisions/020 E4), in one
 * transaction with its audit row. Throws not_found, and not_changeable from any other state or when
 * a refund has reversed it.
 */
export const decideReward = ({ id, to, note = null, actor, now }: Decision): Promise<void> =>
  transaction(async (tx) => {
    const [reward] = await tx.$queryRaw<
      { status: RewardState; referrer: number; reversed: boolean }[]
    >`
      SELECT status, referrer_membership_id AS referrer,
        EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = r.id) AS reversed
      FROM referral_rewards r WHERE id = ${id} AND reverses_id IS NULL FOR UPDATE`
    if (!reward) throw new Problem('not_found')
    if (reward.status !== FROM[to] || reward.reversed)
      throw new Problem('not_changeable', { sentence: 'reward_not_changeable' })
    await tx.referralReward.update({
      where: { id },
      data: {
        status: to,
        ...(to === 'awarded' && { awardedAt: now }),
        ...(to === 'paid' && { paidAt: now }),
      },
    })
    await recountEarnings(tx, reward.referrer)
    await recordChange(tx, {
      actor,
      action: `reward_${to}`,
      entity: 'referral_reward',
      entityId: id,
      before: { status: reward.status },
      after: { status: to, ...(note !== null && { reason: note }) },
    })
  })
