import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import {
  cursor,
  email,
  id,
  textLine,
  optionalCode,
  optionalLine,
  optionalPhone,
  pageSize,
  version,
} from '@/lib/text'
import {
  MEMBER_STATUSES,
  plainCode,
  REWARD_STATES,
  type MemberStatus,
  type RewardState,
} from './rules'

/** Validates the join form in the browser and on the server (docs/decisions/020 E1). */
export const joinInput = z.object({
  customerName: textLine(LIMITS.name),
  customerEmail: email(),
  customerPhone: optionalPhone(),
  serviceId: id(),
  referredBy: z.pipe(
    optionalCode(LIMITS.referralCode),
    z.transform((code: string | null): string | null => (code && plainCode(code)) || null),
  ),
})
export type JoinInput = z.output<typeof joinInput>
export type JoinFormValues = z.input<typeof joinInput>

const memberStatus = () => z.enum(MEMBER_STATUSES, { error: 'choice' })

export const memberListQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  status: z.optional(memberStatus()),
  q: optionalCode(LIMITS.search),
})

/** Body of PATCH /api/memberships/{id} (docs/decisions/020 E1). */
export const memberBody = z.object({ status: memberStatus(), version: version() })

export const rewardListQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  status: z.optional(z.enum(REWARD_STATES, { error: 'choice' })),
})

/**
 * Body of PATCH /api/referral-rewards/{id}: about a held or an awarded one (docs/decisions/020 E4). One
 * that is awarded by hand says why.
 */
export const rewardBody = z
  .object({
    status: z.enum(['awarded', 'refused', 'paid'], { error: 'choice' }),
    note: optionalLine(LIMITS.rewardNote),
  })
  .check(
    z.refine(({ status, note }) => status !== 'awarded' || note !== null, {
      error: 'required',
      path: ['note'],
    }),
  )

/** Whose ledger is open on the members' page, and the second list's filter and page. */
export const memberPanelQuery = z.object({
  member: cursor(),
  reward: z.optional(z.enum(REWARD_STATES, { error: 'choice' })),
  rewards: cursor(),
})

/** Decimals and instants are strings, absent optionals null (docs/decisions/020 A6, E1). */
export type MembershipDto = {
  id: number
  customerName: string
  customerEmail: string
  customerPhone: string | null
  serviceId: number
  status: MemberStatus
  sessionsCompleted: number
  sessionsRemaining: number
  freeSessionsEarned: number
  freeSessionsUsed: number
  referralCode: string
  referredBy: string | null
  referralEarnings: string
  totalSpent: string
  joinedAt: string
  expiresAt: string | null
  lastSessionAt: string | null
}

/**
 * For a visitor who has not proven the email: their own input, and a membership in its initial
 * state. It contains nothing that would differ for an existing member.
 */
export type JoinedDto = Omit<MembershipDto, 'id' | 'referralCode' | 'joinedAt'>

export const earlierBody = z.object({ mine: z.boolean({ error: 'choice' }) })

/** `updatedAt` is the version to send with a change. */
export type AdminMember = MembershipDto & {
  freeSessions: number
  package: string
  emailProven: boolean
  updatedAt: string
}

export type LedgerEntry = {
  id: number
  bookingId: number | null
  date: string
  time: string
  duration: string
  free: boolean
  reversesId: number | null
  notes: string | null
  createdAt: string
}

/** `amount` is negative on a counter entry, whose `reversesId` names the row it reverses. */
export type RewardDto = {
  id: number
  status: RewardState
  amount: string
  referrer: { id: number; name: string; email: string }
  friend: { id: number; name: string; email: string }
  bookingId: number | null
  reversesId: number | null
  reversed: boolean
  createdAt: string
  awardedAt: string | null
  paidAt: string | null
}
