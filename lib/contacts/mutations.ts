import 'server-only'
import { transaction } from '@/lib/db'
import { queueMail } from '@/lib/mail/mutations'
import { SITE } from '@/lib/site'
import { toContactDto, type ContactDto } from './data'
import type { ContactInput } from './schema'

/**
 * Stores a visitor's message and queues the mail that tells the studio, in one transaction (decision F1); returns the
 * row. The visitor gets no mail back: an answering machine at that address could not start a conversation with ours.
 */
export async function saveContact(input: ContactInput): Promise<ContactDto> {
  return transaction(async (tx) => {
    const contact = toContactDto(await tx.contact.create({ data: input }))
    const { id: contactId, createdAt: _createdAt, ...payload } = contact
    await queueMail(tx, { kind: 'contact_message', payload: { contactId, ...payload }, recipient: SITE.email, locale: 'en', dedupeKey: `contact_message:${contactId}` })
    return contact
  })
}
