import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { lockRooms, occupiedWithin } from '@/lib/availability/room'
import type { Span } from '@/lib/availability/rules'
import { sessionSpans } from '../bookings/session-text'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { ownIntentsSince, refundsSince, type OwnIntent } from '@/lib/payments/history'
import { closeIntent } from '@/lib/payments/intents'
import type { DocumentKind } from '@/lib/receipts/rules'
import { Problem } from '@/lib/problem'
import { blockedDays, byDay } from '@/lib/rooms/blocks'
import { everyRoom } from '@/lib/rooms/queries'
import { settlements } from '@/lib/settlements'

// After a backup was restored: Stripe and the mails that were sent know sales that the database
// does not.

/** The tables whose ids customers and Stripe have seen. */
const NUMBERED = ['bookings', 'payments', 'video_editing_orders', 'booking_upgrades'] as const
type Numbered = (typeof NUMBERED)[number]
const DOCUMENTS = ['receipt', 'credit_note', 'debit_note'] as const satisfies DocumentKind[]

/** The highest number of each kind that is known to have been used, from the log of sent mails. */
export type KnownNumbers = Partial<Record<Numbered | DocumentKind, number>>

/** A sale of this site that Stripe knows and the database does not. */
export type LostSale = {
  intentId: string
  status: string
  createdAt: Date
  amountSen: number
  currency: string
  bookingId: number | null
  orderId: number | null
  /** The time it was sold for; empty for everything but the session of a booking. */
  spans: Span[]
  /** `none`: no time to keep, or it is past. `kept` and `taken` are facts only after `apply`. */
  time: 'none' | 'free' | 'kept' | 'taken'
}

type Continued = { kind: Numbered | DocumentKind; before: number; after: number }
export type RestoreReport = {
  /** False without Stripe's keys, where nothing was ever paid through them. */
  isCompared: boolean
  lost: LostSale[]
  /** The last number of each kind, before and after. */
  numbers: Continued[]
}

type Question = { since: Date; known: KnownNumbers; apply: boolean; actor: string; now: Date }

/**
 * Compares the database, restored from a backup made at `since`, with Stripe. With `apply`, which
 * must come before the site starts again: ids and numbers of documents continue above all that can
 * have been used, the future time of lost and paid sessions is blocked, and lost open payments are
 * cancelled. What the studio was paid itself since has no trace at Stripe: numbers continue at a
 * distance that no studio uses in that time (`distanceFor`), kept once for each backup. Money of lost
 * sales is recorded by the sweeps. Can be repeated. Throws unavailable when Stripe is away,
 * payments_off without keys where something was paid through them.
 */
export async function afterRestore(question: Question): Promise<RestoreReport> {
  const { since, apply, now } = question
  const { intents, refunds, isCompared } = await atStripe(since)
  const rows = await db().payment.findMany({
    where: {
      OR: [
        { reference: { in: intents.map(({ reference }) => reference) } },
        { stripePaymentIntentId: { in: intents.map(({ id }) => id) } },
      ],
    },
    select: { reference: true, stripePaymentIntentId: true, status: true },
  })
  const statusOf = new Map(
    rows.flatMap(({ reference, stripePaymentIntentId, status }) => [
      [reference, status],
      [stripePaymentIntentId, status],
    ]),
  )
  const known = intents.map((intent) => ({
    intent,
    status: statusOf.get(intent.id) ?? statusOf.get(intent.reference),
  }))
  const lost = known.flatMap(({ intent, status }) => (status ? [] : saleOf(intent, now)))
  const unknownPaid = known.filter(
    ({ intent, status }) => intent.status === 'succeeded' && status !== 'succeeded',
  ).length
  const used: Required<KnownNumbers> = {
    bookings: highest(intents, 'booking_id'),
    payments: highest(intents, 'payment_id'),
    video_editing_orders: highest(intents, 'order_id'),
    booking_upgrades: highest(intents, 'upgrade_id'),
    // At most one document for each payment or refund that the database has not seen.
    receipt: (await highestIssued('receipt')) + unknownPaid,
    credit_note: (await highestIssued('credit_note')) + (await unseen(refunds, 'succeeded')),
    debit_note: (await highestIssued('debit_note')) + (await unseen(refunds, 'failed')),
  }
  const numbersIn = async (client: Client): Promise<Continued[]> => {
    const isContinued = (await client.auditLog.count({ where: continuedFrom(since) })) > 0
    const numbers = []
    for (const kind of [...NUMBERED, ...DOCUMENTS]) {
      const before = await lastOf(client, kind)
      const known = Math.max(before, used[kind], question.known[kind] ?? 0)
      const distance = isContinued ? 0 : distanceFor({ since, now }, await mostADay(client, kind))
      numbers.push({ kind, before, after: known + distance })
    }
    return numbers
  }
  if (!apply) return { isCompared, lost, numbers: await numbersIn(db()) }
  return { isCompared, ...(await applied(question, lost, numbersIn)) }
}

/** What Stripe knows since then. A site without its keys has nothing there to compare with. */
async function atStripe(since: Date) {
  try {
    const intents = await ownIntentsSince(since)
    return { isCompared: true, intents, refunds: await refundsSince(since) }
  } catch (error) {
    const isOff = error instanceof Problem && error.code === 'payments_off'
    if (
      !isOff ||
      (await db().payment.count({ where: { stripePaymentIntentId: { not: null } } })) > 0
    )
      throw error
    return { isCompared: false, intents: [], refunds: [] }
  }
}

const DAY = 86_400_000
const LEAST_A_DAY = 100

/**
 * How many numbers to leave out for what was lost: for each started day since the backup a hundred,
 * or three times as many as the busiest day had.
 */
