import 'server-only'
import { foldCustomers } from '@/lib/customers/fold'
import { customerKeyOf, groupOf, rowsOfGroups } from '@/lib/customers/queries'
import { Prisma } from '@/lib/db'
import { Problem } from '@/lib/problem'
import type { PersonBody } from './schema'

/**
 * Whose data it is: every row with one of the emails (in lower case), and those by their ids that the
 * customer has by a number. `name` stands for them in the audit log, as a pseudonym.
 */
export type DataSubject = {
  name: string
  emails: string[]
  customers: number[]
  bookings: number[]
  orders: number[]
  contacts: number[]
  members: number[]
}

/** The owner of an email, or a customer, with all who were merged into them. Throws not_found. */
export async function findSubject({ email, key }: PersonBody): Promise<DataSubject> {
  // What waits to be folded contains emails and numbers, and may make this person another customer.
  while ((await foldCustomers()) > 0);
  const id = key ?? (await customerKeyOf({ email: email ?? '', phoneE164: null }))
  const group = id === null ? null : await groupOf(id)
  const typed = email ? [email] : []
  if (!group) {
    if (!email) throw new Problem('not_found')
    return { name: email, emails: typed, ...NOTHING }
  }
  const rows = (await rowsOfGroups([group])).get(group.id)
  const emails = [...new Set([...typed, ...group.emails])]
  return {
    name: emails[0] ?? group.phones[0] ?? '',
    emails,
    ...NOTHING,
    customers: group.customers,
    ...(rows && {
      bookings: rows.booking,
      orders: rows.order,
      contacts: rows.contact,
      members: rows.member,
    }),
  }
}

const NOTHING = { customers: [], bookings: [], orders: [], contacts: [], members: [] }

const TABLES = {
  bookings: 'email',
  orders: 'customer_email',
  contacts: 'email',
  members: 'customer_email',
} as const

/** A condition on a row, called `alias`: it is theirs. */
export const isOfSubject = (
  person: DataSubject,
  what: keyof typeof TABLES,
  alias: string,
): Prisma.Sql => Prisma.sql`(lower(${Prisma.raw(`${alias}.${TABLES[what]}`)}) = ANY(${person.emails}::text[])
  OR ${Prisma.raw(`${alias}.id`)} = ANY(${person[what]}::int[]))`
