import * as z from 'zod/mini'
import { cursor, email, id, line, optionalLine, optionalPhone, pageSize, version } from '@/lib/text'
import {
  MEMBER_STATUSES,
  plainCode,
  REWARD_STATES,
  type MemberStatus,
  type RewardState,
} from './rules'

/**
 * What the join form asks for; the same shape checks it in the browser and on the server
 * (docs/decisions/020 E1).
 */
export const joinInput = z.object({
  customerName: line(100),
  customerEmail: email(),
  customerPhone: optionalPhone(),
  serviceId: id(),
  referredBy: z.pipe(
    optionalLine(40),
    z.transform((code: string | null): string | null => (code && plainCode(code)) || null),
  ),
})
export type JoinInput = z.output<typeof joinInput>
export type JoinFormValues = z.input<typeof joinInput>

const memberStatus = () => z.enum(MEMBER_STATUSES, { error: 'choice' })

/** Query of the admin's list of members. */
export const memberListQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  status: z.optional(memberStatus()),
  q: optionalLine(100),
})

/** Body of PATCH /api/memberships/{id} (docs/decisions/020 E1). */
export const memberBody = z.object({ status: memberStatus(), version: version() })

/** Query of the admin's list of referral rewards. */
export const rewardListQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  status: z.optional(z.enum(REWARD_STATES, { error: 'choice' })),
})

/**
 * Body of PATCH /api/referral-rewards/{id}: the admin's word on a held or an awarded one
 * (docs/decisions/020 E4).
 */
export const rewardBody = z.object({
  status: z.enum(['awarded', 'refused', 'paid'], { error: 'choice' }),
})

/**
 * What else the address of the members' tab says: whose ledger is open, and the second list's
 * filter and page.
 */
export const memberPanelQuery = z.object({
  member: cursor(),
  reward: z.optional(z.enum(REWARD_STATES, { error: 'choice' })),
  rewards: cursor(),
})

/**
 * A membership on the wire (docs/decisions/020 A6, E1): decimals and instants are strings, absent
 * optionals null.
 */
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
 * What joining answers to whoever has not proven the email: their own words, and a membership as it
 * begins. Nothing that a member of that email would be told otherwise.
 */
export type JoinedDto = Omit<MembershipDto, 'id' | 'referralCode' | 'joinedAt'>

/** Body of POST /api/memberships/me/earlier: whether what was bought before the proof is theirs. */
export const earlierBody = z.object({ mine: z.boolean({ error: 'choice' }) })

/** A member as the admin sees them. `updatedAt` is the version to send with a change. */
export type AdminMember = MembershipDto & {
  freeSessions: number
  package: string
  emailProven: boolean
  updatedAt: string
}

/** A row of a member’s ledger as the admin sees it. */
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

/**
 * A referral reward as the admin sees it; `amount` is negative on a counter entry, whose
 * `reversesId` names what it takes back.
 */
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
