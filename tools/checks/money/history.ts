import type pg from 'pg'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { ALERT_KINDS } from '@/lib/admin/attention/schema'
import { paymentsToDecide } from '@/lib/admin/today/todo'
import { bookProblems, type Ledger } from '@/tests/support/books'
import { paidTooMuch } from '@/tests/history/asked'
import { foreignInBooks, moneyShownWrongly } from './console'
import { datedBeforeIssue, documentProblems } from './documents'
import { factsOf } from '@/tests/history/facts'
import { movedNow } from '@/tests/history/clock'
import { listedWrongly } from './lists'
import { postOffice } from '@/tests/history/mailer'
import { atStripe, network, sandboxNow, switchPayments } from '@/tests/history/network'
import { Operation } from '@/tests/history/operation'
import { pagesWrong, underWayLost } from './pages'
import { notReminded, remindedTwice } from './reminders'
import { CLOSED_TIMES, inAnotherRoom, roomsGivenWrongly } from './rooms'
import { runJobs } from '@/tests/history/jobs'
import { isPoisoned } from '@/tests/history/poison'
import { letGoOfLocks, releaseOne } from '@/tests/history/send'
import { runStep, type Step } from '@/tests/history/step'
import { deliverAll, isAboutForgotten } from '@/tests/history/webhooks'
import { countTried, isAfterSession, isPoisonedNow, tally, type Tried } from '@/tests/history/tried'
import { beginWorld, passTime, POISONED_SEN, type World } from '@/tests/history/world'

export type Verdict = {
  problems: string[]
  log: string[]
  tried: ReadonlyMap<Tried, number>
  /** Those that were taken. */
  steps: Step[]
}

/** What comes next, by what is there; null: the history ends. */
export type Course = (world: World) => Promise<Step | null>
type Watched = {
  /** All that people read is compared after each step, also after those that change nothing owed. */
  always?: boolean
  /** Called after each step. */
  seen?: (world: World, step: Step, happened: string) => Promise<void>
}

const inTurn = (steps: readonly Step[]): Course => {
  let at = 0
  return async () => steps[at++] ?? null
}

/** Runs one history from an empty shop to rest; what is wrong then, and what happened. */
export async function runHistory(
  sql: pg.Client,
  plan: readonly Step[] | Course,
  { always = false, seen }: Watched = {},
): Promise<Verdict> {
  const world = await beginWorld(sql)
  const next = typeof plan === 'function' ? plan : inTurn(plan)
  const steps: Step[] = []
  Operation.whileWaiting = () => letGoOfLocks(world)
  // The last moment at which nobody was stopped on the way.
  let quiet = movedNow()
  try {
    for (let step = await next(world); step !== null; step = await next(world)) {
      steps.push(step)
      const begun = movedNow()
      if (world.held.length === 0) quiet = begun
      const happened = await runStep(world, step)
      world.log.push(happened)
      network.violations.push(
        ...(await datedBeforeIssue(world, quiet)),
        ...(/^tick: 200/.test(happened) && quiet === begun ? await notReminded(sql, begun) : []),
        ...(/^tick: 200/.test(happened) && quiet === begun
          ? await heldUpByPoison(world, begun)
          : []),
        ...(await freedWhilePayable(world)),
        ...(await heldForAnotherTime(world)),
        ...(await underWayLost(world)),
        ...(await sentBackForNobody(world, happened)),
        ...(await roomsGivenWrongly(sql)),
        ...(always || CHANGES_WHAT_IS_OWED.test(happened)
          ? await pagesWrong(world, { sheets: always })
          : []),
        ...(always ? await moneyShownWrongly(sql) : []),
      )
      await seen?.(world, step, happened)
    }
    await comeToRest(world)
    network.violations.push(...(await roomsGivenWrongly(sql)))
    const problems = [...network.violations, ...(await wrongAtRest(world))]
    await countTried(world)
    return { problems: [...new Set(problems)], log: world.log, tried: world.tried, steps }
  } catch (error) {
    const problems = [`the checker: ${(error as Error).stack}`]
    return { problems, log: world.log, tried: world.tried, steps }
  }
}

