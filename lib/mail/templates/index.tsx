import 'server-only'
import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
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
import type { Attachment, BookingLetter, BookingNotice, Letter } from '../schema'
import {
  BookingNoticeMail,
  BookingReminder,
  noticeSentences,
  noticeWords,
} from '@/lib/mail/templates/booking-mails'
import {
  ContactMessage,
  DailySummary,
  NewOrder,
  slipWords,
  StudioBookingMail,
  StudioSlip,
  studioSubject,
  subjectOf,
} from '@/lib/mail/templates/studio-mails'
import {
  FinanceMail,
  FinancePaymentMail,
  financeWords,
  payerWords,
} from '@/lib/mail/templates/finance-mail'
import { BankFormMail } from '@/lib/mail/templates/bank-form-mail'
import { ContactReceived } from '@/lib/mail/templates/contact-received'
import { ContactReply } from '@/lib/mail/templates/contact-reply'
import { InvitationMail } from '@/lib/mail/templates/invitation-mail'
import { LaterAttachment } from '@/lib/mail/templates/later-attachment'
import { aboutOf } from '@/lib/mail/templates/money'
import { orderFacts, OrderNoticeMail, orderWords } from '@/lib/mail/templates/order-mails'
import {
  MembershipAlready,
  MembershipWelcome,
  SignInCode,
} from '@/lib/mail/templates/membership-mails'
import { ContactChanged, SettingChanged, settingName } from '@/lib/mail/templates/changed'
import { TroubleMail } from '@/lib/mail/templates/trouble'
import { TestMail } from '@/lib/mail/templates/test-mail'
import type { Voice } from './wording'

type Person = { name: string; address: string }
/** `replyTo`: the recipient of replies when it is not the studio. */
/** `answers`: a person wrote it, to answer the mail with this Message-ID, or none. */
type Draft = {
  subject: string
  sheet: ReactElement
  replyTo?: Person
  answers?: string | null
}
type RenderedMail = {
  subject: string
  html: string
  text: string
  replyTo?: Person
  answers?: string | null
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

/** From `studio` as it is now. Throws only for content that breaks its schema. */
export async function renderMail(
  content: Letter,
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
    missing: awaited(content) ? [...missing, 'receipt'] : missing,
  })
  const html = await render(sheet)
  const text = toPlainText(html, { selectors: TEXT_SELECTORS })
  return { subject: subject.replace(/\s+/g, ' ').trim(), html, text, ...rest }
}

/** The subject of a notice, and what it says before the facts of the session. */
export function noticeText(
  notice: BookingNotice,
  locale: Locale,
  studio: Site,
): { subject: string; sentences: string[] } {
  const voice: Voice = {
    ...{ locale, t: translator(locale, 'mail'), site: env().SITE_URL, studio },
    ...{ visit: visitIn(NO_VISIT_FACTS, locale), attached: [], missing: [] },
  }
  return {
    subject: noticeWords(notice, voice).subject,
    sentences: noticeSentences(notice, voice),
  }
}

/** The days of the session that a mail is about; none for any other mail. */
function stayOf({ payload }: Letter): Period {
  if (!('spans' in payload)) return { from: '', to: '' }
  const [first, last] = [payload.spans[0]?.startsAt, payload.spans.at(-1)?.endsAt]
  return {
    from: first ? studioDate(new Date(first)) : '',
    to: last ? lastStudioDate(new Date(last)) : '',
  }
}

/** Its receipt could not be issued yet, and follows. */
const awaited = ({ payload }: Letter): boolean =>
  'awaitsReceipt' in payload && payload.awaitsReceipt

function draft(content: Letter, voice: Voice): Draft {
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
  if (content.kind === 'contact_reply')
    return {
      subject: t('answer.subject', { about: subjectOf(content.payload, t), studio: studio.name }),
      sheet: <ContactReply facts={content.payload} voice={voice} />,
      answers: content.payload.inReplyTo,
    }
  if (content.kind === 'studio_summary')
    return {
      subject: t('summary.subject', { date: longDate(content.payload.date, locale) }),
      sheet: <DailySummary summary={content.payload} voice={voice} />,
    }
  if (content.kind === 'studio_trouble')
    return {
      subject: t(content.payload.isOver ? 'trouble.over.subject' : 'trouble.begun.subject', {
        studio: studio.name,
      }),
      sheet: <TroubleMail trouble={content.payload} voice={voice} />,
    }
  if (content.kind === 'studio_order') {
    const { payload: order } = content
    return {
      subject: t('notice.order.subject', { id: order.orderId, name: order.name }),
      sheet: <NewOrder order={order} voice={voice} facts={orderFacts(order, voice)} />,
      replyTo: { name: order.name, address: order.email },
    }
  }
  if (content.kind === 'studio_slip')
    return {
      subject: t('notice.slip.subject', slipWords(content.payload, voice)),
      sheet: <StudioSlip slip={content.payload} voice={voice} />,
    }
  if (content.kind === 'order_notice')
    return {
      subject: orderWords(content.payload, voice).subject,
      sheet: <OrderNoticeMail order={content.payload} voice={voice} />,
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
  if (content.kind === 'invitation')
    return {
      subject: t('invitation.subject', { studio: studio.name }),
      sheet: <InvitationMail facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'bank_form')
    return {
      subject: t('bankForm.subject', { amount: formatRM(content.payload.amountSen) }),
      sheet: <BankFormMail facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'finance_document')
    return {
      subject: t('finance.subject', { ...financeWords(content.payload), studio: studio.name }),
      sheet: <FinanceMail facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'finance_payment')
    return {
      subject: t('payer.subject', { ...payerWords(content.payload, voice), studio: studio.name }),
      sheet: <FinancePaymentMail facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'setting_changed')
    return {
      subject: t('changed.subject', {
        setting: settingName(content.payload, locale),
        studio: studio.name,
      }),
      sheet: <SettingChanged facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'contact_changed')
    return {
      subject: t(`contactChanged.${content.payload.field}.subject`, aboutOf(content.payload)),
      sheet: <ContactChanged facts={content.payload} voice={voice} />,
    }
  if (content.kind === 'test_mail')
    return {
      subject: t('test.subject', { studio: studio.name }),
      sheet: <TestMail voice={voice} />,
    }
  return bookingDraft(content, voice)
}

function bookingDraft(letter: BookingLetter, voice: Voice): Draft {
  const { t } = voice
  const { payload } = letter
  const words = {
    id: payload.bookingId,
    service: payload.serviceName,
    date: longDate(payload.date, voice.locale),
    time: payload.time,
  }
  switch (letter.kind) {
    case 'booking_notice':
      return {
        subject: noticeWords(letter.payload, voice).subject,
        sheet: <BookingNoticeMail booking={letter.payload} voice={voice} />,
      }
    case 'booking_reminder':
      return {
        subject: t('reminder.subject', words),
        sheet: <BookingReminder booking={letter.payload} voice={voice} />,
      }
    case 'studio_booking': {
      return {
        subject: studioSubject(letter.payload, words, voice),
        sheet: <StudioBookingMail booking={letter.payload} voice={voice} />,
        ...(payload.email && { replyTo: { name: fullName(payload), address: payload.email } }),
      }
    }
  }
}
