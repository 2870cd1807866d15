// Everything at once on three instances: customers, an owner, members, refunds and disputes, while
// processes are killed, the database too, and Stripe and its webhooks fail. `npm run chaos --
// --long` makes at least 20,000 contended attempts.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { workingDays } from '@/lib/rooms/opening'
import { addDays, hourText, studioDate } from '@/lib/time'
import { bookProblems } from '@/tests/support/books'
import { ADMIN } from '@/tests/support/site'
import { BANK_DATA } from '@/tools/stripe-sandbox'
import { openStudio, type Studio } from './studio'
import { Visitor, type Reply } from './visitor'

const ATTEMPTS = Number(process.env.CHAOS_ATTEMPTS || (process.env.CHAOS_LONG ? 20_000 : 1_000))
const LANES = 24
/** How many people request the same time at the same moment. */
const CROWD = 4
const KILL_EVERY_MS = 5_000
const DATABASE_KILL_EVERY_MS = process.env.CHAOS_LONG ? 90_000 : 25_000
/** How long after the network has recovered everything must be consistent. */
const REST_SECONDS = process.env.CHAOS_LONG ? 900 : 300

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(3, { HOLD_MINUTES: '0.4' })
}, 400_000)
afterAll(() => studio?.stop(), 60_000)

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const chance = (probability: number) => Math.random() < probability

type Sold = { id: number; token: string; total: string; duration: string }
const counts: Record<string, number> = {}
const count = (what: string, by = 1) => (counts[what] = (counts[what] ?? 0) + by)
let attempts = 0
let storming = true

/** The person behind one lane: a browser with its cookie, on another instance each time. */
class Actor extends Visitor {
  readonly secrets: string[] = []

