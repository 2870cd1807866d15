import 'server-only'
import { nameIn } from '@/lib/catalog/rules'
import { reachedBy } from '@/lib/contacts/messages'
import { SEARCHED, toAdminContact } from '@/lib/contacts/queries'
import { foldLatest } from '@/lib/customers/fold'
import { customerKeyOf } from '@/lib/customers/queries'
import { db, Prisma } from '@/lib/db'
import type { Page } from '@/lib/http/admin-methods'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { startOf } from '@/lib/limits'
import type { MailState } from '@/lib/mail/rules'
import { searched } from '@/lib/search'
import { siteUrl } from '@/lib/seo/site-url'
import { currentSetting } from '@/lib/settings/queries'
import { filledReply, replyIn } from '@/lib/settings/replies'
import { longDate } from '@/lib/time'
import { INBOX_STATES, threadState, type InboxState } from './rules'
import type { InboxQuery, InboxRow, NextBooking, Thread } from './schema'

/** Of these the partial indexes of `contacts` are made. */
const OF_STATE: Record<InboxState, Prisma.Sql> = {
  new: Prisma.sql`c.archived_at IS NULL AND c.answered_at IS NULL`,
  answered: Prisma.sql`c.archived_at IS NULL AND c.answered_at IS NOT NULL`,
  archived: Prisma.sql`c.archived_at IS NOT NULL`,
}

type Message = {
  id: number
  key: string
  answeredAt: Date | null
  archivedAt: Date | null
  /** It is one of those that the list goes by. */
  listed: boolean
}
/** A person's keys, and all their messages, newest first. */
type Person = { keys: string[]; messages: Message[] }

/** Of customers' keys, each by every key of the person. */
async function peopleOf(
  wanted: readonly string[],
  listed: Prisma.Sql,
): Promise<Map<string, Person>> {
  const groups = await db().$queryRaw<{ keys: string[] }[]>`
    SELECT DISTINCT customer_keys(wanted) AS keys FROM unnest(${wanted}::text[]) AS wanted`
  const people = new Map<string, Person>()
  for (const { keys } of groups) {
    const person: Person = { keys, messages: [] }
    for (const key of keys) people.set(key, person)
  }
  const all = [...people.keys()]
  const { emails, phones } = reachedBy(all)
  const messages = await db().$queryRaw<Message[]>`
    SELECT c.id, customer_key(lower(c.email), c.phone_e164) AS key, c.answered_at AS "answeredAt",
      c.archived_at AS "archivedAt", (${listed}) AS listed
    FROM contacts c
    WHERE (lower(c.email) = ANY(${emails}::text[]) OR c.phone_e164 = ANY(${phones}::text[]))
      AND customer_key(lower(c.email), c.phone_e164) = ANY(${all}::text[])
    ORDER BY c.id DESC`
  for (const message of messages) people.get(message.key)?.messages.push(message)
  return people
}

type Found = { id: number; person: Person }
type Walk = {
  listed: Prisma.Sql
  state: InboxState | null
  below?: number | undefined
  most: number
}

const AT_ONCE = 100

/**
 * The threads of a state, or of any, by the newest of their listed messages: walks those messages
 * from the newest on, and stops once there are enough.
 */
async function threads({ listed, state, below, most }: Walk): Promise<Found[]> {
  const found: Found[] = []
  let cursor = below
  for (;;) {
    const batch = await db().$queryRaw<{ id: number; key: string }[]>`
      SELECT c.id, customer_key(lower(c.email), c.phone_e164) AS key FROM contacts c
      WHERE ${listed} ${cursor === undefined ? Prisma.empty : Prisma.sql`AND c.id < ${cursor}::int`}
      ORDER BY c.id DESC LIMIT ${AT_ONCE}::int`
    const people = await peopleOf([...new Set(batch.map(({ key }) => key))], listed)
    for (const { id, key } of batch) {
      const person = people.get(key)
      const isNewest = person?.messages.find((message) => message.listed)?.id === id
      if (!person || !isNewest || (state && threadState(person.messages) !== state)) continue
      found.push({ id, person })
      if (found.length === most) return found
    }
    cursor = batch.at(-1)?.id
    if (batch.length < AT_ONCE) return found
  }
}

export const COUNTED_THREADS = 100

/** How many threads each state has, up to 100. */
export async function threadCounts(): Promise<Record<InboxState, number>> {
  await foldLatest()
  const counts = await Promise.all(
    INBOX_STATES.map((state) =>
      threads({ listed: OF_STATE[state], state, most: COUNTED_THREADS }).then(
        ({ length }) => [state, length] as const,
      ),
    ),
  )
  return Object.fromEntries(counts) as Record<InboxState, number>
}

const FIRST_WORDS = 160

type Now = { locale: Locale; now: Date }

/**
 * One person's messages are one row: by the newest message of the state, newest first, after
 * `cursor`. A search looks in every state, and shows the newest message that has what was typed.
 */
