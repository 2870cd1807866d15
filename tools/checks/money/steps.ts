import type Stripe from 'stripe'
import { WARNINGS } from '@/lib/availability/by-hand'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { paymentAlert } from '@/lib/admin/attention/queries'
import { bookingSheet } from '@/lib/admin/bookings/sheet/queries'
import { ordersById } from '@/lib/admin/orders/queries'
import { extensionOf } from '@/lib/bookings/extend'
import { managedBooking } from '@/lib/bookings/manage'
import { senOf } from '@/lib/money'
import { addDays, studioDate } from '@/lib/time'
import { signatureHeader, type Delivery } from '@/tools/stripe-sandbox'
import { askedTooMuch } from './asked'
import { movedNow } from './clock'
import { factsOf } from './facts'
import { postOffice } from './mailer'
import { atStripe, network, sandboxNow, switchPayments } from './network'
import { Operation, type FaultKind, type Plan } from './operation'
import { ask, type Ask, type Reply, type Route } from './product'
import type { Random } from './random'
import { NAMED, STORIES, type Beat } from './stories'
import { isAfterSession, isPoisonedNow, tally } from './tried'
import { isSomebodyBlocked, untilUndone } from './wire'
import {
  ADD_ON,
  CUSTOMERS,
  DAYS,
  EVERYBODY,
  financeOf,
  FRIENDS,
  IN_BOTH_ROOMS,
  OWNER,
  passTime,
  POISONED_SEN,
  SERVICES,
  type Customer,
  type Seller,
  type World,
} from './world'

/** The hour of a `foreign` step whose money the database refuses to take in. */
const POISONED_HOUR = 17

/** The hours of a `pay` step in which the currency is changed; and the sum to one that is refused. */
const FOREIGN_HOUR = 17
const POISONED_SUM_HOUR = 20

/** More than a file of bookings reads at once. */
const CROWD = 620

/** One step of a history, as data: `at` chooses, from 0 to 1, among what is there by then. */
export type Step = {
  /** What it is; the next one where there is nothing to do it to. */
  kinds: Kind[]
  at: number
  plan: Plan
  data: Data
}
export type Data = {
  customer: number
  service: number
  day: number
  hour: number
  duration: string
  hours: number
  card: string
  minutes: number
  to: string
  part: number
  flag: boolean
  /** 0: any, or the whole house. */
  room: number
  /** '' for none. */
  code: string
  /** Somebody else books in the customer's browser. */
  friend: boolean
}

const DURATIONS = [
  [8, 'hourly'],
  [3, 'half-day'],
  [1, 'full-day'],
  [0.3, 'weekly'],
] as const
const CARDS = [
  [10, 'pm_card_visa'],
  [2, 'pm_card_pendingRefund'],
  [3, 'pm_card_refundFail'],
  [2.5, 'pm_card_threeDSecure2Required'],
  [1, 'pm_card_chargeDeclined'],
  [0.5, 'pm_card_createDispute'],
  [0.3, 'pm_card_createDisputeInquiry'],
  // Not cards: the payer is led to a page of the bank or wallet, which `authorize` answers.
  [4, 'fpx'],
  [3, 'grabpay'],
] as const
const MINUTES = [
  [4, 2],
  [3, 6],
  [3, 16],
  [2, 31],
  [1, 70],
  [1, 600],
  [0.6, 1_500],
  [1.2, 20_160],
  [0.8, 31_680],
] as const

/** How likely each kind of step is. */
const WEIGHTS = [
  [9, 'book'],
  [8, 'checkout'],
  [8, 'purchase'],
  [5, 'intent'],
  [10, 'pay'],
  [6, 'authorize'],
  [4, 'order'],
  [4, 'buyOrder'],
  [7, 'upgrade'],
  [4, 'buyUpgrade'],
  [5, 'move'],
  [3, 'look'],
  [5, 'cancel'],
  [5, 'status'],
  [2, 'noShow'],
  [4, 'undo'],
  [4, 'moveByOwner'],
  [2, 'orderStatus'],
  [3, 'refundOrder'],
  [3, 'byHand'],
  [1, 'discount'],
  [2, 'hourMore'],
  [2, 'partRefund'],
  [2, 'giveBack'],
  [3, 'received'],
  [4, 'payByLink'],
  [2.5, 'transfer'],
  [1.5, 'slip'],
  [3, 'decideTransfer'],
  [1.5, 'lateMoney'],
  [3, 'block'],
  [1.5, 'unblock'],
  [4, 'handle'],
  [5, 'refund'],
  [3, 'link'],
  [6, 'dashboardRefund'],
  [3, 'dispute'],
  [4, 'closeDispute'],
  [5, 'finishRefund'],
  [0.7, 'account'],
  [1, 'settings'],
  [0.02, 'crowd'],
  [1.5, 'billing'],
  [1, 'clean'],
  [1.5, 'erase'],
  [1, 'prices'],
  [1, 'retire'],
  [1.5, 'switchPayments'],
  [2.5, 'foreign'],
  [0.7, 'forget'],
  [14, 'deliver'],
  [6, 'deliverOne'],
  [5, 'lose'],
  [12, 'time'],
  [10, 'tick'],
  [1.5, 'revoke'],
  [1.5, 'cut'],
  [2, 'mailServer'],
  [8, 'release'],
] as const
export type Kind = (typeof WEIGHTS)[number][1]

/** Where an instance's clock that is off could decide something; a webhook's age it must judge. */
const CLOCKED = new Set<Kind>(['book', 'checkout', 'upgrade', 'order', 'intent', 'tick'])
const MANY_CALLS = new Set<Kind>(['tick'])

function planFor(random: Random, kind: Kind): Plan {
  const call = () => 1 + random.below(MANY_CALLS.has(kind) ? 6 : 4)
  const chance = random.next()
  if (chance < 0.1) return { hold: { call: call(), after: random.chance(0.75) } }
  if (chance < 0.16)
    return {
      kill: {
        at: 'database',
        call: 1 + random.below(MANY_CALLS.has(kind) ? 60 : 30),
        after: random.chance(0.5),
      },
    }
  if (chance < 0.2) return { kill: { at: 'stripe', call: call(), after: random.chance(0.7) } }
  if (chance < 0.29) {
    const kinds: FaultKind[] = ['lost', 'lost', 'unreachable', 'failed', 'stored', 'busy']
    return { fault: { call: call(), kind: random.pick(kinds), times: random.pick([1, 2, 2, 9]) } }
  }
  if (chance < 0.4) return { pause: { query: 2 + random.below(MANY_CALLS.has(kind) ? 40 : 24) } }
  if (chance < 0.43)
    return {
      drop: { query: 2 + random.below(MANY_CALLS.has(kind) ? 40 : 24), after: random.chance(0.5) },
    }
  if (chance < 0.46 && CLOCKED.has(kind)) return { skewMs: random.pick([-16, 16]) * 60_000 }
  return {}
}

const OPENINGS = [
  [4, 'purchase'],
  [2, 'checkout'],
  [2, 'buyOrder'],
] as const
const STORY_SHARE = 0.6
const BETWEEN = 0.25

/**
 * A history, made of chance alone: what a step finds is seen when it is run. It begins with
 * something bought or held, so that there is something to go wrong, or follows a story, with steps
 * of chance between and after: any of them, or the one called `storyName`.
 */
export function randomSteps(random: Random, storyName?: string): Step[] {
  const weights = swarm(random)
  const anything = () => stepOf(random, manyKinds(random, weights))
  if (!storyName && !random.chance(STORY_SHARE)) {
    const openings = 1 + random.below(3)
    return Array.from({ length: 5 + random.below(16) }, (_, index) =>
      index < openings ? stepOf(random, [random.weighted(OPENINGS)], {}) : anything(),
    )
  }
  const story = storyName ? storyOf(storyName) : random.pick(STORIES)
  // The people and the room of a story are the same throughout, unless it says otherwise.
  const cast = dataOf(random)
  return [
    ...story.flatMap(([kind, fixed = {}, plan = {}]) => {
      const chosen = stepOf(random, [kind], typeof plan === 'function' ? plan(random) : plan)
      const { customer, service, day, duration } = cast
      const { at = chosen.at, ...data } = fixed
      const step = {
        ...chosen,
        at,
        data: {
          ...chosen.data,
          ...{ customer, service, day, duration, code: '', friend: false },
          ...data,
        },
      }
      return random.chance(BETWEEN) ? [step, anything()] : [step]
    }),
    ...Array.from({ length: random.below(5) }, anything),
  ]
}

