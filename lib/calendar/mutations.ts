import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordChange } from '@/lib/audit'
import { namingClash } from '@/lib/availability/clashes'
import { currentOpening } from '@/lib/availability/data'
import { lockRoom, reserve } from '@/lib/availability/mutations'
import { refusal, spansOf, type Span } from '@/lib/availability/rules'
import { bookingInclude, type BookingRow } from '@/lib/bookings/data'
import { elapsedInTheWay, endHold, queueBookingConfirmed } from '@/lib/bookings/mutations'
import { sessionPrice, type Price, type Tax } from '@/lib/bookings/rules'
import { bookableService, currentTax } from '@/lib/catalog/data'
import { Prisma, transaction, type Tx } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { expireHoldOfAnother } from '@/lib/bookings/book'
import { Problem } from '@/lib/problem'
import { newToken } from '@/lib/request'
import { studioDate, studioTime } from '@/lib/time'
import { blockSpans } from './rules'
import type { BlockInput, HandBooking } from './schema'

const DEFAULT_STUDIO = 1
type By = { actor: string; now: Date }
type Taken<T> = { done: T } | { elapsed: number[] }

/**
 * Runs `take`, which answers with the holds that must be closed at Stripe before it can; they are,
 * and it runs again.
 */
async function takingTime<T>(now: Date, take: () => Promise<Taken<T>>): Promise<T> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await take()
    if ('done' in result) return result.done
    for (const id of result.elapsed) await expireHoldOfAnother(id, now)
  }
  throw new Problem('slot_taken')
}

/**
 * Ends the holds in the way that ran out unpaid; returns those whose payment is still open, having
 * ended none.
 */
async function clearElapsed(
  tx: Tx,
  studioId: number,
  spans: readonly Span[],
  now: Date,
): Promise<number[]> {
  const elapsed: { id: number; open_payment: boolean }[] = []
  for (const span of spans)
    elapsed.push(...(await elapsedInTheWay(tx, { studioId, spans: [span], now })))
  const open = elapsed.filter((row) => row.open_payment)
  if (open.length === 0) for (const row of elapsed) await endHold(tx, row.id, 'expired', now)
  return open.map((row) => row.id)
}

/**
 * Closes the room for a time, weekly as often as asked: all of it or nothing, under the room's lock
 * and the constraint, with one audit row. Returns the ids. Throws slot_taken naming what is in the
 * way.
 */
export async function blockRoom(block: BlockInput, { actor, now }: By): Promise<number[]> {
  const spans = blockSpans(block)
  const series = spans.length > 1 ? randomUUID() : null
  const insert = (): Promise<Taken<number[]>> =>
    transaction(async (tx) => {
      await lockRoom(tx, DEFAULT_STUDIO)
      const elapsed = await clearElapsed(tx, DEFAULT_STUDIO, spans, now)
      if (elapsed.length > 0) return { elapsed }
      const rows = spans.map(
        (span) =>
          Prisma.sql`(${DEFAULT_STUDIO}, ${span.startsAt}, ${span.endsAt}, 'block', ${block.reason}, ${series}::uuid)`,
      )
      const made = await tx.$queryRaw<{ id: number }[]>`
      INSERT INTO slot_reservations (studio_id, starts_at, ends_at, kind, reason, series) VALUES ${Prisma.join(rows)}
      ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING RETURNING id`
      if (made.length !== spans.length) throw new Problem('slot_taken')
      const ids = made.map(({ id }) => id)
      await recordChange(tx, {
        actor,
        action: 'block',
        entity: 'block',
        entityId: ids[0] ?? 0,
        before: null,
        after: { ...block, ids },
      })
      return { done: ids }
    })
  return namingClash({ studioId: DEFAULT_STUDIO, spans, now }, () => takingTime(now, insert))
}

/**
 * Opens the room again: one block-out, or with it those made together with it that come later.
 * Throws not_found.
 */
