import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { queueMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'
import { toContactDto, toAdminContact } from './queries'
import type { ContactDto, ContactInput, AdminContact } from './schema'

/**
 * Stores a visitor's message and queues the mail that tells the studio, in one transaction
 * (docs/decisions/020 F1); returns the row. The visitor gets no mail back: an answering machine at
 * that address could not start a conversation with ours.
 */
export async function saveContact(input: ContactInput): Promise<ContactDto> {
  return transaction(async (tx) => {
    const contact = toContactDto(await tx.contact.create({ data: input }))
    const { id: contactId, createdAt: _createdAt, ...payload } = contact
    await queueMail(tx, {
      kind: 'contact_message',
      payload: { contactId, ...payload },
      recipient: (await currentSite(tx)).email,
      locale: 'en',
      dedupeKey: `contact_message:${contactId}`,
    })
    return contact
  })
}

type Archiving = {
  id: number
  archived: boolean
  version: string | undefined
  actor: string
  now: Date
}

/** Puts a message aside, or back into the list. Throws not_found, version_conflict. */
export async function archiveContact({
  id,
  archived,
  version,
  actor,
  now,
}: Archiving): Promise<AdminContact> {
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM contacts WHERE id = ${id} FOR UPDATE`
    const before = await tx.contact.findUnique({ where: { id } })
    if (!before) throw new Problem('not_found')
    assertVersion(before, version)
    if ((before.archivedAt !== null) === archived) return toAdminContact(before)
    const after = await tx.contact.update({
      where: { id },
      data: { archivedAt: archived ? now : null },
    })
    // Without the message: the log is kept longer than what customers wrote
    // (docs/decisions/020 F3).
    const action = archived ? 'archive' : 'restore'
    await recordChange(tx, {
      actor,
      action,
      entity: 'contact',
      entityId: id,
      before: { archived: !archived },
      after: { archived },
    })
    return toAdminContact(after)
  })
}
