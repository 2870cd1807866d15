// What the owner is shown of money, compared with the rows: sums in ringgit contain ringgit only, and
// money in another currency is shown as what it is.
import type pg from 'pg'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { KEPT } from '@/tests/history/asked'

type Booking = { id: number; kept: number }
type Payment = { id: number; received: number; refunded: number; currency: string }

const PAYMENTS = `SELECT id, (coalesce(received_amount, amount) * 100)::int AS received, (refunded_amount * 100)::int AS refunded, currency FROM payments`

/** Money that the owner is shown, and that is not so. */
export async function moneyShownWrongly(sql: pg.Client): Promise<string[]> {
  const { rows: payments } = await sql.query<Payment>(PAYMENTS)
  const { rows: bookings } = await sql.query<Booking>(
    `SELECT b.id, (SELECT (${KEPT} * 100)::int FROM payments q WHERE q.booking_id = b.id) AS kept FROM bookings b WHERE b.first_name <> 'crowd' ORDER BY b.id`,
  )
  const problems: string[] = []
  for (const { id, kept } of bookings) {
    const detail = await bookingDetail(id, 'en')
    const shown = Math.round(Number(detail?.keptAmount) * 100)
    if (shown !== kept) problems.push(`booking ${id}: ${kept} sen are kept, ${shown} are shown`)
    for (const payment of detail?.payments ?? [])
      problems.push(...differences(payment, payment.amount, payments))
  }
  const {
    keyRefusedSince: _,
    methodRefusals: __,
    unrecorded: ___,
    more: ____,
    ...lists
  } = await attentionPayments()
  for (const alert of Object.values(lists).flat())
    problems.push(...differences(alert, alert.received, payments))
  return problems
}

function differences(
  shown: { id: number; currency: string },
  received: number,
  payments: readonly Payment[],
): string[] {
  const row = payments.find(({ id }) => id === shown.id)
  const isSo = row?.received === received && row.currency === shown.currency
  return isSo
    ? []
    : [
        `payment ${shown.id} is shown as ${received} ${shown.currency}, it is ${row?.received} ${row?.currency}`,
      ]
}

/** Documents over money that is not in ringgit, and money linked that is not. */
export async function foreignInBooks(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>(`
    SELECT format('payment %s came in %s and has the %s %s', p.id, p.currency, r.kind, r.number) AS problem
      FROM payments p JOIN receipts r ON r.payment_id = p.id WHERE p.currency <> 'myr'
    UNION ALL SELECT format('payment %s came in %s and was linked', p.id, p.currency)
      FROM payments p JOIN audit_log l ON l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link' WHERE p.currency <> 'myr'
    UNION ALL SELECT format('notice %s brought a document of payment %s, which came in %s', n.id, p.id, p.currency)
      FROM notices n JOIN receipts r ON n.told -> 'documents' @> to_jsonb(r.id) JOIN payments p ON p.id = r.payment_id
      WHERE p.currency <> 'myr'`)
  return rows.map(({ problem }) => problem)
}