export async function unblockRoom(
  id: number,
  scope: 'one' | 'following',
  actor: string,
): Promise<void> {
  await transaction(async (tx) => {
    await lockRoom(tx, DEFAULT_STUDIO)
    const block = await tx.slotReservation.findFirst({ where: { id, kind: 'block' } })
    if (!block) throw new Problem('not_found')
    const following =
      scope === 'following' && block.series
        ? { series: block.series, startsAt: { gte: block.startsAt } }
        : { id }
    const { count } = await tx.slotReservation.deleteMany({
      where: { kind: 'block', ...following },
    })
    const before = {
      date: studioDate(block.startsAt),
      from: studioTime(block.startsAt),
      to: studioTime(block.endsAt),
      reason: block.reason,
      count,
    }
    await recordChange(tx, {
      actor,
      action: 'unblock',
      entity: 'block',
      entityId: id,
      before,
      after: null,
    })
  })
}

/**
 * A booking made by the owner, for somebody on the phone say: any length incl. weekly, without lead
 * time and horizon (B5), at today's price. Paid offline it is confirmed at once, with its payment
 * and mail; else it is pending without an end. Throws invalid_request (serviceId),
 * slot_unavailable, price_changed, slot_taken naming the clash.
 */
export async function bookByHand(wish: HandBooking, { actor, now }: By): Promise<BookingRow> {
  const { date, time, duration } = wish
  const [service, opening, tax] = await Promise.all([
    bookableService(wish.serviceId),
    currentOpening(),
    currentTax(),
  ])
  if (!service || service.isAddOn)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  const reason = refusal(date, time, duration, opening, {
    now,
    horizonDays: Infinity,
    leadMinutes: 0,
  })
  if (reason)
    throw new Problem('slot_unavailable', {
      sentence: `slot_${reason}`,
      fields: { time: `slot_${reason}` },
    })
  const price = sessionPrice(service.rates, duration, tax)
  if (wish.totalAmount != null && wish.totalAmount !== price.total)
    throw new Problem('price_changed', { data: { totalAmount: toDecimal(price.total) } })
  const { studioId } = service
  const spans = spansOf(date, time, duration, opening.holidays)
  const insert = (): Promise<Taken<BookingRow>> =>
    transaction(async (tx) => {
      await lockRoom(tx, studioId)
      const elapsed = await clearElapsed(tx, studioId, spans, now)
      if (elapsed.length > 0) return { elapsed }
      return { done: await insertBooking(tx, { wish, studioId, spans, price, tax, actor, now }) }
    })
  return namingClash({ studioId, spans, now }, () => takingTime(now, insert))
}

type Made = By & {
  wish: HandBooking
  studioId: number
  spans: readonly Span[]
  price: Price
  tax: Tax
}

async function insertBooking(
  tx: Tx,
  { wish, studioId, spans, price, tax, actor, now }: Made,
): Promise<BookingRow> {
  const { payment, totalAmount: _compared, ...contact } = wish
  const paid = payment === 'offline'
  const booking = await tx.booking.create({
    data: {
      ...contact,
      startsAt: spans[0]?.startsAt ?? now,
      endsAt: spans.at(-1)?.endsAt ?? now,
      subtotal: toDecimal(price.subtotal),
      taxAmount: toDecimal(price.tax),
      taxRate: (tax.basisPoints / 10_000).toFixed(4),
      taxLabel: tax.label,
      totalAmount: toDecimal(price.total),
      status: paid ? 'confirmed' : 'pending',
      confirmedAt: paid ? now : null,
      manageToken: newToken(),
      createdAt: now,
    },
    include: bookingInclude,
  })
  const { id } = booking
  await reserve(tx, { studioId, bookingId: id, spans })
  if (paid) {
    // No intent at Stripe: the money is in the till. The member's ledger and the books count it
    // like any other.
    const money = {
      amount: toDecimal(price.total),
      status: 'succeeded',
      outcome: 'confirmed',
      reason: 'offline',
      succeededAt: now,
    }
    await tx.payment.create({
      data: { bookingId: id, purpose: 'booking', idempotencyKey: randomUUID(), ...money },
    })
    await queueBookingConfirmed(tx, id)
  }
  const after = {
    service: booking.service.name,
    date: wish.date,
    time: wish.time,
    duration: wish.duration,
    total: toDecimal(price.total),
    payment,
  }
  await recordChange(tx, {
    actor,
    action: 'create',
    entity: 'booking',
    entityId: id,
    before: null,
    after,
  })
  return booking
}
