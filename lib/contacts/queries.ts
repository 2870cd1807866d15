import 'server-only'
import type { Page } from '@/lib/http/admin-methods'
import { db, Prisma } from '@/lib/db'
import { foundInOrder } from '@/lib/search'
import type { ContactDto, AdminContact } from './schema'

/** Named one by one: the answer to a visitor contains what they sent and no other column. */
export const toContactDto = (row: Prisma.ContactGetPayload<true>): ContactDto => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.company,
  subject: row.subject,
  message: row.message,
  industry: row.industry,
  experience: row.experience,
  companySize: row.companySize,
  designation: row.designation,
  topics: row.topics,
  createdAt: row.createdAt.toISOString(),
})

export const toAdminContact = (row: Prisma.ContactGetPayload<true>): AdminContact => ({
  ...toContactDto(row),
  phoneE164: row.phoneE164 || null,
  locale: row.locale,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
})

const COUNTED_AT_MOST = 100

/** Neither answered nor archived. */
export const UNANSWERED = { answeredAt: null, archivedAt: null } as const

/** How many messages wait for an answer, up to 100. */
export async function unansweredCount(): Promise<number> {
  const [row] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM contacts WHERE archived_at IS NULL AND answered_at IS NULL
      LIMIT ${COUNTED_AT_MOST}::int) AS waiting`
  return row.count
}

const CURSOR = /^(\d{13})-(\d{1,10})$/

/** True for a `nextCursor` of `listContacts`, false for anything else. */
export const isContactCursor = (value: string): boolean =>
  Number(CURSOR.exec(value)?.[2] ?? Infinity) <= 2_147_483_647

type Question = {
  limit: number
  cursor: string | null
  archived?: boolean
  q?: string | null
}

/**
 * Newest first, after `cursor` (the last page's `nextCursor`); archived ones only on request. `q`
 * searches numbers, names, emails, phones, companies and texts.
 */
export async function listContacts({
  limit,
  cursor,
  archived = false,
  q,
}: Question): Promise<Page<AdminContact, string>> {
  const where = [
    archived ? Prisma.sql`c.archived_at IS NOT NULL` : Prisma.sql`c.archived_at IS NULL`,
    ...after(cursor),
  ]
  const id = Prisma.sql`c.id`
  const found = await foundInOrder<{ id: number }>(
    q,
    { text: SEARCHED, id },
    {
      ...{ table: 'contacts', alias: 'c', where, columns: id },
      ...{ order: Prisma.sql`ORDER BY c.created_at DESC, c.id DESC`, count: limit + 1 },
    },
  )
  const rows = await db().contact.findMany({
    where: { id: { in: found.slice(0, limit).map(({ id }) => id) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const last = rows.at(-1)
  return {
    rows: rows.map(toAdminContact),
    nextCursor: last && found.length > limit ? `${last.createdAt.getTime()}-${last.id}` : null,
  }
}

/** What a search looks for in messages `c`. */
export const SEARCHED = Prisma.sql`c.name || ' ' || c.email || ' ' || phone_forms(c.phone, c.phone_e164)
  || ' ' || coalesce(c.company, '') || ' ' || c.message`

function after(cursor: string | null): Prisma.Sql[] {
  const [, time, id] = CURSOR.exec(cursor ?? '') ?? []
  if (!time || !id) return []
  const at = new Date(Number(time))
  return [Prisma.sql`(c.created_at, c.id) < (${at}::timestamptz, ${Number(id)}::int)`]
}
