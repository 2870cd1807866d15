import 'server-only'
import { isSessionLive } from '@/lib/auth/rules'
import { owedSen } from '@/lib/bookings/status'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { shortDay } from '@/lib/i18n/dates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { formatMoney } from '@/lib/currencies'
import { subjectOf } from '@/lib/mail/templates/studio-mails'
import { formatRM } from '@/lib/money'
import { fullName } from '@/lib/names'
import type { PushAbout, WritePush } from '@/lib/push/delivery'
import { pushKindsOf } from '@/lib/push/rules'
import { mayAs } from '@/lib/roles'
import { roomNameOf } from '@/lib/rooms/queries'
import { contestedOf, failedPartOf, keptOf, MONEY_COLUMNS, moneyOf } from '@/lib/sales/money'
import { studioTime } from '@/lib/time'

/** Title, text, and the page that it opens. */
type Words = { title: string; lines: (string | null)[]; path: string }
type Untrue = { untrue: string }
type Asked = PushAbout & { in: Locale }

/**
 * Writes a queued notification when it is sent, from the rows of that moment, for what the person may
 * see at that moment (docs/decisions/056). Names and amounts only where they want them on a locked
 * screen; crew get no amount, email or service whatever they want: none is read for them.
 */
export const currentPush: WritePush = async (push, now) => {
  if (push.disabled || !isSessionLive(push.session, now)) return { untrue: 'session_ended' }
  if (!pushKindsOf(push.role).includes(push.kind)) return { untrue: 'role' }
  if (!push.choices[push.kind]) return { untrue: 'not_wanted' }
  const locale = toLocale(push.locale)
  const words = await wordsOf({ ...push, in: locale })
  if ('untrue' in words) return words
  return {
    title: words.title,
    body: words.lines.filter(Boolean).join(' · '),
    tag: push.topic,
    url: pathIn(locale, words.path),
    lang: LANGUAGE_TAG[locale],
  }
}

function wordsOf(push: Asked): Promise<Words | Untrue> {
  if (push.bookingId !== null) return ofBooking(push, push.bookingId)
  if (push.paymentId !== null) return ofMoney(push, push.paymentId)
  return ofMessage(push, push.contactId ?? 0)
}

async function ofBooking(push: Asked, id: number): Promise<Words | Untrue> {
  const booking = await db().booking.findUnique({
    where: { id },
    select: {
      ...{ status: true, firstName: true, lastName: true, roomId: true },
      ...{ startsAt: true, endsAt: true, duration: true },
    },
  })
  if (!booking) return { untrue: 'booking_deleted' }
  const { status, startsAt, endsAt, roomId } = booking
  const isNew = push.kind === 'bookings'
  // Nobody was told that it was made.
  if (isNew && status === 'cancelled') return { untrue: 'cancelled_before' }
  if (status === 'pending' || status === 'completed') return { untrue: `booking_${status}` }
  const t = translator(push.in, 'admin')
  const { details } = push.choices
  const until = booking.duration === 'weekly' ? '' : `–${studioTime(endsAt)}`
  return {
    title: t(status === 'cancelled' ? 'push.cancelled' : isNew ? 'push.booked' : 'push.changed'),
    lines: [
      details ? fullName(booking) : null,
      `${shortDay(startsAt, push.in)}, ${studioTime(startsAt)}${until}`,
      await roomNameOf(roomId, push.in),
      ...(details && mayAs(push.role, 'manager') ? await soldAs(id, push.in) : []),
    ],
    path: `/admin/bookings/${id}`,
  }
}

/** Its service, and where its money is. Only for a role that may see money. */
async function soldAs(id: number, locale: Locale): Promise<(string | null)[]> {
  const sold = await db().booking.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ totalAmount: true, isFreeSession: true },
      service: { select: { name: true, translations: true } },
      payments: { select: MONEY_COLUMNS },
    },
  })
  const t = translator(locale, 'admin')
  const owed = sold.isFreeSession ? 0 : owedSen(sold)
  const { settledSen } = moneyOf(sold.payments)
  return [
    nameIn(locale, sold.service),
    settledSen > 0 ? t('push.paid', { amount: formatRM(settledSen) }) : null,
    owed > 0 ? t('push.owed', { amount: formatRM(owed) }) : null,
  ]
}

async function ofMoney(push: Asked, id: number): Promise<Words | Untrue> {
  const payment = await db().payment.findUnique({
    where: { id },
    select: {
      ...MONEY_COLUMNS,
      ...{ disputed: true, bookingId: true, orderId: true },
    },
  })
  const isOpen = payment?.outcome === 'needs_attention' || payment?.reason === 'refund_failed'
  if (!payment || payment.handledAt !== null || !(isOpen || payment.disputed))
    return { untrue: 'decided' }
  const t = translator(push.in, 'admin')
  const what = payment.disputed
    ? t(payment.disputeStatus === 'lost' ? 'push.disputeLost' : 'push.disputed')
    : t(payment.reason === 'refund_failed' ? 'push.refundFailed' : 'push.undecided')
  return {
    title: t('push.money'),
    lines: [
      what,
      ...(push.choices.details
        ? [
            await payerOf(payment),
            formatMoney(
              payment.disputed ? contestedOf(payment) : failedPartOf(payment) || keptOf(payment),
              payment.currency,
            ),
          ]
        : []),
    ],
    path: '/admin/attention',
  }
}

type Payer = { bookingId: number | null; orderId: number | null }

async function payerOf({ bookingId, orderId }: Payer): Promise<string | null> {
  const select = { firstName: true, lastName: true }
  if (bookingId !== null) {
    const booking = await db().booking.findUnique({ where: { id: bookingId }, select })
    return booking && fullName(booking)
  }
  if (orderId === null) return null
  const order = await db().videoEditingOrder.findUnique({
    where: { id: orderId },
    select: { customerName: true },
  })
  return order?.customerName ?? null
}

async function ofMessage(push: Asked, id: number): Promise<Words | Untrue> {
  const message = await db().contact.findUnique({
    where: { id },
    select: { name: true, subject: true, archivedAt: true, answeredAt: true },
  })
  if (!message) return { untrue: 'message_deleted' }
  if (message.archivedAt || message.answeredAt) return { untrue: 'answered' }
  const t = translator(push.in, 'admin')
  return {
    title: t('push.message'),
    lines: push.choices.details
      ? [message.name, subjectOf(message, translator(push.in, 'mail'))]
      : [t('push.messageText')],
    path: `/admin/inbox/${id}`,
  }
}
