import 'server-only'
import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { fullName } from '@/lib/names'
import type { Site } from '@/lib/settings/site'
import {
  NO_VISIT_FACTS,
  visitIn,
  visitWithin,
  type Period,
  type VisitSetting,
} from '@/lib/settings/visit'
import { lastStudioDate, longDate, studioDate } from '@/lib/time'
import type { Attachment, BookingMail, MailContent, ManagedBooking, OrderMail } from '../schema'
import {
  BookingCancelled,
  BookingConfirmed,
  BookingReminder,
  BookingRescheduled,
  BookingUnpaid,
  BookingUpgraded,
  LatePaymentRefund,
  PaidAfter,
  UpgradeRefund,
} from '@/lib/mail/templates/booking-mails'
import {
  ContactMessage,
  DailySummary,
  LatePaymentStudio,
  NewOrder,
  StudioBookingMail,
  subjectOf,
} from '@/lib/mail/templates/studio-mails'
import { ContactReceived } from '@/lib/mail/templates/contact-received'
import { aboutOf, NOTE_WORDS, NoteMail } from '@/lib/mail/templates/credit-note'
import { LaterAttachment } from '@/lib/mail/templates/later-attachment'
import { orderFacts, orderSheet } from '@/lib/mail/templates/order-mails'
import {
  MembershipAlready,
  MembershipWelcome,
  SignInCode,
} from '@/lib/mail/templates/membership-mails'
import { TestMail } from '@/lib/mail/templates/test-mail'
import type { Voice } from './wording'

type Person = { name: string; address: string }
/** `replyTo`: the recipient of replies when it is not the studio. */
type Draft = { subject: string; sheet: ReactElement; replyTo?: Person }
type RenderedMail = {
  subject: string
  html: string
  text: string
  replyTo?: Person
}

// Headings as they are written (the default converts them to capitals) and facts in columns that
// fit a narrow window.
const TEXT_SELECTORS = [
  ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
  {
    selector: '[data-text-format="dataTable"]',
    format: 'dataTable',
    options: { maxColumnWidth: 60, colSpacing: 2 },
  },
]

type Around = {
  /** What the mail says about coming to the studio. */
  visit?: VisitSetting
  /** What it says of Ramadan is only for a session in one of these. */
  ramadans?: readonly Period[]
  /** What goes with it. */
  attached?: readonly Attachment[]
  /** What belongs to it and could not be made: the mail says that it follows. */
  missing?: readonly Attachment[]
}

/**
 * Subject and both bodies of a mail in `locale`, from `studio` as it is now. Throws only for content
 * that breaks its schema.
 */
export async function renderMail(
  content: MailContent,
  locale: Locale,
  studio: Site,
  { visit = NO_VISIT_FACTS, ramadans = [], attached = [], missing = [] }: Around = {},
): Promise<RenderedMail> {
  const { subject, sheet, ...rest } = draft(content, {
    locale,
    t: translator(locale, 'mail'),
    site: env().SITE_URL,
    studio,
    visit: visitWithin(visitIn(visit, locale), stayOf(content), ramadans),
    attached,
    missing,
  })
  const html = await render(sheet)
  const text = toPlainText(html, { selectors: TEXT_SELECTORS })
  return { subject: subject.replace(/\s+/g, ' ').trim(), html, text, ...rest }
}

/** The days of the session that a mail is about; none for any other mail. */
function stayOf({ payload }: MailContent): Period {
  if (!('spans' in payload)) return { from: '', to: '' }
  const [first, last] = [payload.spans[0]?.startsAt, payload.spans.at(-1)?.endsAt]
  return {
    from: first ? studioDate(new Date(first)) : '',
    to: last ? lastStudioDate(new Date(last)) : '',
  }
}

const isOrderMail = (content: MailContent): content is OrderMail =>
  content.kind.startsWith('order_')

type NoteContent = Extract<MailContent, { kind: keyof typeof NOTE_WORDS }>
const isNote = (content: MailContent): content is NoteContent => content.kind in NOTE_WORDS