export async function listThreads(
  { state, q, limit, cursor }: InboxQuery,
  about: Now,
): Promise<Page<InboxRow, number>> {
  await foldLatest()
  const words = searched(q, { text: SEARCHED, id: Prisma.sql`c.id` })
  const found = await threads({
    listed: words[0] ?? OF_STATE[state],
    state: words[0] ? null : state,
    below: cursor,
    most: limit + 1,
  })
  const page = found.slice(0, limit)
  const [rows, next] = await Promise.all([
    db().contact.findMany({ where: { id: { in: page.map(({ id }) => id) } } }),
    nextBookings(
      page.map(({ person }) => person),
      about,
    ),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: page.flatMap(({ id, person }) => {
      const row = byId.get(id)
      if (!row) return []
      return {
        id,
        last: person.messages[0]?.id ?? id,
        name: row.name,
        text: startOf(row.message, FIRST_WORDS),
        at: row.createdAt.toISOString(),
        state: threadState(person.messages),
        messages: person.messages.length,
        next: next.get(person) ?? null,
      }
    }),
    nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** The session that each of these people comes to next. */
async function nextBookings(
  people: readonly Person[],
  { locale, now }: Now,
): Promise<Map<Person, NextBooking>> {
  const keys = people.flatMap((person) => person.keys)
  const { emails, phones } = reachedBy(keys)
  const found = await db().$queryRaw<{ id: number; key: string }[]>`
    SELECT DISTINCT ON (1) known.* FROM (
      SELECT customer_key(lower(b.email), b.phone_e164) AS key, b.id, b.starts_at FROM bookings b
      WHERE (lower(b.email) = ANY(${emails}::text[]) OR b.phone_e164 = ANY(${phones}::text[]))
        AND b.ends_at > ${now}::timestamptz AND b.status <> 'cancelled' AND b.no_show_at IS NULL
        AND booking_is_known(b.status, b.hold_expires_at, b.cancel_reason)) AS known
    WHERE known.key = ANY(${keys}::text[]) ORDER BY 1, known.starts_at, known.id`
  const rows = await db().booking.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include: { service: { select: { name: true, translations: true } } },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
  })
  const next = new Map<Person, NextBooking>()
  for (const row of rows) {
    const key = found.find(({ id }) => id === row.id)?.key ?? ''
    const person = people.find((one) => one.keys.includes(key))
    if (person)
      next.set(person, {
        ...{ id: row.id, date: row.date, time: row.time },
        status: row.status as NextBooking['status'],
        service: nameIn(locale, row.service),
        cancelReason: row.cancelReason,
        holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
      })
  }
  return next
}

const SHOWN = 50

/** All that the sender of a message wrote, and what was answered; null for an unknown message. */
export async function threadOf(id: number, about: Now): Promise<Thread | null> {
  await foldLatest()
  const [own] = await db().$queryRaw<{ key: string }[]>`
    SELECT customer_key(lower(c.email), c.phone_e164) AS key FROM contacts c WHERE c.id = ${id}::int`
  const person = own && (await peopleOf([own.key], Prisma.sql`true`)).get(own.key)
  const head = person?.messages.find(({ archivedAt }) => !archivedAt) ?? person?.messages[0]
  if (!person || !head) return null
  const shown = [...new Set([...person.messages.slice(0, SHOWN).map((one) => one.id), head.id])]
  const [rows, replies, next, { replies: quick }] = await Promise.all([
    db().contact.findMany({ where: { id: { in: shown } }, orderBy: { id: 'asc' } }),
    db().contactReply.findMany({
      // With the messages that they answer.
      where: { contactId: { in: shown } },
      include: { mail: { select: { id: true, status: true, recipient: true } } },
      orderBy: { id: 'asc' },
    }),
    nextBookings([person], about).then((all) => all.get(person) ?? null),
    currentSetting('replies'),
  ])
  const headRow = rows.find((row) => row.id === head.id)
  if (!headRow) return null
  const language = toLocale(headRow.locale)
  const facts = {
    name: headRow.name,
    date: next && longDate(next.date, language),
    link: siteUrl() + pathIn(language, '/booking'),
  }
  const phone = [headRow, ...rows.toReversed()].find(({ phoneE164 }) => phoneE164)?.phoneE164
  const entries = [
    ...rows.map((row) => ({ kind: 'message' as const, ...toAdminContact(row) })),
    ...replies.map(({ id, text, author, mail, createdAt }) => ({
      ...{ kind: 'reply' as const, id, text, author },
      mail: mail && { ...mail, status: mail.status as MailState },
      createdAt: createdAt.toISOString(),
    })),
  ]
  return {
    head: toAdminContact(headRow),
    state: threadState(person.messages),
    entries: entries.sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    left: person.messages.length - rows.length,
    next,
    customer: await customerKeyOf(headRow),
    whatsApp: phone ? phone.slice(1) : null,
    replies: quick.flatMap((reply) => {
      const text = filledReply(replyIn(language, reply).text, facts)
      return text === null ? [] : [{ name: replyIn(about.locale, reply).name, text }]
    }),
  }
}
