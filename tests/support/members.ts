import { startSession } from '@/lib/auth/sessions'
import { recount } from '@/lib/memberships/loyalty'
import { joinMembership } from '@/lib/memberships/join'
import { countersOf, type LedgerRow } from '@/lib/memberships/rules'
import type { JoinInput, MembershipDto } from '@/lib/memberships/schema'
import { completeFinished } from '@/lib/bookings/complete'
import { transaction } from '@/lib/db'
import { checkout, type Shop } from './shop'

const DAY = 86_400_000
/** The clock, `days` from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY)

const person = (customerEmail: string, changes: Partial<JoinInput>): JoinInput => ({
  customerName: customerEmail.split('@')[0] ?? '',
  customerEmail,
  customerPhone: null,
  serviceId: 1,
  referredBy: null,
  ...changes,
})

/**
 * A member called like the start of the email, with the package of 99.00 an hour, who joined signed
 * in: the email is proven.
 */
export async function join(customerEmail = 'aina@example.com', changes: Partial<JoinInput> = {}) {
  const input = person(customerEmail, changes)
  const member = await joinMembership({
    input,
    provenEmail: customerEmail,
    browser: 'any',
    locale: 'en',
  })
  return member as MembershipDto
}

/** The same of somebody who is not signed in: nothing counts before the proof. */
export const joinUnproven = (
  customerEmail = 'aina@example.com',
  changes: Partial<JoinInput> = {},
  browser = 'any',
) =>
  joinMembership({
    input: person(customerEmail, changes),
    provenEmail: null,
    browser,
    locale: 'en',
  })

/** The cookie of somebody who has proven this email in another browser before. */
export const signedIn = async (email: string): Promise<string> => {
  const nowhere = { browser: null, system: null, network: null }
  return `member=${await transaction((tx) => startSession(tx, { email }, nowhere))}`
}

/** `count` sessions of long ago in a member's ledger, counted. */
export async function givenSessions(
  shop: Shop,
  membershipId: number,
  count: number,
): Promise<void> {
  await shop.rows(
    `INSERT INTO membership_sessions (membership_id, session_date, session_time, duration) SELECT $1, '2026-01-05', '09:00', 'hourly' FROM generate_series(1, $2)`,
    [membershipId, count],
  )
  await transaction((tx) => recount(tx, membershipId))
}

/** A session held, paid by card and confirmed. Ids of the booking and its intent. */
export async function paidSession(
  shop: Shop,
  about: Parameters<typeof checkout>[0],
  card?: string,
) {
  const made = await checkout(about)
  await shop.payments.pay(made.intent, card)
  await shop.payments.release()
  return made
}

/** The same, and completed by the job, for which 200 days have passed. */
export async function completedSession(
  shop: Shop,
  about: Parameters<typeof checkout>[0],
  card?: string,
) {
  const made = await paidSession(shop, about, card)
  await completeFinished(inDays(200))
  return made
}

/**
 * Fails when a membership's counters are not what its ledger and its rewards say, or break their
 * order.
 */
export async function expectCountersAreRecounted(shop: Shop): Promise<void> {
  const members = await shop.rows(
    `SELECT *, referral_earnings::text AS earnings FROM memberships ORDER BY id`,
  )
  for (const member of members) {
    const ledger = await shop.rows(
      `SELECT id, was_freebie_session AS "wasFreebieSession", reverses_id AS "reversesId" FROM membership_sessions WHERE membership_id = $1`,
      [member.id],
    )
    const {
      sessions_completed: sessionsCompleted,
      sessions_remaining: sessionsRemaining,
      free_sessions_earned: freeSessionsEarned,
      free_sessions_used: freeSessionsUsed,
    } = member
    expect({ sessionsCompleted, sessionsRemaining, freeSessionsEarned, freeSessionsUsed }).toEqual(
      countersOf(ledger as unknown as LedgerRow[]),
    )
    const [earned] = await shop.rows(
      `SELECT coalesce(sum(reward_amount), 0)::numeric(10,2)::text AS sum FROM referral_rewards WHERE referrer_membership_id = $1 AND status IN ('awarded', 'paid')`,
      [member.id],
    )
    expect(member.earnings).toBe(earned?.sum)
  }
}
