import 'server-only'
import type { Page } from '@/lib/http/admin-methods'
import { db, type Prisma } from '@/lib/db'
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
  archivedAt: row.archivedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
})

const CURSOR = /^(\d{13})-(\d{1,10})$/

/** True for a `nextCursor` of `listContacts`, false for anything else. */
export const isContactCursor = (value: string): boolean =>
  Number(CURSOR.exec(value)?.[2] ?? Infinity) <= 2_147_483_647

type Question = { limit: number; cursor: string | null; archived?: boolean }

/**
 * A page of messages, newest first, after `cursor` (the last page's `nextCursor`; null for the
 * first page); archived ones only on request.
 */
export async function listContacts({
  limit,
  cursor,
  archived = false,
}: Question): Promise<Page<AdminContact, string>> {
  const where = { ...after(cursor), archivedAt: archived ? { not: null } : null }
  const rows = await db().contact.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(toAdminContact),
    nextCursor: last && rows.length > limit ? `${last.createdAt.getTime()}-${last.id}` : null,
  }
}

function after(cursor: string | null): Prisma.ContactWhereInput {
  const [, time, id] = CURSOR.exec(cursor ?? '') ?? []
  if (!time || !id) return {}
  const createdAt = new Date(Number(time))
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: Number(id) } }] }
}
