import 'server-only'
import { currentOpening } from '@/lib/availability/data'
import { lockRoom } from '@/lib/availability/mutations'
import type { Duration } from '@/lib/availability/rules'
import { addedTime, fitsDay, soldInclude, soldOf } from './offers'
import { longerDurations, MIN_CHARGE_SEN, upgradePrice, upgradeRefusal } from './rules'
import { endUpgrade, extendUpgrade, isSameUpgrade, placeUpgrade, type Placement } from './upgrades'
import { bookingSettlements } from './settlements'
import { bookableService } from '@/lib/catalog/data'
import { db, transaction, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/data'
import { MINUTE_MS } from '@/lib/time'
import { intentStatus } from '@/lib/payments/facts'
import { expireHoldOfAnother, STRIPE_AWAY_MINUTES, type Expiry } from './book'
import { closeIntent, secretOf, type OpenPayment } from '@/lib/payments/intents'
import { isInFlight } from '@/lib/payments/rules'

export type UpgradeRequest = {
  bookingId: number
  /** The length afterwards; the booking's own for add-ons only. */
  duration: Duration
  /** Services that are add-ons, not yet on the booking. */
  addOns: readonly number[]
  /** What the browser believes is due, in sen. */
  amount: number
  now: Date
}

/**
 * Holds an upgrade and gives the secret to pay for it (decision C10): only the difference, the
 * added time kept for HOLD_MINUTES. The same upgrade again gives the same intent; another one takes
 * its place unless its money is under way. Throws not_changeable, invalid_request,
 * slot_unavailable, slot_taken, price_changed, payment_in_progress, unavailable.
 */
export async function upgradeSecret(
  request: UpgradeRequest,
): Promise<{ clientSecret: string; holdExpiresAt: string }> {
  const placement = await quote(request)
  await giveUpOthers(placement)
  let holdExpiresAt = ''
  const clientSecret = await secretOf(bookingSettlements, async () => {
    const { open, until } = await openUpgradePayment(placement)
    holdExpiresAt = until.toISOString()
    return open
  })
  return { clientSecret, holdExpiresAt }
}

async function quote({
  bookingId,
  duration,
  addOns,
  amount,
  now,
}: UpgradeRequest): Promise<Placement> {
  const booking = await db().booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: soldInclude,
  })
  const refused = upgradeRefusal(booking, now)
  if (refused) throw new Problem(refused)
  const [service, opening, added] = await Promise.all([
    bookableService(booking.serviceId),
    currentOpening(),
    db().service.findMany({ where: { id: { in: [...addOns] }, isAddOn: true } }),
  ])
  if (!service) throw new Problem('not_changeable')
  const isLonger =
    !booking.isFreeSession &&
    longerDurations(service.rates, booking.duration as Duration).includes(duration)
  if (duration !== booking.duration && !isLonger)
    throw new Problem('invalid_request', { fields: { duration: 'choice' } })
  const isNew =
    added.length === new Set(addOns).size &&
    !booking.addOns.some(({ serviceId }) => addOns.includes(serviceId))
  if (!isNew || (addOns.length === 0 && duration === booking.duration))
    throw new Problem('invalid_request', { fields: { addOns: 'choice' } })
  if (isLonger && !fitsDay(booking, duration, opening))
    throw new Problem('slot_unavailable', {
      sentence: 'slot_outside_hours',
      fields: { duration: 'slot_outside_hours' },
    })
  const sold = soldOf(booking)
  const upgrade = upgradePrice(
    sold,
    service.rates,
    duration,
    added.map((row) => ({ serviceId: row.id, hourlyRate: senOf(row.hourlyRate) })),
  )
  if (upgrade.due.total < MIN_CHARGE_SEN) throw new Problem('not_changeable')
  if (upgrade.due.total !== amount)
    throw new Problem('price_changed', { data: { totalAmount: toDecimal(upgrade.due.total) } })
  return {
    bookingId,
    studioId: service.studioId,
    sold,
    duration,
    upgrade,
    added: addedTime(booking, duration, opening.holidays),
    holdMinutes: await holdMinutes(),
    now,
  }
}