const CHANGES_WHAT_IS_OWED =
  /^(status|cancel|handle|refund|partRefund|giveBack|received|decideTransfer|hourMore|link|buyUpgrade|dashboardRefund|finishRefund|deliver)\b/

// Long enough for every hold and its extension, for an order's day, and for what Stripe and the
// mail queue do later by themselves. Between them everything that waits is delivered and run.
const ROUNDS_MINUTES = [2, 16, 31, 61, 1_500, 61]

/** The network is whole again: what was held goes on, what is waiting arrives, the jobs run. */
async function comeToRest(world: World): Promise<void> {
  network.isDown = false
  network.isKeyRevoked = false
  switchPayments(true)
  postOffice.isDown = false
  while (world.held[0]) await releaseOne(world, world.held[0])
  await datedBeforeIssue(world, 0)
  await banksAnswer(world)
  for (const minutes of ROUNDS_MINUTES) {
    await passTime(world, minutes)
    const begun = movedNow()
    const answers = [await deliverAll(world), await runJobs(world)]
    world.log.push(`(${minutes} minutes later: ${answers.join(', jobs ')})`)
    network.violations.push(
      ...(await datedBeforeIssue(world, begun)),
      ...(await notReminded(world.sql, begun)),
    )
  }
}

/** No bank is slow for ever: the pending ones now approve and refuse in turn. */
async function banksAnswer(world: World): Promise<void> {
  const slow = sandboxNow()
    .store.all('payment_intent')
    .filter(({ status }) => status === 'processing')
  for (const [index, { id }] of slow.entries()) {
    const outcome = index % 2 === 0 ? 'succeed' : 'fail'
    if (outcome === 'succeed' && (await isAfterSession(world, id)))
      tally(world, 'a late word of the bank after the session')
    await atStripe('POST', '/_sandbox/authorize', { payment_intent: id, outcome })
    world.log.push(`(the bank says at last: ${id.slice(-4)} ${outcome})`)
  }
}

async function wrongAtRest(world: World): Promise<string[]> {
  const { store } = sandboxNow()
  const ledger: Ledger = {
    payment_intents: store.all('payment_intent').filter(({ amount }) => amount !== POISONED_SEN),
    refunds: store.all('refund'),
    disputes: store.all('dispute'),
  }
  const poisoned = store.all('payment_intent').filter(({ amount }) => amount === POISONED_SEN)
  // What the database refuses cannot be settled: it is only to be shown.
  const isSettled = (problem: string) => !poisoned.some(({ id }) => problem.includes(id))
  return [
    ...(await bookProblems(world.sql, ledger, { atRest: true })).filter(isSettled),
    ...(await documentProblems(world, ledger)),
    ...(await hiddenFromOwner(world)),
    ...(await pagesWrong(world, { sheets: true })),
    ...(await paidTooMuch(world.sql)),
    ...(await moneyShownWrongly(world.sql)),
    ...(await remindedTwice(world.sql)),
    ...(await listedWrongly(world)),
    ...(await foreignInBooks(world.sql)),
    ...(await confirmedByMoneyThatWasBack(world)),
    ...(await endedTooEarly(world)),
    ...(await refusedByNobody(world)),
    ...(await givenToPayForNothing(world)),
    ...(await poisonedAndHidden()),
    ...(await promisedAndKept(world)),
    ...(await givenBackTwice(world)),
    ...(await partShownWrongly(world)),
    ...(await confirmedWhenOver(world)),
    ...(await withoutReceiptMail(world)),
    ...(await inAnotherRoom(world)),
    ...severalIntents(),
    ...store
      .all('delivery')
      .filter(({ state }) => state === 'held')
      .map(({ event }) => store.get('event', event))
      .filter((event) => !isAboutForgotten(world, event) && !isPoisoned(event))
      .map((event) => `${event?.type} is refused for ever`),
  ]
}

type Waiting = { id: number; intent: string | null; why: string; handled: boolean }

/**
 * What the owner should see and does not: everything that waits for them, unless they looked after
 * it as it is now.
 */
