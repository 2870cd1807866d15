import { completeFinished } from '@/lib/bookings/complete'
import { reconcilePayments, runDueJobs, startJobs } from '@/lib/jobs/jobs'
import { paymentsToReconcile } from '@/lib/payments/queries'
import { pool } from '@/lib/pool'
import { prune } from '@/lib/people/forget'
import en from '@/messages/en.json'
import { checkout, hold, minutesAgo, openShop } from '@/tests/support/shop'
import { toldCustomers } from '@/tests/support/told'
import { clockAhead } from '@/tests/support/wrong-clock'

const shop = openShop()
const statuses = () => shop.rows(`SELECT id, status FROM bookings ORDER BY id`)
const ALL = [
  'expire_holds',
  'expire_orders',
  'reconcile_payments',
  'begin_refunds',
  'sweep_stripe',
  'issue_receipts',
  'complete_bookings',
  'award_rewards',
  'remind',
  'summarise',
  'tell_troubles',
  'sum_totals',
  'apply_prices',
  'prune',
  'read_feeds',
  'read_phones',
  'fold_customers',
  'deliver_mails',
  'deliver_pushes',
]

describe('a job runs once however many instances there are', () => {
  test('ten ticks at once run each job once between them', async () => {
    const ran = (await Promise.all(Array.from({ length: 10 }, () => runDueJobs()))).flat()
    expect(ran.sort()).toEqual([...ALL].sort())
    // Where one fails, the owner reads what it does.
    expect(Object.keys(en.admin.attention.jobs)).toEqual(expect.arrayContaining(ALL))
    // However long they took on a busy machine.
    await shop.rows(`UPDATE jobs SET started_at = now()`)
    expect(await runDueJobs()).toEqual([])
  })

  test('jobs that find nothing to do change no content: pages stay kept', async () => {
    const versions = () => shop.rows('SELECT tag, version FROM content_versions ORDER BY tag')
    const before = await versions()
    await shop.rows(`UPDATE jobs SET started_at = now() - interval '2 days'`)
    expect((await runDueJobs()).sort()).toEqual([...ALL].sort())
    expect(await versions()).toEqual(before)
  })

  test('again when its time has come, and only it', async () => {
    await runDueJobs()
    await shop.rows(`UPDATE jobs SET started_at = now() - interval '11 seconds'`)
    expect(await runDueJobs()).toEqual([
      ...['expire_holds', 'begin_refunds', 'read_phones', 'fold_customers'],
      ...['deliver_mails', 'deliver_pushes'],
    ])
  })

  test('an instance whose clock is an hour ahead begins no prices before their time', async () => {
    await shop.rows(`INSERT INTO price_sets (valid_from) VALUES (now() + interval '30 minutes')`)
    clockAhead(60)
    await runDueJobs().finally(() => jest.useRealTimers())
    expect(await shop.rows('SELECT applied_at FROM price_sets')).toEqual([{ applied_at: null }])
    await shop.rows('DELETE FROM price_sets')
  })

  test('a long-lived server runs them by itself and stops', async () => {
    const id = await hold({ now: minutesAgo(16) })
    const jobs = startJobs()
    for (let tries = 0; tries < 100 && (await statuses())[0]?.status !== 'cancelled'; tries++)
      await new Promise((done) => setTimeout(done, 50))
    await jobs.stop()
    expect(await statuses()).toEqual([{ id, status: 'cancelled' }])
    const [before] = await shop.rows(`SELECT max(started_at) AS at FROM jobs`)
    await new Promise((done) => setTimeout(done, 2_500))
    expect((await shop.rows(`SELECT max(started_at) AS at FROM jobs`))[0]).toEqual(before)
  })

  // It made nine a second over ten connections.
  test('a server with nothing to do asks the database less than four times a second', async () => {
    const jobs = startJobs()
    const begun = async () => Number((await shop.rows(`SELECT count(*) AS n FROM jobs`))[0]?.n)
    while ((await begun()) < ALL.length) await new Promise((done) => setTimeout(done, 100))
    await new Promise((done) => setTimeout(done, 3_000))
    let asked = 0
    const count = () => void asked++
    pool().on('acquire', count)
    await new Promise((done) => setTimeout(done, 6_000))
    pool().off('acquire', count)
    await jobs.stop()
    expect(asked).toBeGreaterThan(0)
    expect(asked / 6).toBeLessThan(4)
  }, 60_000)
})