const heldUpgrade = (bookingId: number) =>
  db().bookingUpgrade.findFirst({
    where: { bookingId, status: 'held' },
    include: { payment: true },
  })

/**
 * Another upgrade of this booking, or one whose hold has run out, makes way; the very same one
 * stays.
 */
async function giveUpOthers({ bookingId, duration, upgrade, now }: Placement): Promise<void> {
  const held = await heldUpgrade(bookingId)
  if (!held || (isSameUpgrade(held, duration, upgrade) && held.holdExpiresAt > now)) return
  await giveUpUpgrade(bookingId)
}

/**
 * Ends a booking's open upgrade, its intent first. Throws payment_in_progress when its money is
 * under way.
 */
export async function giveUpUpgrade(bookingId: number): Promise<void> {
  const held = await heldUpgrade(bookingId)
  if (!held) return
  const intentId = held.payment.stripePaymentIntentId
  if (intentId && (await closeIntent(bookingSettlements, intentId)) === 'in_flight')
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  await end(held.id)
}

async function openUpgradePayment(
  placement: Placement,
): Promise<{ open: OpenPayment; until: Date }> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await placeUpgrade(placement)
    if (result.kind === 'elapsed') {
      for (const id of result.bookingIds) await expireHoldOfAnother(id, placement.now)
      continue
    }
    const { upgrade } = result
    const payment = await db().payment.findUniqueOrThrow({ where: { id: upgrade.paymentId } })
    const metadata = { booking_id: String(placement.bookingId), upgrade_id: String(upgrade.id) }
    return {
      open: {
        ...payment,
        amount: senOf(payment.amount),
        metadata,
        attach: (tx) => isHeld(tx, upgrade.id),
      },
      until: upgrade.holdExpiresAt,
    }
  }
  throw new Problem('slot_taken')
}

async function isHeld(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status FROM booking_upgrades WHERE id = ${id} FOR UPDATE`
  return row?.status === 'held'
}

/**
 * Ends an upgrade whose hold has run out, as expireHold ends a booking's (decision C7): the intent
 * is closed at Stripe before the added time is given back; with the money at the bank it is
 * extended once.
 */
export async function expireUpgrade(id: number, now: Date): Promise<Expiry> {
  const upgrade = await db().bookingUpgrade.findUnique({
    where: { id },
    include: { payment: true },
  })
  if (upgrade?.status !== 'held') return 'ended'
  if (upgrade.holdExpiresAt > now) return 'extended'
  const intentId = upgrade.payment.stripePaymentIntentId
  try {
    if (intentId && !upgrade.holdExtended && isInFlight(await intentStatus(intentId))) {
      const minutes = await holdMinutes()
      await transaction((tx) => extendUpgrade(tx, id, minutes))
      return 'extended'
    }
    if (intentId && (await closeIntent(bookingSettlements, intentId)) === 'in_flight') return 'kept'
  } catch (error) {
    const stripeAway = error instanceof Problem && error.code === 'unavailable'
    if (
      !stripeAway ||
      now.getTime() - upgrade.holdExpiresAt.getTime() <= STRIPE_AWAY_MINUTES * MINUTE_MS
    )
      throw error
  }
  await end(id)
  return 'ended'
}

async function end(id: number): Promise<void> {
  const { booking } = await db().bookingUpgrade.findUniqueOrThrow({
    where: { id },
    include: { booking: { include: { service: true } } },
  })
  await transaction(async (tx) => {
    await lockRoom(tx, booking.service.studioId)
    await endUpgrade(tx, id)
  })
}

/** Upgrades whose hold has run out, oldest first. */
export const elapsedUpgrades = (now: Date, limit: number): Promise<{ id: number }[]> =>
  db().bookingUpgrade.findMany({
    where: { status: 'held', holdExpiresAt: { lte: now } },
    select: { id: true },
    orderBy: { holdExpiresAt: 'asc' },
    take: limit,
  })
