import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import type { Duration } from '@/lib/availability/rules'
import { putBack, putTurnaroundsBack, type Cut, type Reserved } from '@/lib/availability/room'
import { isDuplicate } from '@/lib/database-errors'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import type { Booking } from '@/lib/generated/prisma/client'
import { retakeFreeSession } from '@/lib/memberships/free-sessions'
import { recordSession, reverseSession } from '@/lib/memberships/loyalty'
import { putRewardBack, suspendReward } from '@/lib/memberships/referrals'
import { senOf, toDecimal } from '@/lib/money'
import { issueWaiting } from '@/lib/payments/documents'
import { putPartsBack } from '@/lib/payments/part-refunds'
import { OPEN } from '@/lib/payments/queries'
import { Problem, type ErrorSentence } from '@/lib/problem'
import { MINUTE_MS } from '@/lib/time'
import { UNDO_SECONDS, type Undo } from '@/lib/undo'
import { forgetSilent, tellBooking } from './notices'
import { lockRoomsOf } from './places'
import { bookingInclude, type BookingRow } from './queries'
import { recountBooking } from './settle'
import { bookingSettlements } from './settlements'
import { arrivalOf, type BookingStatus } from './status'

// The last act of an administrator on a booking, and taking it back. Who is told and what is refunded
// wait for it by the SQL function can_be_taken_back.

/** For the way to the server; only while nobody was told and nothing refunded. */
const GRACE_SECONDS = 3

/** The columns that an act may change. The calendar's number only ever grows. */
const STATE = [
  ...['status', 'cancel_reason', 'hold_expires_at', 'confirmed_at', 'cancelled_at', 'completed_at'],
  ...['holder_hash', 'holder_network_hash', 'holder_inbox', 'membership_id'],
  ...['date', 'time', 'studio_id', 'room_chosen', 'starts_at', 'ends_at', 'kept_at'],
  ...['arrived_at', 'no_show_at', 'transfer_decision'],
  ...['duration', 'hours', 'total_amount', 'on_account'],
]
const REFUND = [
  ...['outcome', 'reason', 'refund_reason', 'handled_at', 'refund_key', 'stripe_refund_id'],
  'refusal',
]
const columns = (names: readonly string[], of: string) =>
  Prisma.raw(names.map((name) => `${of}.${name}`).join(', '))

type Facts = {
  booking: { status: string; studio_id: number }
  reservations: Reserved[]
  payments: { id: number; outcome: string }[]
  /** Parts that were to be given back. */
  parts: { id: number; payment: number }[]
  /** The friend's reward that this session has earned; null where there is none. */
  reward: { id: number; status: string; awarded_at: string | null } | null
  /** Longer lengths and add-ons that were sold, and the add-ons that the booking has. */
  upgrades: number[]
  addOns: { service_id: number }[]
}
/** `print` changes with everything about the booking and its money. */
type Snapshot = { facts: Facts; print: string }

