import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { inboxHash } from '@/lib/http/rate-limit'
import type { Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/outbox'
import { phoneColumns } from '@/lib/phones'
import { Problem } from '@/lib/problem'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import { toContactDto, toAdminContact } from './queries'
import type { ContactDto, ContactInput, AdminContact } from './schema'

type Writer = {
  /** Null when this browser has proven none. */
  provenEmail: string | null
  locale: Locale
}

/**
 * Stores a message and queues, in the same transaction, the mail to the studio unless it is
 * switched off (docs/decisions/020 F4), and the visitor's acknowledgement (docs/decisions/020 F5).
 * Both are marked as sent automatically, so that no auto-responder replies.
 */
export async function saveContact(
  input: ContactInput,
  { provenEmail, locale }: Writer,
): Promise<ContactDto> {
  return transaction(async (tx) => {
    const studio = (await currentSite(tx)).email
    const contact = toContactDto(
      await tx.contact.create({ data: { ...input, ...phoneColumns(input.phone) } }),
    )
    const { id: contactId, createdAt: _createdAt, ...payload } = contact
    const isProven = provenEmail === input.email
    if ((await currentSetting('notices', tx)).messages)
      await queueMail(tx, {
        kind: 'contact_message',
        payload: { contactId, ...payload },
        recipient: studio,
        locale: 'en',
        unproven: !isProven,
        dedupeKey: `contact_message:${contactId}`,
      })
    if (input.email !== studio.toLowerCase()) {
      await queueMail(tx, {
        kind: 'contact_received',
        payload: isProven ? { message: input.message } : {},
        recipient: input.email,
        locale,
        unproven: !isProven,
        // At most one a day to an address that may belong to somebody else.
        dedupeKey: isProven
          ? `contact_received:${contactId}`
          : `contact_received:${inboxHash(input.email)}:${studioDate(new Date())}`,
      })
    }
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

/** Throws not_found, version_conflict. */
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
    // Without the message text: the log is kept longer than customers' messages (docs/decisions/020
    // F3).
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
