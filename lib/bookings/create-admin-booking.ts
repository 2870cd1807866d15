import 'server-only'
import { currentSetting, currentTax } from '@/lib/settings/queries'
import { randomUUID } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { refuseLength } from '@/lib/availability/queries'
import { lockRooms, placeIn, reserve, type Place } from '@/lib/availability/room'
import type { Warning } from '@/lib/availability/by-hand'
import { lengthOf } from '@/lib/availability/rules'
import { bookableService } from '@/lib/catalog/queries'
import { Prisma, type Tx } from '@/lib/db'
import { toDecimal, type Price, type Tax } from '@/lib/money'
import { issueDocuments } from '@/lib/payments/documents'
import { priceChanged } from '@/lib/payments/open'
import type { SettledPayment } from '@/lib/payments/settlement'
import { phoneColumns } from '@/lib/phones'
import { Problem } from '@/lib/problem'
import { everyRoom, servingRooms } from '@/lib/rooms/queries'
import { isTooSmall, UNSAID_METHOD } from '@/lib/sales/money'
import { saleColumns, type SoldLine } from '@/lib/sales/sale'
import { billingOf } from '@/lib/receipts/company'
import { newToken } from '@/lib/http/request'
import { bookingInclude, type BookingRow } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { placeByHand } from './by-hand'
import { tellBooking } from './notices'
import { placedIn } from './places'
import { sessionPrice } from './price'
import { namedLines } from './session-sale'
import { bookingSettlement } from './settle'
import type { AdminBookingInput } from './schema'

type By = { actor: string; now: Date }

/**
 * Any length, without lead time and horizon, at the current price. Paid offline it is confirmed at
 * once, with its payment and mail; otherwise it is pending with no deadline, and the customer is
 * sent the link to pay it (docs/decisions/020 C15). Throws invalid_request (serviceId, roomId, hours),
 * price_changed, slot_unavailable with the warnings to read, and slot_taken with who has the room.
 */
export async function createAdminBooking(
  wish: AdminBookingInput,
  { actor, now }: By,
): Promise<BookingRow> {
  const [service, rooms, { severalHours }, tax] = await Promise.all([
    bookableService(wish.serviceId),
    everyRoom(),
    currentSetting('lengths'),
    currentTax(),
  ])
  // The owner can book a hidden service here.
  if (!service || service.isAddOn || service.state === 'retired')
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  refuseLength(wish, { severalHours })
  const serving = servingRooms(rooms, service.id).filter(
    ({ id }) => wish.roomId === null || id === wish.roomId,
  )
  if (serving.length === 0) throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
  const price = sessionPrice(service.rates, wish, tax)
  if (wish.totalAmount != null && wish.totalAmount !== price.totalSen) throw priceChanged(price)
  if (wish.payment === 'later' && isTooSmall(price.totalSen))
    throw new Problem('invalid_request', { fields: { payment: 'total_too_small' } })
  const lines = namedLines(price.lines, lengthOf(wish), service, new Map())
  const places = serving.map((room) => placeIn(room, wish))
  const { despite = [] } = wish
  const where = { rooms: serving, session: wish, despite, ignoring: null, field: 'time', now }
  return withConflictDetails({ places: () => places }, () =>
    retryAfterExpiringHolds(async (tx) => {
      await lockRooms(
        tx,
        serving.map(({ id }) => id),
      )
      const placed = await placeByHand(tx, where)
      return insertBooking(tx, { wish, ...placed, price, lines, tax, actor, now })
    }),
  )
}

type Made = By & {
  wish: AdminBookingInput
  place: Place
  warnings: readonly Warning[]
  keptAt: Date | null
  price: Price
  lines: readonly SoldLine[]
  tax: Tax
}

async function insertBooking(
  tx: Tx,
  { wish, place, warnings, keptAt, price, lines, tax, actor, now }: Made,
): Promise<BookingRow> {
  const { payment, paidBy, paidWith, firstName, lastName, email, phone, requirements, locale } =
    wish
  const { serviceId, date, time, duration, hours } = wish
  const paid = payment === 'offline'
  const booking = await tx.booking.create({
    data: {
      ...{ firstName, lastName, email, requirements, locale },
      ...phoneColumns(phone),
      ...{ serviceId, date, time, duration, hours },
      billing: billingOf(wish) ?? Prisma.DbNull,
      ...placedIn(place),
      roomChosen: wish.roomId !== null,
      keptAt,
      totalAmount: toDecimal(price.totalSen),
      status: paid ? 'confirmed' : 'pending',
      confirmedAt: paid ? now : null,
      manageToken: newToken(),
      createdAt: now,
      sales: { create: { kind: 'session', ...saleColumns(lines, price, tax) } },
    },
    include: bookingInclude,
  })
  const { id } = booking
  await reserve(tx, place, { bookingId: id })
  let received: SettledPayment | null = null
  if (paid) {
    // No intent at Stripe: the customer paid at the studio. The member's ledger and the accounts
    // treat it like any other payment.
    const money = {
      amount: toDecimal(price.totalSen),
      status: 'succeeded',
      outcome: 'confirmed',
      reason: 'offline',
      method: paidBy ?? UNSAID_METHOD,
      note: paidWith,
      succeededAt: now,
    }
    received = await tx.payment.create({
      data: {
        bookingId: id,
        saleId: booking.sales[0]?.id ?? null,
        purpose: 'booking',
        idempotencyKey: randomUUID(),
        ...money,
      },
    })
  } else await tellBooking(tx, id)
  const after = {
    service: booking.service.name,
    date: wish.date,
    time: wish.time,
    duration: wish.duration,
    hours: wish.hours,
    total: toDecimal(price.totalSen),
    payment,
    ...(warnings.length > 0 && { despite: warnings.join(', ') }),
  }
  await recordChange(tx, {
    actor,
    action: 'create',
    entity: 'booking',
    entityId: id,
    before: null,
    after,
  })
  if (received)
    await issueDocuments(tx, bookingSettlement, received, {
      isSale: true,
      at: now,
      reference: null,
      refunds: [],
      now,
    })
  return booking
}