  async ask(
    what: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply | null> {
    this.moveTo(studio.apps[Math.floor(Math.random() * 3)]?.url ?? '')
    try {
      const reply = await this.call(method, path, body, headers)
      count(`${what} ${reply.status}`)
      return reply
    } catch {
      count(`${what} cut off`) // The instance was killed.
      return null
    }
  }
}

let owner = ''
async function signIn(): Promise<void> {
  for (;;) {
    const reply = await new Actor('').ask('sign-in', 'POST', '/api/auth/sign-in', ADMIN)
    const cookie = reply?.headers.getSetCookie().find((value) => value.startsWith('session='))
    if (cookie) return void (owner = cookie.split(';')[0] ?? '')
    await sleep(500)
  }
}

/** The current state of the database; nothing while it is away. */
async function rows<T extends object>(query: string, values: unknown[] = []): Promise<T[]> {
  try {
    return (await studio.sql.query<T>(query, values)).rows
  } catch {
    return []
  }
}
const someBooking = async (statuses: string): Promise<Sold | undefined> =>
  (
    await rows<Sold>(
      `SELECT id, manage_token AS token, total_amount::text AS total, duration FROM bookings WHERE status IN (${statuses}) ORDER BY random() LIMIT 1`,
    )
  )[0]

let days: string[] = []
const aTime = () => ({ date: pick(days), time: hourText(9 + Math.floor(Math.random() * 12)) })

async function pay(secret: unknown): Promise<void> {
  const intent = String(secret).split('_secret_')[0] ?? ''
  if (!intent.startsWith('pi_')) return
  const way = pick([
    'pm_card_visa',
    'pm_card_visa',
    'pm_card_visa',
    'pm_card_mastercard',
    'pm_card_pendingRefund',
    'pm_card_refundFail',
    'pm_card_threeDSecure2Required',
    'pm_card_chargeDeclined',
    'pm_card_createDispute',
    'fpx',
    'grabpay',
  ] as const)
  try {
    const paid = await studio.stripe.paymentIntents.confirm(intent, {
      ...(way === 'fpx' || way === 'grabpay'
        ? { payment_method_data: BANK_DATA[way] }
        : { payment_method: way }),
      return_url: 'http://localhost/',
    })
    count(`paid: ${paid.status}`)
    if (paid.status !== 'requires_action' || chance(0.2)) return
    await studio.control('authorize', {
      payment_intent: intent,
      outcome: chance(0.7) ? 'succeed' : 'fail',
    })
  } catch {
    count('paid: refused')
  }
}

async function book(actor: Actor, wanted: object): Promise<void> {
  attempts++
  const body = { ...wanted, email: actor.email }
  const held = await actor.ask('book', 'POST', '/api/bookings', body)
  if (held?.body.code === 'email_unproven')
    await actor.prove(studio.sql).catch(() => count('unproven')) // The database is away.
  if (!held || held.status >= 300 || chance(0.2)) return
  const asked = await actor.ask('intent', 'POST', '/api/create-payment-intent', {
    amount: held.body.totalAmount,
    bookingId: held.body.id,
  })
  if (asked?.status === 200 && chance(0.75)) await pay(asked.body.clientSecret)
}

const asOwner = () => ({ cookie: owner })
const ACTIONS: [weight: number, act: (actor: Actor, members: string[]) => Promise<unknown>][] = [
  [
    10,
    async (actor) => {
      const crowd = [actor, ...Array.from({ length: CROWD - 1 }, () => new Actor(''))]
      const duration = pick(['hourly', 'hourly', 'hourly', 'half-day', 'full-day', 'weekly'])
      const wanted = {
        serviceId: duration === 'hourly' ? pick([1, serviceB]) : serviceB,
        firstName: 'Aina',
        duration,
        ...(duration === 'hourly' && { hours: pick([1, 1, 1, 2, 3, 5, 8]) }),
        ...aTime(),
      }
      await Promise.all(crowd.map((visitor) => book(visitor, wanted)))
    },
  ],
  [
    2,
    async (actor, members) => {
      attempts++
      const cookie = `member=${pick(members)}`
      const body = { serviceId: 1, firstName: 'Member', email: actor.email, useFreeSession: true }
      await actor.ask('free session', 'POST', '/api/bookings', { ...body, ...aTime() }, { cookie })
    },
  ],
  [
    2,
    async (actor) => {
      const placed = await actor.ask('order', 'POST', '/api/video-editing-orders', {
        customerName: 'Aina',
        customerEmail: actor.email,
        tier: pick(['basic', 'standard', 'premium']),
        duration: '<60s',
        rushService: chance(0.5),
      })
      if (placed && placed.status < 300 && chance(0.8)) await pay(placed.body.clientSecret)
    },
  ],
  [
    3,
    async (actor) => {
      const booking = await someBooking(`'confirmed'`)
      if (!booking) return
      attempts++
      const path = `/api/manage/${booking.token}/upgrade`
      const wanted = {
        duration: booking.duration === 'hourly' ? 'half-day' : 'full-day',
        addOns: [],
      }
      const quoted = await actor.ask('upgrade', 'POST', path, { ...wanted, amount: '0.01' })
      if (quoted?.body.code !== 'price_changed') return
      const asked = await actor.ask('upgrade', 'POST', path, {
        ...wanted,
        amount: quoted.body.totalAmount,
      })
      if (asked?.status === 200 && chance(0.8)) await pay(asked.body.clientSecret)
    },
  ],
  [
    3,
    async (actor) => {
      const booking = await someBooking(`'confirmed'`)
      if (!booking) return
      attempts++
      const { date, time } = aTime()
      const body = { newDate: date, newTime: time }
      await actor.ask('move', 'POST', `/api/manage/${booking.token}/reschedule`, body)
    },
  ],
  [
    2,
    async (actor) => {
      const booking = await someBooking(`'confirmed', 'pending'`)
      if (!booking) return
      const path = `/api/bookings/${booking.id}/cancel`
      await actor.ask('cancel', 'PATCH', path, { refund: pick(['full', 'none']) }, asOwner())
    },
  ],
  [
    2,
    async (actor) => {
      const booking = await someBooking(`'confirmed', 'pending', 'cancelled', 'completed'`)
      if (!booking) return
      attempts++
      const body = { status: pick(['confirmed', 'completed', 'cancelled', 'pending']) }
      await actor.ask('status', 'PATCH', `/api/bookings/${booking.id}/status`, body, asOwner())
    },
  ],
  [
    2,
    async (actor) => {
      const [alert] = await rows<{ id: number }>(
        `SELECT id FROM payments WHERE outcome = 'needs_attention' AND handled_at IS NULL ORDER BY random() LIMIT 1`,
      )
      if (!alert) return
      const path = `/api/admin/payments/${alert.id}`
      if (chance(0.5)) await actor.ask('refund', 'POST', `${path}/refund`, undefined, asOwner())
      else {
        const body = { note: 'Looked after', money: pick(['kept', 'given_back']) }
        await actor.ask('handled', 'PATCH', path, body, asOwner())
      }
    },
  ],
  [
    1,
    async (actor) => {
      const [order] = await rows<{ id: number }>(
        `SELECT id FROM video_editing_orders WHERE status = 'paid' ORDER BY random() LIMIT 1`,
      )
      const body = { status: pick(['refunded', 'in_progress']) }
      if (order)
        await actor.ask(
          'order status',
          'PATCH',
          `/api/video-editing-orders/${order.id}/status`,
          body,
          asOwner(),
        )
    },
  ],
  [
    1,
    async (actor) => {
      const { date, time } = aTime()
      const [room] = await rows<{ id: number }>(`SELECT id FROM studios ORDER BY random() LIMIT 1`)
      const from = Number(time.slice(0, 2))
      const body = {
        ...{ date, from: time, to: hourText(Math.min(from + 2, 23)) },
        roomId: chance(0.3) ? null : room?.id,
        weeks: pick([1, 2]),
        reason: 'Cleaning',
      }
      const made = await actor.ask('block', 'POST', '/api/admin/blocks', body, asOwner())
      // Not for long: there are few hours to fight for.
      const path = `/api/admin/blocks/${String(made?.body.id)}?scope=all`
      if (made?.status === 201) await actor.ask('unblock', 'DELETE', path, undefined, asOwner())
    },
  ],
  [
    1.5,
    async () => {
      const [paid] = await rows<{ intent: string }>(
        `SELECT stripe_payment_intent_id AS intent FROM payments WHERE status = 'succeeded' AND stripe_payment_intent_id IS NOT NULL ORDER BY random() LIMIT 1`,
      )
      if (!paid) return
      const dispute = chance(0.4)
      await studio
        .control(dispute ? 'dispute' : 'refund', {
          payment_intent: paid.intent,
          ...(!dispute && chance(0.5) && { amount: 1_000 }),
        })
        .then(
          () => count(dispute ? 'disputes' : 'refunds in the dashboard'),
          () => {}, // Already disputed, or nothing left.
        )
    },
  ],
]

async function actSomehow(actor: Actor, members: string[]): Promise<void> {
  let at = Math.random() * ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, act] of ACTIONS)
    if ((at -= weight) < 0) return void (await act(actor, members))
}

