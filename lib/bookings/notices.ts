import 'server-only'
import { lengthOf, spansOf } from '@/lib/availability/rules'
import { db, transaction, type Tx } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { toLocale } from '@/lib/i18n/routing'
import { isQueued, queueMail } from '@/lib/mail/outbox'
import { fullName } from '@/lib/names'
import type { IssuedNoteMail, SettledPayment } from '@/lib/payments/settlement'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { nameIn } from '@/lib/catalog/rules'
import { moneyOf } from '@/lib/sales/money'
import { priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { withSales } from './queries'
import { REMINDER_HOURS } from './status'

type StudioEvent = 'made' | 'moved' | 'upgraded' | 'cancelled'

/**
 * Queues the studio's own mail about a booking, unless the settings switch it off
 * (docs/decisions/020 F4), in the caller's transaction.
 */
async function tellStudio(
  tx: Tx,
  event: StudioEvent,
  { booking, facts }: Awaited<ReturnType<typeof bookingMailFacts>>,
  previous?: { date: string; time: string },
): Promise<void> {
  const notices = await currentSetting('notices', tx)
  if (!(event === 'made' ? notices.bookings : notices.changes)) return
  await queueMail(tx, {
    kind: 'studio_booking',
    payload: { ...facts, serviceName: booking.service.name, event, previous },
    recipient: (await currentSite(tx)).email,
    locale: 'en',
    dedupeKey: `studio_booking:${event}:${booking.id}:${booking.calendarSequence}`,
    bookingId: booking.id,
  })
}

/** Mails that say when a session is. */
const TELLING = [
  'booking_confirmed',
  'booking_unpaid',
  'booking_rescheduled',
  'booking_upgraded',
  'booking_reminder',
]

/**
 * True when the customer has been told when the session is: it is or was confirmed, or a mail said
 * so. A visitor who is still paying has not.
 */
async function isTold(tx: Tx, { id, status }: { id: number; status: string }): Promise<boolean> {
  if (status === 'confirmed' || status === 'completed') return true
  const where = { bookingId: id, kind: { in: TELLING }, status: { not: 'dropped' } }
  return (await tx.mail.count({ where })) > 0
}

/**
 * Queues the mail about the new time, with a calendar file that moves the same event
 * (docs/decisions/020 F1), in the caller's transaction; to nobody when the customer was not told
 * the old one.
 */
export async function queueBookingRescheduled(
  tx: Tx,
  id: number,
  previous: { date: string; time: string },
): Promise<void> {
  const about = await bookingMailFacts(tx, id)
  const { booking, facts, locale } = about
  if (!(await isTold(tx, booking))) return
  const payload = { ...facts, previous, manageToken: booking.manageToken }
  const dedupeKey = `booking_rescheduled:${id}:${booking.calendarSequence}`
  await queueMail(tx, {
    kind: 'booking_rescheduled',
    payload,
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
  await tellStudio(tx, 'moved', about, previous)
}

/**
 * Queues the mail about a paid upgrade, with a calendar file that extends the same event and the
 * receipt of its payment.
 */
export async function queueBookingUpgraded(
  tx: Tx,
  id: number,
  paid: { sen: number; paymentId: number },
): Promise<void> {
  const about = await bookingMailFacts(tx, id)
  const { booking, facts, locale } = about
  const { paymentId } = paid
  const payload = { ...facts, paidSen: paid.sen, manageToken: booking.manageToken, paymentId }
  const dedupeKey = `booking_upgraded:${id}:${booking.calendarSequence}`
  await queueMail(tx, {
    kind: 'booking_upgraded',
    payload,
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
  await tellStudio(tx, 'upgraded', about)
}

/**
 * Queues the mails to the customer and the studio about an upgrade whose payment came too late and
 * was refunded (docs/decisions/020 C7).
 */
export async function queueUpgradeRefund(
  tx: Tx,
  paymentId: number,
  reason: string | null,
): Promise<void> {
  const upgrade = await tx.bookingUpgrade.findUniqueOrThrow({
    where: { paymentId },
    include: { payment: true, sale: true },
  })
  // The administrator's own refund and a duplicate payment are reported elsewhere, or by Stripe's
  // receipt.
  if (reason !== 'late' && reason !== 'cancelled') return
  const { booking, facts, locale } = await bookingMailFacts(tx, upgrade.bookingId)
  const amounts = priceOfSales([upgrade.sale])
  const { totalSen } = amounts
  const bookingId = booking.id
  const paymentIntentId = upgrade.payment.stripePaymentIntentId ?? undefined
  const cause = { paymentId, wasCancelled: reason === 'cancelled' }
  const customerPayload = {
    ...{ ...facts, ...cause },
    refundedSen: totalSen,
    manageToken: booking.manageToken,
  }
  await queueMail(tx, {
    kind: 'upgrade_refund',
    payload: customerPayload,
    recipient: booking.email,
    locale,
    dedupeKey: `upgrade_refund:${paymentId}`,
    bookingId,
  })
  const studioPayload = {
    ...facts,
    ...cause,
    ...amounts,
    serviceName: booking.service.name,
    alternatives: [],
    paymentIntentId,
  }
  await queueMail(tx, {
    kind: 'late_payment_studio',
    payload: studioPayload,
    recipient: (await currentSite(tx)).email,
    locale: 'en',
    dedupeKey: `late_payment_studio:${paymentId}`,
    bookingId,
  })
}

/** The maximum number of customers that one call reminds. */
export const REMINDED_AT_ONCE = 100

/**
 * Reminds the customers of confirmed sessions that begin within 24 hours, once per booking and
 * start time, so that a moved session gets a new reminder. No reminder is sent when another mail
 * about the session's time was sent in those 24 hours. Returns the number of bookings read.
 */
export async function queueReminders(now: Date): Promise<number> {
  const due = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b
    WHERE b.status = 'confirmed' AND b.starts_at > ${now}
      AND b.starts_at <= ${now}::timestamptz + make_interval(hours => ${REMINDER_HOURS}::int)
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.booking_id = b.id
        AND m.kind IN
          ('booking_confirmed', 'booking_rescheduled', 'booking_upgraded', 'booking_reminder')
        AND m.created_at > b.starts_at - make_interval(hours => ${REMINDER_HOURS}::int))
    ORDER BY b.starts_at LIMIT ${REMINDED_AT_ONCE}::int`
  await eachByItself(due, 'reminder', ({ id }) => transaction((tx) => queueReminder(tx, id)))
  return due.length
}

async function queueReminder(tx: Tx, id: number): Promise<void> {
  // Locked: a session that is being cancelled or moved right now must not be reminded of its old
  // time.
  const [booking] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status FROM bookings WHERE id = ${id} FOR UPDATE`
  if (booking?.status !== 'confirmed') return
  const { booking: row, facts, locale } = await bookingMailFacts(tx, id)
  const payload = { ...facts, manageToken: row.manageToken }
  const dedupeKey = `booking_reminder:${id}:${row.startsAt.toISOString()}`
  await queueMail(tx, {
    kind: 'booking_reminder',
    payload,
    recipient: row.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
}

/**
 * Queues the mail to the customer of a booking that the studio made: that payment is due, and where
 * to pay; in the caller's transaction.
 */
export async function queueBookingUnpaid(tx: Tx, id: number): Promise<void> {
  const { booking, facts, locale } = await bookingMailFacts(tx, id)
  await queueMail(tx, {
    kind: 'booking_unpaid',
    payload: { ...facts, manageToken: booking.manageToken },
    recipient: booking.email,
    locale,
    dedupeKey: `booking_unpaid:${id}:${booking.calendarSequence}`,
    bookingId: id,
  })
}

/**
 * Queues the confirmation with its calendar file, once per booking and calendar sequence, in the
 * caller's transaction, and again for each further payment. `paymentId` is the payment that confirmed
 * it, whose receipt is attached.
 */
export async function queueBookingConfirmed(tx: Tx, id: number, paymentId?: number): Promise<void> {
  const about = await bookingMailFacts(tx, id)
  const { booking, facts, locale } = about
  const first = `booking_confirmed:${id}:${booking.calendarSequence}`
  const isTold = paymentId !== undefined && (await isQueued(tx, first))
  const dedupeKey = isTold ? `${first}:${paymentId}` : first
  await queueMail(tx, {
    kind: 'booking_confirmed',
    payload: { ...facts, manageToken: booking.manageToken, paymentId },
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
  await tellStudio(tx, 'made', about)
}

/**
 * Queues the cancellation with a calendar file that removes the session from the customer's
 * calendar, when the customer had been told of it. Called once the booking is cancelled, and before
 * its payments change: `was` is its status before.
 */
export async function queueBookingCancelled(
  tx: Tx,
  id: number,
  { refund, was, now }: { refund: 'none' | 'full'; was: string; now: Date },
): Promise<void> {
  const about = await bookingMailFacts(tx, id)
  const { booking, facts, locale } = about
  // A session that took place and is only struck from the books is no news to the customer.
  if (was === 'completed' && booking.endsAt <= now) return
  if (!(await isTold(tx, { id, status: was }))) return
  const { backSen, returnedSen } = moneyOf(await tx.payment.findMany({ where: { bookingId: id } }))
  const dedupeKey = `booking_cancelled:${id}:${booking.calendarSequence}`
  await queueMail(tx, {
    kind: 'booking_cancelled',
    payload: {
      ...facts,
      manageToken: booking.manageToken,
      refund,
      before: { back: backSen, returnedAtStudio: returnedSen },
    },
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
  await tellStudio(tx, 'cancelled', about)
}

/**
 * Queues the mails to the customer and the studio about money for a slot that is taken by now
 * (docs/decisions/020 C7).
 */
export async function queueLatePayment(
  tx: Tx,
  paymentId: number,
  alternatives: { date: string; time: string }[],
): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (payment.bookingId === null) return
  const { booking, facts, locale } = await bookingMailFacts(tx, payment.bookingId)
  const payload = {
    ...facts,
    paymentId,
    wasCancelled: payment.reason === 'cancelled',
    alternatives,
    paymentIntentId: payment.stripePaymentIntentId ?? undefined,
  }
  const studioPayload = { ...payload, serviceName: booking.service.name }
  const bookingId = booking.id
  await queueMail(tx, {
    kind: 'late_payment_refund',
    payload: { ...payload, manageToken: booking.manageToken },
    recipient: booking.email,
    locale,
    dedupeKey: `late_payment_refund:${paymentId}`,
    bookingId,
  })
  await queueMail(tx, {
    kind: 'late_payment_studio',
    payload: studioPayload,
    recipient: (await currentSite(tx)).email,
    locale: 'en',
    dedupeKey: `late_payment_studio:${paymentId}`,
    bookingId,
  })
}

/**
 * Queues the mail with a credit or debit note, once, in the caller's transaction.
 */
export async function queueBookingNote(
  tx: Tx,
  { bookingId, documentId, kind }: SettledPayment & IssuedNoteMail,
): Promise<void> {
  if (bookingId === null) return
  const booking = await tx.booking.findUniqueOrThrow({ where: { id: bookingId } })
  await queueMail(tx, {
    kind,
    payload: {
      documentId,
      name: fullName(booking),
      about: { booking: bookingId },
      manageToken: booking.manageToken,
    },
    recipient: booking.email,
    locale: toLocale(booking.locale),
    dedupeKey: `${kind}:${documentId}`,
    bookingId,
  })
}

/** The facts about a booking that mails and calendar files state, in its customer's language. */
export async function bookingMailFacts(tx: Tx, id: number) {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id },
    include: {
      service: true,
      sales: withSales,
      addOns: { include: { service: true }, orderBy: { id: 'asc' } },
      reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
    },
  })
  const holidays = new Set(
    (await tx.holiday.findMany({ select: { date: true } })).map((holiday) => holiday.date),
  )
  const length = lengthOf(booking)
  const locale = toLocale(booking.locale)
  const tax = taxOfSales(booking.sales)
  // The reservations are authoritative. Only a booking that has lost its time is computed, and may
  // then show a holiday edited since.
  const spans =
    booking.reservations.length > 0
      ? booking.reservations
      : spansOf(booking.date, booking.time, length, holidays)
  const facts = {
    bookingId: booking.id,
    firstName: booking.firstName,
    lastName: booking.lastName,
    email: booking.email,
    phone: booking.phone,
    serviceName: nameIn(locale, booking.service),
    date: booking.date,
    time: booking.time,
    ...length,
    addOns: booking.addOns.map((row) => ({
      name: nameIn(locale, row.service),
      hours: row.hours,
    })),
    spans: spans.map((span) => ({
      startsAt: span.startsAt.toISOString(),
      endsAt: span.endsAt.toISOString(),
    })),
    ...priceOfSales(booking.sales),
    taxLabel: tax.label,
    taxPercent: tax.basisPoints / 100,
    requirements: booking.requirements,
    sequence: booking.calendarSequence,
  }
  return { booking, facts, locale }
}
