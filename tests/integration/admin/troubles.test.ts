// Real life: what stops money, mail or bookings without a word; the owner reads it under Needs
// attention after ten minutes.
import { createHmac } from 'node:crypto'
import { POST as webhook } from '@/app/api/webhooks/stripe/route'
import { attentionCount, troubles, unpaidOver } from '@/lib/admin/attention/queries'
import { queueTroubleMails } from '@/lib/admin/attention/alerts'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { runDueJobs } from '@/lib/jobs/jobs'
import { env } from '@/lib/env'
import { figures } from '@/lib/jobs/figures'
import { lookAtClock, noteTrouble } from '@/lib/troubles'
import { freeSpaceAt, lastFreeSpace, lookAtFreeSpace } from '@/lib/uploads/free-space'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'

process.env.SMTP_URL = 'smtp://127.0.0.1:1' // No server answers there.
const shop = openShop()
const kinds = async () => (await troubles()).map(({ kind, job }) => job ?? kind)
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** As if `minutes` had passed since everything that was noted. */
async function pass(minutes: number): Promise<void> {
  const ago = `make_interval(mins => ${minutes})`
  await shop.rows(`UPDATE troubles SET since = since - ${ago}, last_at = last_at - ${ago}`)
  await shop.rows(`UPDATE mails SET created_at = created_at - ${ago}`)
  await shop.rows(`UPDATE jobs SET started_at = started_at - ${ago}`)
}

const SECRET = () => process.env.STRIPE_WEBHOOK_SECRET ?? ''
const EVENT = (id: string) =>
  JSON.stringify({ id, object: 'event', type: 'charge.updated', data: { object: { id: 'ch_1' } } })
