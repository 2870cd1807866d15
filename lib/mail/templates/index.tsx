import 'server-only'
import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { calendarFiles, type CalendarFile } from '../calendar'
import type { MailContent } from '../schema'
import { BookingCancelled } from './booking-cancelled'
import { BookingConfirmed } from './booking-confirmed'
import { LatePaymentRefund } from './late-payment-refund'
import { LatePaymentStudio } from './late-payment-studio'
import type { Voice } from './wording'

type Draft = { subject: string; sheet: ReactElement; files: CalendarFile[] }
export type RenderedMail = { subject: string; html: string; text: string; files: CalendarFile[] }

// Headings as they are written (the default shouts them) and facts in columns that a narrow window still holds.
const TEXT_SELECTORS = [
  ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
  { selector: '[data-text-format="dataTable"]', format: 'dataTable', options: { maxColumnWidth: 60, colSpacing: 2 } },
]

/** Subject, both bodies and the attachments of a mail in `locale`. Throws only for content that breaks its schema. */
export async function renderMail(content: MailContent, locale: Locale): Promise<RenderedMail> {
  const { subject, sheet, files } = draft(content, { locale, t: translator(locale, 'mail'), site: env().SITE_URL })
  const html = await render(sheet)
  const text = toPlainText(html, { selectors: TEXT_SELECTORS })
  return { subject: subject.replace(/\s+/g, ' ').trim(), html, text, files }
}

function draft({ kind, payload: booking }: MailContent, voice: Voice): Draft {
  const { locale, t } = voice
  const words = { id: booking.bookingId, service: booking.serviceName, date: longDate(booking.date, locale), time: booking.time }
  switch (kind) {
    case 'booking_confirmed':
      return {
        subject: t('confirmed.subject', words),
        sheet: <BookingConfirmed booking={booking} voice={voice} />,
        files: calendarFiles(booking, locale, 'confirmed'),
      }
    case 'booking_cancelled':
      return {
        subject: t('cancelled.subject', words),
        sheet: <BookingCancelled booking={booking} voice={voice} />,
        files: calendarFiles(booking, locale, 'cancelled'),
      }
    case 'late_payment_refund':
      return { subject: t('late.subject', words), sheet: <LatePaymentRefund booking={booking} voice={voice} />, files: [] }
    case 'late_payment_studio':
      return { subject: t('studio.subject', words), sheet: <LatePaymentStudio booking={booking} voice={voice} />, files: [] }
  }
}
