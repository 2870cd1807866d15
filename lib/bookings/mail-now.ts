import 'server-only'
import { nameIn } from '@/lib/catalog/rules'
import { db, transaction, type Tx } from '@/lib/db'
import { DEFAULT_LOCALE, toLocale, type Locale } from '@/lib/i18n/routing'
import type { Ready, Untrue } from '@/lib/mail/outbox'
import type { AttachmentFacts, BookingNotice, OtherRoom } from '@/lib/mail/schema'
import { toldLast } from '@/lib/mail/told'
import { fullName } from '@/lib/names'
import {
  bookingNews,
  isToAsk,
  studioNews,
  type BookingTold,
  type FinanceTold,
  type News,
} from '@/lib/notices/rules'
import { roomNameOf } from '@/lib/rooms/queries'
import { shownQr } from '@/lib/settings/duitnow'
import { currentSetting } from '@/lib/settings/queries'
import { offersTransfer } from '@/lib/settings/transfer'
import { HOUR_MS, toInstant } from '@/lib/time'
import { sameSlips } from './same-slip'
import { bookingNow, financeAsked, TELLING, type Supposed } from './notices'
import { awaitsDecision, REMINDER_HOURS, transferEnd, transferSen } from './status'
import { alternativesTo } from './settle'

type Read = Awaited<ReturnType<typeof bookingNow>>
type About = { bookingId: number; mailId: number; now: Date }

const DELETED: Untrue = { untrue: 'booking_deleted' }

/** Reads everything as it is at one moment; null when the booking was deleted. */
const read = async <T>(id: number, reading: (tx: Tx) => Promise<T>): Promise<T | null> =>
  (await db().booking.count({ where: { id } })) === 0 ? null : transaction(reading)

type BesideTold = Read & { before: BookingTold | null; otherRoom: OtherRoom | null }

/** With what was told last, before this mail, and the names of the rooms of both. */
async function besideTold(
  tx: Tx,
  current: Read,
  audience: 'customer' | 'studio',
  mailId?: number,
): Promise<BesideTold> {
  const { booking, told } = current
  const before = await toldLast<BookingTold>(tx, audience, { bookingId: booking.id }, mailId)
  const locale = audience === 'studio' ? DEFAULT_LOCALE : toLocale(booking.locale)
  return { ...current, before, otherRoom: await otherRoom(tx, before, told, locale) }
}

export async function noticeOf({ bookingId, mailId, now }: About): Promise<Ready | Untrue> {
  const found = await read(bookingId, async (tx) =>
    besideTold(tx, await bookingNow(tx, bookingId, now), 'customer', mailId),
  )
  if (!found) return DELETED
  const letter = await letterOf(found, now)
  if (!letter) return nothingToSay(found.before, found)
  return {
    letter: { kind: 'booking_notice', payload: letter },
    notice: { audience: 'customer', says: letter.news.says, told: found.told },
  }
}

/** A notice to the customer; null when there is nothing to say. */
async function letterOf(found: BesideTold, now: Date): Promise<BookingNotice | null> {
  const { booking, facts, told, before, isOver } = found
  const news = bookingNews(before, told, isOver)
  if (!news) return null
  return {
    ...facts,
    manageToken: booking.manageToken,
    ...{ standing: told.standing, news, isOver, isFirst: before === null },
    previous: previousOf(before, told, news),
    otherRoom: news.moved ? found.otherRoom : null,
    calendar: calendarOf(before, found, news),
    awaitsReceipt: found.awaitsReceipt,
    alternatives: news.says === 'late' ? await freeAfter(booking.id, now) : [],
    transfer: await accountFor(found),
    transferEnd: transferEnd(booking),
  }
}

