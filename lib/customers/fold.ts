import 'server-only'
import { db } from '@/lib/db'

/** The changes that one run of the job takes. */
export const FOLDED_AT_ONCE = 2_000
// Few enough that nobody who looks waits for a great many.
const FOLDED_BEFORE_READING = 200

/** Brings the customers up to date with what has changed; returns how many changes it took. */
export async function foldCustomers(most: number = FOLDED_AT_ONCE): Promise<number> {
  const [row] = await db().$queryRaw<
    { taken: number }[]
  >`SELECT fold_customers(${most}::int) AS taken`
  return row?.taken ?? 0
}

/** Before customers are read: what the reader has just done is in them. */
export const foldLatest = (): Promise<number> => foldCustomers(FOLDED_BEFORE_READING)
