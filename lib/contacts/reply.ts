import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { toLocale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'
import { lockUpTo } from './messages'
import { toAdminContact } from './queries'
import type { AdminContact } from './schema'

type Reply = { id: number; text: string; version: string; actor: string; now: Date }

/**
 * Queues the owner's answer as a mail to the sender, and marks the message and what the same person
 * wrote before as answered. Throws not_found, version_conflict.
 */
export const replyToContact = ({ id, text, version, actor, now }: Reply): Promise<AdminContact> =>
  transaction(async (tx) => {
    const before = await lockUpTo(tx, id)
    const contact = await tx.contact.findUnique({ where: { id } })
    if (!contact) throw new Problem('not_found')
    assertVersion(contact, version)
    const reply = await tx.contactReply.create({ data: { contactId: id, text, author: actor } })
    const dedupeKey = `contact_reply:${reply.id}`
    await queueMail(tx, {
      kind: 'contact_reply',
      payload: { replyId: reply.id },
      recipient: contact.email,
      locale: toLocale(contact.locale),
      dedupeKey,
    })
    const mail = await tx.mail.findUniqueOrThrow({ where: { dedupeKey }, select: { id: true } })
    await tx.contactReply.update({ where: { id: reply.id }, data: { mailId: mail.id } })
    await tx.contact.updateMany({
      where: { id: { in: before }, answeredAt: null },
      data: { answeredAt: now },
    })
    // A new version also where it was answered before.
    const answeredAt = contact.answeredAt ?? now
    const after = await tx.contact.update({ where: { id }, data: { answeredAt } })
    await recordChange(tx, {
      actor,
      action: 'reply',
      entity: 'contact',
      entityId: id,
      before: null,
      after: { reply: reply.id },
    })
    return toAdminContact(after)
  })
