import 'server-only'
import { db, type Tx } from '@/lib/db'

/** A person: the customer that others were merged into, with them. */
export type Group = {
  id: number
  /** With those who were merged into it, itself first. */
  customers: number[]
  keys: string[]
  /** Proven emails, and those of rows without a number. */
  emails: string[]
  phones: string[]
}

type Reader = Pick<Tx, '$queryRaw'>

/** Of a customer, or of one that was merged into another; null for an unknown one. */
export async function groupOf(id: number, reader: Reader = db()): Promise<Group | null> {
  const rows = await reader.$queryRaw<{ id: number; key: string; depth: number }[]>`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.key, 0 AS depth FROM customers c WHERE c.id = customer_root(${id}::int)
      UNION ALL SELECT c.id, c.key, tree.depth + 1 FROM customers c JOIN tree ON c.merged_into_id = tree.id)
    SELECT id, key, depth FROM tree ORDER BY depth, id`
  const [first] = rows
  if (!first) return null
  const keys = rows.map(({ key }) => key)
  const startingWith = (kind: string) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length))
  return {
    id: first.id,
    customers: rows.map((row) => row.id),
    keys,
    emails: startingWith('mail:'),
    phones: startingWith('tel:'),
  }
}

export type RowsOfCustomer = Record<'booking' | 'order' | 'contact' | 'member', number[]>

/** The ids of a person's rows. */
export async function rowsOfGroup(
  { keys, emails, phones }: Group,
  reader: Reader = db(),
): Promise<RowsOfCustomer> {
  const rows = await reader.$queryRaw<{ kind: keyof RowsOfCustomer; id: number }[]>`
    SELECT kind, id FROM customer_rows
    WHERE (email = ANY(${emails}::text[]) OR phone_e164 = ANY(${phones}::text[])) AND key = ANY(${keys}::text[])
    ORDER BY id`
  const ids: RowsOfCustomer = { booking: [], order: [], contact: [], member: [] }
  for (const { kind, id } of rows) ids[kind].push(id)
  return ids
}

type Named = { email: string; phoneE164: string | null }

/** Whose a booking, order or message is; null where it is nobody's. `email` in lower case. */
export async function customerKeyOf({ email, phoneE164 }: Named): Promise<number | null> {
  const [row] = await db().$queryRaw<{ id: number }[]>`
    SELECT customer_root(c.id) AS id FROM customers c
    WHERE c.key = customer_key(lower(${email}::text), ${phoneE164}::text)`
  return row?.id ?? null
}
