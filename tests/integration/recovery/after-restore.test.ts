import { stripe } from '@/lib/payments/client'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { sweepPayments } from '@/lib/jobs/jobs'
import { afterRestore } from '@/lib/recovery/after-restore'
import { checkout, openShop, workingDay, type Row } from '@/tests/support/shop'

// Seen in shops and invoicing systems that were put back to a backup: the numbers of invoices are
// issued a second time, and what was sold in the gap is sold again.

const shop = openShop()
const last = async (sql: string) => Number(Object.values((await shop.rows(sql))[0] ?? {})[0])
const receiptCounter = () => last(`SELECT last FROM receipt_counters WHERE kind = 'receipt'`)
const nextBooking = () => last(`SELECT nextval(pg_get_serial_sequence('bookings', 'id'))`)
const blocks = () =>
  shop.rows(`SELECT first_day::text AS day, from_minute, to_minute, reason FROM blocks ORDER BY id`)

/** Puts the database back to where it was before the booking `id` was made. */
async function restoreBefore(id: number): Promise<void> {
  const receipts = `SELECT r.id FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.booking_id >= ${id}`
  const [{ gone }] = (await shop.rows(`SELECT count(*)::int AS gone FROM (${receipts}) r`)) as [Row]
  await shop.rows(`DELETE FROM receipts WHERE id IN (${receipts})`)
  await shop.rows(
    `UPDATE receipt_counters SET last = last - ${Number(gone)} WHERE kind = 'receipt'`,
  )
  for (const sql of [
    `DELETE FROM mails WHERE booking_id >= ${id}`,
    `DELETE FROM payments WHERE booking_id >= ${id}`,
    `DELETE FROM bookings WHERE id >= ${id}`,
    `DELETE FROM stripe_events`,
    `SELECT setval(pg_get_serial_sequence('bookings', 'id'), ${id}, false)`,
    `SELECT setval(pg_get_serial_sequence('payments', 'id'), coalesce((SELECT max(id) FROM payments), 1))`,
  ])
    await shop.rows(sql)
}

const ask = (apply: boolean, known = {}) =>
  afterRestore({
    since: new Date(Date.now() - 3_600_000),
    known,
    apply,
    actor: '(operator)',
    now: new Date(),
  })

describe('real life: a database put back to a backup', () => {
  beforeEach(sweepPayments) // The backup knows how far Stripe's lists were read.
  afterEach(async () => {
    await sweepPayments() // The site starts.
    // The gap in the numbers is intended here; everywhere else the books allow none.
    await shop.rows(
      `UPDATE receipt_counters c SET last =
         (SELECT coalesce(max(number), 0) FROM receipts r WHERE r.kind = c.kind)`,
    )
  })

  test('numbers continue above those used since, and the time of a paid session is blocked', async () => {
    await shop.sold()
    const lost = await shop.sold({ who: 'badrul', date: workingDay(1) })
    const used = await receiptCounter()
    await restoreBefore(lost.booking)
    expect(await receiptCounter()).toBe(used - 1)

    const preview = await ask(false)
    expect(preview.lost).toMatchObject([
      { intentId: lost.intent, bookingId: lost.booking, amountSen: 107_17, time: 'free' },
    ])
    expect(await receiptCounter()).toBe(used - 1)
    expect(await blocks()).toEqual([])

    expect((await ask(true)).lost).toMatchObject([{ intentId: lost.intent, time: 'kept' }])
    expect(await receiptCounter()).toBe(used)
    expect(await nextBooking()).toBeGreaterThan(lost.booking)
    expect(await blocks()).toEqual([
      {
        ...{ day: workingDay(1), from_minute: 540, to_minute: 600 },
        reason: expect.stringContaining(lost.intent),
      },
    ])
    await expect(checkout({ who: 'chong', date: workingDay(1) })).rejects.toMatchObject({
      code: 'slot_taken',
    })
    await sweepPayments()
    expect(await attentionPayments()).toMatchObject({
      open: [{ intentId: lost.intent, reason: 'unmatched' }],
    })
  })

  test('it can be repeated without another block or number', async () => {
    const lost = await shop.sold()
    await restoreBefore(lost.booking)
    await ask(true)
    const [once, counter] = [await blocks(), await receiptCounter()]
    await sweepPayments()
    await ask(true)
    expect(await blocks()).toEqual(once)
    expect(await receiptCounter()).toBe(counter)
  })

  test('time that was sold again before the command ran is named, and stays with its new owner', async () => {
    const lost = await shop.sold()
    await restoreBefore(lost.booking)
    await checkout({ who: 'badrul' })
    expect((await ask(true)).lost).toMatchObject([{ intentId: lost.intent, time: 'taken' }])
    expect(await blocks()).toEqual([])
  })

  test('an open payment of a lost hold is cancelled, so that it can never be paid', async () => {
    const lost = await checkout()
    await restoreBefore(lost.booking)
    expect((await ask(true)).lost).toMatchObject([{ intentId: lost.intent, time: 'none' }])
    expect((await stripe().paymentIntents.retrieve(lost.intent)).status).toBe('canceled')
  })

  test('numbers from sent mails count where they are higher, and never lower a counter', async () => {
    await shop.sold()
    const { numbers } = await ask(true, { bookings: 57, receipt: 12, payments: 0 })
    expect(numbers).toContainEqual({ kind: 'bookings', before: expect.any(Number), after: 57 })
    expect(await receiptCounter()).toBe(12)
    await ask(true)
    expect(await receiptCounter()).toBe(12)
    expect(await nextBooking()).toBe(58)
  })

  test('payments of other systems in the same account are left alone', async () => {
    const other = await stripe().paymentIntents.create({
      amount: 50_00,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
    })
    expect((await ask(true)).lost).toEqual([])
    expect((await stripe().paymentIntents.retrieve(other.id)).status).toBe(
      'requires_payment_method',
    )
  })
})
