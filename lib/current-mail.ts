import 'server-only'
import { isInvited } from '@/lib/auth/users/queries'
import { bankFormOf } from '@/lib/bank-forms/form'
import {
  financePaymentOf,
  laterCalendarOf,
  noticeOf,
  reminderOf,
  slipNoticeOf,
  studioNoticeOf,
} from '@/lib/bookings/mail-now'
import { contactReplyOf } from '@/lib/contacts/mail-now'
import { financeDocumentOf } from '@/lib/mail/finance'
import { contactChangeOf, settingChangeOf } from '@/lib/mail/warnings'
import type { WriteMail } from '@/lib/mail/outbox'
import { orderNoticeOf, studioOrderOf } from '@/lib/orders/mail-now'

/**
 * Writes a queued mail when it is sent: what it says of a booking or an order is read from the rows of
 * that moment (docs/decisions/020 F1), a code that has expired and an
 * invitation that has ended are not sent, and any other mail is sent
 * as it was queued.
 */
export const currentMail: WriteMail = async (content, { id: mailId }, now) => {
  switch (content.kind) {
    case 'booking_notice':
      return noticeOf({ ...content.payload, mailId, now })
    case 'studio_booking':
      return studioNoticeOf({ ...content.payload, mailId, now })
    case 'finance_document':
      return financeDocumentOf(content.payload, mailId)
    case 'finance_payment':
      return financePaymentOf({ ...content.payload, mailId, now })
    case 'studio_slip':
      return slipNoticeOf(content.payload)
    case 'booking_reminder':
      return reminderOf({ ...content.payload, mailId, now }, content.payload.startsAt)
    case 'order_notice':
      return orderNoticeOf({ ...content.payload, mailId })
    case 'studio_order':
      return studioOrderOf({ ...content.payload, mailId })
    case 'contact_reply':
      return contactReplyOf(content.payload.replyId)
    case 'attachment': {
      const { payload } = content
      return payload.attachment === 'calendar' && 'booking' in payload.about
        ? laterCalendarOf(payload.about.booking, payload, now)
        : { letter: { kind: 'attachment', payload: { ...payload, calendar: null } } }
    }
    case 'sign_in_code': {
      const { expiresAt } = content.payload
      const isOver = expiresAt !== undefined && new Date(expiresAt) <= now
      return isOver ? { untrue: 'code_expired' } : { letter: content }
    }
    case 'bank_form':
      return bankFormOf(content.payload.code, now)
    case 'setting_changed':
      return settingChangeOf(content.payload)
    case 'contact_changed':
      return contactChangeOf(content.payload)
    case 'invitation':
      return (await isInvited(content.payload.code, now))
        ? { letter: content }
        : { untrue: 'invitation_ended' }
    default:
      return { letter: content }
  }
}
