import 'server-only'
import { transaction, type Tx } from '@/lib/db'
import { inboxHash } from '@/lib/http/rate-limit'
import type { Locale } from '@/lib/i18n/routing'
import { isSameMailbox } from '@/lib/inbox'
import { queueMail } from '@/lib/mail/outbox'
import { phoneColumns } from '@/lib/phones'
import { queuePush } from '@/lib/push/queue'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import { toContactDto } from './queries'
import type { ContactDto, ContactInput } from './schema'

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
      await tx.contact.create({ data: { ...input, ...phoneColumns(input.phone), locale } }),
    )
    const { id: contactId, createdAt: _createdAt, ...payload } = contact
    const isProven = isSameMailbox(provenEmail, input.email)
    if ((await currentSetting('notices', tx)).messages)
      await queueMail(tx, {
        kind: 'contact_message',
        payload: { contactId, ...payload },
        recipient: studio,
        locale: 'en',
        unproven: !isProven,
        dedupeKey: `contact_message:${contactId}`,
      })
    await queuePush(tx, { kind: 'messages', contactId })
    if (input.email !== studio.toLowerCase()) {
      const keys = receivedKeys({
        id: contactId,
        email: input.email,
        createdAt: new Date(contact.createdAt),
      })
      await queueMail(tx, {
        kind: 'contact_received',
        payload: isProven ? { message: input.message } : {},
        recipient: input.email,
        locale,
        unproven: !isProven,
        dedupeKey: isProven ? keys.proven : keys.unproven,
      })
    }
    return contact
  })
}

type Received = { id: number; email: string; createdAt: Date }

/** The keys that the acknowledgement of a message may have. */
export const receivedKeys = ({ id, email, createdAt }: Received) => ({
  proven: `contact_received:${id}`,
  // At most one a day to an address that may belong to somebody else.
  unproven: `contact_received:${inboxHash(email)}:${studioDate(createdAt)}`,
})

/** Locks a message and what the same person wrote before it; their ids. */
export const lockUpTo = async (tx: Tx, id: number): Promise<number[]> =>
  (await lockThreads(tx, [id])).get(id) ?? []

/**
 * Locks messages and what the same people wrote before them: of each message that exists, the ids.
 * One statement, in the order of the ids, so that two calls do not wait for each other.
 */
export async function lockThreads(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const asked = await tx.$queryRaw<{ id: number; keys: string[] }[]>`
    SELECT c.id, customer_keys(customer_key(lower(c.email), c.phone_e164)) AS keys
    FROM contacts c WHERE c.id = ANY(${ids}::int[]) ORDER BY c.id`
  const keys = [...new Set(asked.flatMap((one) => one.keys))]
  const { emails, phones } = reachedBy(keys)
  const rows = await tx.$queryRaw<{ id: number; key: string }[]>`
    SELECT c.id, customer_key(lower(c.email), c.phone_e164) AS key FROM contacts c
    WHERE c.id <= ${Math.max(0, ...ids)}::int
      AND (lower(c.email) = ANY(${emails}::text[]) OR c.phone_e164 = ANY(${phones}::text[]))
      AND customer_key(lower(c.email), c.phone_e164) = ANY(${keys}::text[])
    ORDER BY c.id FOR UPDATE OF c`
  return new Map(
    asked.map(({ id, keys }) => [
      id,
      rows.filter((row) => row.id <= id && keys.includes(row.key)).map((row) => row.id),
    ]),
  )
}

/** The emails and numbers of customers' keys. */
export function reachedBy(keys: readonly string[]): { emails: string[]; phones: string[] } {
  const [mails, numbers] = [true, false].map((isMail) =>
    keys.filter((key) => key.startsWith('mail:') === isMail),
  ) as [string[], string[]]
  return { emails: mails.map((key) => key.slice(5)), phones: numbers.map((key) => key.slice(4)) }
}
