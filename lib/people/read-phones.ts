import 'server-only'
import { db, Prisma } from '@/lib/db'
import { e164Of } from '@/lib/phones'

const COLUMNS = [
  ['bookings', 'phone'],
  ['contacts', 'phone'],
  ['video_editing_orders', 'customer_phone'],
  ['memberships', 'customer_phone'],
] as const

/** The most that one run reads. */
export const PHONES_AT_ONCE = 2_000

/**
 * Reads numbers that were written without their value: those of before there was one, and those of a
 * writer that does not know of it. Returns how many it read.
 */
export async function readPhones(): Promise<number> {
  let count = 0
  for (const [table, column] of COLUMNS)
    count += await readColumn(Prisma.raw(table), Prisma.raw(column), PHONES_AT_ONCE - count)
  return count
}

async function readColumn(table: Prisma.Sql, column: Prisma.Sql, limit: number): Promise<number> {
  const rows = await db().$queryRaw<{ id: number; typed: string }[]>`
    SELECT id, ${column} AS typed FROM ${table} WHERE ${column} IS NOT NULL AND phone_e164 IS NULL
    ORDER BY id LIMIT ${limit}`
  if (rows.length === 0) return 0
  // Not a number that has changed since.
  await db().$executeRaw`
    UPDATE ${table} AS t SET phone_e164 = read.e164
    FROM unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ typed }) => typed)}::text[],
      ${rows.map(({ typed }) => e164Of(typed))}::text[]) AS read (id, typed, e164)
    WHERE t.id = read.id AND t.${column} = read.typed AND t.phone_e164 IS NULL`
  return rows.length
}
