// Notifications of phones, from the fact to the bytes that the phone's push service gets.
import dns from 'node:dns'
import { request as requestHttp } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { DELETE, POST, PUT } from '@/app/api/admin/push/route'
import { POST as testHere } from '@/app/api/admin/push/test/route'
import { changeUser } from '@/lib/auth/users/change'
import { endAllSessions, endSession, sessionsOf, signOut, startSession } from '@/lib/auth/sessions'
import { cancelBooking } from '@/lib/bookings/cancel'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { saveContact } from '@/lib/contacts/messages'
import { archiveContact } from '@/lib/contacts/threads'
import { currentPush } from '@/lib/current-push'
import { db, transaction } from '@/lib/db'
import { deliverDueMails, startJobs } from '@/lib/jobs/jobs'
import { log } from '@/lib/log'
import { deliverPushes } from '@/lib/push/delivery'
import { pushKeys } from '@/lib/push/keys'
import { addPhone } from '@/lib/push/phone'
import { waitingPushes } from '@/lib/push/queries'
import { USUAL_CHOICES, type PushChoices } from '@/lib/push/rules'
import type { Role } from '@/lib/roles'
import { closeTransport } from '@/lib/mail/transport'
import { shortDay } from '@/lib/i18n/dates'
import { studioTime, utcMidnight } from '@/lib/time'
import ms from '@/messages/ms.json'
import { ageActs } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { secondInstance } from '@/tests/support/second-instance'
import { openShop, workingDay } from '@/tests/support/shop'
import { Mailbox } from '../mail/mailbox'
import { claimsIn, HOST, Phone, PushService } from './service'

let service: PushService
// The push service's name leads to ours; everything else of the call is as it is. Other names are
// looked up by the call itself.
jest.mock('node:https', () => ({
  ...jest.requireActual<typeof import('node:https')>('node:https'),
  request: (endpoint: string, options: object) => {
    const { hostname, pathname } = new URL(endpoint)
    const isOurs = hostname === 'push.example.com'
    return requestHttp(`http://${isOurs ? '127.0.0.1' : hostname}:${service.port}${pathname}`, {
      ...options,
      ...(isOurs && { lookup: undefined }),
    })
  },
}))

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
  service = await PushService.open()
})
const shop = openShop()
beforeEach(async () => {
  service.taken = []
  service.answers = []
  await mailbox.start()
  await mailbox.clear()
})
afterAll(async () => {
  closeTransport()
  await service.close()
  await mailbox.close()
})

type Person = { id: number; username: string; token: string; phone: Phone }

async function person(
  username: string,
  role: Role,
  {
    locale = 'en' as 'en' | 'ms' | 'zh',
    ...choices
  }: { locale?: 'en' | 'ms' | 'zh' } & Partial<PushChoices> = {},
): Promise<Person> {
  const [row] = await shop.rows(
    `INSERT INTO users (username, password, role) VALUES ($1, 'x', $2) RETURNING id`,
    [username, role],
  )
  const who = { id: Number(row?.id), username }
  const token = await sessionOf(who.id)
  const phone = new Phone(username)
  await addPhone(who, phone, { token, locale })
  await db().pushChoice.create({ data: { userId: who.id, ...USUAL_CHOICES, ...choices } })
  return { ...who, token, phone }
}

const sessionOf = (userId: number, trusted = true) =>
  transaction((tx) =>
    startSession(tx, { userId }, { browser: null, system: null, network: null }, { trusted }),
  )

const deliver = (now = new Date(Date.now() + 1000)) => deliverPushes(now, 20, currentPush)

/** What a phone got, as its worker reads it. */
const got = ({ phone }: Person) =>
  service.taken
    .filter(({ path }) => path === `/${phone.name}`)
    .map(({ body }) => JSON.parse(phone.decrypt(body).toString('utf8')) as Record<string, string>)
const waiting = () => shop.rows('SELECT * FROM pushes ORDER BY id')
const move = async (id: number, newTime: string) => {
  await rescheduleBooking({
    ...{ id, newDate: workingDay(), newTime, by: 'admin', actor: 'owner', now: new Date() },
  })
}
const write = () =>
  saveContact(
    {
      ...{
        name: 'Nur Izzati',
        email: 'nur@example.com',
        subject: 'booking',
        message: 'Two hours?',
      },
      ...{ phone: null, company: null, industry: null, experience: null },
      ...{ companySize: null, designation: null, topics: null },
    },
    { provenEmail: null, locale: 'en' },
  )