function storyOf(name: string): readonly Beat[] {
  const story = (NAMED as Record<string, readonly Beat[]>)[name]
  if (!story) throw new Error(`There is no story "${name}"`)
  return story
}

type Weights = readonly (readonly [weight: number, kind: Kind])[]

/**
 * Each history has its own taste: some kinds of steps come often in it and some never, so that
 * rare ones meet. What brings everything on its way is never left out.
 */
const swarm = (random: Random): Weights =>
  WEIGHTS.map(([weight, kind]) => {
    const factor = random.weighted([
      [4, 1],
      [2, 4],
      [2, 0],
    ])
    return [weight * (ALWAYS.has(kind) ? Math.max(1, factor) : factor), kind] as const
  })
const ALWAYS = new Set<Kind>(['purchase', 'pay', 'deliver', 'time', 'tick'])

const manyKinds = (random: Random, weights: Weights): [Kind, ...Kind[]] => [
  random.weighted(weights),
  random.weighted(weights),
  random.weighted(weights),
  random.weighted(weights),
]

const stepOf = (random: Random, kinds: [Kind, ...Kind[]], plan?: Plan): Step => ({
  kinds,
  at: random.next(),
  plan: plan ?? planFor(random, kinds[0]),
  data: dataOf(random),
})

const dataOf = (random: Random): Data => ({
  customer: random.below(CUSTOMERS.length),
  service: random.pick(SERVICES),
  // Few times, so that customers meet.
  day: random.weighted([
    [6, 0],
    [2, 1],
    [1, 2],
    [1, 3],
  ]),
  hour: random.weighted([
    [5, 10],
    [3, 11],
    [3, 13],
    [2, 14],
    [2, 17],
    [1.5, 20],
  ]),
  duration: random.weighted(DURATIONS),
  card: random.weighted(CARDS),
  minutes: random.weighted(MINUTES),
  to: random.pick(['pending', 'confirmed', 'confirmed', 'completed', 'completed', 'cancelled']),
  part: random.pick([1, 1, 0.5, 0.3]),
  flag: random.chance(0.5),
  hours: random.pick([1, 1, 1, 1, 2, 2, 3, 4, 6, 8]),
  room: random.weighted([
    [6, 0],
    [1, 1],
    [1, 2],
  ]),
  code: random.weighted([
    [6, ''],
    [2, 'LAST'],
    [1, 'ONCE'],
    [0.5, 'FREE'],
    [0.3, 'OVER'],
  ]),
  friend: random.chance(0.12),
})

/** What of a charge no dispute is about. */
const disputableSen = ({ id, amount }: { id: string; amount: number }): number =>
  sandboxNow()
    .store.all('dispute')
    .filter(({ charge }) => charge === id)
    .reduce((left, dispute) => left - dispute.amount, amount)

const choose = <T>(list: readonly T[], at: number): T | undefined =>
  list[Math.floor(at * list.length)]

type BookingRow = {
  id: number
  status: string
  total: string
  email: string
  duration: string
  hours: number
  token: string
}
type Rows<T> = Promise<T[]>
const rowsOf = async <T extends object>(
  { sql }: World,
  text: string,
  values: unknown[] = [],
): Rows<T> => (await sql.query<T>(text, values)).rows

const bookingsIn = (world: World, statuses: readonly string[]): Rows<BookingRow> =>
  rowsOf(
    world,
    `SELECT id, status, total_amount::text AS total, email, duration, hours, manage_token AS token FROM bookings WHERE status = ANY ($1) ORDER BY id`,
    [statuses],
  )
/** Those for which a transfer was chosen. */
const byTransfer = (world: World): Rows<{ id: number; token: string }> =>
  rowsOf(
    world,
    `SELECT id, manage_token AS token FROM bookings WHERE transfer_chosen_at IS NOT NULL ORDER BY id`,
  )
/** What the studio has received for it by transfer, in sen. */
async function byTransferSen(world: World, id: number): Promise<number> {
  const [row] = await rowsOf<{ sen: number }>(
    world,
    `SELECT coalesce(sum(coalesce(received_amount, amount)) * 100, 0)::int AS sen FROM payments
      WHERE booking_id = $1 AND stripe_payment_intent_id IS NULL AND method = 'transfer'`,
    [id],
  )
  return row?.sen ?? 0
}
const SLIP = [
  '--slip',
  'Content-Disposition: form-data; name="file"; filename="slip.pdf"',
  'Content-Type: application/pdf',
  '',
  '%PDF-1.7',
  '--slip--',
  '',
].join('\r\n')
const paymentsThat = (world: World, condition: string): Rows<{ id: number; intent: string }> =>
  rowsOf(
    world,
    `SELECT id, stripe_payment_intent_id AS intent FROM payments WHERE ${condition} ORDER BY id`,
  )

/** One request of the product under its plan. What it answers is noted; a 500 is a violation. */
export async function send(
  world: World,
  route: Route,
  question: Ask,
  plan: Plan,
  then: (reply: Reply) => void | Promise<void> = () => {},
): Promise<Operation> {
  const operation = new Operation(route, plan)
  const isAlone = world.held.length === 0
  const before = await lastChange(world)
  await operation.start(async () => {
    const reply = await ask(route, question)
    if (operation.dead) return 'killed'
    const code = String(reply.body.code ?? '')
    if (reply.status === 500 && !question.mayFail && !isAnyPoisoned())
      network.violations.push(`${route} answered 500 to ${JSON.stringify(question.params ?? {})}`)
    // With the connection lost nobody can know whether the last word arrived; while it was stopped others
    // may have acted.
    const isClear = isAlone && !plan.drop && !plan.hold && !operation.hasPaused
    if (reply.status > 500 && isClear && (await lastChange(world)) !== before)
      network.violations.push(`${route} answered ${reply.status} ${code} to what it had done`)
    for (const name of question.whose ? strangersIn(reply.text, question.whose) : [])
      network.violations.push(`${route} names ${name} to ${question.whose}`)
    await then(reply)
    return [reply.status, code].filter(Boolean).join(' ')
  })
  if (!operation.isDone) world.held.push(operation)
  noteFailure(operation)
  await Promise.all(world.released.splice(0))
  await untilUndone(world.sql)
  return operation
}

