import 'server-only'
import { bookingMailNow } from '@/lib/bookings/mail-now'
import type { CurrentMail } from '@/lib/mail/outbox'
import { isAboutBooking, isAboutOrder } from '@/lib/mail/schema'
import { orderMailNow } from '@/lib/orders/mail-now'
import { isOfStudioPayment, isReversed } from '@/lib/receipts/queries'

/**
 * What a queued mail says when it is sent: a mail about a booking or an order speaks from the rows
 * of that moment (docs/decisions/020 F1), a credit note says how the money was paid and is not sent
 * once its refund has failed, and a code that has expired is not sent. Any other mail is sent as it
 * was queued.
 */
export const currentMail: CurrentMail = async (content, mail, now) => {
  if (isAboutBooking(content)) return bookingMailNow(content, mail, now)
  if (isAboutOrder(content)) return orderMailNow(content)
  if (content.kind === 'credit_note') {
    const { documentId } = content.payload
    // The debit note's own mail says that the refund did not arrive.
    if (await isReversed(documentId)) return { untrue: 'refund_failed' }
    if (await isOfStudioPayment(documentId))
      return { ...content, payload: { ...content.payload, atStudio: true } }
  }
  if (content.kind === 'sign_in_code' && isOver(content.payload.expiresAt, now))
    return { untrue: 'code_expired' }
  return content
}

const isOver = (instant: string | undefined, now: Date): boolean =>
  instant !== undefined && new Date(instant) <= now