describe('the reconciler', () => {
  const wait = (seconds: number) =>
    shop.rows(
      `UPDATE payments SET created_at = created_at - make_interval(secs => $1), checked_at = checked_at - make_interval(secs => $1)`,
      [seconds],
    )

  test('confirms what was paid and whose webhook never came', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.control('webhooks', { mode: 'drop' })
    await wait(31)
    await Promise.all([reconcilePayments(), reconcilePayments()])
    expect(await statuses()).toEqual([{ id: booking, status: 'confirmed' }])
    expect(await toldCustomers()).toEqual(['confirmed'])
  })

  test('asks about an unpaid one again and again, not more often than every half minute', async () => {
    const { intent } = await checkout()
    await wait(31)
    await reconcilePayments()
    const checked = async () => (await shop.rows(`SELECT checked_at FROM payments`))[0]?.checked_at
    const first = await checked()
    expect(first).not.toBeNull()
    await reconcilePayments()
    expect(await checked()).toEqual(first)
    await wait(31)
    await shop.payments.pay(intent)
    await reconcilePayments()
    expect(await statuses()).toMatchObject([{ status: 'confirmed' }])
  })

  test('asks about a refund on its way more and more rarely, and about twenty at most in one run', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await shop.payments.control('webhooks', { mode: 'drop' })
    await shop.rows(
      `UPDATE payments SET refund_status = 'pending', refund_pending_since = now() - interval '1 day'`,
    )
    const due = async () =>
      (await paymentsToReconcile({ seconds: 30, limit: 100, slow: 20 })).length
    const dueAfter = async (waited: string) => {
      await shop.rows(`UPDATE payments SET checked_at = now() - $1::interval`, [waited])
      return due()
    }
    // A tenth of its day is two hours and 24 minutes.
    expect([await dueAfter('140 minutes'), await dueAfter('145 minutes')]).toEqual([0, 1])
    await shop.rows(`UPDATE payments SET refund_pending_since = now() - interval '30 days'`)
    expect([await dueAfter('359 minutes'), await dueAfter('361 minutes')]).toEqual([0, 1])
    const copies = (count: number, status: string) =>
      shop.rows(
        `INSERT INTO payments (booking_id, sale_id, purpose, stripe_payment_intent_id, idempotency_key, amount,
           status, outcome, succeeded_at, refund_status, refund_pending_since, sync_due)
         SELECT $1, (SELECT id FROM sales WHERE booking_id = $1), 'booking', $3 || n, $3 || n, 10, 'succeeded', 'needs_attention', now(), $3, now() - interval '30 days', $3 = 'succeeded'
         FROM generate_series(1, $2::int) n`,
        [booking, count, status],
      )
    await copies(30, 'pending')
    expect(await due()).toBe(20)
    await copies(7, 'succeeded')
    const all = await paymentsToReconcile({ seconds: 30, limit: 5, slow: 20 })
    expect(all.map(({ intent: id }) => id).slice(0, 6)).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => `succeeded${n}`),
      'pending1',
    ])
    expect(all).toHaveLength(25)
    await shop.rows(`DELETE FROM payments WHERE stripe_payment_intent_id <> $1`, [intent])
    await shop.rows(`UPDATE payments SET refund_status = NULL`)
  })

  test('one intent that Stripe does not know does not keep the others waiting', async () => {
    const lost = await checkout({ who: 'lost' })
    const paid = await checkout({ who: 'paid', time: '10:00' })
    await shop.payments.pay(paid.intent)
    await shop.rows(
      `UPDATE payments SET stripe_payment_intent_id = 'pi_unknown' WHERE booking_id = $1`,
      [lost.booking],
    )
    await wait(31)
    await reconcilePayments()
    expect(await statuses()).toEqual([
      { id: lost.booking, status: 'pending' },
      { id: paid.booking, status: 'confirmed' },
    ])
  })
})

test('a finished booking is completed three hours after its end, and keeps its room', async () => {
  const { intent, booking } = await checkout()
  await shop.payments.pay(intent)
  await shop.payments.release()
  const [{ ends } = {}] = await shop.rows(`SELECT ends_at AS ends FROM bookings`)
  const end = (ends as Date).getTime()
  expect(await completeFinished(new Date(end + 180 * 60_000))).toBe(0)
  expect(await completeFinished(new Date(end + 180 * 60_000 + 1))).toBe(1)
  expect(await completeFinished(new Date(end + 200 * 60_000))).toBe(0)
  expect(await statuses()).toEqual([{ id: booking, status: 'completed' }])
})

describe('pruning', () => {
  const old = (id: number, days: number) =>
    shop.rows(
      `UPDATE bookings SET cancelled_at = now() - make_interval(days => $2) WHERE id = $1`,
      [id, days],
    )

  test('forgets holds that ended unpaid a week ago, keeps younger ones and everything that was paid', async () => {
    const forgotten = await hold({ who: 'forgotten', now: minutesAgo(16) })
    const young = await hold({ who: 'young', now: minutesAgo(16), time: '10:00' })
    const closed = await checkout({ who: 'closed', now: minutesAgo(16), time: '11:00' })
    const sold = await checkout({ who: 'sold', time: '12:00' })
    await shop.payments.pay(sold.intent)
    await shop.payments.release()
    const admins = await hold({ who: 'admins', time: '13:00' })
    await runDueJobs()
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now() WHERE id = $1`,
      [admins],
    )
    await shop.rows(`DELETE FROM slot_reservations WHERE booking_id = $1`, [admins])
    for (const id of [forgotten, closed.booking, admins]) await old(id, 8)
    await old(young, 6)
    await prune()
    expect((await statuses()).map(({ id }) => id)).toEqual([young, sold.booking, admins])
    expect(await shop.rows(`SELECT booking_id FROM payments ORDER BY id`)).toEqual([
      { booking_id: sold.booking },
    ])
  })

  test('forgets old keys and rates, keeps those still in use, and events and mails', async () => {
    await shop.rows(
      `INSERT INTO idempotency_keys (endpoint, key_hash, request_hash, visitor_hash, sealed_token, created_at) VALUES ('b', 'old', 'h', 'v', 't', now() - interval '25 hours'), ('b', 'new', 'h', 'v', 't', now() - interval '23 hours')`,
    )
    await shop.rows(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('old', 1, now() - interval '25 hours'), ('new', 1, now() + interval '1 minute')`,
    )
    await shop.rows(
      `INSERT INTO stripe_events (id, type, object_id, processed_at) VALUES ('evt_old', 't', 'o', now() - interval '29 days')`,
    )
    await prune()
    expect(await shop.rows(`SELECT key_hash FROM idempotency_keys`)).toEqual([{ key_hash: 'new' }])
    expect(await shop.rows(`SELECT key FROM rate_limits`)).toEqual([{ key: 'new' }])
    expect(await shop.rows(`SELECT id FROM stripe_events`)).toEqual([{ id: 'evt_old' }])
  })
})
