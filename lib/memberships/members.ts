import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit'
import { db, transaction, type Prisma } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { literally } from '@/lib/text'
import { toMembershipDto } from './data'
import { lockMembership } from './loyalty'
import { setProven } from './proof'
import { signedSen } from './referrals'
import { freeSessionsLeft, type MemberStatus, type RewardState } from './rules'
import type { LedgerEntry, OwnerMemberDto, RewardDto } from './schema'

// The owner's view of the members' books (decisions E1, E3, E4).

const withPackage = { service: { select: { name: true } } } satisfies Prisma.MembershipInclude

function toOwnerMember({
  service,
  ...row
}: Prisma.MembershipGetPayload<{ include: typeof withPackage }>): OwnerMemberDto {
  return {
    ...toMembershipDto(row),
    freeSessions: freeSessionsLeft(row),
    package: service.name,
    emailProven: row.emailProvenAt !== null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

type MemberListQuestion = {
  limit: number
  cursor?: number | undefined
  status?: MemberStatus | undefined
  q?: string | null
}

/**
 * A page of members, newest first, after `cursor` (the last page's `nextCursor`). `q` looks in
 * names, emails and referral codes.
 */
export async function listMembers({
  limit,
  cursor,
  status,
  q,
}: MemberListQuestion): Promise<{ members: OwnerMemberDto[]; nextCursor: number | null }> {
  const contains = q ? { contains: literally(q), mode: 'insensitive' as const } : null
  const rows = await db().membership.findMany({
    where: {
      ...(cursor !== undefined && { id: { lt: cursor } }),
      ...(status && { status }),
      ...(contains && {
        OR: [{ customerName: contains }, { customerEmail: contains }, { referralCode: contains }],
      }),
    },
    include: withPackage,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    members: page.map(toOwnerMember),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/**
 * One member with the newest 100 rows of the ledger, counter entries too; null when there is none.
 */
export async function memberLedger(
  id: number,
): Promise<{ member: OwnerMemberDto; ledger: LedgerEntry[] } | null> {
  const row = await db().membership.findUnique({
    where: { id },
    include: { ...withPackage, sessions: { orderBy: { id: 'desc' }, take: 100 } },
  })
  if (!row) return null
  const { sessions, ...member } = row
  return {
    member: toOwnerMember(member),
    ledger: sessions.map((entry) => ({
      id: entry.id,
      bookingId: entry.bookingId,
      date: entry.sessionDate,
      time: entry.sessionTime,
      duration: entry.duration,
      free: entry.wasFreebieSession,
      reversesId: entry.reversesId,
      notes: entry.notes,
      createdAt: entry.createdAt.toISOString(),
    })),
  }
}

type MemberChange = {
  id: number
  status: MemberStatus
  version?: string | undefined
  actor: string
}

/**
 * Sets a member's status, in one transaction with its audit row. Throws not_found,
 * version_conflict.
 */
export const changeMember = ({
  id,
  status,
  version,
  actor,
}: MemberChange): Promise<OwnerMemberDto> =>
  transaction(async (tx) => {
    await lockMembership(tx, id)
    const before = await tx.membership.findUnique({ where: { id }, include: withPackage })
    if (!before) throw new Problem('not_found')
    if (before.status === status) return toOwnerMember(before)
    assertVersion(before, version)
    await recordChange(tx, {
      actor,
      action: 'status',
      entity: 'member',
      entityId: id,
      before: { status: before.status },
      after: { status },
    })
    return toOwnerMember(
      await tx.membership.update({ where: { id }, data: { status }, include: withPackage }),
    )
  })

/**
 * The owner's word that a member has proven their email at the desk, in one transaction with its
 * audit row; nothing happens to one that was proven before. Throws not_found.
 */
export const proveAtDesk = (id: number, actor: string): Promise<OwnerMemberDto> =>
  transaction(async (tx) => {
    await lockMembership(tx, id)
    const before = await tx.membership.findUnique({ where: { id }, include: withPackage })
    if (!before) throw new Problem('not_found')
    if (before.emailProvenAt) return toOwnerMember(before)
    await setProven(tx, id)
    await recordChange(tx, {
      actor,
      action: 'email_proven',
      entity: 'member',
      entityId: id,
      before: { emailProven: false },
      after: { emailProven: true },
    })
    return toOwnerMember(
      await tx.membership.findUniqueOrThrow({ where: { id }, include: withPackage }),
    )
  })

const person = { select: { id: true, customerName: true, customerEmail: true } }
const withPeople = {
  referrer: person,
  referred: person,
  reversedBy: { select: { id: true } },
} satisfies Prisma.ReferralRewardInclude
type Person = { id: number; customerName: string; customerEmail: string }
const named = ({ id, customerName: name, customerEmail: email }: Person) => ({ id, name, email })

/** A page of referral rewards, newest first, after `cursor` (the last page's `nextCursor`). */
export async function listRewards({
  limit,
  cursor,
  status,
}: {
  limit: number
  cursor?: number | undefined
  status?: RewardState | undefined
}): Promise<{ rewards: RewardDto[]; nextCursor: number | null }> {
  const rows = await db().referralReward.findMany({
    where: { ...(cursor !== undefined && { id: { lt: cursor } }), ...(status && { status }) },
    include: withPeople,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const rewards = rows.slice(0, limit).map((row) => ({
    id: row.id,
    status: row.status as RewardState,
    amount: signedDecimal(signedSen(row.rewardAmount)),
    referrer: named(row.referrer),
    friend: named(row.referred),
    bookingId: row.bookingId,
    reversesId: row.reversesId,
    reversed: row.reversedBy !== null,
    createdAt: row.createdAt.toISOString(),
    awardedAt: row.awardedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
  }))
  return { rewards, nextCursor: rows.length > limit ? (rewards.at(-1)?.id ?? null) : null }
}

const signedDecimal = (sen: number) => (sen < 0 ? `-${toDecimal(-sen)}` : toDecimal(sen))