async function accountFor({ booking, facts }: Read): Promise<BookingNotice['transfer']> {
  const { transferChosenAt, status, holdExpiresAt } = booking
  if (!transferChosenAt || status !== 'pending' || !holdExpiresAt || facts.askedSen === 0)
    return null
  const setting = await currentSetting('transfer')
  if (!offersTransfer(setting)) return null
  const { bank, holder, number } = setting
  const asked = { amountSen: facts.askedSen, reference: String(booking.id) }
  const qr = shownQr(setting, asked)
  return { bank, holder, number, qr, until: holdExpiresAt.toISOString() }
}

/** What the customer would be told next if this were so of their booking; null: nothing. */
export async function noticeIf(
  bookingId: number,
  supposed: Supposed,
  now: Date,
): Promise<BookingNotice | null> {
  const found = await read(bookingId, async (tx) =>
    besideTold(tx, await bookingNow(tx, bookingId, now, supposed), 'customer'),
  )
  return found && letterOf(found, now)
}

const nothingToSay = (before: BookingTold | null, { told, isOver }: Read): Untrue => ({
  untrue: before ? 'told_already' : isOver ? 'session_over' : `nothing_promised_${told.standing}`,
})

/** The time before, where it is another one now. A week may keep its start and move its other days. */
const previousOf = (before: BookingTold | null, now: BookingTold, { moved }: News) =>
  before && moved && before.starts[0] !== now.starts[0]
    ? { date: before.date, time: before.time }
    : null

/** The names of both rooms, where it is another one than was told before. */
async function otherRoom(
  tx: Tx,
  before: BookingTold | null,
  now: BookingTold,
  locale: Locale,
): Promise<OtherRoom | null> {
  if (!before || before.room === now.room) return null
  const rooms = await tx.room.findMany({ where: { id: { in: [before.room, now.room] } } })
  const [earlier, current] = [before.room, now.room].map((id) =>
    rooms.find((room) => room.id === id),
  )
  if (!earlier || !current) return null
  return {
    room: nameIn(locale, current),
    before: nameIn(locale, earlier),
    isSameTime: before.starts.join() === now.starts.join(),
  }
}

/** Nothing is put into a calendar that is not paid, or is over. */
function calendarOf(
  before: BookingTold | null,
  { told: { standing }, isOver }: Read,
  { says, moved, extended }: News,
): BookingNotice['calendar'] {
  if (isOver) return null
  const isNew = before === null || before.standing === 'ended' || before.standing === 'waits'
  if (says === 'cancelled') return 'cancelled'
  if (standing !== 'stands') return null
  return isNew || moved || extended ? 'confirmed' : null
}

const freeAfter = async (bookingId: number, now: Date) =>
  (await alternativesTo(bookingId)).filter(({ date, time }) => toInstant(date, time) > now)

export async function studioNoticeOf({ bookingId, mailId, now }: About): Promise<Ready | Untrue> {
  const found = await read(bookingId, async (tx) => {
    const current = await bookingNow(tx, bookingId, now)
    const room = await roomNameOf(current.booking.roomId, DEFAULT_LOCALE, tx)
    return { ...(await besideTold(tx, current, 'studio', mailId)), room }
  })
  if (!found) return DELETED
  const { booking, facts, told, before, isOver } = found
  const news = studioNews(before, told, isOver)
  if (!news) return nothingToSay(before, found)
  const letter = {
    ...facts,
    ...{ serviceName: booking.service.name, room: found.room, event: news.event, news },
    previous: previousOf(before, told, news),
    otherRoom: news.moved ? found.otherRoom : null,
    alternatives: news.says === 'late' ? await freeAfter(bookingId, now) : [],
  }
  return {
    letter: { kind: 'studio_booking', payload: letter },
    notice: { audience: 'studio', says: news.says, told },
  }
}

