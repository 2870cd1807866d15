import { DAY_MS } from '@/lib/time'

export const SESSIONS_PER_FREE = 10

type Savings = {
  paid: number
  free: number
  /** Sen, before tax. */
  without: number
  with: number
  saved: number
}

/**
 * The cost of `sessions` hours at `hourlyRate` (sen, before tax) with and without the membership:
 * ten paid, the eleventh free, which does not count towards the next ten (docs/decisions/020 E3).
 * Throws RangeError for anything but whole numbers from 0 on.
 */
export function savings(hourlyRate: number, sessions: number): Savings {
  for (const value of [hourlyRate, sessions])
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`Not a whole amount: ${value}`)
  const free = Math.floor(sessions / (SESSIONS_PER_FREE + 1))
  const paid = sessions - free
  return {
    paid,
    free,
    without: sessions * hourlyRate,
    with: paid * hourlyRate,
    saved: free * hourlyRate,
  }
}

/** A row of membership_sessions. One with `reversesId` reverses that row and is not a session itself. */
export type LedgerRow = { id: number; wasFreebieSession: boolean; reversesId: number | null }
type Counters = {
  sessionsCompleted: number
  sessionsRemaining: number
  freeSessionsEarned: number
  freeSessionsUsed: number
}

export function standing<T extends LedgerRow>(ledger: readonly T[]): T[] {
  const reversed = new Set(ledger.map((row) => row.reversesId))
  return ledger.filter((row) => row.reversesId === null && !reversed.has(row.id))
}

/**
 * From its ledger alone (docs/decisions/020 E3): used ≤ earned ≤ completed / 10, always. When a
 * refund removes a session that had earned a free session already used, the next ten sessions pay
 * for it.
 */
export function countersOf(ledger: readonly LedgerRow[]): Counters {
  const rows = standing(ledger)
  const sessionsCompleted = rows.filter((row) => !row.wasFreebieSession).length
  const freeSessionsEarned = Math.floor(sessionsCompleted / SESSIONS_PER_FREE)
  return {
    sessionsCompleted,
    sessionsRemaining: SESSIONS_PER_FREE - (sessionsCompleted % SESSIONS_PER_FREE),
    freeSessionsEarned,
    freeSessionsUsed: Math.min(rows.length - sessionsCompleted, freeSessionsEarned),
  }
}

export const freeSessionsLeft = ({
  freeSessionsEarned,
  freeSessionsUsed,
}: Pick<Counters, 'freeSessionsEarned' | 'freeSessionsUsed'>): number =>
  freeSessionsEarned - freeSessionsUsed

/** One hour of the member's package or of a cheaper one (docs/decisions/020 E3). Rates in sen. */
export const isFreeSessionChoice = (
  choice: { hourly: number; duration: string; hours: number },
  packageHourly: number,
): boolean => choice.duration === 'hourly' && choice.hours === 1 && choice.hourly <= packageHourly

/** Only an active member gets benefits (docs/decisions/020 E1). */
export const MEMBER_STATUSES = ['active', 'paused', 'cancelled'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/**
 * Pending until the friend's first paid session is 7 days old; held for the owner where something is
 * suspicious (docs/decisions/020 E4).
 */
export const REWARD_STATES = ['pending', 'held', 'awarded', 'paid', 'refused'] as const
export type RewardState = (typeof REWARD_STATES)[number]
export const REWARD_WAIT_DAYS = 7

/** A row of referral_rewards; the amount in sen, negative on a counter entry. */
type RewardRow = { status: RewardState; amountSen: number }

/** In sen: everything awarded, paid out or not, minus reversals. */
export const earningsOf = (rewards: readonly RewardRow[]): number =>
  rewards
    .filter(({ status }) => status === 'awarded' || status === 'paid')
    .reduce((sum, { amountSen: amount }) => sum + amount, 0)

/**
 * The next state of a pending reward, given when the friend's first paid session that counts was
 * completed (null: none): unchanged before 7 days have passed, `held` when both have paid with the
 * same card.
 */
export function rewardDecision(
  facts: { completedAt: Date | null; samePerson: boolean },
  now: Date,
): 'wait' | 'held' | 'awarded' {
  const due =
    facts.completedAt && now.getTime() - facts.completedAt.getTime() >= REWARD_WAIT_DAYS * DAY_MS
  if (!due) return 'wait'
  return facts.samePerson ? 'held' : 'awarded'
}

export const CODE_LENGTH = 8

export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