async function deliver(id: string, { secret = SECRET(), minutesOff = 0 } = {}): Promise<number> {
  const at = Math.floor(Date.now() / 1000) - minutesOff * 60
  const body = EVENT(id)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${at},v1=${signature}` }
  return (await callRoute(webhook, '/api/webhooks/stripe', { body: Buffer.from(body), headers }))
    .status
}

// Seen in shops whose webhook secret was changed, and on servers without NTP.
describe('real life: Stripe’s messages are refused', () => {
  test.each([
    ['webhook_signature', { secret: 'whsec_of_another' }],
    ['webhook_clock', { minutesOff: 10 }],
  ])('%s: said after ten minutes, and over with the first accepted one', async (kind, wrong) => {
    for (let nth = 0; nth < 5; nth++) expect(await deliver(`evt_${nth}`, wrong)).toBe(400)
    await sleep(1_200) // What came within a second is written together.
    expect(await kinds()).toEqual([])
    await pass(11)
    expect(await kinds()).toEqual([kind])
    expect(await attentionCount()).toBe(1)
    expect(await deliver('evt_right')).toBe(200)
    expect(await kinds()).toEqual([])
  })

  test('what a stranger sends adds one row at most, and nothing without a signature', async () => {
    const post = (signature?: string) =>
      callRoute(webhook, '/api/webhooks/stripe', {
        body: Buffer.from('{}'),
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    await sleep(1_200) // Nothing of the tests before is still to be written.
    await post()
    await post('hello')
    expect(await shop.rows(`SELECT * FROM troubles`)).toEqual([])
    await Promise.all(Array.from({ length: 40 }, () => post('t=1,v1=00')))
    expect(await shop.rows(`SELECT kind FROM troubles`)).toEqual([{ kind: 'webhook_signature' }])
    await sleep(1_200)
  })
})

// Seen with mailboxes whose password was changed: nothing left for three days.
describe('real life: mails do not leave', () => {
  const mail = (changes: string) =>
    shop
      .rows(
        `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id)
      VALUES ('m', 'test_mail', 'aina@example.com', 'en', '{}', '<m@x>')`,
      )
      .then(() => shop.rows(`UPDATE mails SET ${changes}`))

  test.each([
    ['mail_login', `attempts = 4, last_error = 'EAUTH 535 AUTH PLAIN', next_attempt_at = now()`],
    ['mail_away', `attempts = 4, last_error = 'ESOCKET CONN', next_attempt_at = now()`],
    // While it is being tried once more.
    [
      'mail_away',
      `attempts = 4, last_error = NULL, next_attempt_at = now() + interval '2 minutes'`,
    ],
    ['mail_not_run', `next_attempt_at = now() - interval '11 minutes'`],
  ])('the owner sees %s after ten minutes', async (kind, changes) => {
    await mail(changes)
    await pass(9)
    expect(await kinds()).toEqual([])
    await pass(2)
    expect(await troubles()).toMatchObject([{ kind, count: 1 }])
    expect(await attentionCount()).toBe(1)
  })

  test('one that the owner sends again is given its time', async () => {
    await mail(`attempts = 0, created_at = now() - interval '3 days'`)
    expect(await kinds()).toEqual([])
  })
})

// Seen behind a firewall that lets nothing out but Stripe: everything else worked.
describe('real life: phones are told nothing', () => {
  const waits = async (changes: string) => {
    const [user] = await shop.rows(
      `INSERT INTO users (username, password) VALUES ('farid', 'x') RETURNING id`,
    )
    await shop.rows(
      `INSERT INTO sessions (id, kind, user_id, expires_at) VALUES ('s', 'admin', $1, now() + interval '1 day')`,
      [user?.id],
    )
    await shop.rows(`INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, server_key, locale)
      VALUES ('s', 'https://push.example.com/1', 'x', 'x', 'x', 'en')`)
    await shop.rows(`WITH said AS (INSERT INTO contacts (name, email, subject, message)
        VALUES ('Aina', 'aina@example.com', 'booking', 'x') RETURNING id)
      INSERT INTO pushes (subscription_id, topic, kind, contact_id)
      SELECT p.id, 'message', 'messages', said.id FROM push_subscriptions p, said`)
    await shop.rows(`UPDATE pushes SET ${changes}`)
  }
  const age = (minutes: number) =>
    shop.rows(`UPDATE pushes SET created_at = created_at - make_interval(mins => ${minutes})`)

  test.each([
    ['push_away', `attempts = 3, next_attempt_at = now() + interval '8 minutes'`],
    ['push_not_run', `next_attempt_at = now() - interval '11 minutes'`],
  ])('the owner sees %s after ten minutes, and no mail says it', async (kind, changes) => {
    await waits(changes)
    await age(9)
    expect(await kinds()).toEqual([])
    await age(2)
    expect(await troubles()).toMatchObject([{ kind, count: 1 }])
    expect(await attentionCount()).toBe(1)
    const { pushes } = await figures()
    expect(pushes).toMatchObject({ under10: 0, under60: 1, older: 0 })
    await queueTroubleMails()
    expect(await shop.rows(`SELECT FROM mails WHERE kind = 'studio_trouble'`)).toEqual([])
  })

  test('quiet hours are no wait', async () => {
    await waits(
      `created_at = now() + interval '7 hours', next_attempt_at = now() + interval '7 hours'`,
    )
    expect(await kinds()).toEqual([])
    expect((await figures()).pushes).toMatchObject({ under1: 0, oldest: 0 })
  })
})

describe('real life: background work stands still', () => {
  test('nothing has run for ten minutes', async () => {
    await runDueJobs()
    expect(await kinds()).toEqual([])
    await pass(11)
    expect(await kinds()).toEqual(['jobs_stopped'])
  })

  test('a job that fails each time is named, and not any more once it has worked', async () => {
    await runDueJobs()
    await shop.payments.faults({ match: '*', status: 500 })
    for (let nth = 0; nth < 2; nth++) {
      await shop.rows(
        `UPDATE jobs SET started_at = now() - interval '1 day' WHERE name = 'sweep_stripe'`,
      )
      await runDueJobs()
      await sleep(1_100)
    }
    await shop.rows(`UPDATE troubles SET since = since - interval '11 minutes'`)
    expect(await kinds()).toEqual(['sweep_stripe'])
    await shop.payments.faults()
    await shop.rows(`UPDATE jobs SET started_at = now() - interval '1 day'`)
    await runDueJobs()
    expect(await kinds()).toEqual([])
  })
})

describe('real life: nobody looks into the console', () => {
  const letters = async () =>
    (await shop.rows(`SELECT payload FROM mails WHERE kind = 'studio_trouble' ORDER BY id`)).map(
      ({ payload }) => payload,
    )
  const age = (minutes: number) =>
    shop.rows(`UPDATE mails SET created_at = created_at - make_interval(mins => ${minutes})`)
  const fails = (kind: string) =>
    shop.rows(
      `INSERT INTO troubles (kind, since, count) VALUES ($1, now() - interval '11 minutes', 3)`,
      [kind],
    )

  test('a trouble is mailed to the studio once, and once that it is over', async () => {
    await queueTroubleMails()
    expect(await letters()).toEqual([])
    await fails('webhook_signature')
    await fails('job_sweep_stripe')
    await Promise.all([queueTroubleMails(), queueTroubleMails()])
    await queueTroubleMails()
    expect(await letters()).toMatchObject([
      { kind: 'job', job: 'sweep_stripe', isOver: false },
      { kind: 'webhook_signature', job: null, isOver: false },
    ])
    await shop.rows(`DELETE FROM troubles WHERE kind = 'webhook_signature'`)
    for (let nth = 0; nth < 3; nth++) await queueTroubleMails()
    expect((await letters()).slice(2)).toMatchObject([{ kind: 'webhook_signature', isOver: true }])
  })

  test('one that comes back within the hour is told after it', async () => {
    await fails('proxy_hops')
    await queueTroubleMails()
    await shop.rows(`DELETE FROM troubles`)
    await queueTroubleMails()
    await shop.rows(`SELECT pg_sleep(0.01)`)
    await fails('proxy_hops')
    await queueTroubleMails()
    expect(await letters()).toHaveLength(2)
    await age(61)
    await queueTroubleMails()
    expect((await letters()).map((letter) => (letter as { isOver: boolean }).isOver)).toEqual([
      ...[false, true, false],
    ])
  })

  test('where no mail can be sent none is written', async () => {
    const server = env().SMTP_URL
    await fails('proxy_hops')
    env().SMTP_URL = undefined
    await queueTroubleMails()
    env().SMTP_URL = server
    expect(await letters()).toEqual([])
  })

  test('that mail itself does not leave is for the console alone', async () => {
    await shop.rows(
      `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, attempts, created_at)
      VALUES ('m', 'test_mail', 'aina@example.com', 'en', '{}', '<m@x>', 4, now() - interval '1 hour')`,
    )
    expect(await kinds()).toEqual(['mail_away'])
    await queueTroubleMails()
    expect(await letters()).toEqual([])
  })
})

test('a trouble that was seen once, or not for a day, is none', async () => {
  await noteTrouble('proxy_hops')
  await pass(11)
  expect(await kinds()).toEqual([])
  await sleep(1_100)
  await noteTrouble('proxy_hops')
  expect(await kinds()).toEqual(['proxy_hops'])
  await pass(25 * 60)
  expect(await kinds()).toEqual([])
})

// Seen on servers that keep their backups beside the site: the first that is told is the customer.
describe('real life: the disk fills', () => {
  const full = 1_000_000_000
  const letters = () =>
    shop.rows(
      `SELECT payload->>'isOver' AS over FROM mails WHERE kind = 'studio_trouble' ORDER BY id`,
    )
  const limit = (mib: number) => void (env().DISK_FREE_MIN_MB = mib)
  beforeEach(() => sleep(1_100)) // Nothing of the tests before is still to be written.
  afterEach(() => limit(500))

  test('the owner is told at once, by one mail, and when there is room again', async () => {
    limit(0)
    await lookAtFreeSpace()
    expect(await kinds()).toEqual([])
    limit(full)
    for (let minute = 0; minute < 3; minute++) {
      await pass(1)
      await lookAtFreeSpace()
      await queueTroubleMails()
      await sleep(1_100)
    }
    expect(await kinds()).toEqual(['disk'])
    expect(await letters()).toEqual([{ over: 'false' }])
    await pass(4) // An instance with room of its own says nothing about this one.
    limit(0)
    await lookAtFreeSpace()
    expect(await kinds()).toEqual(['disk'])
    await pass(2)
    expect(await kinds()).toEqual([])
    for (let nth = 0; nth < 2; nth++) await queueTroubleMails()
    expect(await letters()).toEqual([{ over: 'false' }, { over: 'true' }])
  })

  test('that it fills again later is another trouble', async () => {
    limit(full)
    await lookAtFreeSpace()
    await queueTroubleMails()
    await pass(90)
    await queueTroubleMails()
    await pass(90)
    await sleep(1_100)
    await lookAtFreeSpace()
    await queueTroubleMails()
    expect(await letters()).toEqual([{ over: 'false' }, { over: 'true' }, { over: 'false' }])
  })

  test('a folder that is not made yet is where its parent is', async () => {
    const here = await freeSpaceAt('.')
    expect(Math.abs((await freeSpaceAt('not/made/yet')) - here)).toBeLessThan(1 << 28)
    await lookAtFreeSpace()
    expect(lastFreeSpace()).toBeGreaterThan(0)
  })
})

// Seen with two instances, one without NTP: Stripe tells the other, and nobody hears of the clock.
test.each([
  ['an hour behind', -60],
  ['an hour ahead', 60],
])(
  'real life: the clock of one instance is %s: told at once, and over once it is right',
  async (_name, off) => {
    await sleep(1_100) // Nothing of the tests before is still to be written.
    const named = async () => (await figures()).troubles.map(({ kind }) => kind)
    const letters = () =>
      shop.rows(
        `SELECT payload->>'isOver' AS over FROM mails WHERE payload->>'kind' = 'clock' ORDER BY id`,
      )
    const ahead = (minutes: number) => {
      const machine = Date.now.bind(Date)
      return jest.spyOn(Date, 'now').mockImplementation(() => machine() + minutes * 60_000)
    }
    const little = ahead(4)
    await lookAtClock()
    expect(await kinds()).toEqual([])
    little.mockRestore()
    const hour = ahead(off)
    await lookAtClock()
    hour.mockRestore()
    await queueTroubleMails()
    expect(await kinds()).toEqual(['clock'])
    expect(await deliver('evt_elsewhere')).toBe(200) // By the instance whose clock is right.
    await lookAtClock()
    expect(await kinds()).toEqual(['clock'])
    expect(await named()).toEqual(['clock'])
    await pass(6)
    await queueTroubleMails()
    expect(await kinds()).toEqual([])
    expect(await named()).toEqual([])
    expect(await letters()).toEqual([{ over: 'false' }, { over: 'true' }])
    await sleep(1_100)
    const later = ahead(off)
    await lookAtClock()
    later.mockRestore()
    // Another trouble, not the one before.
    const [again] = (await figures()).troubles
    expect(again?.kind).toBe('clock')
    expect(again?.seconds).toBeLessThan(60)
  },
)

// Seen in booking systems with payment links: what was never paid is in no list once its day passed.
test('real life: a booking by link that is over and not paid is listed until it is decided', async () => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', locale: 'en' },
    ...{ date: workingDay(), time: '10:00', paid: 'link' },
  })
  const { id } = await createAdminBooking(wish, { actor: 'owner', now: new Date() })
  expect(await unpaidOver()).toEqual([])
  await shop.rows(`DELETE FROM slot_reservations`)
  await shop.rows(
    `UPDATE bookings SET starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'`,
  )
  expect(await unpaidOver()).toMatchObject([{ id, name: 'Aina', amount: '107.17' }])
  expect(await attentionCount()).toBe(1)
  await setStatus({ id, status: 'cancelled', actor: 'owner', now: new Date() })
  expect(await unpaidOver()).toEqual([])
})
