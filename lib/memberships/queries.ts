import 'server-only'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { bookableService } from '@/lib/catalog/queries'
import { nameIn } from '@/lib/catalog/rules'
import { db, type Prisma, type Tx } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { undecided } from './counting'
import { freeSessionsLeft, type MemberStatus, type RewardState } from './rules'
import type { MembershipDto } from './schema'

export const toMembershipDto = (row: Prisma.MembershipGetPayload<true>): MembershipDto => ({
  id: row.id,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  customerPhone: row.customerPhone,
  serviceId: row.serviceId,
  status: row.status as MemberStatus,
  sessionsCompleted: row.sessionsCompleted,
  sessionsRemaining: row.sessionsRemaining,
  freeSessionsEarned: row.freeSessionsEarned,
  freeSessionsUsed: row.freeSessionsUsed,
  referralCode: row.referralCode,
  referredBy: row.referredBy,
  referralEarnings: toDecimal(senOf(row.referralEarnings)),
  totalSpent: toDecimal(senOf(row.totalSpent)),
  joinedAt: row.joinedAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastSessionAt: row.lastSessionAt?.toISOString() ?? null,
})

/** The membership to which an email belongs, in whichever spelling of its mailbox; null: none. */
export async function memberOf(
  email: string,
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<number | null> {
  const [row] = await client.$queryRaw<
    { id: number | null }[]
  >`SELECT member_of(${email}::text) AS id`
  return row?.id ?? null
}

/** VIP prices need a membership that counts (docs/decisions/020 D5, E1). */
export const isActiveMember = async (email: string): Promise<boolean> => {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM memberships WHERE id = member_of(${email}::text) AND counts`
  return rows.length > 0
}

/** Members may book twice as far ahead (docs/decisions/020 B5). */
export const horizonOf = async (provenEmail: string | null): Promise<number> =>
  HORIZON_DAYS[provenEmail !== null && (await isActiveMember(provenEmail)) ? 'member' : 'public']

/** `reversed`: the reward was reversed when their session was refunded. */
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
  hours: number
  free: boolean
  reversed: boolean
  upcoming: boolean
}
/** A booking (by its studio date) or an order that was made with the email before its proof. */
type EarlierDto = { kind: 'session' | 'order'; date: string }
type CardDto = MembershipDto & {
  freeSessions: number
  package: { id: number; name: string; hourlyRate: string }
  friends: FriendDto[]
  sessions: SessionDto[]
  /** Purchases that the owner of the inbox can confirm as theirs; at most 20. */
  earlier: EarlierDto[]
}

/** A membership that was begun with an email and never proven, for a visitor who has proven the email. */
export async function waitingMembership(
  email: string,
  locale: Locale,
): Promise<{ customerName: string; package: string; referredBy: string | null } | null> {
  const row = await db().membership.findFirst({
    where: { id: (await memberOf(email)) ?? 0, emailProvenAt: null },
    include: { service: true },
  })
  if (!row) return null
  const { customerName, referredBy, service } = row
  return { customerName, package: nameIn(locale, service), referredBy }
}

/**
 * For the email its owner has proven; null when there is no membership, or none proven to be
 * theirs. Friends appear by their first name, and only once they have proven their email: otherwise
 * a member could enrol any address to find out whether it is a member's.
 */
export async function memberCard(email: string, locale: Locale): Promise<CardDto | null> {
  const row = await db().membership.findFirst({
    where: { id: (await memberOf(email)) ?? 0, emailProvenAt: { not: null } },
    include: {
      service: true,
      rewardsGiven: {
        where: {
          reversesId: null,
          referred: { emailProvenAt: { not: null } },
          // Its session was completed again: another row has its place.
          NOT: { status: 'paid', bookingId: null },
        },
        include: {
          referred: { select: { customerName: true } },
          reversedBy: { select: { id: true } },
        },
        orderBy: { id: 'desc' },
      },
      sessions: {
        where: { reversesId: null },
        include: {
          reversedBy: { select: { id: true } },
          booking: { select: { status: true, hours: true } },
        },
        orderBy: [{ sessionDate: 'desc' }, { sessionTime: 'desc' }],
      },
    },
  })
  if (!row) return null
  const { service, rewardsGiven, sessions, ...membership } = row
  const hourlySen = (await bookableService(service.id, new Date()))?.rates.hourly ?? 0
  return {
    ...toMembershipDto(membership),
    freeSessions: freeSessionsLeft(membership),
    package: {
      id: service.id,
      name: nameIn(locale, service),
      hourlyRate: toDecimal(hourlySen),
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
      hours: session.booking?.hours ?? 1,
      free: session.wasFreebieSession,
      reversed: session.reversedBy !== null,
      upcoming: session.booking?.status === 'confirmed',
    })),
    earlier: await undecided(db(), row.id),
  }
}