async function hiddenFromOwner(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<Waiting>(`
    SELECT id, intent, why, handled_at IS NOT NULL AS handled FROM (
      SELECT p.*, p.stripe_payment_intent_id AS intent, CASE WHEN outcome = 'needs_attention' THEN 'needs attention: ' || coalesce(reason, '')
        WHEN disputed THEN 'is disputed'
        WHEN outcome = 'refunded' AND refund_status = 'failed' THEN 'its refund failed'
        WHEN outcome = 'refunded' AND purpose = 'booking' AND coalesce(reason, '') <> 'duplicate' AND EXISTS (SELECT 1 FROM bookings b
          WHERE b.id = p.booking_id AND b.status = 'confirmed' AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.booking_id = b.id AND q.purpose = 'booking' AND q.outcome = 'confirmed')
          AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action = 'status'))
          THEN 'was refunded, its booking is confirmed' END AS why
      FROM payments p) waiting WHERE why IS NOT NULL ORDER BY id`)
  const lists = await attentionPayments()
  const shown = new Set(ALERT_KINDS.flatMap((kind) => lists[kind]).map(({ id }) => id))
  return rows
    .filter(({ id, intent }) => {
      if (shown.has(id)) return false
      const last = world.handled.filter(({ payment }) => payment === id).at(-1)
      return !last || last.facts !== factsOf(intent ?? '')
    })
    .map(({ id, why, handled }) => {
      const seen = handled ? ', which was looked after before that,' : ''
      return `payment ${id}${seen} ${why}, and the owner is not shown it`
    })
}

/** Bookings that were confirmed by a payment although Stripe had given all of it back before. */
async function confirmedByMoneyThatWasBack(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; intent: string; at: Date }>(
    `SELECT b.id, p.stripe_payment_intent_id AS intent, b.confirmed_at AS at FROM bookings b JOIN payments p ON p.booking_id = b.id AND p.purpose = 'booking'
      WHERE b.status = 'confirmed' AND p.outcome = 'refunded' AND p.stripe_payment_intent_id IS NOT NULL AND b.confirmed_at IS NOT NULL
        AND p.returned_amount = 0 -- By hand, and afterwards.
        AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = b.id AND o.id <> p.id AND o.outcome IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action = 'status')`,
  )
  return rows
    .filter(({ intent, at }) => {
      const refunds = sandboxNow()
        .store.all('refund')
        .filter((refund) => refund.payment_intent === intent && refund.status !== 'failed')
      return refunds.every(({ created }) => (created + 5) * 1000 < at.getTime())
    })
    .map(({ id }) => `booking ${id} was confirmed by money that had gone back before`)
}

/**
 * Expired holds whose time was given back while the visitor could still pay for it, though Stripe
 * was not given up on.
 */
async function freedWhilePayable(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; intent: string; at: Date }>(
    `SELECT b.id, p.stripe_payment_intent_id AS intent, b.cancelled_at AS at FROM bookings b JOIN payments p ON p.booking_id = b.id
      WHERE b.cancel_reason = 'expired' AND b.cancelled_at < b.hold_expires_at + interval '5 minutes' AND p.status NOT IN ('succeeded', 'canceled')`,
  )
  return rows
    .filter(({ intent, at }) => {
      const found = sandboxNow().store.get('payment_intent', intent ?? '')
      return found && isPayable(found.status) && found.created * 1000 < at.getTime()
    })
    .map(({ id }) => `the time of booking ${id} was given back while it could still be paid`)
}
const isPayable = (status: string) =>
  ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(status)

/** Payments of ours that Stripe could still take twice: none may have an open intent beside a paid one. */
function severalIntents(): string[] {
  const live = sandboxNow()
    .store.all('payment_intent')
    .filter(({ status, metadata }) => status !== 'canceled' && metadata.reference !== undefined)
  const references = live.map(({ metadata }) => metadata.reference)
  return live
    .filter(
      ({ status, metadata }) =>
        isPayable(status) && references.filter((one) => one === metadata.reference).length > 1,
    )
    .map(({ id }) => `${id} can be paid, though its payment has another intent`)
}

