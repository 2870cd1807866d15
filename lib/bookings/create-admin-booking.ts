import 'server-only'
import { currentSetting, currentTax } from '@/lib/settings/queries'
import { recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { refuseLength } from '@/lib/availability/queries'
import { lockRooms, placeIn, reserve, type Place } from '@/lib/availability/room'
import type { Warning } from '@/lib/availability/by-hand'
import { lengthOf } from '@/lib/availability/rules'
import { bookableServices } from '@/lib/catalog/queries'
import { Prisma, type Tx } from '@/lib/db'
import { toDecimal, type Price, type Tax } from '@/lib/money'
import { priceChanged } from '@/lib/payments/open'
import { phoneColumns } from '@/lib/phones'
import { receiveAtStudio } from '@/lib/payments/record'
import { Problem } from '@/lib/problem'
import { everyRoom, servingRooms } from '@/lib/rooms/queries'
import { isTooSmall } from '@/lib/sales/money'
import type { Quote } from '@/lib/sales/quote'
import { discountOfSales, saleColumns, type SoldLine } from '@/lib/sales/sale'
import { billingOf } from '@/lib/receipts/company'
import { newToken } from '@/lib/http/request'
import { bookingInclude, type BookingRow } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { placeByHand } from './by-hand'
import { tellBooking } from './notices'
import { placedIn } from './places'
import { addOnAmounts, chosenAddOns } from './add-ons'
import { addOnsFor, discounted, sessionPrice, type AddOn } from './price'
import { namedLines } from './session-sale'
import { bookingSettlement } from './settle'
import type { AdminBookingInput } from './schema'

type By = { actor: string; now: Date }

/**
 * Any length, without lead time and horizon, at the current price less a discount. Received at the
 * studio it is confirmed at once, with its payment and mail; by link it is pending with no deadline,
 * and the customer is sent the link to pay it (docs/decisions/020 C15); to be paid later it is
 * confirmed and owed. Throws invalid_request (serviceId, roomId, hours, addOns, discount, paid),
 * price_changed, slot_unavailable with the warnings to read, and slot_taken with who has the room.
 */
export async function createAdminBooking(
  wish: AdminBookingInput,
  { actor, now }: By,
): Promise<BookingRow> {
  const { services, service, serving, addOns, price, tax } = await chosen(wish, now)
  const lines = namedLines(price.lines, lengthOf(wish), service, services)
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
      return insertBooking(tx, { wish, ...placed, price, addOns, lines, tax, actor, now })
    }),
  )
}

/** What is wished, and its price, at `now`. Throws as `createAdminBooking` does before it books. */
async function chosen(wish: AdminBookingInput, now: Date) {
  const [services, rooms, { severalHours }, tax] = await Promise.all([
    bookableServices(now),
    everyRoom(),
    currentSetting('lengths'),
    currentTax(),
  ])
  const service = services.get(wish.serviceId)
  // The owner can book a hidden service here.
  if (!service || service.isAddOn || service.state === 'retired')
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  refuseLength(wish, { severalHours })
  const serving = servingRooms(rooms, service.id).filter(
    ({ id }) => wish.roomId === null || id === wish.roomId,
  )
  if (serving.length === 0) throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
  const addOns = addOnsFor(chosenAddOns(wish.addOns, services), wish)
  const price = priceByHand(wish, sessionPrice(service.rates, wish, tax, addOns), tax)
  if (wish.totalAmount != null && wish.totalAmount !== price.totalSen) throw priceChanged(price)
  if (wish.paid === 'link' && isTooSmall(price.totalSen))
    throw new Problem('invalid_request', { fields: { paid: 'total_too_small' } })
  return { services, service, serving, addOns, price, tax }
}

/** What is to be paid for a booking at `now`, in sen. Throws as `createAdminBooking` does. */
export const adminBookingSen = async (wish: AdminBookingInput, now: Date): Promise<number> =>
  (await chosen(wish, now)).price.totalSen

/** Free of charge, all of it is taken off. Throws invalid_request (discount). */
function priceByHand({ paid, discount }: AdminBookingInput, whole: Quote, tax: Tax): Quote {
  const refuse = (why: string) => new Problem('invalid_request', { fields: { discount: why } })
  if (!discount) {
    if (paid === 'free') throw refuse('required')
    return whole
  }
  const { reason } = discount
  const price = discounted(whole, paid === 'free' ? { reason } : discount, tax)
  if (!price) throw refuse('discount')
  return price
}

type Made = By & {
  wish: AdminBookingInput
  place: Place
  warnings: readonly Warning[]
  keptAt: Date | null
  price: Price
  addOns: readonly AddOn[]
  lines: readonly SoldLine[]
  tax: Tax
}

async function insertBooking(
  tx: Tx,
  { wish, place, warnings, keptAt, price, addOns, lines, tax, actor, now }: Made,
): Promise<BookingRow> {
  const { paid, firstName, lastName, email, phone, people, requirements, locale } = wish
  const { serviceId, date, time, duration, hours } = wish
  const total = toDecimal(price.totalSen)
  const way = price.totalSen === 0 ? 'free' : paid
  const waits = way === 'link'
  const booking = await tx.booking.create({
    data: {
      ...{ firstName, lastName, email, requirements, locale },
      ...phoneColumns(phone),
      people: people ?? null,
      ...{ serviceId, date, time, duration, hours },
      billing: billingOf(wish) ?? Prisma.DbNull,
      ...placedIn(place),
      roomChosen: wish.roomId !== null,
      keptAt,
      totalAmount: total,
      onAccount: way === 'later' ? total : 0,
      status: waits ? 'pending' : 'confirmed',
      confirmedAt: waits ? null : now,
      manageToken: newToken(),
      createdAt: now,
      sales: { create: { kind: 'session', ...saleColumns(lines, price, tax) } },
      addOns: {
        create: addOns.map((addOn) => ({ serviceId: addOn.serviceId, ...addOnAmounts(addOn) })),
      },
    },
    include: bookingInclude,
  })
  const { id } = booking
  await reserve(tx, place, { bookingId: id })
  const after = {
    ...{ serviceId, date, time, duration, hours, total },
    payment: typeof way === 'string' ? way : way.method,
    ...(wish.discount && { discount: toDecimal(discountOfSales(booking.sales)) }),
    ...(warnings.length > 0 && { despite: warnings }),
  }
  await recordChange(tx, {
    actor,
    action: 'create',
    entity: 'booking',
    entityId: id,
    before: null,
    after,
  })
  const sale = booking.sales[0]
  if (typeof way === 'string' || !sale) await tellBooking(tx, id)
  else await receiveAtStudio(tx, bookingSettlement, { sale, sen: price.totalSen, ...way, now })
  return booking
}
