import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { roomByHand, type Warning } from '@/lib/availability/by-hand'
import { findConflicts, withConflictDetails } from '@/lib/availability/conflicts'
import { timetable } from '@/lib/availability/queries'
import { occupiedWithin, placeIn, type Cut } from '@/lib/availability/room'
import { lengthOf, type Duration, type Length } from '@/lib/availability/rules'
import { bookableServices, type BookableService } from '@/lib/catalog/queries'
import { db, type Tx } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { toDecimal } from '@/lib/money'
import { priceChanged } from '@/lib/payments/open'
import { receiveUntilItStands } from '@/lib/payments/record'
import { Problem } from '@/lib/problem'
import { everyRoom, roomOf, servingRooms, type Room } from '@/lib/rooms/queries'
import { isTooSmall } from '@/lib/sales/money'
import { saleColumns, taxOfSales } from '@/lib/sales/sale'
import { chosenAddOns, refusedAddOns } from './add-ons'
import { placeByHand } from './by-hand'
import { retryAfterExpiringHolds } from './expire'
import { tellBooking } from './notices'
import { addedTime, soldInclude, soldOf, type SoldRow } from './offers'
import { isRetired, lockRoomsOf, roomRetired } from './places'
import { lengthWithMore, upgradePrice, type Upgrade } from './price'
import type { ExtendBody, Extension } from './schema'
import { namedLines } from './session-sale'
import { makeLonger } from './settle-upgrade'
import { undoable } from './undo'
import { addOnNames, giveUpUpgrade } from './upgrade'

type More = { hours: number; addOns: readonly number[] }

/** Made by hand or paid, and not over. A hold is the visitor's to pay first. */
const isExtendable = ({ status, holdExpiresAt, endsAt }: SoldRow, now: Date): boolean =>
  endsAt > now && (status === 'confirmed' || (status === 'pending' && holdExpiresAt === null))

type Longer = { length: Length; upgrade: Upgrade; service: BookableService }

/** `longest`: one day has no more hours; `no_charge`: it would cost no more than what was sold. */
type NotLonger = { refused: 'longest' | 'no_charge' }

/** The booking with so much more, and its price. Throws not_changeable, and invalid_request (addOns). */
function longer(
  booking: SoldRow,
  { hours, addOns }: More,
  services: ReadonlyMap<number, BookableService>,
): Longer | NotLonger {
  const service = services.get(booking.serviceId)
  if (!service || (booking.isFreeSession && hours > 0)) throw new Problem('not_changeable')
  const added = chosenAddOns(addOns, services)
  const isOnIt = ({ serviceId }: { serviceId: number }) => addOns.includes(serviceId)
  if (booking.addOns.some(isOnIt) || (hours === 0 && added.length === 0))
    throw refusedAddOns('choice')
  const sold = soldOf(booking)
  const length = hours === 0 ? sold.length : lengthWithMore(service.rates, sold, hours)
  if (!length) return { refused: 'longest' }
  const upgrade = upgradePrice(sold, service.rates, length, added)
  return upgrade.due.totalSen > 0 ? { length, upgrade, service } : { refused: 'no_charge' }
}

/** As findByHand takes it: in its own room, where it may have begun. */
const wishOf = (
  booking: SoldRow,
  length: Length,
  room: Room,
  despite: readonly Warning[],
  now: Date,
) => ({
  rooms: [room],
  session: { ...length, date: booking.date, time: booking.time, ownStart: true },
  despite: [...despite, 'past' as const],
  ignoring: booking.id,
  field: 'hours',
  now,
})

type Asked = ExtendBody & { id: number; actor: string; now: Date }

/**
 * Sells a session more time or an add-on, also while it runs, as an upgrade that has its time at once:
 * received at the studio, or owed and paid with the rest of the booking. It can be taken back for some
 * seconds. Throws not_found,
 * not_changeable, version_conflict, invalid_request, price_changed, payment_in_progress (of an upgrade
 * by the customer), slot_unavailable with the warnings to read, and slot_taken with who has the room.
 */
export async function extendBooking(asked: Asked): Promise<void> {
  const { id } = asked
  const row = await db().booking.findUnique({ where: { id }, include: soldInclude })
  if (!row) throw new Problem('not_found')
  const [services, rooms] = await Promise.all([bookableServices(asked.now), everyRoom()])
  const room = roomOf(rooms, row.roomId)
  const wanted = longer(row, asked, services)
  const length = 'refused' in wanted ? lengthOf(row) : wanted.length
  const places = () => [addedTime(row, length, room)]
  await giveUpUpgrade(id)
  await withConflictDetails({ places, ignoring: id }, () =>
    retryAfterExpiringHolds((tx) => extend(tx, asked, { services, rooms })),
  )
}

type Known = { services: ReadonlyMap<number, BookableService>; rooms: readonly Room[] }

