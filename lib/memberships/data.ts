import 'server-only'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { freeSessionsLeft, type MemberStatus, type RewardState } from './rules'
import type { MembershipDto } from './schema'

/** A membership row → the wire form. */
export const toMembershipDto = ({
  referralEarnings,
  totalSpent,
  joinedAt,
  updatedAt: _version,
  expiresAt,
  lastSessionAt,
  ...row
}: Prisma.MembershipGetPayload<true>): MembershipDto => ({
  ...row,
  status: row.status as MemberStatus,
  referralEarnings: toDecimal(senOf(referralEarnings)),
  totalSpent: toDecimal(senOf(totalSpent)),
  joinedAt: joinedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastSessionAt: lastSessionAt?.toISOString() ?? null,
})

/**
 * True when the email (lower case, as `provenEmailOf` gives it) has a membership that is active:
 * only then VIP prices apply (D5, E1).
 */
export const isActiveMember = async (email: string): Promise<boolean> =>
  (await db().membership.count({ where: { customerEmail: email, status: 'active' } })) > 0

/**
 * How many days ahead the owner of this proven email may book: members twice as far (decision B5).
 */
export const horizonOf = async (provenEmail: string | null): Promise<number> =>
  HORIZON_DAYS[provenEmail !== null && (await isActiveMember(provenEmail)) ? 'member' : 'public']

/**
 * One friend who joined by the member's code. `reversed`: the reward was taken back with the refund
 * of their session.
 */
type FriendDto = {
  id: number
  name: string
  joinedAt: string
  state: RewardState | 'reversed'
  amount: string
}
/** One session of the ledger; a reversed one no longer counts. */
type SessionDto = {
  id: number
  date: string
  time: string
  duration: string
  free: boolean
  reversed: boolean
  upcoming: boolean
}
type CardDto = MembershipDto & {
  freeSessions: number
  package: { id: number; name: string; hourlyRate: string }
  friends: FriendDto[]
  sessions: SessionDto[]
}

/**
 * All that a member's card shows, for the email its owner has proven; null when there is no
 * membership. Friends appear by their first name only: who joined is their business.
 */
export async function memberCard(email: string, locale: Locale): Promise<CardDto | null> {
  const row = await db().membership.findUnique({
    where: { customerEmail: email },
    include: {
      service: true,
      rewardsGiven: {
        where: { reversesId: null },
        include: {
          referred: { select: { customerName: true } },
          reversedBy: { select: { id: true } },
        },
        orderBy: { id: 'desc' },
      },
      sessions: {
        where: { reversesId: null },
        include: { reversedBy: { select: { id: true } }, booking: { select: { status: true } } },
        orderBy: [{ sessionDate: 'desc' }, { sessionTime: 'desc' }],
        take: 100,
      },
    },
  })
  if (!row) return null
  const { service, rewardsGiven, sessions, ...membership } = row
  const translations = service.translations as Partial<Record<Locale, { name: string }>>
  return {
    ...toMembershipDto(membership),
    freeSessions: freeSessionsLeft(membership),
    package: {
      id: service.id,
      name: translations[locale]?.name ?? service.name,
      hourlyRate: toDecimal(senOf(service.hourlyRate)),
    },
    friends: rewardsGiven.map((reward) => ({
      id: reward.id,
      name: reward.referred.customerName.split(/\s/, 1)[0] ?? '',
      joinedAt: reward.createdAt.toISOString(),
      state: reward.reversedBy ? 'reversed' : (reward.status as RewardState),
      amount: toDecimal(senOf(reward.rewardAmount)),
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      date: session.sessionDate,
      time: session.sessionTime,
      duration: session.duration,
      free: session.wasFreebieSession,
      reversed: session.reversedBy !== null,
      upcoming: session.booking?.status === 'confirmed',
    })),
  }
}