/** Intents that a customer was given to pay, and whose payment has another one. */
async function givenToPayForNothing(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ intent: string | null; reference: string }>(
    `SELECT stripe_payment_intent_id AS intent, reference FROM payments`,
  )
  const intentOf = new Map(rows.map(({ intent, reference }) => [reference, intent]))
  return world.secrets
    .filter(({ intent }) => {
      const made = sandboxNow().store.get('payment_intent', intent)
      // An unsuccessful payment is deleted in time.
      const now = intentOf.get(made?.metadata.reference ?? '')
      return now !== undefined && now !== intent
    })
    .map(({ intent }) => `${intent} was given to a customer to pay, and its payment has another`)
}

/** Upgrades that wait for their payment although their booking was moved meanwhile. */
async function heldForAnotherTime(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; booking: number }>(
    `SELECT u.id, b.id AS booking FROM booking_upgrades u JOIN bookings b ON b.id = u.booking_id WHERE u.status = 'held' AND u.from_starts_at <> b.starts_at`,
  )
  return rows.map(
    ({ id, booking }) =>
      `upgrade ${id} is on hold for a time that booking ${booking} does not have`,
  )
}

/**
 * Bookings whose money was sent back as too late by what a webhook said, although only holds that
 * had run out, and that Stripe would have let go, had their time.
 */
async function sentBackForNobody(world: World, happened: string): Promise<string[]> {
  const { rows } = await world.sql.query<{ payment: number; id: number; by: string[] | null }>(
    `WITH late AS (
      SELECT p.id AS payment, b.id, s.id AS room, b.starts_at, b.ends_at, b.ends_at + make_interval(mins => s.turnaround_minutes) AS until
        FROM payments p JOIN bookings b ON b.id = p.booking_id JOIN studios s ON s.id = b.studio_id OR (NOT b.room_chosen
          AND EXISTS (SELECT 1 FROM service_rooms v WHERE v.studio_id = s.id AND v.service_id = b.service_id))
        WHERE p.reason = 'late' AND p.purpose = 'booking' AND b.duration <> 'weekly' AND b.starts_at > now()
    ), others AS (
      SELECT l.payment, l.id, l.room, q.stripe_payment_intent_id AS intent, r.upgrade_id IS NULL AND o.status = 'pending'
          AND o.hold_expires_at < now() - interval '10 seconds' AND q.status NOT IN ('succeeded', 'canceled') AS ran_out
        FROM late l JOIN slot_reservations r ON r.studio_id = l.room AND r.starts_at < l.until AND l.starts_at < coalesce(r.reserved_until, r.ends_at)
          JOIN bookings o ON o.id = r.booking_id LEFT JOIN payments q ON q.booking_id = o.id AND q.purpose = 'booking'
    )
    SELECT payment, id, array_agg(intent) AS by FROM others o
      WHERE NOT EXISTS (SELECT 1 FROM late l, ${CLOSED_TIMES} WHERE l.payment = o.payment AND l.room = o.room
        AND coalesce(c.studio_id, l.room) = l.room AND c.span && tstzrange(l.starts_at, l.ends_at))
      GROUP BY payment, id, room HAVING bool_and(ran_out)`,
  )
  const fresh = rows.filter(({ payment }) => !world.late.has(payment))
  for (const { payment } of fresh) world.late.add(payment)
  // Where Stripe could not be asked, or somebody was stopped on the way, the time may have been taken.
  const isUndisturbed = /^(deliver|deliverOne|look):/.test(happened)
  if (!isUndisturbed || network.isDown || network.isKeyRevoked || world.held.length > 0) return []
  const isOpen = (intent: string) =>
    sandboxNow().store.get('payment_intent', intent)?.status === 'requires_payment_method'
  return fresh
    .filter(({ by }) => by !== null && by.length > 0 && by.every((intent) => isOpen(intent)))
    .map(
      ({ id }) => `the money of booking ${id} came late, and went back for holds that had run out`,
    )
}

/** What the owner is shown as refused by Stripe although Stripe did not refuse it. */
async function refusedByNobody(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; refusal: string }>(
    `SELECT id, refusal FROM payments WHERE refusal IS NOT NULL`,
  )
  return rows
    .filter(({ refusal }) => !network.refusals.some((said) => said.includes(refusal)))
    .map(({ id }) => `payment ${id} says that Stripe refused its refund, which Stripe did not`)
}

