// Numbers of receipts and notes while two instances issue them at once and the year ends in Kuala Lumpur.
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { documentsOfMonth } from '@/lib/admin/receipts/queries'
import { closeDatabase, db } from '@/lib/db'
import { recordPayment } from '@/lib/payments/record'
import { documentNumber, type DocumentKind } from '@/lib/receipts/rules'
import { settlements } from '@/lib/settlements'
import { studioDate } from '@/lib/time'
import { secondInstance } from '@/tests/support/second-instance'
import { openShop, orderCheckout } from '@/tests/support/shop'

const shop = openShop()
const NEW_YEAR = new Date('2026-12-31T16:00:00Z')
const EACH = 6
let second: ReturnType<typeof secondInstance>

const LAST_SECOND = new Date(NEW_YEAR.getTime() - 1_000)

// A document is dated by the database's clock: another function of its name is found before it, by
// which each look at it takes a part of a second, however fast this machine is.
beforeAll(async () => {
  const name = new URL(shop.database.url).pathname.slice(1)
  await shop.database.sql.query(`
    CREATE SCHEMA another;
    CREATE SEQUENCE another.ticks MINVALUE 0;
    CREATE FUNCTION another.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS $$
      SELECT '${LAST_SECOND.toISOString()}'::timestamptz + nextval('another.ticks') * interval '1 second' / 24 $$;
    ALTER DATABASE ${name} SET search_path = another, pg_catalog, public`)
  await closeDatabase()
  second = secondInstance()
})
afterAll(() => second.close())

async function owingOrders(count: number): Promise<number[]> {
  const orders: number[] = []
  for (let at = 0; at < count; at++) orders.push((await orderCheckout({ who: `guest${at}` })).order)
  return orders
}

/** Paid in cash, and given back: a receipt and a credit note. */
async function sell(orderId: number): Promise<void> {
  const { total_amount: total } = (
    await shop.rows(`SELECT total_amount FROM video_editing_orders WHERE id = $1`, [orderId])
  )[0] as { total_amount: string }
  const shared = { method: 'cash' as const, reference: null, actor: 'owner' }
  const { paymentId } = await recordPayment(settlements, {
    ...{ ...shared, about: { bookingId: null, orderId }, sen: Math.round(Number(total) * 100) },
    ...{ date: studioDate(LAST_SECOND), key: `order-${orderId}`, now: LAST_SECOND },
  })
  await recordGivenBack({
    ...{ ...shared, id: paymentId, amountSen: 10_00, reason: null },
    ...{ date: studioDate(LAST_SECOND), now: LAST_SECOND },
  })
}

async function sellAll(orders: readonly number[]): Promise<void> {
  for (const order of orders) await sell(order)
}

const issued = async (kind: DocumentKind) =>
  shop.rows(
    `SELECT number, issued_at AS at, count(*) OVER (PARTITION BY number)::int AS times
     FROM receipts WHERE kind = $1 ORDER BY number`,
    [kind],
  )

test('two instances at once, over New Year: no gap, none twice, each in its own month', async () => {
  const orders = await owingOrders(2 * EACH)
  await shop.rows(`SELECT setval('another.ticks', 0, false)`)
  await Promise.all([sellAll(orders.slice(0, EACH)), second.as(() => sellAll(orders.slice(EACH)))])
  const all = Array.from({ length: 2 * EACH }, (_, at) => at + 1)
  for (const kind of ['receipt', 'credit_note'] as const) {
    const rows = await issued(kind)
    expect(rows.map(({ number }) => Number(number))).toEqual(all)
    // Dates follow each other as numbers do.
    const dates = rows.map(({ at }) => Number(at))
    expect(dates).toEqual([...dates].sort((a, b) => a - b))
    expect(dates[0]).toBeLessThan(NEW_YEAR.getTime())
    expect(dates.at(-1)).toBeGreaterThanOrEqual(NEW_YEAR.getTime())
  }
  const [old, young] = [await documentsOfMonth('2026-12'), await documentsOfMonth('2027-01')]
  expect(old.every(({ issuedAt }) => issuedAt < NEW_YEAR)).toBe(true)
  expect(young.every(({ issuedAt }) => issuedAt >= NEW_YEAR)).toBe(true)
  const names = [...old, ...young].map(({ number }) => number)
  const expected = all.flatMap((number) => [
    documentNumber('receipt', number),
    documentNumber('credit_note', number),
  ])
  expect([...names].sort()).toEqual([...expected].sort())
  // The number goes on: it does not begin again with the year.
  expect(young.map(({ number }) => number)).not.toContain(documentNumber('receipt', 1))
})

test('the second instance has connections of its own', async () => {
  const pids = async () =>
    (await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid
  const [own, other] = await Promise.all([pids(), second.as(pids)])
  expect(own).not.toBe(other)
})
