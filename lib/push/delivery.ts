import 'server-only'
import { db } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import type { Role } from '@/lib/roles'
import { pushKeys } from './keys'
import { postPush, type PushAddress, type PushAnswer } from './post'
import {
  ENDS_AFTER,
  PUSH_TRIES,
  pushAgainAfter,
  pushOutcome,
  quietUntil,
  STALE_SECONDS,
  USUAL_CHOICES,
  type PushChoices,
  type PushKind,
} from './rules'
import type { PushText } from './schema'

/** More than a call may take, so that nobody else takes it over meanwhile. */
const LEASE_SECONDS = 60

type Claimed = PushAddress & {
  id: number
  subscriptionId: number
  version: number
  attempts: number
  createdAt: Date
  serverKey: string
} & PushAbout

/** One that is due, and whom it is for. */
export type PushAbout = {
  topic: string
  kind: PushKind
  bookingId: number | null
  paymentId: number | null
  contactId: number | null
  locale: string
  role: Role
  disabled: boolean
  choices: PushChoices
  session: { createdAt: Date; lastSeenAt: Date; trusted: boolean }
}

/** Writes it from what is so now and this person may see, or says why there is nothing to tell. */
export type WritePush = (push: PushAbout, now: Date) => Promise<PushText | { untrue: string }>

/**
 * Sends what is due at `now`, at most `limit`, all at once: a push service that does not answer takes
 * ten seconds and delays no mail. Several processes may do this: each one is leased to one of them.
 * Returns how many were due.
 */
export async function deliverPushes(now: Date, limit: number, write: WritePush): Promise<number> {
  const due = await claim(now, limit)
  if (due.length === 0) return 0
  const { publicKey } = await pushKeys()
  await Promise.all(due.map((push) => deliver(push, publicKey, now, write)))
  return due.length
}

type Row = Omit<Claimed, 'choices' | 'session'> & {
  choices: PushChoices | null
  sessionCreatedAt: Date
  lastSeenAt: Date
  trusted: boolean
}

// The array is made once: see the claim of mails.
async function claim(now: Date, limit: number): Promise<Claimed[]> {
  const rows = await db().$queryRaw<Row[]>`
    WITH due AS (
      UPDATE pushes SET attempts = attempts + 1,
        next_attempt_at = greatest(now(), ${now.toISOString()}::timestamptz)
          + make_interval(secs => ${LEASE_SECONDS}::float)
      WHERE id = ANY (ARRAY(
        SELECT id FROM pushes p WHERE next_attempt_at <= ${now.toISOString()}::timestamptz
          AND NOT can_be_taken_back(coalesce(p.booking_id,
            (SELECT m.booking_id FROM payments m WHERE m.id = p.payment_id)),
            ${now.toISOString()}::timestamptz)
        ORDER BY next_attempt_at, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
      RETURNING *)
    SELECT d.id, d.subscription_id AS "subscriptionId", d.topic, d.kind, d.booking_id AS "bookingId",
      d.payment_id AS "paymentId", d.contact_id AS "contactId", d.version, d.attempts,
      d.created_at AS "createdAt", p.endpoint, p.p256dh, p.auth, p.server_key AS "serverKey", p.locale,
      u.role, u.disabled_at IS NOT NULL AS disabled, s.created_at AS "sessionCreatedAt",
      s.last_seen_at AS "lastSeenAt", s.trusted,
      CASE WHEN c.user_id IS NOT NULL THEN jsonb_build_object('bookings', c.bookings, 'changes', c.changes,
        'money', c.money, 'messages', c.messages, 'details', c.details, 'quietFrom', c.quiet_from,
        'quietUntil', c.quiet_until) END AS choices
    FROM due d JOIN push_subscriptions p ON p.id = d.subscription_id JOIN sessions s ON s.id = p.session_id
      JOIN users u ON u.id = s.user_id LEFT JOIN push_choices c ON c.user_id = u.id
    ORDER BY d.id`
  return rows.map(({ choices, sessionCreatedAt, lastSeenAt, trusted, ...row }) => ({
    ...row,
    choices: choices ?? USUAL_CHOICES,
    session: { createdAt: sessionCreatedAt, lastSeenAt, trusted },
  }))
}

async function deliver(
  push: Claimed,
  publicKey: string,
  now: Date,
  write: WritePush,
): Promise<void> {
  const { id, kind } = push
  const quiet = quietUntil(now, push.choices)
  if (quiet) return putOff(push, quiet)
  if (push.serverKey !== publicKey) return endPhone(push, 'another_key')
  if (now.getTime() - push.createdAt.getTime() > STALE_SECONDS * 1000) return drop(push, 'stale')
  const text = await write(push, now).catch((error: unknown) => {
    log.error({ push: id, kind, ...errorFields(error) }, 'push not written')
    return null
  })
  // It is written again when the lease is over.
  if (text === null) return push.attempts < PUSH_TRIES ? undefined : drop(push, 'not_written')
  if ('untrue' in text) return drop(push, text.untrue)
  const answer = await postPush(push, text)
  const outcome = pushOutcome(answer.status)
  const host = new URL(push.endpoint).host
  log.info({ push: id, kind, host, outcome, failure: answer.failure }, 'push handed over')
  if (outcome === 'ended') return endPhone(push, 'gone')
  await countAnswer(push.subscriptionId, outcome === 'sent')
  if (outcome === 'again' && push.attempts < PUSH_TRIES) return tryAgain(push, answer, now)
  await done(push)
}

/** Quiet hours are no attempt. */
const putOff = async ({ id, attempts }: Claimed, until: Date): Promise<void> => {
  await db().$executeRaw`UPDATE pushes SET attempts = 0, next_attempt_at = ${until}::timestamptz,
    created_at = ${until}::timestamptz WHERE id = ${id} AND attempts = ${attempts}`
}

async function tryAgain({ id, attempts }: Claimed, { after }: PushAnswer, now: Date) {
  const at = new Date(now.getTime() + pushAgainAfter(attempts, after) * 1000)
  await db().$executeRaw`UPDATE pushes SET next_attempt_at = ${at}::timestamptz
    WHERE id = ${id} AND attempts = ${attempts}`
}

/** What came to it meanwhile is told as well. */
async function done({ id, version }: Claimed): Promise<void> {
  const { count } = await db().push.deleteMany({ where: { id, version } })
  if (count > 0) return
  await db().$executeRaw`UPDATE pushes SET attempts = 1, next_attempt_at = now(), created_at = now()
    WHERE id = ${id}`
}

async function drop(push: Claimed, reason: string): Promise<void> {
  log.info({ push: push.id, kind: push.kind, reason }, 'push dropped')
  await done(push)
}

async function endPhone({ subscriptionId, endpoint }: Claimed, reason: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { id: subscriptionId } })
  log.info({ host: new URL(endpoint).host, reason }, 'phone gets no more')
}

/** A phone that has failed for long ends. */
export async function countAnswer(id: number, isGood: boolean): Promise<void> {
  if (isGood)
    await db().$executeRaw`
      UPDATE push_subscriptions SET failures = 0, last_success_at = now() WHERE id = ${id}`
  else {
    await db().$executeRaw`UPDATE push_subscriptions SET failures = failures + 1 WHERE id = ${id}`
    await db().$executeRaw`
      DELETE FROM push_subscriptions WHERE id = ${id} AND failures >= ${ENDS_AFTER.failures}::int
        AND coalesce(last_success_at, created_at) < now() - make_interval(days => ${ENDS_AFTER.days}::int)`
  }
}
