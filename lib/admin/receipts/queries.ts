import 'server-only'
import { db } from '@/lib/db'
import { documentsBetween } from '@/lib/receipts/queries'
import { nextMonth } from '@/lib/receipts/rules'
import type { IssuedDocument } from '@/lib/receipts/schema'
import { toInstant } from '@/lib/time'

/** Of the studio's calendar (yyyy-mm), in the order of issue, read page by page. */
export const eachDocumentOfMonth = (month: string): AsyncGenerator<IssuedDocument> =>
  documentsBetween(toInstant(`${month}-01`, '00:00'), toInstant(`${nextMonth(month)}-01`, '00:00'))

export async function documentsOfMonth(month: string): Promise<IssuedDocument[]> {
  const documents: IssuedDocument[] = []
  for await (const document of eachDocumentOfMonth(month)) documents.push(document)
  return documents
}

/** Sen of the twelve months before `now`: sales less refunds, before tax, with service charges. */
export async function turnoverSen(now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ sen: number }[]>`
    SELECT coalesce(sum(CASE kind WHEN 'credit_note' THEN -income ELSE income END) * 100, 0)::float AS sen
    FROM receipts, LATERAL (
      SELECT CASE tax_kind WHEN 'service-charge' THEN total_amount ELSE subtotal END AS income) counted
    WHERE issued_at > ${now.toISOString()}::timestamptz - interval '12 months'`
  return Math.round(row?.sen ?? 0)
}