function draft(content: MailContent, voice: Voice): Draft {
  const { locale, t, studio } = voice
  if (content.kind === 'contact_message') {
    const { payload: contact } = content
    return {
      subject: t('contact.mailSubject', {
        name: contact.name,
        about: subjectOf(contact, t),
      }),
      sheet: <ContactMessage contact={contact} voice={voice} />,
      replyTo: { name: contact.name, address: contact.email },
    }
  }
  if (content.kind === 'contact_received')
    return {
      subject: t('received.subject', { studio: studio.name }),
      sheet: <ContactReceived facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'studio_summary')
    return {
      subject: t('summary.subject', { date: longDate(content.payload.date, locale) }),
      sheet: <DailySummary summary={content.payload} voice={voice} />,
    }
  if (content.kind === 'studio_order') {
    const { payload: order } = content
    return {
      subject: t('notice.order.subject', { id: order.orderId, name: order.name }),
      sheet: <NewOrder order={order} voice={voice} facts={orderFacts(order, voice)} />,
      replyTo: { name: order.name, address: order.email },
    }
  }
  if (isOrderMail(content)) {
    const subject = t(`orders.${content.kind}.subject`, { id: content.payload.orderId })
    return { subject, sheet: orderSheet(content, voice) }
  }
  if (isNote(content))
    return {
      subject: t(`${NOTE_WORDS[content.kind]}.subject`, aboutOf(content.payload)),
      sheet: <NoteMail kind={content.kind} note={content.payload} voice={voice} />,
    }
  if (content.kind === 'attachment')
    return {
      subject: t(`later.${content.payload.attachment}.subject`, aboutOf(content.payload)),
      sheet: <LaterAttachment facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'membership_welcome')
    return {
      subject: t('welcome.subject', { studio: studio.name }),
      sheet: <MembershipWelcome member={content.payload} voice={voice} />,
    }
  if (content.kind === 'membership_already')
    return {
      subject: t('already.subject', { studio: studio.name }),
      sheet: <MembershipAlready voice={voice} />,
    }
  if (content.kind === 'sign_in_code')
    return {
      subject: t('code.subject', { code: content.payload.code, studio: studio.name }),
      sheet: <SignInCode facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'test_mail')
    return {
      subject: t('test.subject', { studio: studio.name }),
      sheet: <TestMail voice={voice} />,
    }
  return bookingDraft(content, voice)
}

function bookingDraft({ kind, payload: booking }: BookingMail, voice: Voice): Draft {
  const { locale, t } = voice
  const words = {
    id: booking.bookingId,
    service: booking.serviceName,
    date: longDate(booking.date, locale),
    time: booking.time,
  }
  switch (kind) {
    case 'booking_confirmed':
      if (booking.isOver) return paidAfter(booking, voice, words)
      return {
        subject: t('confirmed.subject', words),
        sheet: <BookingConfirmed booking={booking} voice={voice} />,
      }
    case 'booking_unpaid':
      return {
        subject: t('unpaid.subject', words),
        sheet: <BookingUnpaid booking={booking} voice={voice} />,
      }
    case 'booking_rescheduled':
      return {
        subject: t('rescheduled.subject', words),
        sheet: <BookingRescheduled booking={booking} voice={voice} />,
      }
    case 'booking_upgraded':
      return {
        subject: t('upgraded.subject', words),
        sheet: <BookingUpgraded booking={booking} voice={voice} />,
      }
    case 'upgrade_refund':
      return {
        subject: t('upgrade_refund.subject', words),
        sheet: <UpgradeRefund booking={booking} voice={voice} />,
      }
    case 'booking_reminder':
      return {
        subject: t('reminder.subject', words),
        sheet: <BookingReminder booking={booking} voice={voice} />,
      }
    case 'booking_cancelled':
      return {
        subject: t('cancelled.subject', words),
        sheet: <BookingCancelled booking={booking} voice={voice} />,
      }
    case 'late_payment_refund':
      return {
        subject: t('late.subject', words),
        sheet: <LatePaymentRefund booking={booking} voice={voice} />,
      }
    case 'studio_booking':
      return {
        subject: t(`notice.${booking.event}.subject`, words),
        sheet: <StudioBookingMail booking={booking} voice={voice} />,
        replyTo: { name: fullName(booking), address: booking.email },
      }
    case 'late_payment_studio':
      return {
        subject: t('studio.subject', words),
        sheet: <LatePaymentStudio booking={booking} voice={voice} />,
      }
  }
}

/** A session that is over is not looked forward to, whatever confirmed it. */
const paidAfter = (
  booking: ManagedBooking,
  voice: Voice,
  words: { id: number; service: string; date: string; time: string },
): Draft => ({
  subject: voice.t('paid_after.subject', words),
  sheet: <PaidAfter booking={booking} voice={voice} />,
})