async function snapshot(tx: Tx, id: number, rewardId: number | null = null): Promise<Snapshot> {
  const [row] = await tx.$queryRaw<Snapshot[]>`
    SELECT jsonb_build_object(
        'booking', (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(b))
          WHERE key = ANY (${STATE})),
        'reservations', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.starts_at), '[]')
          FROM slot_reservations r WHERE r.booking_id = b.id AND r.upgrade_id IS NULL),
        'payments', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id) || (
            SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(p)) WHERE key = ANY (${REFUND}))
            ORDER BY p.id), '[]')
          FROM payments p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL),
        'parts', (SELECT coalesce(
            jsonb_agg(jsonb_build_object('id', d.id, 'payment', p.id) ORDER BY d.id), '[]')
          FROM part_refunds d JOIN payments p ON p.id = d.payment_id
          WHERE p.booking_id = b.id AND d.status = 'due'),
        'reward', (SELECT jsonb_build_object('id', w.id, 'status', w.status, 'awarded_at', w.awarded_at)
          FROM referral_rewards w WHERE w.booking_id = b.id AND w.reverses_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = w.id)),
        'upgrades', (SELECT coalesce(jsonb_agg(u.id ORDER BY u.id), '[]') FROM booking_upgrades u
          WHERE u.booking_id = b.id AND u.status = 'applied'),
        'addOns', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM booking_add_ons a
          WHERE a.booking_id = b.id)) AS facts,
      jsonb_build_array(extract(epoch FROM b.updated_at),
        (SELECT jsonb_agg(jsonb_build_array(p.id, p.outcome, p.reason, p.refunded_amount, p.refund_status,
            p.dispute_status, p.disputed_amount, p.lost_amount,
            extract(epoch FROM p.handled_at), p.refund_key, p.part_due) ORDER BY p.id)
          FROM payments p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL),
        (SELECT jsonb_agg(u.id ORDER BY u.id) FROM booking_upgrades u
          WHERE u.booking_id = b.id AND u.status = 'held'),
        (SELECT jsonb_agg(p.id ORDER BY p.id) FROM payments p WHERE p.booking_id = b.id),
        (SELECT count(*) FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.booking_id = b.id),
        (SELECT jsonb_build_array(w.status, w.booking_id) FROM referral_rewards w
          WHERE w.id = ${rewardId}::int))::text AS print
    FROM bookings b WHERE b.id = ${id}`
  if (!row) throw new Problem('not_found')
  return row
}

/**
 * Runs an administrator's act on a booking so that it can be taken back; one that changes nothing is no
 * act. The caller holds the locks of the booking and its payments. Returns what the act returns, which
 * names the turnarounds that it has cut.
 */
export async function undoable<Done extends { cut?: readonly Cut[]; due?: number[] } | void>(
  tx: Tx,
  { id, actor }: { id: number; actor: string },
  act: () => Promise<Done>,
): Promise<Done> {
  await issueWaiting(tx, bookingSettlements, id)
  const before = await snapshot(tx, id)
  const { _max } = await tx.notice.aggregate({ where: { bookingId: id }, _max: { id: true } })
  const done = await act()
  const rewardId = before.facts.reward?.id ?? null
  const after = await snapshot(tx, id, rewardId)
  if (JSON.stringify(before.facts) === JSON.stringify(after.facts)) return done
  const facts = { ...before.facts, cut: done?.cut ?? [], lastNotice: _max.id ?? 0 }
  await tx.$executeRaw`
    INSERT INTO undoable_acts (booking_id, actor, before, after, until)
    VALUES (${id}, ${actor}, ${JSON.stringify(facts)}::jsonb,
      ${JSON.stringify({ print: after.print })}::jsonb,
      clock_timestamp() + make_interval(secs => ${UNDO_SECONDS}::int))
    ON CONFLICT (booking_id) DO UPDATE SET id = excluded.id, actor = excluded.actor,
      before = excluded.before, after = excluded.after, until = excluded.until`
  return done
}

/** What this administrator has done last to the booking and can still take back; null: nothing. */
export async function undoOf(id: number, actor: string): Promise<Undo | null> {
  const [row] = await db().$queryRaw<{ id: string; until: Date }[]>`
    SELECT id, until FROM undoable_acts
    WHERE booking_id = ${id} AND actor = ${actor} AND until > clock_timestamp()`
  return row ? { id: row.id, until: row.until.toISOString() } : null
}

type Act = { facts: Facts & { cut: Cut[]; lastNotice: number }; print: string }
type Request = { id: number; act: string; actor: string }

/**
 * Takes back the last act of this administrator: time and room, status, arrival, and refunds that were
 * not asked for yet. Nobody is told, because nothing has changed since they were told last. Throws
 * not_found, slot_taken with what is in the way, and not_changeable when it is too late, somebody was
 * told, or anything has changed since.
 */
