import 'server-only'
import { db } from '@/lib/db'
import type { Ready, Untrue } from '@/lib/mail/outbox'
import { receivedKeys } from './messages'

export async function contactReplyOf(replyId: number): Promise<Ready | Untrue> {
  const reply = await db().contactReply.findUnique({
    where: { id: replyId },
    include: { contact: true },
  })
  if (!reply) return { untrue: 'message_gone' }
  const { text, contact } = reply
  const { proven, unproven } = receivedKeys(contact)
  const received = await db().mail.findFirst({
    where: { dedupeKey: { in: [proven, unproven] }, recipient: contact.email, status: 'sent' },
    orderBy: { id: 'desc' },
    select: { messageId: true },
  })
  const { subject, message } = contact
  const payload = { text, subject, message, inReplyTo: received?.messageId ?? null }
  return { letter: { kind: 'contact_reply', payload } }
}
