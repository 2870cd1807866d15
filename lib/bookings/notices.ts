import 'server-only'
import { lengthOf, spansOf } from '@/lib/availability/rules'
import { nameIn } from '@/lib/catalog/rules'
import { db, transaction, type Tx } from '@/lib/db'
import type { Booking, Payment } from '@/lib/generated/prisma/client'
import { sha256 } from '@/lib/http/request'
import { eachByItself } from '@/lib/each'
import { toLocale } from '@/lib/i18n/routing'
import { tellFinance } from '@/lib/mail/finance'
import { queueNotice } from '@/lib/mail/notices'
import { queueMail } from '@/lib/mail/outbox'
import { recordNotice, toldLast } from '@/lib/mail/told'
import {
  bookingNews,
  isToAsk,
  moneyFacts,
  studioNews,
  type BookingTold,
  type FinanceTold,
  type Standing,
} from '@/lib/notices/rules'
import { hasPhones, queuePush } from '@/lib/push/queue'
import { financeReader } from '@/lib/receipts/company'
import { holidaysOf, roomNameOf } from '@/lib/rooms/queries'
import { senOf, toDecimal } from '@/lib/money'
import { moneyOf } from '@/lib/sales/money'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { withSales } from './queries'
import { askedSen, isUnpaid, REMINDER_HOURS } from './status'
import { payToken } from './tokens'

/**
 * Called in the transaction of whatever may have changed a booking, its money or its documents: queues
 * a notice to the customer and to the studio where one has anything to say, and for the finance contact each
 * document that they have not got, and what they have not been asked for. What it says is decided
 * when it is sent, by `noticeOf` (lib/bookings/mail-now.ts). `silently`: the customer knows already and is
 * not mailed, unless a mail about the booking waits, which then says how it is.
 */
export async function tellBooking(
  tx: Tx,
  id: number,
  { silently = false }: { silently?: boolean } = {},
): Promise<void> {
  const current = await bookingNow(tx, id, new Date())
  const { booking, told: now, isOver } = current
  const about = { bookingId: id }
  await queueNotice(
    tx,
    {
      kind: 'booking_notice',
      payload: about,
      recipient: booking.email,
      locale: toLocale(booking.locale),
      ...about,
    },
    async () => {
      const news = bookingNews(await toldLast<BookingTold>(tx, 'customer', about), now, isOver)
      if (!news || !silently || (await isMailWaiting(tx, id))) return news !== null
      await recordNotice(tx, about, { audience: 'customer', says: news.says, told: now }, null)
      return false
    },
  )
  await queueNotice(
    tx,
    {
      kind: 'studio_booking',
      payload: about,
      recipient: (await currentSite(tx)).email,
      locale: 'en',
      ...about,
    },
    async () => {
      const news = studioNews(await toldLast<BookingTold>(tx, 'studio', about), now, isOver)
      if (!news) return false
      const { bookings, changes } = await currentSetting('notices', tx)
      const isWanted = news.event === 'late' || (news.event === 'made' ? bookings : changes)
      if (!isWanted)
        await recordNotice(tx, about, { audience: 'studio', says: news.says, told: now }, null)
      return isWanted
    },
  )
  await tellPhones(tx, id, now, isOver)
  await tellFinance(tx, about)
  await askFinance(tx, current)
}

type Current = Awaited<ReturnType<typeof bookingNow>>

/**
 * Whom to ask for the sum that the customer is asked for, and by which link (docs/decisions/059); null
 * where there is no finance contact.
 */
export function financeAsked({ booking, told }: Pick<Current, 'booking' | 'told'>) {
  const [recipient, token] = [financeReader(booking), payToken(booking)]
  if (recipient === null || token === null) return null
  const { owedSen, acceptedSen } = told
  return { recipient, token, told: { owedSen, acceptedSen, link: sha256(token) } }
}

/**
 * In the transaction of what may have changed the sum or the link: queues the mail that asks for it. What
 * was told by a link that has ended goes: its hash is of an address that is not on the booking any more.
 */
