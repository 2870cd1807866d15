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

/** Of customers, each by the id of its root. Ids that are nobody's are left out. */
export async function groupsOf(
  ids: readonly number[],
  reader: Reader = db(),
): Promise<Map<number, Group>> {
  const rows = await reader.$queryRaw<{ id: number; key: string; root: number }[]>`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.key, c.id AS root, 0 AS depth FROM customers c
      WHERE c.id IN (SELECT customer_root(wanted) FROM unnest(${ids}::int[]) AS wanted)
      UNION ALL SELECT c.id, c.key, tree.root, tree.depth + 1
      FROM customers c JOIN tree ON c.merged_into_id = tree.id)
    SELECT id, key, root FROM tree ORDER BY depth, id`
  const groups = new Map<number, Group>()
  for (const { id, key, root } of rows) {
    const group = groups.get(root) ?? { id: root, customers: [], keys: [], emails: [], phones: [] }
    group.customers.push(id)
    group.keys.push(key)
    if (key.startsWith('mail:')) group.emails.push(key.slice(5))
    else group.phones.push(key.slice(4))
    groups.set(root, group)
  }
  return groups
}

/** Of a customer, or of one that was merged into another; null for an unknown one. */
export async function groupOf(id: number, reader: Reader = db()): Promise<Group | null> {
  const [group] = (await groupsOf([id], reader)).values()
  return group ?? null
}

export type RowsOfCustomer = Record<'booking' | 'order' | 'contact' | 'member', number[]>

/** The ids of what is theirs, by the id of each root. */
export async function rowsOfGroups(
  groups: readonly Group[],
  reader: Reader = db(),
): Promise<Map<number, RowsOfCustomer>> {
  const all = (what: 'keys' | 'emails' | 'phones') => groups.flatMap((group) => group[what])
  const rows = await reader.$queryRaw<{ kind: keyof RowsOfCustomer; id: number; key: string }[]>`
    SELECT kind, id, key FROM customer_rows
    WHERE (email = ANY(${all('emails')}::text[]) OR phone_e164 = ANY(${all('phones')}::text[]))
      AND key = ANY(${all('keys')}::text[])
    ORDER BY id`
  const found = new Map<number, RowsOfCustomer>(
    groups.map(({ id }) => [id, { booking: [], order: [], contact: [], member: [] }]),
  )
  const roots = new Map(groups.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)))
  for (const { kind, id, key } of rows) found.get(roots.get(key) ?? 0)?.[kind].push(id)
  return found
}

type Named = { email: string; phoneE164: string | null }

/** Whose a booking, order or message is; null where it is nobody's. `email` in lower case. */
export async function customerKeyOf({ email, phoneE164 }: Named): Promise<number | null> {
  const [row] = await db().$queryRaw<{ id: number }[]>`
    SELECT customer_root(c.id) AS id FROM customers c
    WHERE c.key = customer_key(lower(${email}::text), ${phoneE164}::text)`
  return row?.id ?? null
}