test('a message from the form, whose subject is a word of the program, is told in the reader’s words', async () => {
  const farid = await person('farid', 'manager', { details: true, locale: 'ms' })
  await write()
  await deliver()
  expect(got(farid)).toMatchObject([
    { body: `Nur Izzati · ${ms.mail.contact.subjects.booking}`, lang: 'ms' },
  ])
})

test('each role is told what it may see, in its language, byte for byte', async () => {
  const quiet = await person('owner2', 'owner')
  const open = await person('farid', 'manager', { details: true, locale: 'ms' })
  const crew = await person('siti', 'crew', { details: true })
  const { booking } = await shop.sold()
  await deliver()
  const [row] = await shop.rows(
    `SELECT email, manage_token AS token, total_amount::text AS total FROM bookings WHERE id = $1`,
    [booking],
  )
  const day = shortDay(utcMidnight(workingDay()), 'en')
  const url = `/admin/bookings/${booking}`
  const about = { title: 'New booking', tag: `booking-${booking}`, url, lang: 'en' }
  expect(got(quiet)).toEqual([{ ...about, body: `${day}, 09:00–10:00` }])
  expect(got(crew)).toEqual([{ ...about, body: `Aina Rahman · ${day}, 09:00–10:00` }])
  const [told] = got(open)
  expect(told).toMatchObject({ title: 'Tempahan baharu', url: `/ms${url}`, lang: 'ms' })
  expect(told?.body).toContain('Aina Rahman')
  expect(told?.body).toContain(`RM${String(row?.total)} dibayar`)
  for (const person of [quiet, open, crew])
    for (const secret of [row?.email, row?.token])
      expect(JSON.stringify(got(person))).not.toContain(String(secret))
  expect(JSON.stringify(got(crew))).not.toContain('RM')
  expect(await waiting()).toEqual([])

  const [taken] = service.taken
  expect(taken?.headers).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', ttl: '21600', urgency: 'high' },
    ...{ 'content-length': String(taken?.body.length) },
  })
  const { claims, key } = claimsIn(String(taken?.headers.authorization))
  expect(key).toBe((await pushKeys()).publicKey)
  expect(claims).toMatchObject({ aud: `https://${HOST}`, sub: expect.stringMatching(/^mailto:/) })
})

test.each([1, 10_000, 2_000_000_000])('Apple takes what is about number %i', async (number) => {
  await person('owner2', 'owner')
  await db().$executeRaw`SELECT setval('contacts_id_seq', ${number}::bigint, false)`
  await write()
  await deliver()
  expect(service.taken).toHaveLength(1)
  expect(await shop.rows('SELECT failures FROM push_subscriptions')).toEqual([{ failures: 0 }])
})

test('ten changes are one notification, and the next change is another', async () => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  for (const hour of [10, 11, 12, 13, 14, 15, 16, 10, 11, 12]) await move(booking, `${hour}:00`)
  expect(await waiting()).toHaveLength(1)
  // Nobody is told while the last of them can be taken back.
  await deliver()
  expect(got(owner)).toEqual([])
  await ageActs(11)
  await deliver()
  expect(got(owner)).toHaveLength(1)
  expect(got(owner)[0]).toMatchObject({ title: 'New booking' })
  expect(got(owner)[0]?.body).toContain('12:00–13:00')

  await move(booking, '16:00')
  await ageActs(11)
  await deliver()
  expect(got(owner)[1]).toMatchObject({ title: 'Booking changed', tag: `booking-${booking}` })
  await cancelBooking({
    ...{ id: booking, refund: 'none', actor: 'owner', now: new Date() },
  })
  await ageActs(11)
  await deliver()
  expect(got(owner)[2]).toMatchObject({ title: 'Booking cancelled' })
  expect(await deliver()).toBe(0)
})

