// Processes die, PostgreSQL restarts, Stripe and the mail server are away: the invariants hold and
// everything recovers.
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, hourText, studioDate, weekday } from '@/lib/time'
import { assertBooksBalance } from '@/tests/support/books'
import { eventually, openStudio, type Studio } from './studio'
import { tally, Visitor, type Reply } from './visitor'

let studio: Studio
let day = 30

beforeAll(async () => {
  studio = await openStudio(2)
}, 400_000)
afterAll(() => studio?.stop(), 60_000)
afterEach(async () => {
  await studio.control('faults', [])
  await assertBooksBalance(studio.sql, await studio.ledger())
})

const nextDay = () => {
  let date = addDays(studioDate(new Date()), day++)
  while (weekday(date) === 0 || weekday(date) === 6) date = addDays(studioDate(new Date()), day++)
  return date
}
const visitor = (index = 0) => new Visitor(studio.apps[index % 2]?.url ?? '')
const pay = (intent: string) =>
  studio.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
const statusOf = async (id: unknown) =>
  (await studio.sql.query('SELECT status FROM bookings WHERE id = $1', [id])).rows[0]?.status
const confirmed = (id: unknown) => async () => (await statusOf(id)) === 'confirmed'

test('SIGKILL while Stripe withholds its answer to the creation of the intent', async () => {
  const customer = visitor(0)
  const { body: booking } = await customer.book({ date: nextDay(), time: '10:00' })
  await studio.control('faults', [
    { match: 'POST /v1/payment_intents', status: 'hang', after: true, times: 1 },
  ])
  const lost = customer.intentFor(booking).catch(() => null)
  await sleep(1_000)
  await studio.apps[0]?.kill()
  expect(await lost).toBeNull()
  await studio.restart(0)
  const intent = await customer.intentFor(booking)
  const { payment_intents } = await studio.ledger()
  expect(
    payment_intents.filter((one) => one.metadata.booking_id === String(booking.id)),
  ).toHaveLength(1)
  await pay(intent.id)
  await eventually('the booking is confirmed', 60, confirmed(booking.id))
}, 120_000)

test('SIGKILL while a webhook waits for the row that another session has locked', async () => {
  const { booking, intent } = await visitor(0).hold({ date: nextDay(), time: '10:00' })
  await studio.sql.query('BEGIN')
  await studio.sql.query('SELECT id FROM payments WHERE stripe_payment_intent_id = $1 FOR UPDATE', [
    intent.id,
  ])
  await pay(intent.id)
  await sleep(1_500)
  await studio.apps[0]?.kill()
  await studio.apps[1]?.kill()
  await studio.sql.query('COMMIT')
  expect(await statusOf(booking.id)).toBe('pending')
  await Promise.all([studio.restart(0), studio.restart(1)])
  await eventually('the booking is confirmed', 90, confirmed(booking.id))
}, 150_000)

test('PostgreSQL restarted under load: 503 with Retry-After, and bookings again within 30 s', async () => {
  const replies: Reply[] = []
  let running = true
  const days = Array.from({ length: 12 }, nextDay) // Hours that are open on a holiday too.
  const load = Array.from({ length: 12 }, async (_, lane) => {
    for (let turn = 0; running; turn++) {
      const reply = await visitor(lane).book({
        date: days[lane] ?? '',
        time: hourText(10 + (turn % 6)),
      })
      replies.push(reply)
      await sleep(50)
    }
  })
  await sleep(2_000)
  await studio.services.postgres?.kill()
  await sleep(3_000)
  await studio.services.postgres?.start()
  await studio.reconnect()
  const back = Date.now()
  await eventually(
    'a booking succeeds',
    30,
    async () => (await visitor(0).book({ date: nextDay(), time: '10:00' })).status === 201,
  )
  console.info(
    `bookings again ${((Date.now() - back) / 1000).toFixed(1)} s after PostgreSQL returned`,
  )
  running = false
  await Promise.all(load)
  const bad = replies.filter((reply) => ![200, 201, 409, 503].includes(reply.status))
  expect(bad.length > 0 ? [tally(bad), ...studio.faults()] : []).toEqual([])
  for (const reply of replies.filter((one) => one.status === 503))
    expect(reply.headers.get('retry-after')).toBeTruthy()
}, 150_000)

test('the mail server down: the booking is confirmed all the same, the mail leaves when it is back', async () => {
  await studio.services.mail?.kill()
  const { booking, intent } = await visitor(0).hold({ date: nextDay(), time: '10:00' })
  await pay(intent.id)
  await eventually('the booking is confirmed', 30, confirmed(booking.id))
  const queued = async () =>
    (
      await studio.sql.query('SELECT status, attempts FROM mails WHERE booking_id = $1', [
        booking.id,
      ])
    ).rows[0]
  await eventually('delivery was tried', 30, async () => (await queued())?.attempts > 0)
  await studio.services.mail?.start()
  await studio.sql.query(`UPDATE mails SET next_attempt_at = now() WHERE status = 'queued'`)
  await eventually('the mail is sent', 60, async () => (await queued())?.status === 'sent')
}, 150_000)

test.each([
  ['answers 500', { status: 500, times: 3 }],
  ['resets the connection', { status: 'reset', times: 6 }],
  ['executes and loses the answer', { status: 'reset', after: true, times: 1 }],
  ['answers 500 after executing', { status: 500, after: true, times: 3 }],
])(
  'Stripe %s: 503 with Retry-After or the answer, then one intent and one payment',
  async (_, fault) => {
    const customer = visitor(1)
    const { body: booking } = await customer.book({ date: nextDay(), time: '10:00' })
    await studio.control('faults', [{ match: 'POST /v1/payment_intents', ...fault }])
    const first = await customer.call('POST', '/api/create-payment-intent', {
      amount: booking.totalAmount,
      bookingId: booking.id,
    })
    expect([200, 503]).toContain(first.status)
    if (first.status === 503) expect(first.headers.get('retry-after')).toBeTruthy()
    await studio.control('faults', [])
    const intent = await customer.intentFor(booking)
    expect((await customer.intentFor(booking)).id).toBe(intent.id)
    await pay(intent.id)
    await eventually('the booking is confirmed', 60, confirmed(booking.id))
  },
  120_000,
)

test('Stripe hangs: the visitor is told within 45 s and the hold is kept', async () => {
  const customer = visitor(1)
  const { body: booking } = await customer.book({ date: nextDay(), time: '10:00' })
  await studio.control('faults', [{ match: 'POST /v1/payment_intents', status: 'hang', times: 9 }])
  const begun = Date.now()
  const reply = await customer.call('POST', '/api/create-payment-intent', {
    amount: booking.totalAmount,
    bookingId: booking.id,
  })
  expect(reply.status).toBe(503)
  expect(Date.now() - begun).toBeLessThan(45_000)
  await studio.control('faults', [])
  expect(await statusOf(booking.id)).toBe('pending')
  await pay((await customer.intentFor(booking)).id)
  await eventually('the booking is confirmed', 60, confirmed(booking.id))
}, 150_000)