/** The newest row of the audit log in which a person, and not a job, has done something. */
async function lastChange({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT coalesce(max(id), 0)::int AS id FROM audit_log WHERE actor = 'owner'`,
  )
  return rows[0]?.id ?? 0
}

/** Whoever was paused with a lock that somebody waits for goes on: it is not stopped for ever. */
export async function letGoOfLocks(world: World): Promise<void> {
  const paused = world.held.filter((held) => held.paused)
  if (paused.length === 0 || !(await isSomebodyBlocked(world.sql))) return
  world.held = world.held.filter((held) => !paused.includes(held))
  for (const held of paused) world.released.push(held.release().then(() => noteFailure(held)))
}

function noteFailure({ name, status }: Operation): void {
  if (String(status).startsWith('threw')) network.violations.push(`${name} ${status}`)
}

const summary = (operation: Operation): string =>
  operation.isDone
    ? String(operation.status)
    : operation.paused
      ? `paused before query ${operation.queries}`
      : `held at Stripe call ${operation.stripeCalls}`

/** The hold that an intent pays for, and when its session is. */
async function heldFor(world: World, intent: string) {
  const [row] = await rowsOf<{ id: number; starts: string }>(
    world,
    `SELECT b.id, b.starts_at::text AS starts FROM payments p JOIN bookings b ON b.id = p.booking_id
      WHERE p.stripe_payment_intent_id = $1 AND p.purpose = 'booking' AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL`,
    [intent],
  )
  return row
}

async function secretOf(world: World, customer: Customer, secret: unknown): Promise<void> {
  const intent = String(secret).split('_secret_')[0] ?? ''
  network.violations.push(...(await askedTooMuch(world.sql, intent)))
  tally(world, 'a sum asked for')
  const hold = await heldFor(world, intent)
  if (hold) world.shownStarts.set(intent, hold.starts)
  if (!world.secrets.some((known) => known.intent === intent))
    world.secrets.push({ intent, secret: String(secret), customer })
}

/** The browser of whoever made it, and whose the answers are. */
const whoseIs = ({ email }: { email: string }) => {
  const { cookie, name } = customerOf(email)
  return { cookie, whose: name }
}

/** Whoever was erased is nobody any more, and has the browser of the first. */
const customerOf = (email: string): Customer =>
  EVERYBODY.find((customer) => customer.email === email) ?? {
    ...(CUSTOMERS[0] as Customer),
    name: NOBODY,
  }
/** Nobody's name: an answer about whom the site has forgotten names no person. */
const NOBODY = '—'

const whoIn = ({ data: { customer, friend } }: Step): Customer =>
  (friend ? FRIENDS : CUSTOMERS)[customer] as Customer

/** Who else is named in an answer, by name or by email. */
export const strangersIn = (text: string, whose: string): string[] =>
  EVERYBODY.filter(({ name }) => name !== whose && new RegExp(`\\b${name}\\b`, 'i').test(text)).map(
    ({ name }) => name,
  )

/** Service 1 is sold by the hour only. */
const lengthIn = ({ data: { service, duration, hours } }: Step) =>
  service === 1 || duration === 'hourly' ? { duration: 'hourly', hours } : { duration, hours: 1 }

/** Any room, unless the service has several. */
const roomIn = ({ data: { service, room } }: Step): number | null =>
  service === IN_BOTH_ROOMS && room > 0 ? room : null

const { address, parking, geo, ...facts } = DEFAULT_SITE
/** The studio's facts as the console's form sends them. */
const SITE = { ...facts, ...address, ...parking, ...geo }

/** What happened, in words; null when there was nothing to do it to. */
type Run = (world: World, step: Step) => Promise<string | null>

const book =
  (then: (world: World, step: Step, reply: Reply) => Promise<string> = async () => ''): Run =>
  async (world, step) => {
    const { service, day, hour, flag } = step.data
    const customer = whoIn(step)
    const length = lengthIn(step)
    const free = flag && customer.name === 'aina' && length.duration === 'hourly'
    const roomId = roomIn(step)
    const body = {
      serviceId: service,
      roomId,
      firstName: customer.name,
      email: customer.email,
      date: DAYS[day],
      time: `${hour}:00`,
      ...length,
      ...(free && { hours: 1 }),
      ...(free ? { useFreeSession: true } : { code: step.data.code }),
      ...(!free && step.data.part < 1 && { addOns: [ADD_ON] }),
    }
    let reply: Reply | null = null
    // With more to come the plan is for what comes last.
    const plan = then.length > 0 ? {} : step.plan
    const { cookie, name: whose } = customer
    const question = { body, cookie, whose }
    const operation = await send(world, 'book', question, plan, async (got) => {
      reply = got
      if (got.status >= 300) return
      const id = Number(got.body.id)
      if (roomId !== null && !world.chosenRooms.has(id)) world.chosenRooms.set(id, roomId)
      network.violations.push(...(await otherThanAsked(world, id, body)))
    })
    const made = reply as Reply | null
    const more = made && made.status < 300 ? await then(world, step, made) : ''
    const withCode = free || step.data.code === '' ? '' : ` with ${step.data.code}`
    const kind = `${body.duration} ${body.hours}${free ? ' free' : ''}${withCode}${body.addOns ? ' with an add-on' : ''}`
    const room = roomId === null ? '' : ` in room ${roomId}`
    return `${customer.name} ${service}${room} ${DAYS[day]} ${hour}:00 ${kind} → ${summary(operation)}${more}`
  }

type Wish = {
  serviceId: number
  roomId: number | null
  email: string
  date: string | undefined
  time: string
  duration: string
  addOns?: readonly number[]
}

/** A booking that was given for an answer, and is another one than was asked for. */
async function otherThanAsked(world: World, id: number, wish: Wish): Promise<string[]> {
  const [row] = await rowsOf<{ got: string }>(
    world,
    `SELECT concat_ws(' ', service_id, email, date, time, duration, (SELECT count(*) FROM booking_add_ons a WHERE a.booking_id = b.id)) AS got FROM bookings b
      WHERE id = $1 AND ($2::int IS NULL OR studio_id = $2)`,
    [id, wish.roomId],
  )
  const { serviceId, email, date, time, duration, addOns = [] } = wish
  const asked = [serviceId, email, date, time.padStart(5, '0'), duration, addOns.length].join(' ')
  return row?.got === asked
    ? []
    : [`asked for ${asked}, booking ${id} was the answer (${row?.got})`]
}

async function askForSecret(
  world: World,
  booking: { id: unknown; total: unknown; customer: Customer },
  plan: Plan,
): Promise<Operation> {
  const { id, total, customer } = booking
  return send(
    world,
    'intentFor',
    {
      body: { bookingId: id, amount: total },
      cookie: customer.cookie,
      whose: customer.name,
    },
    plan,
    async (reply) => {
      if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
    },
  )
}

/** How one pays: with a named card, or by a bank or wallet. */
const methodData = (way: string): Record<string, string> => {
  if (way.startsWith('pm_')) return { payment_method: way }
  return {
    'payment_method_data[type]': way,
    ...(way === 'fpx' && { 'payment_method_data[fpx][bank]': 'maybank2u' }),
  }
}

async function payIntent(world: World, intent: string, wanted: string): Promise<string> {
  // Two members never share a card, or the referral between them would wait for the owner.
  const isBala = world.secrets.some((one) => one.intent === intent && one.customer.name === 'bala')
  const card = isBala && wanted === 'pm_card_visa' ? 'pm_card_mastercard' : wanted
  const { status, body } = await atStripe<Stripe.PaymentIntent>(
    'POST',
    `/v1/payment_intents/${intent}/confirm`,
    { ...methodData(card), return_url: 'http://localhost/' },
  )
  const hold = status === 200 ? await heldFor(world, intent) : undefined
  const shown = world.shownStarts.get(intent)
  if (hold && shown !== undefined && shown !== hold.starts)
    network.violations.push(
      `booking ${hold.id} is paid for while its visitor was shown ${shown}, and it is at ${hold.starts}`,
    )
  return status === 200 ? body.status : `refused ${status}`
}

/** As payIntent, with the payer approving at the bank or wallet at once. */
async function buyIntent(world: World, intent: string, wanted: string): Promise<string> {
  const end = await payIntent(world, intent, wanted)
  if (end !== 'requires_action' || wanted.startsWith('pm_')) return end
  const { body } = await atStripe<Stripe.PaymentIntent>('POST', '/_sandbox/authorize', {
    payment_intent: intent,
    outcome: 'succeed',
  })
  return `${body.status} by ${wanted}`
}

const checkoutThen = (pays: boolean): Run =>
  book(async (world, step, reply) => {
    const customer = whoIn(step)
    const { id, totalAmount: total, status } = reply.body
    if (status !== 'pending') return ''
    const before = world.secrets.length
    const asked = await askForSecret(world, { id, total, customer }, pays ? {} : step.plan)
    const intent = world.secrets[before]?.intent
    if (!pays || !intent) return `, intent ${summary(asked)}`
    const paid = await buyIntent(world, intent, step.data.card)
    return `, ${paid}, ${await deliverAll(world, step)}`
  })

const isOpen = (id: string): boolean =>
  ['requires_payment_method', 'requires_confirmation'].includes(
    sandboxNow().store.get('payment_intent', id)?.status ?? '',
  )

/**
 * Intents that somebody could pay now: those whose secret was given to a customer, and those that
 * the site has made and knows nothing of, because the answer was lost.
 */
function payable(world: World): string[] {
  const given = world.secrets.map(({ intent }) => intent)
  const made = intentsThat(({ metadata }) => metadata.reference !== undefined).map(({ id }) => id)
  return [...new Set([...given, ...made])].filter(isOpen)
}

const intentsThat = (fits: (intent: Stripe.PaymentIntent) => boolean): Stripe.PaymentIntent[] =>
  sandboxNow().store.all('payment_intent').filter(fits)

const TIERS = ['basic', 'standard', 'premium'] as const

const order =
  (pays: boolean): Run =>
  async (world, step) => {
    const customer = whoIn(step)
    const tier = TIERS[step.data.day % 3]
    const body = {
      customerName: customer.name,
      customerEmail: customer.email,
      tier,
      duration: '<60s',
      rushService: step.data.part < 1,
    }
    const before = world.secrets.length
    const operation = await send(
      world,
      'order',
      { body, cookie: customer.cookie, whose: customer.name },
      pays ? {} : step.plan,
      async (reply) => {
        if (reply.status < 300) await secretOf(world, customer, reply.body.clientSecret)
      },
    )
    const intent = world.secrets[before]?.intent
    const paid =
      pays && intent
        ? `, ${await buyIntent(world, intent, step.data.card)}, ${await deliverAll(world, step)}`
        : ''
    return `${customer.name} ${tier} → ${summary(operation)}${paid}`
  }

const upgrade =
  (pays: boolean): Run =>
  async (world, step) => {
    const booking = choose(await bookingsIn(world, ['confirmed', 'completed']), step.at)
    if (!booking) return null
    const customer = customerOf(booking.email)
    const longer =
      booking.duration !== 'hourly'
        ? { duration: 'full-day' }
        : step.data.hours > 1
          ? { duration: 'hourly', hours: booking.hours + 1 }
          : { duration: 'half-day' }
    const wanted = {
      ...(step.data.flag ? longer : { duration: booking.duration }),
      addOns: !step.data.flag || step.data.part < 1 ? [ADD_ON] : [],
    }
    const { cookie, name: whose } = customer
    const question = { params: { token: booking.token }, cookie, whose }
    let amount = ''
    const asked = await send(
      world,
      'upgrade',
      { ...question, body: { ...wanted, amount: '0.01' } },
      {},
      (reply) => {
        amount = String(reply.body.totalAmount ?? '')
      },
    )
    if (!amount) return `booking ${booking.id} ${JSON.stringify(wanted)} → ${summary(asked)}`
    const before = world.secrets.length
    const operation = await send(
      world,
      'upgrade',
      { ...question, body: { ...wanted, amount } },
      pays ? {} : step.plan,
      async (reply) => {
        if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
      },
    )
    const intent = world.secrets[before]?.intent
    const paid =
      pays && intent
        ? `, ${await buyIntent(world, intent, step.data.card)}, ${await deliverAll(world, step)}`
        : ''
    return `booking ${booking.id} ${JSON.stringify(wanted)} for ${amount} → ${summary(operation)}${paid}`
  }

const move =
  (route: 'moveByCustomer' | 'moveByOwner'): Run =>
  async (world, step) => {
    const booking = choose(await bookingsIn(world, ['pending', 'confirmed']), step.at)
    if (!booking) return null
    const { day, hour } = step.data
    const byOwner = route === 'moveByOwner'
    const operation = await send(
      world,
      route,
      {
        params: byOwner ? { id: booking.id } : { token: booking.token },
        ...(byOwner ? OWNER : whoseIs(booking)),
        body: {
          ...{ newDate: DAYS[day], newTime: `${hour}:00` },
          ...(byOwner && step.data.part < 1 && { despite: WARNINGS }),
        },
      },
      step.plan,
    )
    return `booking ${booking.id} to ${DAYS[day]} ${hour}:00 → ${summary(operation)}`
  }

const cancel: Run = async (world, step) => {
  const booking = choose(
    await bookingsIn(world, ['pending', 'confirmed', 'confirmed', 'completed']),
    step.at,
  )
  if (!booking) return null
  const refund = step.data.part === 1 ? 'full' : 'none'
  const operation = await send(
    world,
    'cancelBooking',
    { params: { id: booking.id }, cookie: OWNER.cookie, body: { refund } },
    step.plan,
    async (reply) => {
      const [now] = await rowsOf<{ status: string }>(
        world,
        'SELECT status FROM bookings WHERE id = $1',
        [booking.id],
      )
      // With the connection to the database lost nobody can know whether the last word arrived.
      if (reply.status === 503 && now?.status === 'cancelled' && !step.plan.drop)
        network.violations.push('cancelBooking answered 503 after it had cancelled')
    },
  )
  return `booking ${booking.id} refund ${refund} → ${summary(operation)}`
}

const status: Run = async (world, step) => {
  const booking = choose(
    await bookingsIn(world, ['pending', 'confirmed', 'completed', 'cancelled']),
    step.at,
  )
  if (!booking) return null
  const operation = await send(
    world,
    'setStatus',
    { params: { id: booking.id }, cookie: OWNER.cookie, body: { status: step.data.to } },
    step.plan,
  )
  return `booking ${booking.id} from ${booking.status} to ${step.data.to} → ${summary(operation)}`
}

const noShow: Run = async (world, step) => {
  const booking = choose(await bookingsIn(world, ['pending', 'confirmed', 'completed']), step.at)
  if (!booking) return null
  const operation = await send(
    world,
    'setArrival',
    { params: { id: booking.id }, cookie: OWNER.cookie, body: { state: 'no_show' } },
    step.plan,
  )
  return `booking ${booking.id} → ${summary(operation)}`
}

/** Everything about a booking that an act changes and undo restores, and what has left because of it. */
async function actedOn(world: World, id: number): Promise<string> {
  const rows = await rowsOf<{ intent: string | null }>(
    world,
    `SELECT stripe_payment_intent_id AS intent FROM payments WHERE booking_id = $1 AND outcome IS NOT NULL ORDER BY id`,
    [id],
  )
  const [facts] = await rowsOf<{ facts: string }>(
    world,
    `SELECT jsonb_build_array(to_jsonb(b) - ARRAY['updated_at', 'calendar_sequence'],
      (SELECT jsonb_agg(to_jsonb(r) - 'id' ORDER BY r.starts_at) FROM slot_reservations r
        WHERE r.booking_id = b.id AND r.upgrade_id IS NULL),
      (SELECT jsonb_agg(jsonb_build_array(p.id, p.outcome, p.reason, p.refund_reason, p.refunded_amount, p.handled_at) ORDER BY p.id)
        FROM payments p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL),
      (SELECT count(*) FROM mails m WHERE m.booking_id = b.id AND m.status = 'sent'),
      (SELECT jsonb_agg(jsonb_build_array(m.sessions_completed, m.free_sessions_used, m.total_spent, m.referral_earnings)
        ORDER BY m.id) FROM memberships m))::text AS facts
    FROM bookings b WHERE b.id = $1`,
    [id],
  )
  return [
    facts?.facts,
    ...rows.map(({ intent }) => (intent ? factsOf(intent) : 'at the studio')),
  ].join()
}

/** An act of the owner, the jobs, and the act taken back: nobody was told, and all is as it was. */
const undo: Run = async (world, step) => {
  const booking = choose(await bookingsIn(world, ['pending', 'confirmed', 'completed']), step.at)
  // Whoever was stopped on the way could go on in between.
  if (!booking || world.held.length > 0) return null
  const { day, hour, part, to } = step.data
  const acts: [Route, unknown][] = [
    ['cancelBooking', { refund: part < 0.5 ? 'none' : 'full' }],
    ['moveByOwner', { newDate: DAYS[day], newTime: `${hour}:00`, despite: WARNINGS }],
    ['setStatus', { status: to }],
  ]
  const [route, body] = acts[hour % acts.length] as [Route, unknown]
  const question = { params: { id: booking.id }, cookie: OWNER.cookie }
  // What a bank decides within minutes, and what Stripe had to tell, is not the jobs' work; what follows
  // from that, a refund that a bank refuses, has its own minutes.
  for (let round = 0; round < 2; round++) {
    await passTime(world, 2.5)
    await deliverAll(world)
    await runJobs(world)
  }
  const before = await actedOn(world, booking.id)
  let act: { id: string } | null = null
  const done = await send(world, route, { ...question, body }, {}, ({ status, body: reply }) => {
    if (status === 200) act = reply.undo as { id: string } | null
  })
  if (!act) return `booking ${booking.id} ${route} → ${summary(done)}`
  const meanwhile = await actedOn(world, booking.id)
  await passTime(world, 0.05)
  await runJobs(world)
  const isQuiet = meanwhile === (await actedOn(world, booking.id))
  const { id } = act as { id: string }
  const back = await send(world, 'undoAct', { ...question, body: { act: id } }, {})
  if (!isQuiet)
    network.violations.push(
      `the jobs went on with ${route} of booking ${booking.id}, which can be taken back`,
    )
  if (summary(back) === '200' && (await actedOn(world, booking.id)) !== before)
    network.violations.push(
      `${route} of booking ${booking.id} was taken back, and not all is as before`,
    )
  return `booking ${booking.id} ${route} taken back → ${summary(back)}`
}

const orderTo =
  (choice: (step: Step, from: string) => string): Run =>
  async (world, step) => {
    const orders = await rowsOf<{ id: number; status: string }>(
      world,
      `SELECT id, status FROM video_editing_orders WHERE status NOT IN ('cancelled', 'refunded') ORDER BY id`,
    )
    const row = choose(orders, step.at)
    if (!row) return null
    const to = choice(step, row.status)
    const operation = await send(
      world,
      'setOrderStatus',
      { params: { id: row.id }, cookie: OWNER.cookie, body: { status: to } },
      step.plan,
    )
    return `order ${row.id} from ${row.status} to ${to} → ${summary(operation)}`
  }

const NEXT: Record<string, string> = {
  pending: 'cancelled',
  paid: 'in_progress',
  in_progress: 'delivered',
  delivered: 'completed',
  completed: 'in_progress',
}

const OPEN =
  "handled_at IS NULL AND (outcome IN ('needs_attention', 'refund_due') OR disputed OR (outcome = 'refunded' AND refund_status = 'failed'))"

const handle: Run = async (world, step) => {
  const payment = choose(await paymentsThat(world, OPEN), step.at)
  if (!payment) return null
  const facts = factsOf(payment.intent)
  const { ways } = await paymentAlert(payment.id)
  const money = choose(ways, step.at) ?? undefined
  const operation = await send(
    world,
    'lookAfter',
    { params: { id: payment.id }, cookie: OWNER.cookie, body: { note: 'Looked after', money } },
    step.plan,
    (reply) => {
      if (reply.status === 200) world.handled.push({ payment: payment.id, facts })
    },
  )
  return `payment ${payment.id} → ${summary(operation)}`
}

const refund: Run = async (world, step) => {
  const payment = choose(
    await paymentsThat(world, step.data.flag ? "outcome = 'needs_attention'" : OPEN),
    step.at,
  )
  if (!payment) return null
  const operation = await send(
    world,
    'refundPayment',
    { params: { id: payment.id }, cookie: OWNER.cookie, headers: {} },
    step.plan,
  )
  return `payment ${payment.id} → ${summary(operation)}`
}

/** Of any settled payment, as much as the administrator is shown, or a part of it. */
const partRefund: Run = async (world, step) => {
  const payment = choose(await paymentsThat(world, "outcome = 'confirmed'"), step.at)
  if (!payment) return null
  const { refundable } = await paymentAlert(payment.id)
  const amountSen = Math.max(1, Math.floor(refundable * Math.min(step.data.part, 1)))
  const operation = await send(
    world,
    'refundPayment',
    { params: { id: payment.id }, cookie: OWNER.cookie, body: { amountSen, reason: 'A part' } },
    step.plan,
  )
  return `${amountSen} of payment ${payment.id} → ${summary(operation)}`
}

/**
 * Given back by the owner and recorded, in whole or in part: what the studio received itself, or what Stripe
 * did not give back. With a slip of the finger, one sen more than is here, or what Stripe would give back.
 */
const giveBack: Run = async (world, step) => {
  const isSlip = step.data.flag
  const isOpen = `outcome IN ('confirmed', 'needs_attention')`
  const isOurs = `(stripe_payment_intent_id IS NULL OR reason = 'refund_failed')`
  const payment = choose(
    await paymentsThat(world, isSlip ? isOpen : `${isOpen} AND ${isOurs}`),
    step.at,
  )
  if (!payment) return null
  const { byHandSen: most } = await paymentAlert(payment.id)
  const isMore = isSlip && payment.intent === null
  const part = Math.max(1, Math.floor(most * Math.min(step.data.part, 1)))
  const isAll = !isMore && step.data.part >= 1
  const operation = await send(
    world,
    'refundPayment',
    {
      params: { id: payment.id },
      cookie: OWNER.cookie,
      body: {
        ...(isAll ? {} : { amountSen: isMore ? most + 1 : part }),
        returned: { method: 'transfer', date: studioDate(new Date()), reference: 'CIMB 99' },
      },
    },
    step.plan,
  )
  return `${isAll ? 'all' : isMore ? most + 1 : part} of payment ${payment.id} by hand → ${summary(operation)}`
}

/** At the studio: what is owed, a part of it, or, with a slip of the finger, one sen more. */
const received: Run = async (world, step) => {
  const orders = await rowsOf<{ id: number }>(
    world,
    `SELECT id FROM video_editing_orders WHERE status = 'pending' ORDER BY id`,
  )
  const bookings = await bookingsIn(world, ['pending', 'confirmed', 'completed'])
  const to = choose<{ id: number; status?: string }>([...bookings, ...orders], step.at)
  if (!to) return null
  const isBooking = to.status !== undefined
  const owed = isBooking
    ? (await bookingSheet(to.id, 'en'))?.sheet.owedSen
    : (await ordersById([to.id]))[0]?.owedSen
  if (!owed) return null
  const amountSen = step.data.flag
    ? owed + 1
    : Math.max(1, Math.floor(owed * Math.min(step.data.part, 1)))
  const operation = await send(
    world,
    'recordPayment',
    {
      cookie: OWNER.cookie,
      body: {
        ...(isBooking ? { bookingId: to.id } : { orderId: to.id }),
        ...{ amountSen, method: 'transfer', date: studioDate(new Date()), reference: 'Slip' },
      },
    },
    step.plan,
  )
  return `${amountSen} for ${isBooking ? 'booking' : 'order'} ${to.id} → ${summary(operation)}`
}

/** What an hour costs today, in sen, where an hour more of a booking costs that; else null. */
async function rateOfMore(world: World, { id }: BookingRow): Promise<number | null> {
  const [row] = await rowsOf<{ sen: number }>(
    world,
    `SELECT (r.hourly_rate * 100)::int AS sen FROM bookings b JOIN rates_at(now()) r ON r.service_id = b.service_id
      WHERE b.id = $1 AND b.duration = 'hourly' AND b.hours < 3 AND NOT b.is_free_session
        AND NOT EXISTS (SELECT 1 FROM booking_add_ons a WHERE a.booking_id = b.id)
        AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.booking_id = b.id AND s.lines::text LIKE '%"discount"%')`,
    [id],
  )
  return row?.sen ?? null
}

/** An hour more at the price that is shown: received at the studio, by link, or owed. */
const hourMore: Run = async (world, step) => {
  const booking = choose(await bookingsIn(world, ['pending', 'confirmed']), step.at)
  if (!booking) return null
  const offer = await extensionOf(booking.id, { hours: 1, addOns: [] }, 'en', new Date()).catch(
    () => null,
  )
  if (!offer?.price) return null
  const rate = await rateOfMore(world, booking)
  if (rate !== null && senOf(offer.price.subtotal) !== rate)
    network.violations.push(
      `an hour more of booking ${booking.id} costs ${offer.price.subtotal}, its service is at ${rate} sen`,
    )
  const pay = step.data.flag ? { method: 'cash' } : step.data.hours > 4 ? 'link' : 'later'
  const operation = await send(
    world,
    'extendBooking',
    {
      params: { id: booking.id },
      cookie: OWNER.cookie,
      body: { pay, priceSen: senOf(offer.price.totalAmount), despite: WARNINGS },
    },
    step.plan,
  )
  const how = typeof pay === 'string' ? pay : 'cash'
  return `booking ${booking.id} ${how} ${offer.price.totalAmount} → ${summary(operation)}`
}

const link: Run = async (world, step) => {
  const payment = choose(
    await rowsOf<Linkable>(
      world,
      `SELECT id, booking_id AS "bookingId", order_id AS "orderId" FROM payments WHERE handled_at IS NULL AND (purpose = 'unmatched' OR (reason = 'amount_mismatch' AND purpose <> 'upgrade')) ORDER BY id`,
    ),
    step.at,
  )
  if (!payment) return null
  // Another sum than was due is accepted for what it was paid for.
  const own = payment.bookingId !== null || payment.orderId !== null ? payment : null
  const to = own ?? (await unpaidFor(world, step))
  if (!to) return null
  const body = to.bookingId === null ? { orderId: to.orderId } : { bookingId: to.bookingId }
  const operation = await send(
    world,
    'lookAfter',
    {
      params: { id: payment.id },
      cookie: OWNER.cookie,
      body: { ...body, note: 'It was for this' },
    },
    step.plan,
  )
  return `payment ${payment.id} to ${JSON.stringify(body)} → ${summary(operation)}`
}

type Purchase = { bookingId: number | null; orderId: number | null }
type Linkable = Purchase & { id: number }

/** A booking or an order that money of unknown origin may be for. */
async function unpaidFor(world: World, step: Step): Promise<Purchase | null> {
  const bookings = await rowsOf<{ id: number }>(
    world,
    `SELECT id FROM bookings WHERE status IN ('confirmed', 'completed') AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = bookings.id AND p.outcome = 'confirmed') ORDER BY id`,
  )
  const orders = await rowsOf<{ id: number }>(
    world,
    `SELECT id FROM video_editing_orders WHERE paid_at IS NULL ORDER BY id`,
  )
  const booking =
    step.data.flag || orders.length === 0 ? choose(bookings, step.data.part / 2) : null
  const orderRow = booking ? null : choose(orders, step.data.part / 2)
  if (!booking && !orderRow) return null
  return { bookingId: booking?.id ?? null, orderId: orderRow?.id ?? null }
}

const deliveries = (): Delivery[] =>
  sandboxNow()
    .store.all('delivery')
    .filter(({ state }) => state === 'held')

/**
 * Whether an event is about an intent that Stripe has forgotten: where the site never knew of it
 * either, it is rightly refused.
 */
export function isAboutForgotten(world: World, event: Stripe.Event | undefined): boolean {
  const about = (event?.data.object ?? {}) as { id?: string; payment_intent?: string | null }
  return [about.id, about.payment_intent].some((id) => world.forgotten.has(id ?? ''))
}

/** Whether there is money of ours that the database refuses to settle: whoever asks about it fails. */
const isAnyPoisoned = (): boolean =>
  intentsThat((one) => one.amount === POISONED_SEN && one.metadata.reference !== undefined).length >
  0

/** Whether an event is about money that the database refuses to take in: Stripe sends it again. */
export function isPoisoned(event: Stripe.Event | undefined): boolean {
  const about = (event?.data.object ?? {}) as {
    id?: string
    amount?: number
    payment_intent?: string | null
  }
  const intent = sandboxNow().store.get('payment_intent', about.payment_intent ?? about.id ?? '')
  return (intent?.amount ?? about.amount) === POISONED_SEN
}

async function deliver(world: World, delivery: Delivery, plan: Plan): Promise<Operation> {
  const { store } = sandboxNow()
  const event = store.get('event', delivery.event)
  const body = JSON.stringify(event, null, 2)
  // A delivery without an answer yet is not sent a second time until it has one.
  delivery.state = 'pending'
  const isKnown = !isAboutForgotten(world, event)
  return send(
    world,
    'webhook',
    {
      body,
      headers: { 'stripe-signature': signatureHeader(body) },
      mayFail: isPoisoned(event),
    },
    plan,
    async ({ status: answered }) => {
      delivery.state = answered < 300 ? 'delivered' : 'held'
      const known = await rowsOf(world, 'SELECT 1 FROM stripe_events WHERE id = $1', [
        delivery.event,
      ])
      if (answered < 300 && known.length === 0)
        network.violations.push(`webhook answered ${answered} without having done a ${event?.type}`)
      if (answered >= 400 && answered < 500 && isKnown)
        network.violations.push(`webhook answered ${answered} to a genuine ${event?.type}`)
    },
  ).then((operation) => {
    if (operation.status === 'killed') delivery.state = 'held'
    return operation
  })
}

/** Delivers what is waiting, oldest or newest first; what is refused waits on. */
export async function deliverAll(world: World, step?: Step): Promise<string> {
  // Without its secret every event is refused.
  const waiting = network.isOff ? [] : deliveries()
  if (step?.data.flag) waiting.reverse()
  const answers: string[] = []
  for (const [index, delivery] of waiting.entries()) {
    const plan = step && index === Math.floor(step.at * waiting.length) ? step.plan : {}
    answers.push(summary(await deliver(world, delivery, plan)))
  }
  const other = answers.filter((answer) => answer !== '200')
  return `${answers.length} webhooks${other.length > 0 ? ` (${other.join(', ')})` : ''}`
}

const RUN: Record<Kind, Run> = {
  book: book(),
  checkout: checkoutThen(false),
  purchase: checkoutThen(true),
  upgrade: upgrade(false),
  buyUpgrade: upgrade(true),
  order: order(false),
  buyOrder: order(true),
  move: move('moveByCustomer'),
  moveByOwner: move('moveByOwner'),
  cancel,
  status,
  noShow,
  undo,
  handle,
  refund,
  partRefund,
  giveBack,
  received,
  hourMore,
  link,
  orderStatus: orderTo((_, from) => NEXT[from] ?? 'cancelled'),
  refundOrder: orderTo(() => 'refunded'),

  async intent(world, step) {
    const booking = choose(await bookingsIn(world, ['pending']), step.at)
    if (!booking) return null
    const customer = customerOf(booking.email)
    const asked = await askForSecret(world, { ...booking, customer }, step.plan)
    return `booking ${booking.id} → ${summary(asked)}`
  },

  async pay(world, step) {
    const wanted = choose(payable(world), step.at)
    if (!wanted) return null
    // Somebody with the key changes the sum, or its currency, behind the site's back.
    const { part, flag, hour } = step.data
    const changed =
      hour === FOREIGN_HOUR
        ? { currency: 'usd' }
        : { amount: String(hour === POISONED_SUM_HOUR ? POISONED_SEN : 2_000) }
    if (part === 0.3 && flag) await atStripe('POST', `/v1/payment_intents/${wanted}`, changed)
    const end = await payIntent(world, wanted, step.data.card)
    return `${wanted.slice(-4)} with ${step.data.card} → ${end}`
  },

  async authorize(world, step) {
    const intent = choose(
      intentsThat(({ status }) => status === 'requires_action' || status === 'processing'),
      step.at,
    )
    if (!intent) return null
    const { part } = step.data
    // Half an approval: the bank or wallet answers later. For a card that is no answer.
    const isSlow = part === 0.5 && intent.next_action?.type === 'redirect_to_url'
    const outcome = part === 1 ? 'succeed' : isSlow ? 'pending' : 'fail'
    if (outcome === 'succeed' && (await isAfterSession(world, intent.id)))
      tally(world, 'a late word of the bank after the session')
    await atStripe('POST', '/_sandbox/authorize', { payment_intent: intent.id, outcome })
    return `${intent.id.slice(-4)} ${outcome}`
  },

  async look(world, step) {
    const seen = choose(world.secrets, step.at)
    if (!seen) return null
    const isOrder =
      'order_id' in (sandboxNow().store.get('payment_intent', seen.intent)?.metadata ?? {})
    const operation = await send(
      world,
      isOrder ? 'paidOrder' : 'paidBooking',
      {
        params: { paymentIntentId: seen.intent },
        cookie: seen.customer.cookie,
        whose: seen.customer.name,
        headers: { 'x-client-secret': seen.secret },
      },
      step.plan,
    )
    return `${seen.intent.slice(-4)} → ${summary(operation)}`
  },

  async byHand(world, step) {
    const { customer: index, service, day, hour, flag } = step.data
    const customer = CUSTOMERS[index] as Customer
    const length = lengthIn(step)
    const operation = await send(
      world,
      'createAdminBooking',
      {
        cookie: OWNER.cookie,
        body: {
          serviceId: service,
          roomId: roomIn(step),
          firstName: customer.name,
          email: customer.email,
          date: DAYS[day],
          time: `${hour}:00`,
          ...length,
          paid: flag ? { method: 'cash' } : 'link',
          ...(step.data.part < 1 && { despite: WARNINGS }),
        },
      },
      step.plan,
    )
    const what = `${hour}:00 ${length.duration} ${length.hours} ${flag ? 'cash' : 'link'}`
    return `${customer.name} ${DAYS[day]} ${what} → ${summary(operation)}`
  },

  async discount(world, step) {
    const { customer: index, service, day, hour, hours } = step.data
    const customer = CUSTOMERS[index] as Customer
    const operation = await send(
      world,
      'createAdminBooking',
      {
        cookie: OWNER.cookie,
        body: {
          ...{ serviceId: service, firstName: customer.name, email: customer.email },
          ...{ date: DAYS[day], time: `${hour}:00`, paid: { method: 'duitnow' } },
          discount: { percent: hours * 10, reason: 'Regular guest' },
        },
      },
      step.plan,
    )
    return `${customer.name} ${DAYS[day]} ${hour}:00 less ${hours * 10} % → ${summary(operation)}`
  },

  // In any state of the booking: the link of one that is held, paid or cancelled is requested, too.
  async payByLink(world, step) {
    const waiting = await bookingsIn(world, ['pending'])
    const booking = choose(
      step.data.part === 1 && waiting.length > 0
        ? waiting
        : await bookingsIn(world, ['pending', 'confirmed', 'completed', 'cancelled']),
      step.at,
    )
    if (!booking) return null
    const customer = customerOf(booking.email)
    const before = world.secrets.length
    // What its page asks for; in an older tab it is still the whole.
    const page = await managedBooking(booking.token, 'en', new Date())
    const amount = step.data.hours > 4 ? booking.total : page?.owedAmount
    const whose = customer.name
    const question = { params: { token: booking.token }, body: { amount }, whose }
    const asked = await send(world, 'payByLink', question, step.plan, async (reply) => {
      if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
    })
    const intent = world.secrets[before]?.intent
    if (!step.data.flag || !intent) return `booking ${booking.id} → ${summary(asked)}`
    const paid = await payIntent(world, intent, step.data.card)
    return `booking ${booking.id} → ${summary(asked)}, ${paid}`
  },

  async transfer(world, step) {
    const booking = choose(await bookingsIn(world, ['pending']), step.at)
    if (!booking) return null
    const { provenCookie: cookie, name: whose } = customerOf(booking.email)
    const question = { params: { id: booking.id }, cookie, whose }
    const chosen = await send(world, 'chooseTransfer', question, step.plan)
    return `booking ${booking.id} → ${summary(chosen)}`
  },

  async slip(world, step) {
    const booking = choose(await byTransfer(world), step.at)
    if (!booking) return null
    const sent = await send(
      world,
      'sendSlip',
      {
        params: { token: booking.token },
        body: SLIP,
        headers: { 'content-type': 'multipart/form-data; boundary=slip' },
      },
      step.plan,
    )
    return `booking ${booking.id} → ${summary(sent)}`
  },

  async decideTransfer(world, step) {
    const booking = choose(await byTransfer(world), step.at)
    if (!booking) return null
    const received = step.data.part > 0.3
    const asked = (await bookingSheet(booking.id, 'en'))?.sheet.transfer?.sen ?? 0
    // What is in the account: as a rule what was asked for, else a part of it, or more.
    const amountSen = { 2: Math.ceil(asked / 2), 3: asked + 1_000 }[step.data.hours] ?? asked
    const before = await byTransferSen(world, booking.id)
    const decided = await send(
      world,
      'decideTransfer',
      {
        params: { id: booking.id },
        cookie: OWNER.cookie,
        body: { received, ...(received && { amountSen }) },
      },
      step.plan,
      async ({ status: answered }) => {
        const came = (await byTransferSen(world, booking.id)) - before
        if (answered < 300 && received && amountSen !== asked)
          tally(world, 'a transfer of another sum')
        if (answered < 300 && came !== (received ? amountSen : 0))
          network.violations.push(
            `${received ? amountSen : 0} sen of a transfer came, and ${came} are recorded`,
          )
      },
    )
    const what = received ? `${amountSen} of ${asked} received` : 'not received'
    return `booking ${booking.id} ${what} → ${summary(decided)}`
  },

  // Money of a transfer that was not found before: it is always recorded, as what it is.
  async lateMoney(world, step) {
    const late = await rowsOf<{ id: number; sen: number }>(
      world,
      `SELECT id, (total_amount * 100)::int AS sen FROM bookings WHERE transfer_decision = 'not_received' ORDER BY id`,
    )
    const booking = choose(late, step.at)
    if (!booking) return null
    const { id: bookingId, sen: amountSen } = booking
    const recorded = await send(
      world,
      'recordPayment',
      {
        cookie: OWNER.cookie,
        body: {
          ...{ bookingId, amountSen, notOwed: true, method: 'transfer' },
          ...{ date: studioDate(new Date()), reference: 'Slip' },
        },
      },
      step.plan,
      ({ status: answered, body: { code } }) => {
        if (answered < 300) tally(world, 'late money of a transfer')
        if (answered >= 400 && answered < 500)
          network.violations.push(`late money of a transfer cannot be recorded: ${String(code)}`)
      },
    )
    return `${amountSen} for booking ${bookingId} → ${summary(recorded)}`
  },

  async block(world, step) {
    const { day, hour, hours, room, part } = step.data
    const body = {
      date: DAYS[day],
      wholeDay: part === 0.3,
      from: `${hour}:00`,
      to: `${hour + Math.min(hours, 3)}:00`,
      roomId: room || null,
      ...(part === 0.5 && { repeats: 'weekly', repeatsUntil: addDays(DAYS[day] ?? '', 14) }),
      reason: 'Cleaning',
    }
    const operation = await send(
      world,
      'blockRoom',
      { cookie: OWNER.cookie, body },
      step.plan,
      ({ status: answered, body: { id } }) => {
        if (answered === 201 && typeof id !== 'number')
          network.violations.push('blockRoom answered without an id')
      },
    )
    const when = body.wholeDay ? 'all day' : `${body.from}–${body.to}`
    const often = 'repeats' in body ? ' every week' : ''
    const where = body.roomId === null ? 'the house' : `room ${body.roomId}`
    return `${where} ${body.date} ${when}${often} → ${summary(operation)}`
  },

  async unblock(world, step) {
    const block = choose(
      await rowsOf<{ id: number; began: string }>(
        world,
        `SELECT id, (first_day + CASE WHEN repeats IS NULL THEN 0 ELSE 7 END)::text AS began FROM blocks ORDER BY id`,
      ),
      step.at,
    )
    if (!block) return null
    const scope = { 1: 'one', 0.5: 'following', 0.3: 'all' }[step.data.part] ?? 'one'
    const operation = await send(
      world,
      'removeBlock',
      {
        params: { id: block.id },
        query: { scope, began: block.began },
        cookie: OWNER.cookie,
      },
      step.plan,
    )
    return `block ${block.id} ${scope} from ${block.began} → ${summary(operation)}`
  },

  async dashboardRefund(_, step) {
    const { store } = sandboxNow()
    const charge = choose(
      store
        .all('charge')
        .filter((one) => one.paid && !one.disputed && one.amount_refunded < one.amount),
      step.at,
    )
    if (!charge) return null
    const left = charge.amount - charge.amount_refunded
    const amount = Math.max(1, Math.floor(left * step.data.part))
    const { status: answered } = await atStripe('POST', '/_sandbox/refund', {
      payment_intent: charge.payment_intent,
      amount,
    })
    return `${String(charge.payment_intent).slice(-4)} ${amount} of ${left} → ${answered}`
  },

  async dispute(_, step) {
    const { store } = sandboxNow()
    const charge = choose(
      store.all('charge').filter((one) => one.paid && disputableSen(one) > 0),
      step.at,
    )
    if (!charge) return null
    const left = disputableSen(charge)
    const amount = Math.max(1, Math.floor(left * step.data.part))
    const { status: answered } = await atStripe('POST', '/_sandbox/dispute', {
      payment_intent: charge.payment_intent,
      amount,
    })
    return `${String(charge.payment_intent).slice(-4)} ${amount} of ${left} → ${answered}`
  },

  async finishRefund(_, step) {
    const waiting = sandboxNow()
      .store.all('refund')
      .filter(({ status }) => status === 'pending')
    const refund = choose(waiting, step.at)
    if (!refund) return null
    const outcome = step.data.flag ? 'succeeded' : 'failed'
    await atStripe('POST', '/_sandbox/finish_refund', { refund: refund.id, outcome })
    return `${String(refund.payment_intent).slice(-4)} ${outcome}`
  },

  async account(_, step) {
    const lacks = { 1: [], 0.5: ['fpx'], 0.3: ['fpx', 'grabpay'] }[step.data.part] ?? []
    await atStripe('POST', '/_sandbox/methods', {
      [step.data.flag ? 'refused' : 'withheld']: lacks,
    })
    return `lacks ${lacks.join(' and ') || 'nothing'}`
  },

  // So many bookings that lists have further pages; all were made in one moment.
  async crowd(world) {
    await world.sql.query(
      `WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, status, cancel_reason, cancelled_at, manage_token, created_at)
      SELECT 1, 1, 'crowd', 'crowd' || n || '@crowd.example', '2027-03-15', '10:00', '2027-03-15 10:00+08', '2027-03-15 11:00+08', 107.17, 'cancelled', 'admin', now(), 'crowd-' || n, date_trunc('second', now())
      FROM generate_series(1, ${CROWD}) n ON CONFLICT DO NOTHING RETURNING id)
      INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made`,
    )
    return `${CROWD} cancelled bookings`
  },

  // The studio is registered for a tax, or no longer; or it is another company from now on.
  async settings(world, step) {
    const last = world.sellers.at(-1) as Seller
    const nth = world.sellers.length
    const isTax = step.data.flag
    const registration = last.registration === '' ? `W10-${nth}` : ''
    const body = isTax
      ? {
          kind: 'tax',
          rate: registration ? 8 : 6,
          label: registration ? 'SST' : 'Tax',
          registration,
        }
      : { ...SITE, legalName: `Bintang ${nth} Sdn. Bhd.` }
    const begun = movedNow()
    const operation = await send(
      world,
      'setting',
      {
        params: { key: isTax ? 'tax' : 'site' },
        cookie: OWNER.cookie,
        body,
      },
      {},
    )
    if (operation.status === '200')
      world.sellers.push({
        ...last,
        ...(isTax ? { registration } : { name: `Bintang ${nth} Sdn. Bhd.` }),
        ...{ begun, since: movedNow() },
      })
    return `${isTax ? `tax registration ${registration || 'none'}` : `company ${nth}`} → ${summary(operation)}`
  },

  async billing(world, step) {
    const booking = choose(
      await bookingsIn(world, ['pending', 'confirmed', 'completed', 'cancelled']),
      step.at,
    )
    if (!booking) return null
    const { whose } = whoseIs(booking)
    const operation = await send(
      world,
      'billing',
      {
        params: { token: booking.token },
        whose,
        body: {
          ...{ company: `Company ${step.data.hours}`, companyRegistration: '202301012345' },
          ...(step.data.flag && { financeEmail: financeOf(whose) }),
        },
      },
      step.plan,
    )
    const by = step.data.flag ? ' with its accounts' : ''
    return `booking ${booking.id} to company ${step.data.hours}${by} → ${summary(operation)}`
  },

  // A week and a day later everything is cleaned that is to be.
  async clean(world, step) {
    await passTime(world, 8 * 1_440)
    return runJobs(world, step.plan)
  },

  async erase(world, step) {
    const booking = choose(
      await bookingsIn(world, ['pending', 'confirmed', 'completed', 'cancelled']),
      step.at,
    )
    const { email } = booking ?? whoIn(step)
    if (!email) return null
    const operation = await send(
      world,
      'erasePerson',
      { cookie: OWNER.cookie, body: { email } },
      step.plan,
    )
    return `${email} → ${summary(operation)}`
  },

  // From tomorrow on, twice as much as at first, or half.
  async prices(world, step) {
    const rates = await rowsOf<Record<string, string | number | null>>(
      world,
      `SELECT id AS "serviceId", (hourly_rate * $1)::numeric(10,2)::text AS "hourlyRate", (half_day_rate * $1)::numeric(10,2)::text AS "halfDayRate",
        (full_day_rate * $1)::numeric(10,2)::text AS "fullDayRate" FROM services_at_first WHERE NOT is_add_on ORDER BY id`,
      [step.data.flag ? 2 : 0.5],
    )
    const from = addDays(studioDate(new Date(movedNow())), 1)
    const operation = await send(
      world,
      'addPrices',
      { cookie: OWNER.cookie, body: { from, rates } },
      step.plan,
    )
    return `${step.data.flag ? 'twice' : 'half'} from ${from} → ${summary(operation)}`
  },

  // A room, or a service, is offered to nobody new; or it is again.
  async retire(world, step) {
    const { room, service, flag } = step.data
    const state = flag ? 'retired' : 'offered'
    const isRoom = room > 0
    const operation = await send(
      world,
      isRoom ? 'changeRoom' : 'changeService',
      { params: { id: isRoom ? room : service }, cookie: OWNER.cookie, body: { state } },
      step.plan,
    )
    return `${isRoom ? `room ${room}` : `service ${service}`} ${state} → ${summary(operation)}`
  },

  async switchPayments(world, step) {
    if (network.isOff === step.data.flag) return null
    switchPayments(!step.data.flag)
    if (network.isOff) tally(world, 'payments switched off')
    return network.isOff ? 'off' : 'on'
  },

  async closeDispute(_, step) {
    const open = sandboxNow()
      .store.all('dispute')
      .filter((one) => one.status === 'needs_response')
    const dispute = choose(open, step.at)
    if (!dispute) return null
    const outcome = step.data.flag ? 'won' : 'lost'
    await atStripe('POST', '/_sandbox/dispute', { payment_intent: dispute.payment_intent, outcome })
    return `${String(dispute.payment_intent).slice(-4)} ${dispute.amount} ${outcome}`
  },

  async foreign(world, step) {
    // Earlier payments of the account do not belong to this shop.
    if ((await paymentsThat(world, 'true')).length === 0) return null
    // The exact price of something, so that it can be linked, or any other sum.
    const [first] = await bookingsIn(world, ['confirmed', 'completed'])
    const price = Math.round(Number(first?.total ?? 0) * 100)
    const isPoisoned = step.data.hour === POISONED_HOUR
    const amount = isPoisoned
      ? POISONED_SEN
      : step.data.flag && price > 0
        ? price
        : 5_000 + step.data.hour * 100
    // The same number in another currency is another sum.
    const currency = step.data.part === 0.3 ? 'usd' : 'myr'
    const { body } = await atStripe<{ id: string }>('POST', '/v1/payment_intents', {
      amount,
      currency,
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/',
    })
    return `${body.id.slice(-4)} of ${amount} ${currency}`
  },

  async forget(world, step) {
    const intent = choose(
      intentsThat((one) => one.status === 'requires_payment_method' && !one.latest_charge),
      step.at,
    )
    if (!intent) return null
    sandboxNow().store.remove('payment_intent', intent.id)
    world.forgotten.add(intent.id)
    return intent.id.slice(-4)
  },

  deliver: async (world, step) =>
    deliveries().length > 0 && !network.isOff ? deliverAll(world, step) : null,

  async deliverOne(world, step) {
    const all = sandboxNow().store.all('delivery')
    // Also one that had arrived already: Stripe may send an event more than once.
    const delivery = choose(
      all.filter(({ state }) => state === 'held' || (step.data.flag && state === 'delivered')),
      step.at,
    )
    if (!delivery || network.isOff) return null
    const type = sandboxNow().store.get('event', delivery.event)?.type
    return `${type} → ${summary(await deliver(world, delivery, step.plan))}`
  },

  async lose(world, step) {
    const waiting = deliveries()
    if (waiting.length === 0) return null
    const gone = step.data.flag ? waiting : waiting.filter((_, index) => index % 3 === 0)
    for (const delivery of gone) {
      delivery.state = 'dropped'
      world.lost.add(delivery.event)
    }
    return `${gone.length} webhooks for good`
  },

  async time(world, step) {
    await passTime(world, step.data.minutes)
    return `${step.data.minutes} minutes`
  },

  tick: async (world, step) => runJobs(world, step.plan),

  async revoke(_, step) {
    if (network.isKeyRevoked === step.data.flag) return null
    network.isKeyRevoked = step.data.flag
    return network.isKeyRevoked ? 'the key' : 'the key is valid'
  },

  async cut(_, step) {
    if (network.isDown === step.data.flag) return null
    network.isDown = step.data.flag
    return network.isDown ? 'Stripe cannot be reached' : 'Stripe can be reached'
  },

  async mailServer(_, step) {
    if (postOffice.isDown === step.data.flag) return null
    postOffice.isDown = step.data.flag
    return postOffice.isDown ? 'down' : 'up'
  },

  async release(world, step) {
    const held = choose(world.held, step.at)
    if (!held) return null
    await releaseOne(world, held)
    return `${held.name} → ${summary(held)}`
  },
}

/** All jobs that are due, as a cron service runs them. */
export async function runJobs(world: World, plan: Plan = {}): Promise<string> {
  const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` }
  if (isPoisonedNow()) tally(world, 'a sweep beside a poisoned payment')
  return summary(await send(world, 'tick', { headers }, plan))
}