export async function undo(request: Request): Promise<BookingRow> {
  const { id } = request
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  const act = await db().undoableAct.findUnique({ where: { bookingId: id } })
  const reservations = (act?.before as Facts | undefined)?.reservations ?? []
  const places = () => reservations.map(placeOf)
  await withConflictDetails({ places, ignoring: id }, () =>
    transaction((tx) => takeBack(tx, request, reservations)),
  ).catch((error: unknown) => {
    // The visitor of a hold has another one by now.
    throw isDuplicate(error) ? refused('undo_changed') : error
  })
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

const refused = (sentence: ErrorSentence) =>
  new Problem('not_changeable', { sentence, values: { seconds: UNDO_SECONDS } })

const placeOf = ({ studio_id, starts_at, ends_at, reserved_until }: Reserved) => ({
  roomId: studio_id,
  spans: [{ startsAt: new Date(starts_at), endsAt: new Date(ends_at) }],
  turnaroundMinutes: (+new Date(reserved_until ?? ends_at) - +new Date(ends_at)) / MINUTE_MS,
})

async function takeBack(tx: Tx, { id, act, actor }: Request, seen: readonly Reserved[]) {
  await lockRoomsOf(
    tx,
    id,
    seen.map(({ studio_id }) => studio_id),
  )
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  const { facts, print } = await openAct(tx, { id, act, actor })
  await refuseTold(tx, id)
  const now = await snapshot(tx, id, facts.reward?.id)
  if (now.print !== print) throw refused('undo_changed')
  const after = await tx.booking.findUniqueOrThrow({ where: { id } })
  const [isMoved, isSold] = (['reservations', 'upgrades'] as const).map(
    (name) => JSON.stringify(now.facts[name]) !== JSON.stringify(facts[name]),
  )
  // Begun for the time to which it was moved.
  if (isMoved && (await tx.payment.count({ where: { bookingId: id, ...OPEN } })) > 0)
    throw refused('undo_changed')
  if (isMoved) await putBack(tx, id, facts.reservations)
  await putTurnaroundsBack(tx, facts.cut)
  await tx.$executeRaw`
    UPDATE bookings b SET (${Prisma.raw(STATE.join(', '))}, calendar_sequence, updated_at) =
      (${columns(STATE, 'was')}, b.calendar_sequence + ${isMoved || isSold ? 1 : 0}, now())
    FROM jsonb_populate_record(NULL::bookings, ${JSON.stringify(facts.booking)}::jsonb) AS was
    WHERE b.id = ${id}`
  await tx.$executeRaw`
    UPDATE payments p SET (${Prisma.raw(REFUND.join(', '))}, sync_version, updated_at) =
      (${columns(REFUND, 'was')}, p.sync_version + 1, now())
    FROM jsonb_populate_recordset(NULL::payments, ${JSON.stringify(facts.payments)}::jsonb) AS was
    WHERE p.id = was.id AND p.outcome <> was.outcome`
  await putPartsBack(tx, facts.parts)
  const sales = await unsell(tx, id, facts)
  await forgetReceived(tx, id, facts, now.facts)
  await tx.sale.deleteMany({ where: { id: { in: sales } } })
  await putLedgerBack(tx, id, after.status, facts)
  await forgetSilent(tx, id, facts.lastNotice)
  await tx.undoableAct.delete({ where: { bookingId: id } })
  await tellBooking(tx, id)
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  const refund = facts.payments.some(
    (was) => now.facts.payments.find(({ id: same }) => same === was.id)?.outcome !== was.outcome,
  )
  await recordChange(tx, {
    actor,
    action: 'undo',
    entity: 'booking',
    entityId: id,
    before: { ...shown(after), ...(refund && { refund: 'full' }) },
    after: { ...shown(before), ...(refund && { refund: 'none' }) },
  })
}

/** Length and add-ons that the act has sold, without their money; returns the sales. */
async function unsell(tx: Tx, id: number, { upgrades, addOns }: Facts): Promise<number[]> {
  const sold = await tx.bookingUpgrade.findMany({
    where: { bookingId: id, status: 'applied', id: { notIn: upgrades } },
  })
  if (sold.length === 0) return []
  await tx.bookingUpgrade.deleteMany({ where: { id: { in: sold.map((one) => one.id) } } })
  await tx.bookingAddOn.deleteMany({ where: { bookingId: id } })
  await tx.$executeRaw`
    INSERT INTO booking_add_ons
    SELECT * FROM jsonb_populate_recordset(NULL::booking_add_ons, ${JSON.stringify(addOns)}::jsonb)`
  return sold.map(({ saleId }) => saleId)
}

/** Money that the act has recorded: nobody was told, and it has no receipt yet. */
async function forgetReceived(tx: Tx, bookingId: number, before: Facts, after: Facts) {
  const known = before.payments.map(({ id }) => id)
  const made = after.payments.map(({ id }) => id).filter((id) => !known.includes(id))
  if (made.length === 0) return
  const where = { id: { in: made }, stripePaymentIntentId: null, receipts: { none: {} } }
  const { count } = await tx.payment.deleteMany({ where })
  if (count < made.length) throw refused('undo_changed')
  await recountBooking(tx, { id: 0, bookingId, orderId: null })
}

const shown = (row: Booking) => ({
  status: row.status as BookingStatus,
  ...{ date: row.date, time: row.time, roomId: row.roomId },
  duration: row.duration as Duration,
  ...{ hours: row.hours, total: toDecimal(senOf(row.totalAmount)) },
  arrival: arrivalOf(row),
})

/** Locked until the transaction ends. */
async function openAct(tx: Tx, { id, act, actor }: Request): Promise<Act> {
  const [row] = await tx.$queryRaw<
    { id: string; actor: string; before: Act['facts']; after: { print: string }; isOpen: boolean }[]
  >`
    SELECT id::text, actor, before, after,
      until + make_interval(secs => ${GRACE_SECONDS}::int) > clock_timestamp() AS "isOpen"
    FROM undoable_acts WHERE booking_id = ${id} FOR UPDATE`
  if (!row) throw refused('undo_too_late')
  if (row.id !== act) throw refused('undo_changed')
  if (row.actor !== actor) throw refused('undo_other')
  if (!row.isOpen) throw refused('undo_too_late')
  return { facts: row.before, print: row.after.print }
}

/** Mails that wait stay locked, so that none is sent before this is over; one that is locked is sent now. */
async function refuseTold(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.$queryRaw<{ isTold: boolean }[]>`
    WITH waiting AS MATERIALIZED (
      SELECT attempts > 0 AND last_error IS NULL AND next_attempt_at > now() AS is_sending
      FROM mails WHERE booking_id = ${id} AND status = 'queued' FOR UPDATE SKIP LOCKED)
    SELECT (SELECT count(*) FROM waiting) < (
        SELECT count(*) FROM mails WHERE booking_id = ${id} AND status = 'queued')
      OR EXISTS (SELECT 1 FROM waiting WHERE is_sending)
      OR EXISTS (SELECT 1 FROM mails m JOIN undoable_acts a ON a.booking_id = m.booking_id
        WHERE m.booking_id = ${id}
          AND m.sent_at > a.until - make_interval(secs => ${UNDO_SECONDS}::int)) AS "isTold"`
  if (row?.isTold) throw refused('undo_told')
}

/** What the act did to the member's ledger is reversed there; nothing in it is edited. */
async function putLedgerBack(tx: Tx, id: number, status: string, { booking, reward }: Facts) {
  const row = await tx.booking.findUniqueOrThrow({ where: { id } })
  const [was, became] = [booking.status === 'completed', status === 'completed']
  if (became && !was) {
    await suspendReward(tx, id)
    if (!row.isFreeSession) await reverseSession(tx, id, 'cancelled')
  }
  if (row.isFreeSession && status === 'cancelled' && booking.status !== 'cancelled')
    await retakeFreeSession(tx, row)
  if (was && !became) {
    await recordSession(tx, id)
    if (reward) await putRewardBack(tx, id, reward)
  }
}