/** Holds that were ended as run out before their time was over. */
async function endedTooEarly(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number }>(
    `SELECT id FROM bookings WHERE cancel_reason = 'expired' AND cancelled_at < hold_expires_at - interval '1 second'`,
  )
  return rows.map(({ id }) => `the hold of booking ${id} was ended before its time`)
}

/** Money that could not be recorded or settled, and that the owner is not shown. */
async function poisonedAndHidden(): Promise<string[]> {
  const { unrecorded, unread, open } = await attentionPayments()
  const shown = [unrecorded, unread, open].flat().map(({ intentId }) => intentId)
  return sandboxNow()
    .store.all('payment_intent')
    .filter(({ amount, status }) => amount === POISONED_SEN && status === 'succeeded')
    .filter(({ id }) => !shown.includes(id))
    .map(({ id }) => `${id} could not be recorded, and the owner is not shown it`)
}

/** Money that waited when the jobs began, and was not settled beside money that cannot be. */
async function heldUpByPoison({ sql }: World, begun: number): Promise<string[]> {
  if (!isPoisonedNow() || network.isDown || network.isKeyRevoked) return []
  const { rows } = await sql.query<{ intent: string }>(
    `SELECT p.stripe_payment_intent_id AS intent FROM payments p JOIN jobs j ON j.name = 'reconcile_payments' AND j.started_at >= $1
      WHERE p.outcome IS NULL AND p.status <> 'canceled' AND coalesce(p.checked_at, p.created_at) < $1::timestamptz - interval '31 seconds'`,
    [new Date(begun)],
  )
  return rows
    .map(({ intent }) => sandboxNow().store.get('payment_intent', intent))
    .filter((intent) => intent?.status === 'succeeded' && intent.amount !== POISONED_SEN)
    .map((intent) => `${intent?.id} was not settled, beside money that cannot be`)
}

/**
 * Bookings that the owner cancelled with a full refund, although Stripe still has money of them and was
 * never asked for it since.
 */
async function promisedAndKept(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; intent: string; at: Date; byHand: number }>(
    `SELECT b.id, p.stripe_payment_intent_id AS intent, a.created_at AS at, (p.returned_amount * 100)::int AS "byHand"
      FROM bookings b JOIN payments p ON p.booking_id = b.id AND p.succeeded_at IS NOT NULL AND p.refusal IS NULL,
        LATERAL (SELECT l.after, l.created_at FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text
          AND l.action IN ('cancel', 'refund', 'status') ORDER BY l.id DESC LIMIT 1) a
      WHERE b.status = 'cancelled' AND a.after ->> 'refund' = 'full' AND p.stripe_payment_intent_id IS NOT NULL
        AND p.dispute_status IS NULL
        -- Another sum than was due is the owner's to look at, and so is the rest of what went back by hand.
        AND NOT (p.outcome = 'needs_attention' AND (p.reason = 'amount_mismatch' OR p.returned_amount > 0))
        -- By then it was back, for all that was known: that this refund had failed was heard afterwards, and is shown to the owner.
        AND NOT EXISTS (SELECT 1 FROM receipts d WHERE d.payment_id = p.id AND d.kind = 'debit_note' AND d.issued_at > a.created_at)`,
  )
  const { store } = sandboxNow()
  return rows
    .filter(({ intent, at, byHand }) => {
      const refunds = store.all('refund').filter((refund) => refund.payment_intent === intent)
      const back = refunds
        .filter(({ status }) => status === 'succeeded' || status === 'pending')
        .reduce((sum, { amount }) => sum + amount, byHand)
      const wasAsked = refunds.some(({ created }) => (created + 5) * 1000 >= at.getTime())
      return back < (store.get('payment_intent', intent)?.amount_received ?? 0) && !wasAsked
    })
    .map(({ id }) => `booking ${id} was to be refunded in full, and Stripe was never asked`)
}

/** After so many days Stripe does not give such money back. */
const REFUND_DAYS = `CASE p.method WHEN 'fpx' THEN 60 WHEN 'grabpay' THEN 90 END`

