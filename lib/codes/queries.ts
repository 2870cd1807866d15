import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { db } from '@/lib/db'
import type { Code } from '@/lib/generated/prisma/client'
import { senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { studioDate } from '@/lib/time'
import { bareCode, type CodeOff, type CodeTerms } from './rules'
import type { AdminCode } from './schema'

/** A code as prices and rules read it; `isLeft`: a use of it. */
export type GoingCode = Pick<Code, 'id' | 'code' | 'name' | 'onceEach'> &
  CodeOff &
  CodeTerms & { isLeft: boolean }

const offOf = ({ percent, amount }: Code): CodeOff => ({
  percent,
  amountSen: amount === null ? null : senOf(amount),
})

/** The days, both included, on which a visitor may use a code; null: any. */
export type CodeDays = { from: string | null; until: string | null }

const uses = { where: { status: { not: 'cancelled' } } } as const
const withUses = { _count: { select: { bookings: uses } } } as const
const isLeft = (code: Code & { _count: { bookings: number } }, held = 0): boolean =>
  code.maxUses === null || code._count.bookings - held < code.maxUses

/**
 * Whatever its days and uses; null for one that there is not, or that was stopped. What a visitor
 * holds makes way for what they book next, and is no use in their way.
 */
export async function goingCode(
  typed: string,
  visitorHash: string | null = null,
): Promise<GoingCode | null> {
  const row = await db().code.findFirst({
    where: { code: bareCode(typed), stoppedAt: null },
    include: withUses,
  })
  if (!row) return null
  const held =
    visitorHash === null
      ? 0
      : await db().booking.count({ where: { codeId: row.id, visitorHash, status: 'pending' } })
  return { ...row, ...offOf(row), isLeft: isLeft(row, held) }
}

/** Of the codes that can hold, for pages: prerendered until the tag `codes` is expired. */
export async function codeDays(): Promise<CodeDays[]> {
  'use cache'
  cacheTag('codes')
  cacheLife('max')
  const rows = await db().code.findMany({ where: { stoppedAt: null }, include: withUses })
  return rows
    .filter((code) => isLeft(code))
    .map(({ firstDay, lastDay }) => ({ from: firstDay, until: lastDay }))
    .filter(({ until }) => until === null || until >= studioDate(new Date()))
}

const NEWEST = 50

/** Those that go first, then the newest. */
export async function codesForAdmin(now: Date): Promise<AdminCode[]> {
  const rows = await db().code.findMany({
    orderBy: [{ stoppedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    include: { ...withUses, bookings: { ...uses, orderBy: { id: 'desc' }, take: NEWEST } },
  })
  return rows.map(({ bookings, ...row }) => ({
    ...shownCode(row),
    uses: row._count.bookings,
    state: stateOf(row, studioDate(now)),
    bookings: bookings.map((booking) => ({
      id: booking.id,
      client: fullName(booking),
      date: booking.date,
      time: booking.time,
    })),
  }))
}

function stateOf(row: Parameters<typeof isLeft>[0], today: string): AdminCode['state'] {
  if (row.stoppedAt !== null) return 'stopped'
  if (row.lastDay !== null && row.lastDay < today) return 'over'
  if (!isLeft(row)) return 'used_up'
  return row.firstDay !== null && row.firstDay > today ? 'early' : 'going'
}

export const shownCode = (row: Code) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  ...offOf(row),
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  serviceIds: row.serviceIds,
  durations: row.durations,
  weekdays: row.weekdays,
  fromHour: row.fromHour,
  toHour: row.toHour,
  maxUses: row.maxUses,
  onceEach: row.onceEach,
})
