import * as z from 'zod/mini'
import type { AdminBooking } from '@/lib/admin/bookings/schema'
import type { AdminContact } from '@/lib/contacts/schema'
import { LIMITS } from '@/lib/limits'
import type { MailState } from '@/lib/mail/rules'
import { cursor, idText, pageSize, shortCode } from '@/lib/text'
import { INBOX_STATES, type InboxState } from './rules'

export const inboxQuery = z.object({
  state: z._default(z.enum(INBOX_STATES, { error: 'choice' }), 'new'),
  q: z._default(shortCode(LIMITS.search), ''),
  limit: pageSize(),
  cursor: cursor(),
})
export type InboxQuery = z.output<typeof inboxQuery>

export const threadParams = z.object({ id: idText() })

export type NextBooking = Pick<AdminBooking, 'id' | 'date' | 'time' | 'status'> &
  Pick<AdminBooking, 'cancelReason' | 'holdExpiresAt'> & { service: string }

/** All that one person wrote, by the newest message of its state, or that was found. */
export type InboxRow = {
  id: number
  /** The newest of all their messages: an act on the row is about what was written up to it. */
  last: number
  name: string
  text: string
  at: string
  state: InboxState
  messages: number
  next: NextBooking | null
}

export type ThreadMessage = AdminContact & { kind: 'message' }
export type ThreadReply = {
  kind: 'reply'
  id: number
  text: string
  author: string
  createdAt: string
  /** Null once the mail is no longer kept. */
  mail: { id: number; status: MailState; recipient: string } | null
}

export type Thread = {
  /** The message that an answer answers, and that is archived with what was written before it. */
  head: AdminContact
  state: InboxState
  /** Oldest first; `left`: how many older messages are not among them. */
  entries: (ThreadMessage | ThreadReply)[]
  left: number
  next: NextBooking | null
  /** The key of the customer's page. */
  customer: number | null
  /** International without plus. */
  whatsApp: string | null
  /** What can be answered, in the language of the message. */
  replies: { name: string; text: string }[]
}
