import type {
  CancelledBooking,
  LatePayment,
  ManagedBooking,
  RefundedUpgrade,
  RescheduledBooking,
  UpgradedBooking,
} from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Action, Bullets, Paragraph, Part } from '@/lib/mail/templates/parts'
import {
  Amounts,
  Greeting,
  isPaidInFull,
  RefundFacts,
  Requirements,
  SessionFacts,
  MailTicket,
} from '@/lib/mail/templates/session'
import {
  CalendarAttached,
  Help,
  ManageLink,
  Policy,
  ReceiptAttached,
  WhatNext,
  WhatToBring,
  WhereToFindUs,
} from '@/lib/mail/templates/visit'
import { pageLink, slotText, type Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'

/** To the customer: the session is booked. */
export function BookingConfirmed({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('confirmed.title')}
      preview={t('confirmed.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t(confirmedIntro(booking))}</Paragraph>
      <MailTicket booking={booking} voice={voice} />
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} money={booking.money} />
      <ReceiptAttached voice={voice} />
      <WhatNext voice={voice} />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <Policy voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

function confirmedIntro(booking: ManagedBooking) {
  if (booking.totalSen === 0) return 'confirmed.intro_free' as const
  const isPaid = booking.money && isPaidInFull(booking, booking.money)
  return isPaid ? ('confirmed.intro' as const) : ('confirmed.intro_open' as const)
}

/** To the customer: a session that is over was paid now. */
export function PaidAfter({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('paid_after.title')}
      preview={t('paid_after.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('paid_after.intro')}</Paragraph>
      <SessionFacts when booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} money={booking.money} />
      <ReceiptAttached voice={voice} />
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/**
 * To the customer: the studio has made a booking for them, and where it can be paid
 * (docs/decisions/020 C15).
 */
export function BookingUnpaid({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('unpaid.title')}
      preview={t('unpaid.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('unpaid.intro')}</Paragraph>
      <MailTicket booking={booking} voice={voice} />
      <ManageLink main about="pay" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} money={booking.money} />
      <WhereToFindUs voice={voice} />
      <Policy voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/** To the customer, a day before: when, where, what to bring. */
export function BookingReminder({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('reminder.title')}
      preview={t('reminder.preview', { slot: slotText(booking, voice) })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('reminder.intro')}</Paragraph>
      <MailTicket booking={booking} voice={voice} />
      <Paragraph>{t('next.arrive')}</Paragraph>
      <ManageLink
        about="session"
        token={booking.manageToken}
        voice={voice}
        text={t('reminder.manage')}
      />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/** To the customer: the session has another time; the attached file moves it in the calendar. */
export function BookingRescheduled({
  booking,
  voice,
}: {
  booking: RescheduledBooking
  voice: Voice
}) {
  const { t } = voice
  const isPaid = booking.money && isPaidInFull(booking, booking.money)
  const { previous } = booking
  const hasLeft = previous.date !== booking.date || previous.time !== booking.time
  return (
    <Layout
      voice={voice}
      title={t('rescheduled.title')}
      preview={t('rescheduled.preview', { id: booking.bookingId, slot: slotText(booking, voice) })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>
        {t(isPaid ? 'rescheduled.intro' : 'rescheduled.intro_open')}
        {booking.isUnpaid && ` ${t('rescheduled.unpaid')}`}
      </Paragraph>
      <MailTicket booking={booking} voice={voice} />
      {hasLeft && (
        <Paragraph>
          {t('rescheduled.before', { slot: slotText(booking.previous, voice) })}
        </Paragraph>
      )}
      <CalendarAttached text={t('rescheduled.calendar')} voice={voice} />
      <ManageLink
        main
        about={booking.isUnpaid ? 'pay' : 'session'}
        token={booking.manageToken}
        voice={voice}
      />
      <SessionFacts booking={booking} voice={voice} />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/**
 * To the customer: the studio cancelled the session, with or without the money back
 * (docs/decisions/020 C12).
 */
export function BookingCancelled({ booking, voice }: { booking: CancelledBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('cancelled.title')}
      preview={t('cancelled.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t(booking.isOver ? 'cancelled.intro_over' : 'cancelled.intro')}</Paragraph>
      <RefundFacts money={booking.money} before={booking.before} voice={voice} />
      {booking.refund === 'none' && booking.money && booking.money.settledSen > 0 && (
        <Paragraph>{t('cancelled.refund_none')}</Paragraph>
      )}
      <SessionFacts when booking={booking} voice={voice} />
      <CalendarAttached text={t('cancelled.calendar')} voice={voice} />
      <Action primary href={pageLink('/booking', voice)}>
        {t('cancelled.again')}
      </Action>
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/**
 * To the customer: the session is longer, or has add-ons; the attached file brings the calendar up
 * to date.
 */
export function BookingUpgraded({ booking, voice }: { booking: UpgradedBooking; voice: Voice }) {
  const { t } = voice
  const amount = formatRM(booking.paidSen)
  return (
    <Layout
      voice={voice}
      title={t('upgraded.title')}
      preview={t('upgraded.preview', { id: booking.bookingId, amount })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('upgraded.intro', { amount })}</Paragraph>
      <MailTicket booking={booking} voice={voice} />
      <CalendarAttached text={t('upgraded.calendar')} voice={voice} />
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} money={booking.money} />
      <ReceiptAttached voice={voice} />
      <Policy voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/**
 * To the customer: the upgrade was paid too late and was not added (docs/decisions/020 C7).
 */
export function UpgradeRefund({ booking, voice }: { booking: RefundedUpgrade; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('upgrade_refund.title')}
      preview={t('upgrade_refund.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>
        {t(booking.wasCancelled ? 'upgrade_refund.intro_cancelled' : 'upgrade_refund.intro')}
      </Paragraph>
      <RefundFacts money={booking.money} voice={voice} />
      {!booking.isCancelled && <Paragraph>{t('upgrade_refund.rest')}</Paragraph>}
      <SessionFacts when booking={booking} voice={voice} />
      <ManageLink
        about={booking.isCancelled ? 'past' : 'session'}
        token={booking.manageToken}
        voice={voice}
      />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/**
 * To the customer: paid after the slot was gone, what becomes of the money, and what is free
 * instead (docs/decisions/020 C7).
 */
export function LatePaymentRefund({ booking, voice }: { booking: LatePayment; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('late.title')}
      preview={t('late.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t(booking.wasCancelled ? 'late.intro_cancelled' : 'late.intro')}</Paragraph>
      <RefundFacts money={booking.money} voice={voice} />
      {booking.alternatives.length > 0 && (
        <Part title={t('late.alternatives')}>
          <Paragraph>{t('late.alternatives_text')}</Paragraph>
          <Bullets
            items={booking.alternatives.map((slot) => (
              <strong key={`${slot.date} ${slot.time}`}>{slotText(slot, voice)}</strong>
            ))}
          />
        </Part>
      )}
      <Action primary href={pageLink('/booking', voice)}>
        {t('late.book')}
      </Action>
      <SessionFacts when booking={booking} voice={voice} title={t('late.wanted')} />
      <Amounts booking={booking} voice={voice} reference={booking.paymentIntentId} />
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