export async function releaseOne(world: World, held: Operation): Promise<void> {
  await held.release()
  noteFailure(held)
  if (held.isDone) world.held = world.held.filter((other) => other !== held)
  await untilUndone(world.sql)
}

/** Runs one step; returns what happened, in words. */
export async function runStep(world: World, step: Step): Promise<string> {
  for (const kind of step.kinds) {
    if (step.plan.skewMs && !CLOCKED.has(kind)) continue
    const happened = await RUN[kind](world, step)
    if (happened !== null) return `${kind}${describePlan(step.plan)}: ${happened}`
  }
  return '(nothing)'
}

function describePlan({ hold, kill, fault, pause, drop, skewMs }: Plan): string {
  if (drop) return ` [connection lost ${drop.after ? 'after' : 'before'} ${queryOf(drop)}]`
  if (pause) return ` [paused before ${queryOf(pause)}]`
  if (hold) return ` [answer ${hold.call} held ${hold.after ? 'after' : 'before'} it was made]`
  if (kill) return ` [killed ${kill.after ? 'after' : 'before'} ${kill.at} call ${kill.call}]`
  if (fault) return ` [Stripe calls ${fault.call}+${fault.times}: ${fault.kind}]`
  if (skewMs) return ` [clock ${skewMs / 60_000} min off]`
  return ''
}

const queryOf = (at: { query: number } | { before: string }) =>
  'query' in at ? `query ${at.query}` : `the first query with ${at.before}`