export async function askFinance(tx: Tx, current: Current): Promise<void> {
  const asked = financeAsked(current)
  const { id, locale } = current.booking
  await tx.$executeRaw`DELETE FROM notices WHERE booking_id = ${id} AND audience = 'finance'
    AND told ->> 'link' IS DISTINCT FROM ${asked?.told.link ?? null}`
  if (!asked) return
  const about = { bookingId: id }
  await queueNotice(
    tx,
    {
      ...{ kind: 'finance_payment', payload: about, recipient: asked.recipient },
      ...{ locale: toLocale(locale), unproven: true, ...about },
    },
    async () => isToAsk(await toldLast<FinanceTold>(tx, 'finance', about), asked.told),
  )
}

/** Of what the studio is told by mail: at once, and only what has come to it since they were told last. */
async function tellPhones(tx: Tx, id: number, now: BookingTold, isOver: boolean): Promise<void> {
  if (!(await hasPhones(tx))) return
  const about = { bookingId: id }
  const before =
    (await toldLast<BookingTold>(tx, 'phones', about)) ??
    (await toldLast<BookingTold>(tx, 'studio', about))
  const news = studioNews(before, now, isOver)
  // Of money that came too late they are told when there is something to decide.
  if (!news || news.event === 'late') return
  const kind = news.event === 'made' && before === null ? 'bookings' : 'changes'
  await queuePush(tx, { kind, ...about })
  await recordNotice(tx, about, { audience: 'phones', says: news.says, told: now }, null)
}

const isMailWaiting = async (tx: Tx, bookingId: number): Promise<boolean> =>
  (await tx.mail.count({ where: { bookingId, kind: 'booking_notice', status: 'queued' } })) > 0

/** What the customer was not mailed about after that notice counts as not told. */
export const forgetSilent = (tx: Tx, bookingId: number, after: number) =>
  tx.notice.deleteMany({
    where: { bookingId, audience: 'customer', mailId: null, id: { gt: after } },
  })

/** The maximum number of customers that one call reminds. */
export const REMINDED_AT_ONCE = 100

/** Notices that say when a session is. */
export const TELLING = ['confirmed', 'restored', 'moved', 'upgraded']

/**
 * Reminds the customers of confirmed sessions that begin within 24 hours, once per booking and
 * start time, so that a moved session gets a new reminder. No reminder is queued when another mail
 * about the session's time was queued in those 24 hours. Returns the number of bookings read.
 */