/** Kills a random instance every five seconds and starts it again. */
async function killInstances(): Promise<void> {
  while (storming) {
    await sleep(KILL_EVERY_MS)
    const index = Math.floor(Math.random() * 3)
    await studio.apps[index]?.kill()
    count('instances killed')
    for (let tries = 0; tries < 5; tries++)
      try {
        await studio.restart(index)
        break
      } catch {
        await sleep(2_000) // The database may be away at this moment.
      }
  }
}

async function killDatabase(): Promise<void> {
  for (let begun = Date.now(); storming; await sleep(500)) {
    if (Date.now() - begun < DATABASE_KILL_EVERY_MS) continue
    await studio.services.postgres?.kill()
    count('database killed')
    await sleep(1_500)
    await studio.services.postgres?.start()
    await studio.reconnect()
    begun = Date.now()
  }
}

/** Stripe and its webhooks, slightly worse every two seconds. */
async function spoilStripe(): Promise<void> {
  while (storming) {
    await studio.control('faults', [
      { match: 'POST /v1/payment_intents', ...pick(FAULTS), times: 2 },
      { match: 'POST /v1/refunds', ...pick(FAULTS), times: 2 },
      { match: 'GET /v1/payment_intents/*', ...pick(FAULTS), times: 3 },
    ])
    await studio.control('webhooks', {
      mode: pick(['deliver', 'deliver', 'deliver', 'drop', 'hold']),
      duplicates: pick([0, 0, 2]),
      shuffle: chance(0.5),
      retrySchedule: [1, 2, 5],
    })
    await sleep(2_000)
    // Answered when every delivery is; a delivery may wait for an instance that was just killed.
    const released = studio.control('webhooks/release', { order: pick(['created', 'reverse']) })
    await Promise.race([released.catch(() => count('releases without an answer')), sleep(5_000)])
  }
}
const FAULTS = [
  { status: 500 },
  { status: 'reset' },
  { status: 'reset', after: true },
  { status: 500, after: true },
]