async function extend(tx: Tx, asked: Asked, known: Known): Promise<void> {
  const { id } = asked
  await lockRoomsOf(tx, id)
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.$executeRaw`SELECT 1 FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  await undoable(tx, asked, () => sellMore(tx, asked, known))
}

/** Returns the turnarounds that it has cut. The caller holds the locks. */
async function sellMore(
  tx: Tx,
  { id, hours, addOns, pay, priceSen, despite = [], version, actor, now }: Asked,
  { services, rooms }: Known,
): Promise<{ cut: readonly Cut[] }> {
  const booking = await tx.booking.findUniqueOrThrow({ where: { id }, include: soldInclude })
  assertVersion(booking, version)
  if (!isExtendable(booking, now)) throw new Problem('not_changeable')
  const found = longer(booking, { hours, addOns }, services)
  if ('refused' in found)
    throw new Problem('not_changeable', { sentence: `extend_${found.refused}` })
  const { length, upgrade, service } = found
  const { due } = upgrade
  if (due.totalSen !== priceSen) throw priceChanged(due)
  if (pay === 'link' && isTooSmall(due.totalSen))
    throw new Problem('invalid_request', { fields: { pay: 'total_too_small' } })
  if ((await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } })) > 0)
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  const room = roomOf(rooms, booking.roomId)
  if (hours > 0 && isRetired(room)) throw roomRetired()
  const placed =
    hours === 0 ? null : await placeByHand(tx, wishOf(booking, length, room, despite, now))
  const lines = namedLines(due.lines, length, service, await addOnNames(tx, upgrade))
  const sale = await tx.sale.create({
    data: { kind: 'upgrade', bookingId: id, ...saleColumns(lines, due, taxOfSales(booking.sales)) },
  })
  const row = await tx.bookingUpgrade.create({
    data: {
      ...{ bookingId: id, saleId: sale.id, status: 'applied', holdExpiresAt: now },
      ...{ fromDuration: booking.duration, fromHours: booking.hours },
      ...{ fromStartsAt: booking.startsAt, fromTotal: booking.totalAmount },
      ...{ duration: length.duration, hours: length.hours, addOns: upgrade.addOns },
    },
    include: { sale: true },
  })
  const isOwed = typeof pay === 'string'
  await makeLonger(tx, row, placed?.place ?? null, { onAccount: isOwed })
  if (placed?.keptAt) await tx.booking.update({ where: { id }, data: { keptAt: placed.keptAt } })
  await recordChange(tx, {
    actor,
    action: 'extend',
    entity: 'booking',
    entityId: id,
    before: { duration: booking.duration as Duration, hours: booking.hours },
    after: {
      ...{ duration: length.duration, hours: length.hours, total: toDecimal(due.totalSen) },
      payment: isOwed ? pay : pay.method,
      ...(placed && placed.warnings.length > 0 && { despite: placed.warnings }),
    },
  })
  if (!isOwed) {
    const money = { sale, sen: due.totalSen, ...pay, now }
    const { id: paymentId } = await receiveUntilItStands(tx, money)
    await tx.bookingUpgrade.update({ where: { id: row.id }, data: { paymentId } })
  }
  await tellBooking(tx, id)
  return { cut: placed?.cut ?? [] }
}

/** What more would cost now, whether its time is free, and who has it; null for no booking. */
export async function extensionOf(
  id: number,
  more: More,
  locale: Locale,
  now: Date,
): Promise<Extension | null> {
  const booking = await db().booking.findUnique({ where: { id }, include: soldInclude })
  if (!booking) return null
  const { services, rooms } = await timetable(now)
  const wanted = longer(booking, more, services)
  const found = 'refused' in wanted ? null : wanted
  const length = found?.length ?? lengthOf(booking)
  const room = roomOf(rooms, booking.roomId)
  const added = addedTime(booking, length, room)
  const others = servingRooms(rooms, booking.serviceId).filter((one) => one.id !== room.id)
  const places = [room, ...others].map((one) => ({ ...added, roomId: one.id }))
  const conflicts = await findConflicts(places, id)
  const conflictIn = (roomId: number) => conflicts.find((one) => one.roomId === roomId)
  const { state, warnings }: Judged = !isExtendable(booking, now)
    ? { state: 'over', warnings: [] }
    : 'refused' in wanted
      ? { state: wanted.refused, warnings: [] }
      : more.hours > 0 && isRetired(room)
        ? { state: 'room_retired', warnings: [] }
        : await judged(booking, length, room, now)
  const span = added.spans[0] ?? { startsAt: booking.endsAt, endsAt: booking.endsAt }
  const { subtotalSen, taxSen, totalSen } = found?.upgrade.due ?? {}
  return {
    ...{ hours: more.hours, length, state, warnings, clash: conflictIn(room.id) ?? null },
    price:
      subtotalSen === undefined || taxSen === undefined || totalSen === undefined
        ? null
        : {
            subtotal: toDecimal(subtotalSen),
            taxAmount: toDecimal(taxSen),
            totalAmount: toDecimal(totalSen),
          },
    ...{ from: span.startsAt.toISOString(), to: span.endsAt.toISOString() },
    otherRooms: others
      .filter(({ id: other }) => added.spans.length > 0 && !conflictIn(other))
      .map(({ id: other, names }) => ({ id: other, name: names[locale] ?? names.en })),
    version: booking.updatedAt.toISOString(),
  }
}

type Judged = Pick<Extension, 'state' | 'warnings'>

async function judged(booking: SoldRow, length: Length, room: Room, now: Date): Promise<Judged> {
  const { session } = wishOf(booking, length, room, [], now)
  const others = (await occupiedWithin(db(), [placeIn(room, session)])).filter(
    ({ bookingId, state }) => bookingId !== booking.id && state === 'held',
  )
  const { room: found, ...judgement } = roomByHand([room], session, others, now)
  if (!found || !('warnings' in judgement)) return { state: 'taken', warnings: [] }
  const warnings = judgement.warnings.filter((warning) => warning !== 'past')
  return { state: warnings.length > 0 ? 'warn' : 'free', warnings }
}