export async function queueReminders(now: Date): Promise<number> {
  const due = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b
    WHERE b.status = 'confirmed' AND b.starts_at > ${now}
      AND b.starts_at <= ${now}::timestamptz + make_interval(hours => ${REMINDER_HOURS}::int)
      AND NOT EXISTS (SELECT 1 FROM mails m LEFT JOIN notices n ON n.mail_id = m.id
        WHERE m.booking_id = b.id
        AND (m.kind = 'booking_reminder' OR (m.kind = 'booking_notice'
          AND (n.says = ANY (${TELLING}) OR (n.id IS NULL AND m.status = 'queued'))))
        AND m.created_at > b.starts_at - make_interval(hours => ${REMINDER_HOURS}::int))
    ORDER BY b.starts_at LIMIT ${REMINDED_AT_ONCE}::int`
  await eachByItself(due, 'reminder', ({ id }) => transaction((tx) => queueReminder(tx, id)))
  return due.length
}

async function queueReminder(tx: Tx, id: number): Promise<void> {
  const { email, locale, startsAt } = await tx.booking.findUniqueOrThrow({ where: { id } })
  const start = startsAt.toISOString()
  await queueMail(tx, {
    kind: 'booking_reminder',
    payload: { bookingId: id, startsAt: start },
    recipient: email,
    locale: toLocale(locale),
    dedupeKey: `booking_reminder:${id}:${start}`,
    bookingId: id,
  })
}

/** What may be supposed of a booking, to see what its customer would be told of it. */
export type Supposed =
  | { cancelled: true; after: (payment: Payment) => Payment }
  | Moved
  | { moreSen: number; isPaid: boolean }
type Moved = { date: string; time: string; roomId?: number }

/** A booking with what its customer is to know at `now` and what mails state, as if `supposed` were so. */
export async function bookingNow(tx: Tx, id: number, now: Date, supposed?: Supposed) {
  const isEnded = supposed !== undefined && 'cancelled' in supposed
  const moved = supposed && 'date' in supposed ? supposed : undefined
  const { booking: row, facts } = await bookingMailFacts(tx, id, moved)
  const stored = await tx.payment.findMany({ where: { bookingId: id }, orderBy: { id: 'asc' } })
  const booking = isEnded ? { ...row, status: 'cancelled', holdExpiresAt: null } : row
  const payments = isEnded ? stored.map(supposed.after) : stored
  const documents = await tx.receipt.findMany({
    where: { payment: { bookingId: id } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const money = moneyFacts(payments)
  const more = supposed && 'moreSen' in supposed ? supposed : null
  // What is received at once leaves what is owed as it is.
  const owing = { ...booking, ...(more && !more.isPaid && withMore(booking, more)), payments }
  const asked = isUnpaid(owing) ? askedSen(owing) : 0
  const paidSen = more?.isPaid ? more.moreSen : 0
  const totalSen = facts.totalSen + (more?.moreSen ?? 0)
  const sums = moneyOf(payments)
  const settledSen = sums.settledSen + paidSen
  const told: BookingTold = {
    ...{ ...money, settledSen, acceptedSen: money.acceptedSen + paidSen },
    standing: standingOf(booking),
    isKnown: booking.confirmedAt !== null || money.acceptedSen > 0,
    totalSen,
    owedSen: asked,
    documents: documents.map((document) => document.id),
    date: booking.date,
    time: booking.time,
    starts: facts.spans.map(({ startsAt }) => startsAt),
    room: booking.roomId,
    ...lengthOf(booking),
    addOns: booking.addOns.map(({ serviceId, hours }) => `${serviceId} × ${hours}`),
  }
  return {
    booking,
    facts: { ...facts, totalSen, money: { ...sums, settledSen }, askedSen: asked },
    told,
    isOver: booking.endsAt <= now,
    awaitsReceipt: payments.some(({ documentsFailingSince }) => documentsFailingSince !== null),
  }
}

/** The amounts of a booking of which more was sold, to be paid later. */
const withMore = (
  { totalAmount, onAccount }: Pick<Booking, 'totalAmount' | 'onAccount'>,
  { moreSen }: { moreSen: number },
) => ({
  totalAmount: toDecimal(senOf(totalAmount) + moreSen),
  onAccount: toDecimal(senOf(onAccount) + moreSen),
})

function standingOf({
  status,
  holdExpiresAt,
  transferChosenAt,
}: Pick<Booking, 'status' | 'holdExpiresAt' | 'transferChosenAt'>): Standing {
  if (status === 'cancelled') return 'ended'
  if (status === 'pending') return holdExpiresAt === null || transferChosenAt ? 'waits' : 'none'
  return status === 'completed' ? 'done' : 'stands'
}

/** The facts about a booking that mails and calendar files state, in its customer's language. */
export async function bookingMailFacts(tx: Tx, id: number, moved?: Moved) {
  const row = await tx.booking.findUniqueOrThrow({
    where: { id },
    include: {
      service: true,
      sales: withSales,
      addOns: { include: { service: true }, orderBy: { id: 'asc' } },
      reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
    },
  })
  const there = { ...row, ...moved }
  const holidays = await holidaysOf(there.roomId, tx)
  const length = lengthOf(there)
  const locale = toLocale(there.locale)
  const tax = taxOfSales(there.sales)
  // The reservations are authoritative. Only a booking that has lost its time is computed, and may
  // then show a holiday edited since.
  const spans =
    there.reservations.length > 0 && !moved
      ? there.reservations
      : spansOf(there.date, there.time, length, holidays)
  const booking = { ...there, ...(moved && { endsAt: spans.at(-1)?.endsAt ?? row.endsAt }) }
  const facts = {
    bookingId: booking.id,
    firstName: booking.firstName,
    lastName: booking.lastName,
    email: booking.email,
    phone: booking.phone,
    serviceName: nameIn(locale, booking.service),
    room: await roomNameOf(booking.roomId, locale, tx),
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
  return { booking, facts }
}