export const distanceFor = ({ since, now }: { since: Date; now: Date }, mostADay: number): number =>
  Math.max(1, Math.ceil((now.getTime() - since.getTime()) / DAY)) *
  Math.max(LEAST_A_DAY, 3 * mostADay)

const AUDITED = { action: 'after_restore', entity: 'database' } as const

/** The row of the audit log that says that numbers continued after this backup. */
const continuedFrom = (since: Date) => ({
  ...AUDITED,
  after: { path: ['since'], equals: since.toISOString() },
})

async function applied(
  { actor, since }: Question,
  lost: LostSale[],
  numbersIn: (client: Client) => Promise<Continued[]>,
): Promise<Omit<RestoreReport, 'isCompared'>> {
  const report = await transaction(async (tx) => {
    // First, because it takes the room's lock.
    const kept: LostSale[] = []
    for (const sale of lost) kept.push({ ...sale, time: await keepTime(tx, sale) })
    const numbers = await numbersIn(tx)
    for (const { kind, before, after } of numbers)
      if (after > before) await continueAbove(tx, kind, after)
    await recordChange(tx, {
      ...AUDITED,
      actor,
      entityId: 0,
      before: pickAuditFields(
        Object.fromEntries(numbers.map(({ kind, before }) => [kind, before])),
      ),
      after: pickAuditFields({
        since: since.toISOString(),
        ...Object.fromEntries(numbers.map(({ kind, after }) => [kind, after])),
      }),
    })
    return { lost: kept, numbers }
  })
  for (const { intentId, status } of lost)
    if (status !== 'succeeded' && status !== 'canceled') await closeIntent(settlements, intentId)
  return report
}

function saleOf(intent: OwnIntent, now: Date): LostSale {
  const { metadata } = intent
  const id = (text: string | undefined) => (text ? Number(text) : null)
  const spans = sessionSpans(metadata.session).filter(({ startsAt }) => startsAt > now)
  return {
    intentId: intent.id,
    status: intent.status,
    createdAt: intent.createdAt,
    amountSen: intent.amountSen,
    currency: intent.currency,
    bookingId: id(metadata.booking_id),
    orderId: id(metadata.order_id),
    spans,
    time: spans.length > 0 && intent.status === 'succeeded' ? 'free' : 'none',
  }
}

/** Blocks the time of a lost session that was paid, unless it is reserved already. */
async function keepTime(tx: Tx, { time, spans, intentId }: LostSale): Promise<LostSale['time']> {
  if (time === 'none') return time
  const [room] = await everyRoom(tx)
  if (!room) throw new Error('There is no room')
  await lockRooms(tx, [room.id])
  const reason = `Sold before the restore: ${intentId}`
  if ((await tx.block.count({ where: { reason } })) > 0) return 'kept'
  const place = { roomId: room.id, spans, turnaroundMinutes: room.turnaroundMinutes }
  if ((await occupiedWithin(tx, [place])).length > 0) return 'taken'
  await tx.block.createMany({
    data: spans.flatMap(byDay).map(({ date, from, to }) => ({
      roomId: room.id,
      ...blockedDays({ date, until: null, from, to }),
      reason,
    })),
  })
  return 'kept'
}

const highest = (intents: readonly OwnIntent[], key: string): number =>
  Math.max(0, ...intents.map(({ metadata }) => Number(metadata[key] ?? 0)))

/** How many of these refunds have this status and no note in the database. */
async function unseen(
  refunds: readonly { id: string; status: string | null }[],
  status: string,
): Promise<number> {
  const ids = refunds.filter((refund) => refund.status === status).map(({ id }) => id)
  const notes = await db().receipt.findMany({
    where: { stripeRefundId: { in: ids } },
    select: { stripeRefundId: true },
    distinct: ['stripeRefundId'],
  })
  return ids.length - notes.length
}

const lastNumber = async (kind: DocumentKind, client: Pick<Tx, 'receiptCounter'> = db()) =>
  (await client.receiptCounter.findUnique({ where: { kind } }))?.last ?? 0

const highestIssued = async (kind: DocumentKind) =>
  (await db().receipt.aggregate({ where: { kind }, _max: { number: true } }))._max.number ?? 0

const isDocument = (kind: Numbered | DocumentKind): kind is DocumentKind =>
  DOCUMENTS.some((one) => one === kind)

type Client = Pick<Tx, 'receiptCounter' | 'auditLog' | '$queryRaw'>

/** How many the busiest day had. */
async function mostADay(client: Client, kind: Numbered | DocumentKind): Promise<number> {
  const rows = isDocument(kind)
    ? Prisma.sql`SELECT issued_at AS at FROM receipts WHERE kind = ${kind}`
    : Prisma.sql`SELECT created_at AS at FROM ${Prisma.raw(kind)}`
  const [row] = await client.$queryRaw<[{ most: number }]>`
    SELECT coalesce(max(d.count), 0)::int AS most
    FROM (SELECT count(*) FROM (${rows}) r GROUP BY (r.at AT TIME ZONE 'Asia/Kuala_Lumpur')::date) d`
  return row.most
}

async function lastOf(client: Client, kind: Numbered | DocumentKind): Promise<number> {
  if (isDocument(kind)) return lastNumber(kind, client)
  const [row] = await client.$queryRaw<[{ last: number }]>`
    SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(${kind}, 'id')), 0)::int AS last`
  return row.last
}

async function continueAbove(tx: Tx, kind: Numbered | DocumentKind, last: number): Promise<void> {
  if (isDocument(kind))
    await tx.receiptCounter.upsert({
      where: { kind },
      create: { kind, last },
      update: { last },
    })
  else
    await tx.$queryRaw`SELECT setval(pg_get_serial_sequence(${kind}, 'id'), ${last}::bigint)::text`
}
