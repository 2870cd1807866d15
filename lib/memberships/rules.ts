/** Paid sessions that earn a free one (spec point 9, decision E3). */
export const SESSIONS_PER_FREE = 10
/** What a member gets for a friend who joins, in sen (spec point 9). */
export const REFERRAL_REWARD = 10_000

export type Savings = {
  /** Sessions paid for, and those that were free. */
  paid: number
  free: number
  /** Sen, before tax. */
  without: number
  with: number
  saved: number
}

/**
 * What `sessions` hours at `hourlyRate` (sen, before tax) cost with the membership and without: ten paid, the eleventh
 * free, and the free one does not count towards the next ten (spec point 9, decision E3). Throws RangeError for anything
 * but whole numbers from 0 on.
 */
export function savings(hourlyRate: number, sessions: number): Savings {
  for (const value of [hourlyRate, sessions]) if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole amount: ${value}`)
  const free = Math.floor(sessions / (SESSIONS_PER_FREE + 1))
  const paid = sessions - free
  return { paid, free, without: sessions * hourlyRate, with: paid * hourlyRate, saved: free * hourlyRate }
}
