import 'server-only'
import { createHash } from 'node:crypto'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { lockRooms } from '@/lib/availability/room'
import { db, transaction, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import type { Booking } from '@/lib/generated/prisma/client'
import { DEFAULT_LOCALE } from '@/lib/i18n/routing'
import { isSameMailbox } from '@/lib/inbox'
import { countFinance } from '@/lib/mail/finance'
import { queueMail } from '@/lib/mail/outbox'
import { toDecimal } from '@/lib/money'
import { closePayments } from '@/lib/payments/intents'
import { alreadyPaidBy } from '@/lib/payments/open'
import { takeMoney } from '@/lib/payments/record'
import { Problem } from '@/lib/problem'
import { financeEmailOf } from '@/lib/receipts/company'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { offersTransfer } from '@/lib/settings/transfer'
import { HOUR_MS } from '@/lib/time'
import { slipFile } from '@/lib/uploads/slip'
import { releaseExpiredHolds } from './closing'
import { closeIntentsOf, releaseHold } from './expire'
import { NETWORK_LOCK } from './hold-limits'
import { tellBooking } from './notices'
import { lockRoomsOf } from './places'
import { digestOfLook } from './same-slip'
import { bookingSettlement } from './settle'
import { bookingSettlements } from './settlements'
import {
  awaitsDecision,
  LEAST_TRANSFER_HOURS,
  takesSlip,
  transferSen,
  type BookingStatus,
} from './status'
import { undoable } from './undo'

type Choice = {
  bookingId: number
  visitorHash: string | null
  /** In lower case; null where none was proven in this browser. */
  provenEmail: string | null
  now: Date
}

/**
 * A visitor's hold lasts for the hours of the setting, never past its start, and waits for a transfer
 * (docs/decisions/041). What was begun at Stripe is closed first. Returns the token of its page. Its email
 * is mailed before any money has come, so it must be proven. Throws not_found (not this visitor's),
 * email_unproven, not_payable with the reason, payment_in_progress, too_many_requests, unavailable.
 */
export async function chooseTransfer(choice: Choice): Promise<{ token: string }> {
  const setting = await currentSetting('transfer')
  if (!offersTransfer(setting)) throw new Problem('not_payable', { sentence: 'transfer_off' })
  const { billing } = await transaction((tx) => lockChosen(tx, choice))
  const { bookingId } = choice
  await countFinance({ about: { bookingId }, email: financeEmailOf(billing), before: null })
  const closed = await closePayments(bookingSettlements, { bookingId })
  if (closed === 'in_flight') throw new Problem('payment_in_progress')
  if (closed === 'succeeded')
    throw alreadyPaidBy(await db().payment.findMany({ where: { bookingId } }))
  return transaction(async (tx) => {
    const { manageToken } = await lockChosen(tx, choice)
    // It is not the visitor's next hold any more, which would take its place.
    await tx.$executeRaw`
      UPDATE bookings SET transfer_chosen_at = statement_timestamp(), visitor_hash = NULL, updated_at = now(),
        hold_expires_at = greatest(hold_expires_at, least(starts_at,
          statement_timestamp() + make_interval(hours => ${setting.hours}::int)))
      WHERE id = ${bookingId}`
    await tellBooking(tx, bookingId)
    return { token: manageToken }
  })
}

/**
 * The visitor's hold, locked, if it may wait for a transfer: one at a time from an address and for an
 * inbox, and none where too much of its week is held unpaid (docs/decisions/016).
 */
async function lockChosen(
  tx: Tx,
  { bookingId, visitorHash, provenEmail, now }: Choice,
): Promise<Booking> {
  if (visitorHash === null) throw new Problem('not_found')
  const where = { id: bookingId, visitorHash }
  const found = await tx.booking.findFirst({ where })
  if (!found) throw new Problem('not_found')
  if (!isSameMailbox(provenEmail, found.email))
    throw new Problem('email_unproven', {
      sentence: 'email_unproven_transfer',
      fields: { email: 'unproven_transfer' },
    })
  await lockRooms(tx, [], [{ kind: NETWORK_LOCK, text: found.holderNetworkHash ?? '' }])
  const [hold] = await tx.$queryRaw<{ live: boolean; others: number }[]>`
    SELECT b.status = 'pending' AND b.hold_expires_at > statement_timestamp() AS live,
      (SELECT count(*)::int FROM bookings o WHERE o.id <> b.id AND o.status = 'pending'
        AND o.transfer_chosen_at IS NOT NULL AND o.hold_expires_at > statement_timestamp()
        AND (o.holder_hash = b.holder_hash OR o.holder_inbox = b.holder_inbox)) AS others
    FROM bookings b WHERE b.id = ${bookingId} AND b.visitor_hash = ${visitorHash} FOR UPDATE`
  if (!hold) throw new Problem('not_found')
  if (!hold.live) throw new Problem('not_payable')
  if (found.startsAt.getTime() - now.getTime() < LEAST_TRANSFER_HOURS * HOUR_MS)
    throw new Problem('not_payable', { sentence: 'transfer_too_late' })
  if (found.holdMinutes !== null)
    throw new Problem('not_payable', { sentence: 'transfer_week_full' })
  if (hold.others >= env().RATE_LIMIT_SCALE)
    throw new Problem('not_payable', { sentence: 'transfer_another' })
  return found
}

/** Before a slip is read. Throws not_found, not_changeable, as `keepSlip` does once it has the lock. */
export async function bookingOfSlip(token: string): Promise<number> {
  const booking = await db().booking.findUnique({ where: { manageToken: token } })
  if (!booking) throw new Problem('not_found')
  if (!takesSlip(booking)) throw new Problem('not_changeable')
  return booking.id
}

/**
 * Keeps what its customer sends as proof, in place of an earlier one, and mails the studio; the same
 * once more, as when its answer was lost, changes nothing. Throws not_found, not_changeable.
 */
export async function keepSlip(sent: { token: string; bytes: Uint8Array }): Promise<void> {
  const { type, data, look } = await slipFile(sent.bytes)
  await transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM bookings WHERE manage_token = ${sent.token} FOR UPDATE`
    if (!row) throw new Problem('not_found')
    const booking = await tx.booking.findUniqueOrThrow({ where: row })
    if (!takesSlip(booking)) throw new Problem('not_changeable')
    const before = await tx.slip.findUnique({ where: { bookingId: row.id } })
    if (before && Buffer.compare(before.data, data) === 0) return
    const own = new Uint8Array(createHash('sha256').update(data).digest())
    const isKnown = (await tx.slip.findFirst({ where: { digest: own } })) !== null
    const digest = (!isKnown && look && (await digestOfLook(tx, row.id, look))) || own
    const slip = {
      ...{ type, data: new Uint8Array(data), digest, sentAt: new Date() },
      look: look && new Uint8Array(look),
    }
    await tx.slip.upsert({
      where: { bookingId: row.id },
      create: { bookingId: row.id, ...slip },
      update: slip,
    })
    const sentAt = slip.sentAt.toISOString()
    await queueMail(tx, {
      kind: 'studio_slip',
      payload: { bookingId: row.id, sentAt },
      recipient: (await currentSite(tx)).email,
      locale: DEFAULT_LOCALE,
      dedupeKey: `studio_slip:${row.id}:${sentAt}`,
      bookingId: row.id,
    })
  })
}

/** What is to be received for a booking by transfer; 0 for a booking that does not exist. */
export async function awaitedTransferSen(id: number): Promise<number> {
  const booking = await db().booking.findUnique({ where: { id }, include: { payments: true } })
  return booking ? transferSen(booking) : 0
}

export const slipOf = (bookingId: number) => db().slip.findUnique({ where: { bookingId } })

type Decision = { id: number; version?: string | undefined; actor: string; now: Date }
type ReceivedTransfer = Decision & {
  /** What is in the account; absent: what was asked for. */
  amountSen?: number | undefined
  /** What the owner says that it is; absent: for the booking, where its customer can still have it. */
  use?: 'purchase' | 'give_back' | undefined
}

/**
 * The money of a transfer is in the account, and is recorded as what it is (`takeMoney`): all that is owed
 * confirms the booking, a part keeps it until the rest comes, and what is more, or came for what its
 * customer cannot have any more, is to be given back, which the owner is shown. It can be taken back for some
 * seconds; the receipt is issued after them. Throws not_found, version_conflict, not_changeable, slot_taken.
 */
export async function receiveTransfer(input: ReceivedTransfer): Promise<void> {
  const { id, version, actor, now, amountSen, use } = input
  await releaseExpiredHolds(bookingSettlements, { id: 0, bookingId: id, orderId: null })
  await transaction(async (tx) => {
    await lockRoomsOf(tx, id)
    const booking = await lockUndecided(tx, { id, version })
    const owing = await bookingSettlement.owing(tx, { bookingId: id, orderId: null })
    if (!owing) throw new Error(`Booking ${id} has no sale`)
    const sen = amountSen ?? transferSen(booking)
    await undoable(tx, { id, actor }, async () => {
      await decide(tx, id, 'received')
      const money = { sen, method: 'transfer' as const, note: null, at: now, now }
      const taken = await takeMoney(tx, bookingSettlement, owing, { ...money, use })
      await tellBooking(tx, id)
      await recordChange(tx, {
        actor,
        action: 'transfer',
        entity: 'booking',
        entityId: id,
        before: { status: booking.status as BookingStatus },
        after: {
          ...{ transferDecision: 'received', amount: toDecimal(sen), kept: taken.keptSen > 0 },
          ...(taken.surplusSen > 0 && { surplus: toDecimal(taken.surplusSen) }),
        },
      })
    })
  })
  await closeIntentsOf([id])
}

/**
 * The owner did not find it in the account: the hold ends, and its customer is told. Throws not_found,
 * version_conflict, not_changeable, and payment_in_progress while a card pays for it.
 */
export async function refuseTransfer({ id, version, actor }: Decision): Promise<void> {
  await transaction(async (tx) => {
    await lockRoomsOf(tx, id)
    const { status } = await lockUndecided(tx, { id, version })
    await decide(tx, id, 'not_received')
    await recordChange(tx, {
      actor,
      action: 'transfer',
      entity: 'booking',
      entityId: id,
      before: { status: status as BookingStatus },
      after: { transferDecision: 'not_received' },
    })
  })
  try {
    if ((await releaseHold({ bookingId: id })) !== 'kept') return
  } catch (error) {
    await decide(db(), id, null)
    throw error
  }
  await decide(db(), id, null)
  throw new Problem('payment_in_progress', { sentence: 'transfer_card_pays' })
}

const decide = (tx: Pick<Tx, 'booking'>, id: number, transferDecision: string | null) =>
  tx.booking.update({ where: { id }, data: { transferDecision } })

/** Locked with its payments; the caller holds the locks of its rooms. */
async function lockUndecided(tx: Tx, { id, version }: Pick<Decision, 'id' | 'version'>) {
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  const booking = await tx.booking.findUnique({ where: { id }, include: { payments: true } })
  if (!booking) throw new Problem('not_found')
  assertVersion(booking, version)
  if (!awaitsDecision(booking)) throw new Problem('not_changeable')
  return booking
}