/** Money that the owner gave back by hand although Stripe, which refused nothing, can do so once more. */
async function givenBackTwice(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; intent: string; byHand: number }>(
    `SELECT p.id, p.stripe_payment_intent_id AS intent, (p.returned_amount * 100)::int AS "byHand" FROM payments p WHERE p.returned_amount > 0
      AND NOT EXISTS (SELECT 1 FROM part_refunds f WHERE f.payment_id = p.id AND f.method IS NOT NULL
        AND f.created_at > p.succeeded_at + make_interval(days => ${REFUND_DAYS}))`,
  )
  const wasRefused = (intent: string) =>
    network.refusals.length > 0 ||
    sandboxNow()
      .store.all('refund')
      .some(
        ({ payment_intent: of, status }) =>
          of === intent && (status === 'failed' || status === 'canceled'),
      )
  const failedAtStripe = (intent: string) =>
    sandboxNow()
      .store.all('refund')
      .filter(({ payment_intent: of, status }) => of === intent && status !== 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0)
  return rows.flatMap(({ id, intent, byHand }) => {
    if (!wasRefused(intent))
      return [`payment ${id} was given back by hand, and Stripe had refused nothing`]
    return network.refusals.length === 0 && byHand > failedAtStripe(intent)
      ? [`${byHand} sen of payment ${id} were given back by hand, and less had failed`]
      : []
  })
}

type Failed = {
  id: number
  intent: string
  received: number
  byHand: number
  handled: boolean
}

/**
 * A part whose refund failed, where that is all that happened to its payment: the owner is shown that
 * part, and nothing any more once it was transferred.
 */
async function partShownWrongly(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<Failed>(
    `SELECT p.id, p.stripe_payment_intent_id AS intent, (coalesce(p.received_amount, p.amount) * 100)::int AS received, (p.returned_amount * 100)::int AS "byHand",
      p.handled_at IS NOT NULL AS handled FROM payments p JOIN bookings b ON b.id = p.booking_id
      WHERE p.dispute_status IS NULL AND NOT p.disputed AND p.lost_amount = 0 AND p.currency = 'myr' AND b.status <> 'cancelled'
        AND coalesce(p.refund_reason, p.reason, '') NOT IN ('late', 'duplicate', 'cancelled', 'amount_mismatch') AND p.part_due = 0`,
  )
  const { rows: todo } = await paymentsToDecide()
  const { open } = await attentionPayments()
  return rows.flatMap(({ id, intent, received, byHand, handled }) => {
    const refunds = sandboxNow()
      .store.all('refund')
      .filter(({ payment_intent: of }) => of === intent)
    const [refund] = refunds
    if (refunds.length !== 1 || refund?.status !== 'failed' || refund.amount >= received) return []
    const left = handled ? 0 : Math.max(refund.amount - byHand, 0)
    const said = todo.find(({ key }) => key === `payment-${id}`)?.amountSen ?? 0
    const listed = open.find((alert) => alert.id === id)?.left ?? 0
    return said === left && listed === left
      ? []
      : [`payment ${id}: ${left} sen could not go back, ${said} and ${listed} are shown`]
  })
}

/** Held bookings that a payment confirmed although their session was over by then. */
async function confirmedWhenOver(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number }>(
    `SELECT b.id FROM bookings b WHERE b.status IN ('confirmed', 'completed') AND b.confirmed_at > b.ends_at
      AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text)`,
  )
  return rows.map(({ id }) => `booking ${id} was confirmed when it was over`)
}

/** Payments that confirmed something, and whose receipt was sent to nobody. */
async function withoutReceiptMail(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; number: number | null }>(
    `SELECT p.id, r.number FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id AND r.kind = 'receipt'
      WHERE p.outcome = 'confirmed' AND p.purpose IN ('booking', 'order') AND p.amount > 0
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.status <> 'sent' AND (m.booking_id = p.booking_id OR m.order_id = p.order_id)
        AND coalesce(m.last_error, '') NOT LIKE 'not true%')
      AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link')`,
  )
  const sent = new Set(
    postOffice.accepted.flatMap(({ attachments = [] }) =>
      attachments.map(({ filename }) => filename),
    ),
  )
  return rows
    .filter(({ number }) => !sent.has(`R-${String(number).padStart(6, '0')}.pdf`))
    .map(({ id }) => `nobody was sent the receipt of payment ${id}`)
}