/** What the finance contact is asked for; nothing to an address that was corrected since. */
export async function financePaymentOf({ bookingId, mailId, now }: About): Promise<Ready | Untrue> {
  const found = await read(bookingId, async (tx) => ({
    ...(await bookingNow(tx, bookingId, now)),
    before: await toldLast<FinanceTold>(tx, 'finance', { bookingId }, mailId),
    mail: await tx.mail.findUniqueOrThrow({ where: { id: mailId } }),
  }))
  if (!found) return DELETED
  const { booking, facts, before, mail } = found
  const asked = financeAsked(found)
  if (asked?.recipient !== mail.recipient) return { untrue: 'finance_email_changed' }
  const { told, token } = asked
  if (told.owedSen === 0) return { untrue: 'nothing_owed' }
  if (!isToAsk(before, told)) return { untrue: 'told_already' }
  const payload = {
    ...{ about: { booking: booking.id }, payToken: token, amountSen: told.owedSen },
    ...{ serviceName: facts.serviceName, date: facts.date, time: facts.time },
    // To somebody else it is no change.
    askedSen: before?.link === told.link ? before.owedSen : null,
  }
  return {
    letter: { kind: 'finance_payment', payload },
    notice: { audience: 'finance', says: 'unpaid', told },
  }
}

/**
 * What the studio is told of a slip. None once it has said whether the money is there, or where
 * another slip has taken its place, which has a mail of its own.
 */
export async function slipNoticeOf(sent: {
  bookingId: number
  sentAt: string
}): Promise<Ready | Untrue> {
  const booking = await db().booking.findUnique({
    where: { id: sent.bookingId },
    include: { payments: true, slip: { select: { sentAt: true } } },
  })
  if (!booking) return DELETED
  if (booking.slip?.sentAt.toISOString() !== sent.sentAt) return { untrue: 'slip_replaced' }
  if (!awaitsDecision(booking)) return { untrue: 'transfer_decided' }
  const { id, date, time, status, holdExpiresAt } = booking
  const until = status === 'pending' ? (holdExpiresAt?.toISOString() ?? null) : null
  const amountSen = transferSen(booking)
  const sameSlip = (await sameSlips([id])).get(id) ?? []
  const slip = { bookingId: id, name: fullName(booking), amountSen, date, time, until, sameSlip }
  return { letter: { kind: 'studio_slip', payload: slip } }
}

/**
 * A reminder at `now`, with the time that the session has. None when it does not take place, has begun,
 * was moved, or a notice of the last day has said when it is.
 */
export async function reminderOf(
  { bookingId, now }: About,
  queuedFor: string,
): Promise<Ready | Untrue> {
  const found = await read(bookingId, async (tx) => ({
    ...(await bookingNow(tx, bookingId, now)),
    said: await tx.notice.findFirst({
      where: { bookingId, audience: 'customer', says: { in: TELLING } },
      orderBy: { id: 'desc' },
    }),
  }))
  if (!found) return DELETED
  const { booking, facts, said } = found
  const { status, startsAt, manageToken } = booking
  if (status !== 'confirmed') return { untrue: `booking_${status}` }
  if (startsAt <= now) return { untrue: 'session_begun' }
  // It has a reminder of its own.
  if (queuedFor !== startsAt.toISOString()) return { untrue: 'moved' }
  const since = new Date(startsAt.getTime() - REMINDER_HOURS * HOUR_MS)
  if (said && said.toldAt > since) return { untrue: 'told_already' }
  return { letter: { kind: 'booking_reminder', payload: { ...facts, manageToken } } }
}

/** A calendar file that a notice went without; none when the event is another one by now. */
export async function laterCalendarOf(
  bookingId: number,
  payload: AttachmentFacts,
  now: Date,
): Promise<Ready | Untrue> {
  const found = await read(bookingId, (tx) => bookingNow(tx, bookingId, now))
  if (!found) return DELETED
  const { booking, facts } = found
  const isCancelled = booking.status === 'cancelled'
  if (
    booking.calendarSequence !== payload.sequence ||
    (!isCancelled && booking.status !== 'confirmed')
  )
    return { untrue: 'attachment_outdated' }
  return {
    letter: { kind: 'attachment', payload: { ...payload, calendar: { ...facts, isCancelled } } },
  }
}
