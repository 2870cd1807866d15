import 'server-only'
import { pageById, type Page } from '@/lib/http/admin-methods'
import { nameIn } from '@/lib/catalog/rules'
import { db, Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { toDecimal } from '@/lib/money'
import { foundInOrder } from '@/lib/search'
import { toMembershipDto } from '@/lib/memberships/queries'
import { signedSen } from '@/lib/memberships/referrals'
import { freeSessionsLeft, type MemberStatus, type RewardState } from '@/lib/memberships/rules'
import type { LedgerEntry, AdminMember, RewardDto } from '@/lib/memberships/schema'

export const withPackage = {
  service: { select: { name: true, translations: true } },
} satisfies Prisma.MembershipInclude

/** The package's name is in the administrator's language. */
export function toAdminMember(
  { service, ...row }: Prisma.MembershipGetPayload<{ include: typeof withPackage }>,
  locale: Locale,
): AdminMember {
  return {
    ...toMembershipDto(row),
    freeSessions: freeSessionsLeft(row),
    package: nameIn(locale, service),
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

/** Newest first, after `cursor`. `q` is looked for in numbers, names, emails, phones, referral codes. */
export async function listMembers(
  { limit, cursor, status, q }: MemberListQuestion,
  locale: Locale,
): Promise<Page<AdminMember>> {
  const where = [
    ...(cursor === undefined ? [] : [Prisma.sql`m.id < ${cursor}`]),
    ...(status ? [Prisma.sql`m.status = ${status}`] : []),
  ]
  const id = Prisma.sql`m.id`
  const found = await foundInOrder<{ id: number }>(
    q,
    { text: SEARCHED, id },
    {
      ...{ table: 'memberships', alias: 'm', where, columns: id },
      ...{ order: Prisma.sql`ORDER BY m.id DESC`, count: limit + 1 },
    },
  )
  const rows = await db().membership.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include: withPackage,
    orderBy: { id: 'desc' },
  })
  return pageById(rows, limit, (row) => toAdminMember(row, locale))
}

const SEARCHED = Prisma.sql`m.customer_name || ' ' || m.customer_email || ' '
  || phone_forms(m.customer_phone, m.phone_e164) || ' ' || m.referral_code`

/** With the whole ledger, reversals included, newest first; null for an unknown member. */
export async function memberLedger(
  id: number,
  locale: Locale,
): Promise<{ member: AdminMember; ledger: LedgerEntry[] } | null> {
  const row = await db().membership.findUnique({
    where: { id },
    include: { ...withPackage, sessions: { orderBy: { id: 'desc' } } },
  })
  if (!row) return null
  const { sessions, ...member } = row
  return {
    member: toAdminMember(member, locale),
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

const person = { select: { id: true, customerName: true, customerEmail: true } }
const withPeople = {
  referrer: person,
  referred: person,
  reversedBy: { select: { id: true } },
} satisfies Prisma.ReferralRewardInclude
type Person = { id: number; customerName: string; customerEmail: string }
const named = ({ id, customerName: name, customerEmail: email }: Person) => ({ id, name, email })

/** Newest first, after `cursor` (the last page's `nextCursor`). */
export async function listRewards({
  limit,
  cursor,
  status,
}: {
  limit: number
  cursor?: number | undefined
  status?: RewardState | undefined
}): Promise<Page<RewardDto>> {
  const rows = await db().referralReward.findMany({
    where: { ...(cursor !== undefined && { id: { lt: cursor } }), ...(status && { status }) },
    include: withPeople,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return pageById(rows, limit, toRewardDto)
}

export const rewardById = async (id: number): Promise<RewardDto> =>
  toRewardDto(await db().referralReward.findUniqueOrThrow({ where: { id }, include: withPeople }))

function toRewardDto(
  row: Prisma.ReferralRewardGetPayload<{ include: typeof withPeople }>,
): RewardDto {
  return {
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
  }
}

const signedDecimal = (sen: number) => (sen < 0 ? `-${toDecimal(-sen)}` : toDecimal(sen))
