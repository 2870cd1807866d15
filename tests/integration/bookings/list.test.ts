import { attentionPayments } from '@/lib/admin/attention/queries'
import { listBookings } from '@/lib/admin/bookings/queries'
import { isCursor as isBookingCursor } from '@/lib/admin/bookings/schema'
import { insert, parents } from '@/tests/integration/database/rows'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

// Whole seconds, so that the rows' instants are as written.
const NOW = new Date(Math.floor(Date.now() / 1000) * 1000)
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.reset()
  await parents(database.sql)
  await database.sql.query('TRUNCATE bookings CASCADE')
})
afterAll(() => database.drop())

const booking = (id: number, changes: Record<string, unknown> = {}) =>
  insert(database.sql, 'bookings', {
    id,
    status: 'confirmed',
    hold_expires_at: null,
    created_at: minutes(id),
    ...changes,
  })
const cancelled = (reason: string | null) => ({
  status: 'cancelled',
  cancelled_at: NOW,
  cancel_reason: reason,
})
/** A payment; an upgrade's with its sale. */
const payment = async (changes: Record<string, unknown>) =>
  insert(database.sql, 'payments', {
    ...changes,
    ...(changes.purpose === 'upgrade' && {
      sale_id: await insert(database.sql, 'sales', { booking_id: changes.booking_id }),
    }),
  })
type Asked = Partial<Parameters<typeof listBookings>[0]> & { all?: boolean }
const list = ({ all, ...changes }: Asked = {}) =>
  listBookings({
    limit: 50,
    cursor: null,
    locale: 'en',
    filter: { search: '', sort: 'newest', all: all ? '1' : '0' },
    ...changes,
  })
const ids = async (changes: Asked = {}) => (await list(changes)).rows.map(({ id }) => id)

test('a row names its first payment at Stripe', async () => {
  await booking(1)
  await booking(2)
  await payment({ booking_id: 2, status: 'canceled', stripe_payment_intent_id: 'pi_first' })
  await payment({ booking_id: 2, status: 'processing', stripe_payment_intent_id: 'pi_second' })
  const named = (await list()).rows.map(({ id, stripePaymentIntentId }) => [
    id,
    stripePaymentIntentId,
  ])
  expect(named).toEqual([
    [2, 'pi_first'],
    [1, null],
  ])
})

describe('pages of bookings', () => {
  test('newest first, each exactly once, also when many were made in the same moment', async () => {
    for (let id = 1; id <= 23; id++) await booking(id, { created_at: minutes(Math.floor(id / 6)) })
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: 5, cursor })
      expect(page.rows.length).toBeLessThanOrEqual(5)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
      if (cursor) expect(isBookingCursor(cursor)).toBe(true)
      // What is sold meanwhile belongs to the first page and moves nothing on the others.
      await booking(100 + seen.length, { created_at: minutes(600) })
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i))
  })

  test('a full last page leads to no empty one', async () => {
    for (let id = 1; id <= 4; id++) await booking(id)
    expect((await list({ limit: 4 })).nextCursor).toBeNull()
    expect((await list({ limit: 3 })).nextCursor).not.toBeNull()
  })

  test.each([
    '',
    'x',
    '1',
    '-1',
    '1795249684759',
    '1795249684759-',
    "1795249684759-1' OR 1=1",
    '1795249684759-12345678901',
  ])('%j is no cursor', (text) => expect(isBookingCursor(text)).toBe(false))
})

describe('what the owner sees at first (docs/decisions/020 C7)', () => {
  beforeEach(async () => {
    await booking(1)
    await booking(2, { status: 'completed' })
    await booking(3, cancelled(null))
    await booking(4, cancelled('admin'))
    await booking(5, cancelled('expired'))
    await booking(6, cancelled('released'))
    await booking(7, { status: 'pending', hold_expires_at: minutes(5) })
    await booking(8, { status: 'pending', hold_expires_at: minutes(-5) })
    await booking(9, { status: 'pending', hold_expires_at: minutes(-5) })
    await payment({ booking_id: 9, status: 'processing', stripe_payment_intent_id: 'pi_9' })
    await booking(10, { status: 'pending', hold_expires_at: minutes(-5) })
    await payment({ booking_id: 10, status: 'canceled', stripe_payment_intent_id: 'pi_10' })
    await booking(11, { status: 'pending', hold_expires_at: null })
  })

  test('all but the holds that ended unpaid', async () =>
    expect(await ids()).toEqual([11, 9, 7, 4, 3, 2, 1]))
  test('everything, when asked', async () =>
    expect(await ids({ all: true })).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]))
})

describe('how the payment stands', () => {
  const settled = (outcome: string) => ({ status: 'succeeded', outcome })
  test.each<[string, Record<string, unknown>[], string | null]>([
    ['never asked for', [], null],
    ['form shown, not paid', [{ status: 'requires_payment_method' }], 'failed'],
    ['at the bank', [{ status: 'requires_action' }], 'processing'],
    ['paid', [settled('confirmed')], 'paid'],
    [
      'refund on its way',
      [{ ...settled('refund_due'), stripe_payment_intent_id: 'pi_due' }],
      'refunding',
    ],
    ['refunded', [settled('refunded')], 'refunded'],
    [
      'paid, and an upgrade only begun',
      [settled('confirmed'), { purpose: 'upgrade', status: 'requires_payment_method' }],
      'paid',
    ],
    [
      'trouble with the older of two',
      [settled('needs_attention'), { ...settled('confirmed'), purpose: 'upgrade' }],
      'needs_attention',
    ],
  ])('it is shown: %s', async (_name, payments, expected) => {
    await booking(1)
    for (const one of payments) await payment({ booking_id: 1, ...one })
    expect((await list()).rows[0]?.paymentStatus).toBe(expected)
  })
})

test('money that needs the owner, and money that came late', async () => {
  await booking(1, { first_name: 'Aina', last_name: 'Rahman' })
  await booking(2, cancelled('expired'))
  await payment({ booking_id: 1, status: 'succeeded', outcome: 'confirmed' })
  await payment({
    booking_id: 2,
    status: 'succeeded',
    outcome: 'refunded',
    reason: 'late',
    refund_status: 'succeeded',
  })
  await payment({
    booking_id: 1,
    purpose: 'upgrade',
    status: 'succeeded',
    outcome: 'refund_due',
    stripe_payment_intent_id: 'pi_due',
  })
  await payment({
    booking_id: null,
    purpose: 'unmatched',
    status: 'succeeded',
    outcome: 'needs_attention',
    stripe_payment_intent_id: 'pi_x',
  })
  await payment({
    booking_id: null,
    order_id: await insert(database.sql, 'video_editing_orders', { id: 2 }),
    purpose: 'order',
    status: 'succeeded',
    outcome: 'needs_attention',
  })
  await payment({ booking_id: 2, status: 'processing', reason: 'late' })
  const { open, late } = await attentionPayments()
  expect(open).toEqual([
    expect.objectContaining({
      bookingId: 1,
      outcome: 'refund_due',
      received: 107_17,
      client: { name: 'Aina Rahman', email: 'aina@example.com' },
    }),
    expect.objectContaining({ bookingId: null, orderId: null, intentId: 'pi_x', client: null }),
    expect.objectContaining({ orderId: 2, client: { name: 'Aina', email: 'aina@example.com' } }),
  ])
  expect(late).toEqual([
    expect.objectContaining({ bookingId: 2, outcome: 'refunded', refundStatus: 'succeeded' }),
  ])
})