test('what comes while one is being sent is told as well', async () => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  service.answers = ['hang']
  const sending = deliver()
  while (service.taken.length === 0) await sleep(20)
  await move(booking, '15:00')
  await ageActs(11)
  expect(await deliver()).toBe(0)
  await sending
  // The one that hung is tried again with what is so by then.
  await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  await deliver()
  await deliver()
  expect(got(owner).at(-1)).toMatchObject({ title: 'Booking changed' })
  expect(got(owner).at(-1)?.body).toContain('15:00')
  expect(await waiting()).toEqual([])
}, 30_000)

test('what comes after it was written, and before it is taken, is told as another', async () => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  await deliverPushes(new Date(Date.now() + 1000), 20, async (push, now) => {
    const text = await currentPush(push, now)
    await move(booking, '15:00')
    return text
  })
  expect(got(owner)).toHaveLength(1)
  await ageActs(11)
  await deliver()
  expect(got(owner)[1]).toMatchObject({ title: 'Booking changed' })
  expect(got(owner)[1]?.body).toContain('15:00')
  expect(await waiting()).toEqual([])
})

describe('two instances, each with connections of its own', () => {
  let second: ReturnType<typeof secondInstance>
  beforeAll(() => (second = secondInstance()))
  afterAll(() => second.close())
  const both = (now?: Date) => Promise.all([deliver(now), second.as(() => deliver(now))])

  test('send each one once, although both look at the same moment', async () => {
    const people: Person[] = []
    for (let nth = 0; nth < 6; nth++) people.push(await person(`crew${nth}`, 'crew'))
    await shop.sold()
    // Both wait here for the rows if they wait at all, and go on together.
    await shop.rows('BEGIN')
    await shop.rows('SELECT 1 FROM pushes FOR UPDATE')
    const early = both()
    await Promise.race([early, sleep(1_000)])
    await shop.rows('COMMIT')
    expect(await early).toEqual([0, 0])
    const counts = await both()
    expect(counts[0] + counts[1]).toBe(people.length)
    for (const who of people) expect(got(who)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  test('leave to the other what it is sending', async () => {
    const owner = await person('owner2', 'owner')
    await shop.sold()
    let isWritten: () => void = () => undefined
    const sending = deliverPushes(new Date(Date.now() + 1000), 20, async (push, now) => {
      await new Promise<void>((done) => (isWritten = done))
      return currentPush(push, now)
    })
    while ((await waiting())[0]?.attempts !== 1) await sleep(10)
    expect(await second.as(() => deliver())).toBe(0)
    isWritten()
    await sending
    expect(got(owner)).toHaveLength(1)
  })
})

describe('a phone ends', () => {
  const phones = () => db().pushSubscription.count()
  const gone: [string, (who: Person) => Promise<unknown>][] = [
    ['when its person signs out', ({ token }) => signOut(token)],
    [
      'when its session is ended elsewhere',
      async ({ id }) => {
        const [session] = await sessionsOf({ userId: id }, null, new Date())
        await endSession({ userId: id }, session?.id ?? '')
      },
    ],
    [
      'with all sessions, as after a new password',
      ({ id }) => endAllSessions(db(), { userId: id }),
    ],
    [
      'when its person gets another role',
      ({ id }) =>
        changeUser({
          ...{ id, role: 'crew', admin: { id: 1, username: 'owner' }, now: new Date() },
        }),
    ],
  ]
  test.each(gone)('%s', async (_name, end) => {
    await person('boss', 'owner')
    const farid = await person('farid', 'manager')
    await shop.sold()
    expect(await waiting()).toHaveLength(2)
    await end(farid)
    await deliver()
    expect(got(farid)).toEqual([])
    expect(await phones()).toBe(1)
  })

  test.each([404, 410])('when its push service answers %s', async (status) => {
    const owner = await person('owner2', 'owner')
    service.answers = [status]
    await shop.sold()
    await deliver()
    expect(got(owner)).toHaveLength(1)
    expect(await phones()).toBe(0)
    expect(await waiting()).toEqual([])
  })

  test('after many failures for days, and not after a few of one evening', async () => {
    await person('owner2', 'owner')
    await db()
      .$executeRaw`UPDATE push_subscriptions SET failures = 8, created_at = now() - interval '4 days'`
    service.answers = [403, 403]
    await shop.sold()
    await deliver()
    expect(await phones()).toBe(1)
    await write()
    await deliver()
    expect(await phones()).toBe(0)
  })

  test.each([
    ['that began this evening', `failures = 9, created_at = now() - interval '5 hours'`],
    [
      'of a phone that got one yesterday',
      `failures = 9, created_at = now() - interval '9 days', last_success_at = now() - interval '1 day'`,
    ],
  ])('not after failures %s', async (_name, state) => {
    await person('owner2', 'owner')
    await shop.rows(`UPDATE push_subscriptions SET ${state}`)
    service.answers = [403]
    await shop.sold()
    await deliver()
    expect(await phones()).toBe(1)
  })

  test('what it got begins the count anew', async () => {
    await person('owner2', 'owner')
    await shop.rows(
      `UPDATE push_subscriptions SET failures = 9, created_at = now() - interval '9 days'`,
    )
    await shop.sold()
    await deliver()
    const [phone] = await shop.rows(
      `SELECT failures, last_success_at AS last FROM push_subscriptions`,
    )
    expect(phone).toEqual({ failures: 0, last: expect.any(Date) })
  })

  test('when its account is shut, also where a session was left', async () => {
    const owner = await person('owner2', 'owner')
    await shop.sold()
    // The database itself would end the session.
    await shop.rows(`SET session_replication_role = replica`)
    await shop.rows(`UPDATE users SET disabled_at = now()`)
    await shop.rows(`SET session_replication_role = DEFAULT`)
    expect(await waiting()).toHaveLength(1)
    await deliver()
    expect(got(owner)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('when its session was not used for long, and nothing is sent', async () => {
    const owner = await person('owner2', 'owner')
    await shop.sold()
    await db().$executeRaw`UPDATE sessions SET last_seen_at = now() - interval '15 days'`
    await deliver()
    expect(got(owner)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('when our key has changed', async () => {
    await person('owner2', 'owner')
    await db().$executeRaw`UPDATE push_subscriptions SET server_key = 'another'`
    await shop.sold()
    await deliver()
    expect(service.taken).toEqual([])
    expect(await phones()).toBe(0)
  })
})

test('a push service that is away delays no mail, and gets it later', async () => {
  const owner = await person('owner2', 'owner')
  service.answers = ['reset', 500, 'hang']
  await shop.sold()
  await deliver()
  await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  await deliver()
  expect((await waiting())[0]).toMatchObject({ attempts: 2 })
  await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  const hanging = deliver()
  while (service.taken.length < 3) await sleep(20)
  await deliverDueMails()
  expect((await mailbox.mails(1)).length).toBeGreaterThan(0)
  expect((await waiting())[0]).toMatchObject({ attempts: 3 })
  await hanging
  await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  await deliver()
  expect(got(owner)).toHaveLength(4)
  expect(await waiting()).toEqual([])
}, 30_000)

test('after five attempts it is given up', async () => {
  await person('owner2', 'owner')
  service.answers = [500, 500, 500, 500, 500]
  await shop.sold()
  for (let attempt = 0; attempt < 7; attempt++) {
    await deliver()
    await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  }
  expect(service.taken).toHaveLength(5)
  expect(await waiting()).toEqual([])
})

test('one that cannot be written is given up after five attempts, and keeps no other', async () => {
  const errors = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  await write()
  const failure = new Error('Invalid value for Aina Rahman')
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await waiting()).toHaveLength(attempt === 0 ? 2 : 1)
    await deliverPushes(new Date(Date.now() + 1000), 20, (push, now) =>
      push.bookingId === booking ? Promise.reject(failure) : currentPush(push, now),
    )
    await db().$executeRaw`UPDATE pushes SET next_attempt_at = now()`
  }
  expect(got(owner)).toMatchObject([{ title: 'New message' }])
  expect(await waiting()).toEqual([])
  // The kind of the error, not what it quotes.
  expect(errors).toHaveBeenCalledTimes(5)
  expect(inspect(errors.mock.calls)).toContain(`name: 'Error'`)
  expect(inspect(errors.mock.calls, { depth: 9 })).not.toContain('Aina')
})

test('what could not be sent for a day is of no use any more', async () => {
  const owner = await person('owner2', 'owner')
  await shop.sold()
  await shop.rows(`UPDATE pushes SET created_at = now() - interval '25 hours'`)
  await deliver()
  expect(got(owner)).toEqual([])
  expect(await waiting()).toEqual([])
})

test.each([
  ['in seconds', () => '1800'],
  ['by a date', () => new Date(Date.now() + 1_800_000).toUTCString()],
])('a push service that asks for time %s gets it', async (_, retryAfter) => {
  await person('owner2', 'owner')
  service.answers = [{ status: 429, headers: { 'Retry-After': retryAfter() } }]
  await shop.sold()
  await deliver()
  const [row] = await shop.rows(
    `SELECT extract(epoch FROM next_attempt_at - now())::int AS seconds FROM pushes`,
  )
  expect(row?.seconds).toBeGreaterThan(1_790)
})

test('of an answer without end nothing is read, and its connection is let go', async () => {
  await person('owner2', 'owner')
  service.answers = ['endless']
  await shop.sold()
  await deliver()
  expect(await waiting()).toEqual([])
  for (let tries = 0; tries < 100 && (await service.connections()) > 0; tries++) await sleep(20)
  expect(await service.connections()).toBe(0)
})

test('at most so many at once as the job may send', async () => {
  await person('owner2', 'owner')
  await person('siti', 'crew')
  await shop.sold()
  expect(await deliverPushes(new Date(Date.now() + 1000), 1, currentPush)).toBe(1)
  expect(service.taken).toHaveLength(1)
  expect(await waiting()).toHaveLength(1)
})

test('ten thousand that wait hold nothing up, and are counted', async () => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  await shop.rows(
    `INSERT INTO pushes (subscription_id, topic, kind, booking_id, created_at, next_attempt_at)
     SELECT s.id, 'booking-' || n, 'changes', $1, now() - interval '1 hour', now() - interval '1 hour'
     FROM push_subscriptions s, generate_series(1000, 10999) n`,
    [booking],
  )
  const begun = Date.now()
  expect(await deliver()).toBe(20)
  expect(await waitingPushes()).toMatchObject({ count: 9_980, reason: 'not_run' })
  expect(Date.now() - begun).toBeLessThan(3_000)
  expect(got(owner)).toHaveLength(20)
}, 20_000)

test('the server sends what comes within seconds, by itself', async () => {
  const owner = await person('owner2', 'owner')
  await shop.rows(`INSERT INTO jobs (name, started_at) VALUES ('deliver_pushes', now())`)
  const jobs = startJobs()
  await shop.sold()
  for (let tries = 0; tries < 200 && got(owner).length === 0; tries++) await sleep(50)
  await jobs.stop()
  expect(got(owner)).toHaveLength(1)
}, 30_000)

test('the longest names still fit into what push services take', async () => {
  const owner = await person('owner2', 'owner', { details: true, locale: 'zh' })
  await shop.sold()
  await shop.rows(`UPDATE bookings SET first_name = repeat('🎤', 80), last_name = repeat('龘', 80)`)
  await shop.rows(
    `UPDATE services SET name = repeat('龘', 120),
      translations = jsonb_build_object('zh', jsonb_build_object('name', repeat('🎤', 120), 'description', 'x'))
      WHERE id = (SELECT service_id FROM bookings)`,
  )
  await shop.rows(
    `UPDATE studios SET name = repeat('龘', 60),
      translations = jsonb_build_object('zh', jsonb_build_object('name', repeat('🎤', 60), 'description', 'x'))
      WHERE id = (SELECT studio_id FROM bookings)`,
  )
  await deliver()
  expect(got(owner)[0]?.body).toContain('🎤'.repeat(80))
  // RFC 8030: a push service must take so much.
  for (const { body } of service.taken) expect(body.length).toBeLessThanOrEqual(4096)
})

describe('our own network is not reached', () => {
  const subscribed = async (endpoint: string) => {
    const owner = await person('owner2', 'owner')
    await shop.rows(`UPDATE push_subscriptions SET endpoint = $1`, [endpoint])
    await shop.sold()
    await deliver()
    expect(service.taken).toEqual([])
    return owner
  }

  test('by an address that was stored before', async () => {
    await subscribed('https://127.0.0.1/owner2')
    // It is no address to try again.
    expect(await waiting()).toEqual([])
  })

  test.each([
    ['of ours alone', [{ address: '127.0.0.1', family: 4 }]],
    [
      'of ours beside a public one',
      [
        { address: '127.0.0.1', family: 4 },
        { address: '8.8.8.8', family: 4 },
      ],
    ],
  ])('by a name with an address %s', async (_name, addresses) => {
    const asked: string[] = []
    jest.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      options: object,
      done: unknown,
    ) => {
      asked.push(name)
      const answer = (done ?? options) as (...args: unknown[]) => void
      if ((options as { all?: boolean }).all) answer(null, addresses)
      else answer(null, addresses[0]?.address, 4)
    }) as never)
    const told = jest.spyOn(log, 'info')
    await subscribed('https://printer.example.com/owner2')
    expect(asked).toContain('printer.example.com')
    expect(told).toHaveBeenCalledWith(
      expect.objectContaining({ host: 'printer.example.com', failure: 'ENOTPUBLIC' }),
      'push handed over',
    )
  })
})

test('in quiet hours nothing is sent, and it comes when they are over', async () => {
  const now = new Date()
  const [quietFrom, quietUntil] = [-1, 1].map((hours) =>
    studioTime(new Date(now.getTime() + hours * 3_600_000)),
  )
  const owner = await person('owner2', 'owner', { quietFrom: quietFrom!, quietUntil: quietUntil! })
  await shop.sold()
  await deliver()
  expect(got(owner)).toEqual([])
  expect(await waiting()).toHaveLength(1)
  await deliver(new Date(now.getTime() + 3_660_000))
  expect(got(owner)).toHaveLength(1)
})

test('quiet hours make it neither old nor a change of what nobody was told', async () => {
  const now = new Date()
  const [quietFrom, quietUntil] = [-1, 1].map((hours) =>
    studioTime(new Date(now.getTime() + hours * 3_600_000)),
  )
  const owner = await person('owner2', 'owner', { quietFrom: quietFrom!, quietUntil: quietUntil! })
  const { booking } = await shop.sold()
  await shop.rows(`UPDATE pushes SET created_at = now() - interval '23 hours 30 minutes'`)
  await deliver()
  await move(booking, '15:00')
  await ageActs(11)
  await deliver(new Date(now.getTime() + 3_660_000))
  expect(got(owner)).toMatchObject([{ title: 'New booking' }])
  expect(got(owner)[0]?.body).toContain('15:00')
})

test.each([
  ['completed', 'NULL'],
  ['pending', `now() + interval '15 minutes'`],
])('a booking that is %s when it could be told is not told', async (status, holdEnds) => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  await shop.rows(`UPDATE bookings SET status = $2, hold_expires_at = ${holdEnds} WHERE id = $1`, [
    booking,
    status,
  ])
  await deliver()
  await shop.rows(`UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL`)
  expect(got(owner)).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a booking that was cancelled before anybody heard of it is not told', async () => {
  const owner = await person('owner2', 'owner')
  const { booking } = await shop.sold()
  await cancelBooking({ ...{ id: booking, refund: 'none', actor: 'owner', now: new Date() } })
  await ageActs(11)
  await deliver()
  expect(got(owner)).toEqual([])
  expect(await waiting()).toEqual([])
})

test('of kinds that are switched off nothing comes, also where it waited already', async () => {
  const owner = await person('owner2', 'owner', { bookings: false, changes: false })
  const other = await person('farid', 'manager')
  await shop.sold()
  expect(await waiting()).toHaveLength(1)
  await db().pushChoice.update({ where: { userId: other.id }, data: { bookings: false } })
  await deliver()
  expect([...got(owner), ...got(other)]).toEqual([])
})

test('of each kind by itself nothing is even queued for those who do not want it', async () => {
  const changes = await person('owner2', 'owner', { bookings: false })
  const bookings = await person('siti', 'crew', { changes: false })
  const { booking } = await shop.sold()
  await deliver()
  expect([got(changes), got(bookings)]).toMatchObject([[], [{ title: 'New booking' }]])
  await move(booking, '15:00')
  expect(await waiting()).toHaveLength(1)
  await ageActs(11)
  await deliver()
  expect([got(changes), got(bookings)]).toMatchObject([[{ title: 'Booking changed' }], [{}]])
})

describe('money to decide', () => {
  const dispute = async (intent: string, outcome?: 'won' | 'lost') => {
    await shop.payments.control('dispute', { payment_intent: intent, outcome })
    await shop.payments.release()
  }
  const disputed = async () => {
    const { intent } = await shop.sold()
    await deliver()
    service.taken = []
    await dispute(intent)
    return intent
  }

  test('is told to managers and owners, with names and amounts only where they want them', async () => {
    const owner = await person('owner2', 'owner')
    const manager = await person('farid', 'manager', { details: true, locale: 'zh' })
    const crew = await person('siti', 'crew', { details: true })
    await person('mei', 'manager', { money: false })
    await disputed()
    // For crew, and for whoever does not want it, nothing is even queued.
    expect(await waiting()).toHaveLength(2)
    await deliver()
    expect(got(owner)).toMatchObject([
      { title: 'Money to decide on', body: 'A payment is disputed', url: '/admin/attention' },
    ])
    expect(got(manager)).toMatchObject([
      {
        ...{ title: '需要决定的款项', url: '/zh/admin/attention' },
        body: '一笔付款有争议 · Aina Rahman · RM107.17',
      },
    ])
    expect(got(crew)).toEqual([])
  })

  test('is not told any more once it is decided', async () => {
    const owner = await person('owner2', 'owner')
    const intent = await disputed()
    expect(await waiting()).toHaveLength(1)
    await dispute(intent, 'won')
    await deliver()
    expect(got(owner)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('is told as lost where the dispute was lost before it is sent', async () => {
    const owner = await person('owner2', 'owner')
    await dispute(await disputed(), 'lost')
    await deliver()
    expect(got(owner)).toMatchObject([
      { title: 'Money to decide on', body: 'A dispute was lost', url: '/admin/attention' },
    ])
  })

  /** What waits after each of these statements, none of which is kept. */
  async function waitingAfter(...statements: string[]) {
    await person('owner2', 'owner')
    await shop.sold()
    await deliver()
    await shop.rows('BEGIN')
    try {
      const found: unknown[] = []
      for (const statement of statements) {
        await shop.rows(statement)
        found.push(await waiting())
      }
      return found
    } finally {
      await shop.rows('ROLLBACK')
    }
  }

  // Whoever writes them: a settlement, a sweep, a refund that came back.
  test.each([
    `outcome = 'needs_attention', reason = 'amount_mismatch'`,
    `reason = 'refund_failed'`,
  ])('is queued by the payment itself when it gets %s, and once', async (change) => {
    const [queued, again] = await waitingAfter(
      `UPDATE payments SET ${change}`,
      `UPDATE payments SET ${change}, updated_at = now()`,
    )
    expect(queued).toMatchObject([{ kind: 'money', version: 1 }])
    expect(again).toEqual(queued)
  })

  test('is queued again by another dispute of the same payment, not by a decision', async () => {
    const disputedOf = (wanted: string, lost: string) =>
      `UPDATE payments SET disputed = true, dispute_status = 'chargeback', disputed_amount = ${wanted}, lost_amount = ${lost}`
    const versions = (queued: unknown) => (queued as { version: number }[])[0]?.version
    const [one, lost, another] = await waitingAfter(
      disputedOf('30', '0'),
      disputedOf('0', '30'),
      disputedOf('20', '30'),
    )
    expect([one, lost, another].map(versions)).toEqual([1, 1, 2])
  })

  test('is queued by a payment that is new', async () => {
    const [queued] = await waitingAfter(
      `INSERT INTO payments (purpose, amount, currency, status, outcome, reason,
         stripe_payment_intent_id, idempotency_key, succeeded_at, updated_at)
       VALUES ('unmatched', 10, 'myr', 'succeeded', 'needs_attention', 'unmatched', 'pi_unknown', 'unknown', now(), now())`,
    )
    expect(queued).toMatchObject([{ kind: 'money' }])
  })

  test('is not told to somebody who is crew by now', async () => {
    const owner = await person('owner2', 'owner')
    await disputed()
    await shop.rows(`UPDATE users SET role = 'crew' WHERE id = $1`, [owner.id])
    await deliver()
    expect(got(owner)).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

test('a message is told without its words, unless the details are wanted; not when it was archived', async () => {
  const owner = await person('owner2', 'owner')
  const open = await person('farid', 'manager', { details: true })
  const crew = await person('siti', 'crew', { details: true })
  await person('mei', 'manager', { messages: false })
  const { id } = await write()
  expect(await waiting()).toHaveLength(2)
  await deliver()
  expect(got(owner)).toMatchObject([
    { title: 'New message', body: 'Open it to read it.', url: `/admin/inbox/${id}` },
  ])
  expect(got(open)).toMatchObject([{ body: 'Nur Izzati · Studio booking' }])
  expect(got(crew)).toEqual([])
  const later = await write()
  await archiveContact({
    ...{ id: later.id, archived: true, version: undefined, actor: 'owner', now: new Date() },
  })
  const answered = await write()
  await shop.rows(`UPDATE contacts SET answered_at = now() WHERE id = $1`, [answered.id])
  await deliver()
  expect(got(owner)).toHaveLength(1)
})

describe('the calls', () => {
  const cookie = (token: string) => ({ cookie: `session=${token}` })
  const call = (handler: typeof POST, token: string, body?: unknown, path = '') =>
    callRoute(handler, `/api/admin/push${path}`, {
      method: handler.method,
      headers: cookie(token),
      ...(body !== undefined && { body }),
    })
  const subscribe = (token: string, { endpoint, keys }: Phone) =>
    call(POST, token, { endpoint, keys })

  test('switch a phone on and off, and test it', async () => {
    const farid = await person('farid', 'manager')
    expect((await call(testHere, farid.token, undefined, '/test')).status).toBe(204)
    expect(got(farid)).toMatchObject([{ title: 'Test', tag: 'test', url: '/admin/account' }])
    expect((await call(DELETE, farid.token)).status).toBe(204)
    expect((await call(testHere, farid.token, undefined, '/test')).status).toBe(404)
    expect((await subscribe(farid.token, farid.phone)).status).toBe(204)
    service.answers = [500]
    expect((await call(testHere, farid.token, undefined, '/test')).status).toBe(503)
    service.answers = [410]
    expect((await call(testHere, farid.token, undefined, '/test')).status).toBe(404)
    expect(await db().pushSubscription.count()).toBe(0)
    const lines = await shop.rows(`SELECT action FROM audit_log WHERE entity = 'phone' ORDER BY id`)
    expect(lines.map(({ action }) => action)).toEqual(['create', 'delete', 'create'])
  })

  test('a browser is one person’s: whoever used it before gets no more there', async () => {
    const farid = await person('farid', 'manager')
    const siti = await person('siti', 'crew')
    await subscribe(siti.token, farid.phone)
    const rows = await shop.rows(
      `SELECT s.user_id AS "user" FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id`,
    )
    expect(rows).toEqual([{ user: siti.id }])
  })

  test('only on a device of one’s own', async () => {
    const farid = await person('farid', 'manager')
    const answer = await subscribe(await sessionOf(farid.id, false), new Phone('library'))
    expect(answer.status).toBe(409)
    expect(await db().pushSubscription.count()).toBe(1)
  })

  test.each(['http://push.example.com/x', 'https://127.0.0.1/x', 'https://metadata.internal/x'])(
    'no address like %s',
    async (endpoint) => {
      const farid = await person('farid', 'manager')
      const answer = await call(POST, farid.token, { endpoint, keys: farid.phone.keys })
      expect(answer.status).toBe(400)
    },
  )

  test('keep what was chosen', async () => {
    const siti = await person('siti', 'crew')
    const chosen = { ...USUAL_CHOICES, changes: false, quietFrom: '22:00', quietUntil: '07:00' }
    expect((await call(PUT, siti.token, chosen)).status).toBe(204)
    expect(
      await db().pushChoice.findUnique({ where: { userId: siti.id }, omit: { userId: true } }),
    ).toEqual(chosen)
  })
})
