import 'server-only'
import { db } from '@/lib/db'
import { documentsBetween } from '@/lib/receipts/queries'
import { nextMonth } from '@/lib/receipts/rules'
import type { IssuedDocument } from '@/lib/receipts/schema'
import { toInstant } from '@/lib/time'

/** Of the studio's calendar (yyyy-mm), in the order of issue. */
export const documentsOfMonth = (month: string): Promise<IssuedDocument[]> =>
  documentsBetween(toInstant(`${month}-01`, '00:00'), toInstant(`${nextMonth(month)}-01`, '00:00'))

/** Turnover of the twelve months before `now` in sen: sales minus refunds, before tax. */
export async function turnoverSen(now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ sen: number }[]>`
    SELECT coalesce(sum(CASE kind WHEN 'credit_note' THEN -subtotal ELSE subtotal END) * 100, 0)::float AS sen
    FROM receipts WHERE issued_at > ${now.toISOString()}::timestamptz - interval '12 months'`
  return Math.round(row?.sen ?? 0)
}