let serviceB = 0

/** A second room, for a service of its own and for service 1, and members with free sessions. */
async function furnish(): Promise<string[]> {
  const { rows: made } = await studio.sql.query<{ id: number }>(
    `WITH room AS (INSERT INTO studios (name, position, turnaround_minutes) VALUES ('Room B', 99, 30) RETURNING id),
      service AS (INSERT INTO services (name, description, icon, hourly_rate, half_day_rate, full_day_rate, position)
        VALUES ('Video in B', 'Video', 'fas fa-video', 150, 140, 130, 99) RETURNING id)
    INSERT INTO service_rooms (service_id, studio_id) SELECT service.id, room.id FROM service, room
      UNION ALL SELECT 1, id FROM room RETURNING service_id AS id`,
  )
  serviceB = made.find(({ id }) => id !== 1)?.id ?? 0
  return Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const token = randomUUID().replaceAll('-', '').padEnd(43, 'm')
      const email = `member-${index}@example.com`
      await studio.sql.query(
        `WITH m AS (INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, sessions_completed, free_sessions_earned, email_proven_at)
          VALUES ('Member', $1, $2, $3, 50, 5, now()) RETURNING id),
        s AS (INSERT INTO membership_sessions (membership_id, session_date, session_time, duration) SELECT m.id, '2026-01-05', '09:00', 'hourly' FROM m, generate_series(1, 50))
        INSERT INTO sessions (id, kind, email, expires_at) VALUES ($4, 'member', $1, now() + interval '1 day')`,
        [email, serviceB, `MEMBER${index}X`, createHash('sha256').update(token).digest('hex')],
      )
      return token
    }),
  )
}

test(
  `nothing is lost and nothing overlaps in ${ATTEMPTS} contended attempts on three instances that are killed`,
  async () => {
    const { rows: holidays } = await studio.sql.query<{ date: string }>('SELECT date FROM holidays')
    const closed = new Set(holidays.map(({ date }) => date))
    days = workingDays(addDays(studioDate(new Date()), 10), 4, closed)
    const members = await furnish()
    await signIn()
    const begun = Date.now()
    const trouble = [killInstances(), killDatabase(), spoilStripe()]
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        let actor = new Actor('')
        while (attempts < ATTEMPTS) {
          if (chance(0.3)) actor = new Actor('')
          await actSomehow(actor, members)
        }
      }),
    )
    storming = false
    await Promise.all(trouble)
    const seconds = Math.round((Date.now() - begun) / 1000)
    const problems = await problemsAtRest()
    const log = studio.services.postgres?.log() ?? ''
    count('deadlocks', (log.match(/deadlock detected/g) ?? []).length)
    console.info(`${attempts} contended attempts in ${seconds} s`, counts)
    const faults = Object.keys(counts).filter((what) => / 500$/.test(what))
    expect(problems).toEqual([])
    expect(faults.length > 0 ? [...faults, ...studio.faults()] : []).toEqual([])
    expect(counts.deadlocks).toBe(0)
  },
  4 * 3_600_000,
)

/**
 * The network has recovered, every job is due: what is still wrong once nothing changes any more.
 */
async function problemsAtRest(): Promise<string[]> {
  await studio.control('faults', [])
  await studio.control('webhooks', { mode: 'deliver', retrySchedule: [1, 2, 5] })
  await studio.control('webhooks/release', {})
  let problems = ['not looked at']
  for (const end = Date.now() + REST_SECONDS * 1000; Date.now() < end; await sleep(5_000)) {
    // What the jobs and the mail queue would do by themselves within the hour.
    await studio.sql.query('UPDATE jobs SET started_at = NULL')
    await studio.sql.query(`UPDATE mails SET next_attempt_at = now() WHERE status = 'queued'`)
    problems = await bookProblems(studio.sql, await studio.ledger(), { atRest: true })
    if (problems.length === 0) return []
  }
  return problems
}
