import { stripe } from '@/lib/payments/client'
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { sweepPayments } from '@/lib/jobs/jobs'
import { afterRestore } from '@/lib/recovery/after-restore'
import { studioDate } from '@/lib/time'
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
  await shop.rows(`DELETE FROM receipts WHERE id IN (${receipts})`)
  await shop.rows(
    `UPDATE receipt_counters c SET last =
       (SELECT coalesce(max(number), 0) FROM receipts r WHERE r.kind = c.kind)`,
  )
  for (const sql of [
    `DELETE FROM mails WHERE booking_id >= ${id}`,
    `DELETE FROM part_refunds USING payments p WHERE p.id = payment_id AND p.booking_id >= ${id}`,
    `DELETE FROM payments WHERE booking_id >= ${id}`,
    `DELETE FROM bookings WHERE id >= ${id}`,
    `DELETE FROM stripe_events`,
    `SELECT setval(pg_get_serial_sequence('bookings', 'id'), ${id}, false)`,
    `SELECT setval(pg_get_serial_sequence('payments', 'id'), coalesce((SELECT max(id) FROM payments), 1))`,
  ])
    await shop.rows(sql)
}

const BACKUP = new Date(Date.now() - 3_600_000)
const ask = (apply: boolean, known = {}, since = BACKUP) =>
  afterRestore({
    since,
    known,
    apply,
    actor: '(operator)',
    now: new Date(),
  })

describe('real life: a database put back to a backup', () => {
  beforeEach(sweepPayments) // The backup knows how far Stripe's lists were read.
  afterEach(sweepPayments) // The site starts.

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
    expect(await receiptCounter()).toBeGreaterThan(used)
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

  // Stripe knows nothing of cash: the command that restore prints gave R-000108 to another customer.
  test('money at the desk that the backup lacks never shares a number with a later document', async () => {
    const atDesk = async (time: string) => {
      const wish = adminBookingBody.parse({
        ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com' },
        ...{ date: workingDay(), time, paid: { method: 'cash' } },
      })
      const { id } = await createAdminBooking(wish, { actor: 'owner', now: new Date() })
      await recordGivenBack({
        ...{ id: await last(`SELECT max(id) FROM payments`), amountSen: 7_17, method: 'cash' },
        ...{ date: studioDate(new Date()), reference: null, reason: null },
        ...{ version: undefined, actor: 'owner', now: new Date() },
      })
      return id
    }
    const numbers = () => shop.rows(`SELECT kind, number FROM receipts ORDER BY kind, number`)
    await atDesk('09:00')
    const known = await numbers()
    const lost = await atDesk('10:00')
    await atDesk('11:00')
    const used = await numbers()
    expect(used).toHaveLength(known.length + 4)
    await restoreBefore(lost)
    expect(await numbers()).toEqual(known)

    const shown = (await ask(false)).numbers
    expect((await ask(true)).numbers).toEqual(shown)
    expect(await atDesk('12:00')).toBeGreaterThan(lost + 1)
    const keys = (rows: Row[]) =>
      rows.map(({ kind, number }) => `${String(kind)} ${String(number)}`)
    const later = keys(await numbers()).filter((key) => !keys(known).includes(key))
    expect(later).toHaveLength(2)
    expect(later.filter((key) => keys(used).includes(key))).toEqual([])
    expect(
      await shop.rows(
        `SELECT before ->> 'receipt' AS before, after ->> 'receipt' AS after, after ->> 'since' AS since
         FROM audit_log WHERE action = 'after_restore'`,
      ),
    ).toEqual([{ before: '1', after: '101', since: BACKUP.toISOString() }])
  })

  test('a backup of other days leaves more numbers out, and one that was restored again as well', async () => {
    const receipts = async (days: number) =>
      (await ask(true, {}, new Date(BACKUP.getTime() - days * 86_400_000))).numbers.find(
        ({ kind }) => kind === 'receipt',
      )
    expect(await receipts(0)).toEqual({ kind: 'receipt', before: 0, after: 100 })
    expect(await receipts(0)).toEqual({ kind: 'receipt', before: 100, after: 100 })
    expect(await receipts(6)).toEqual({ kind: 'receipt', before: 100, after: 800 })
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
    expect(numbers).toContainEqual({ kind: 'bookings', before: expect.any(Number), after: 157 })
    expect(await receiptCounter()).toBe(112)
    await ask(true)
    expect(await receiptCounter()).toBe(112)
    expect(await nextBooking()).toBe(158)
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
