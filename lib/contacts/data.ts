import 'server-only'
import { db, type Prisma } from '@/lib/db'

export type ContactDto = {
  id: number
  name: string
  email: string
  phone: string | null
  company: string | null
  subject: string
  message: string
  industry: string | null
  experience: string | null
  companySize: string | null
  designation: string | null
  topics: string | null
  createdAt: string
}

export const toContactDto = ({ createdAt, ...row }: Prisma.ContactGetPayload<true>): ContactDto => ({ ...row, createdAt: createdAt.toISOString() })

const CURSOR = /^(\d{13})-(\d{1,10})$/

/** True for what `listContacts` gave as `nextCursor`, false for anything else. */
export const isContactCursor = (value: string): boolean => Number(CURSOR.exec(value)?.[2] ?? Infinity) <= 2_147_483_647

/** A page of messages, newest first, after `cursor` (the last page's `nextCursor`; null for the first page). */
export async function listContacts({ limit, cursor }: { limit: number; cursor: string | null }): Promise<{ contacts: ContactDto[]; nextCursor: string | null }> {
  const rows = await db().contact.findMany({ where: after(cursor), orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    contacts: page.map(toContactDto),
    nextCursor: last && rows.length > limit ? `${last.createdAt.getTime()}-${last.id}` : null,
  }
}

function after(cursor: string | null): Prisma.ContactWhereInput {
  const [, time, id] = CURSOR.exec(cursor ?? '') ?? []
  if (!time || !id) return {}
  const createdAt = new Date(Number(time))
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: Number(id) } }] }
}
