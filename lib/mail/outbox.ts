import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { listHolidays } from '@/lib/rooms/queries'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { errorFields, log } from '@/lib/log'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { ramadans } from '@/lib/settings/visit'
import { attachmentsOf, picturesOf } from './attachments'
import {
  failureText,
  isAnswer,
  isRefusal,
  isServerAway,
  LAST_ATTEMPTS_HOURS,
  LEASE_MINUTES,
  MAX_ATTEMPTS,
  retryAt,
  SERVER_AWAY,
  UNPROVEN_PER_HOUR,
  type MailState,
} from './rules'
import { recordNotice, type About, type Notice } from './told'
import {
  mailContent,
  type Attachment,
  type Letter,
  type MailContent,
  type MailInput,
  type MailKind,
} from './schema'
import { renderMail } from './templates'
import { sendLetter } from './transport'

export type QueuedMail = MailInput & {
  recipient: string
  locale: Locale
  /** E.g. "booking_confirmed:42:0": a second mail with the same key is not queued. */
  dedupeKey: string
  /** To an address, or because of one, that nothing has proven (UNPROVEN_PER_HOUR). */
  unproven?: boolean
  bookingId?: number
  orderId?: number
}

/**
 * Queues a mail in the transaction of its cause, so that neither exists without the other
 * (docs/decisions/020 F1). A mail whose `dedupeKey` exists is left unchanged. The payload is
 * validated when it is sent: a mail never rolls back a payment.
 */
export async function queueMail(tx: Tx, mail: QueuedMail): Promise<void> {
  const { kind, payload, recipient, locale, dedupeKey, unproven = false } = mail
  const { bookingId = null, orderId = null } = mail
  if (recipient === '') return // The person was erased: there is nobody to write to.
  await tx.$executeRaw`
    INSERT INTO mails
      (dedupe_key, kind, recipient, locale, payload, message_id, unproven, booking_id, order_id)
    VALUES (${dedupeKey}, ${kind}, ${recipient}, ${locale}, ${JSON.stringify(payload)}::jsonb,
      ${newMessageId()}, ${unproven}, ${bookingId}::int, ${orderId}::int)
    ON CONFLICT (dedupe_key) DO NOTHING`
}

const newMessageId = () => `<${randomUUID()}@${new URL(env().SITE_URL).hostname}>`

type Claimed = {
  id: number
  kind: string
  payload: unknown
  recipient: string
  locale: string
  messageId: string
  attempts: number
  createdAt: Date
  claimedAt: Date
  bookingId: number | null
  orderId: number | null
}
type Counts = { sent: number; failed: number }
/** Why a mail is not sent: a short code, stored with it. */
export type Untrue = { untrue: string }
/** A mail as it is sent, and what it tells where it is a notice. */
export type Ready = { letter: Letter; notice?: Notice }
/** Writes a queued mail from what is so now, or says why there is nothing to send. */
export type WriteMail = (
  content: MailContent,
  mail: Pick<Claimed, 'id'>,
  now: Date,
) => Promise<Ready | Untrue>

let saidOff = false

type Delivery = {
  now: Date
  limit: number
  /** See lib/current-mail.ts. */
  write: WriteMail
  /** No mail is begun after this instant. */
  until?: Date | undefined
}

/**
 * Sends the mails that are due at `now` of the database's clock, at most `limit`, one after the other
 * and outside any transaction; returns how many were sent and how many failed and wait for their next
 * attempt. A mail that is no longer true is dropped, and the reason stored with it.
 * Several processes may do this at once: each mail is leased to one of them. A process killed
 * between the SMTP server's acceptance and our note of it sends that mail once more, with the same
 * Message-ID. Without SMTP_URL mails stay queued.
 */
export async function deliverMails({ now, limit, write, until }: Delivery): Promise<Counts> {
  const counts: Counts = { sent: 0, failed: 0 }
  if (!env().SMTP_URL) {
    if (!saidOff) log.warn('SMTP_URL is not set: mails stay in the queue')
    saidOff = true
    return counts
  }
  for (let begun = 0; begun < limit; begun++) {
    if (until && new Date() >= until) break
    const mail = await claim(now)
    if (!mail) break
    const result = await send(mail, write)
    if ('error' in result) {
      await markFailed(mail, result.error, now)
      counts.failed++
      if (isServerAway(result.error)) break
    } else if ('untrue' in result) await markDropped(mail, result.untrue)
    else {
      await markSent(mail, result)
      if (counts.sent === 0) await bringForward()
      counts.sent++
    }
  }
  return counts
}

// Mails to one person about one booking or order are sent in the order of their causes: one that
// waits for its next attempt holds back the later ones, so that a cancellation never overtakes its
// confirmation. One that waits for its attachment holds back none: everything else was said.
//
// Nobody is told of a booking while the last act on it can be taken back.
//
// A notice waits some minutes for Stripe's answer to a refund, of all or a part, that it would tell of.
//
// One at a time, so that a slow mail cannot outlast the lease of those behind it. The lease counts
// from the database's clock: `now` may be minutes old when a long run reaches its last mail.
//
// `=` and not IN: PostgreSQL may run the subquery of IN once for each row it reads, and would then
// lease a second mail, which nobody sends until the lease is over.
//
// Unproven mail beyond what may leave in an hour waits. Codes do not: who waits for one cannot go on.
async function claim(now: Date): Promise<Claimed | undefined> {
  const scale = env().RATE_LIMIT_SCALE
  const sent = Prisma.sql`SELECT count(*) FROM mails s
    WHERE s.unproven AND s.sent_at > ${now.toISOString()}::timestamptz - interval '1 hour'`
  const [mail] = await db().$queryRaw<Claimed[]>`
    UPDATE mails
    SET attempts = attempts + 1, last_error = NULL,
        next_attempt_at = greatest(now(), ${now.toISOString()}::timestamptz)
          + make_interval(mins => ${LEASE_MINUTES}::int)
    WHERE id = (
      SELECT id FROM mails m
      WHERE status = 'queued' AND next_attempt_at <= ${now.toISOString()}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM mails e WHERE e.status = 'queued' AND e.id < m.id
          AND e.kind <> 'attachment'
          AND e.recipient = m.recipient AND (e.booking_id = m.booking_id OR e.order_id = m.order_id))
        AND NOT can_be_taken_back(m.booking_id, ${now.toISOString()}::timestamptz)
        AND NOT (m.kind IN ('booking_notice', 'order_notice') AND m.created_at > now() - interval '10 minutes'
          AND EXISTS (SELECT 1 FROM payments p WHERE (p.outcome = 'refund_due' OR p.part_due > 0)
            AND (p.booking_id = m.booking_id OR p.order_id = m.order_id)))
        AND (NOT m.unproven OR m.kind = 'sign_in_code'
          OR ((${sent}) < ${UNPROVEN_PER_HOUR.toAll * scale}::float
            AND (${sent} AND s.recipient = m.recipient) < ${UNPROVEN_PER_HOUR.toOne * scale}::float))
      ORDER BY next_attempt_at, id LIMIT 1
      FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, recipient, locale, message_id AS "messageId", attempts,
      created_at AS "createdAt", booking_id AS "bookingId", order_id AS "orderId", now() AS "claimedAt"`
  return mail
}

type Sent = Ready & { missing: Attachment[] }
type Result = Sent | Untrue | { error: unknown }

async function send(mail: Claimed, write: WriteMail): Promise<Result> {
  try {
    const queued = mailContent.parse({ kind: mail.kind, payload: mail.payload })
    const ready = await write(queued, mail, mail.claimedAt)
    if ('untrue' in ready) return ready
    const { letter } = ready
    const [studio, visit, holidays] = await Promise.all([
      currentSite(),
      currentSetting('visit'),
      listHolidays(),
    ])
    const locale = toLocale(mail.locale)
    const { files, ...attachments } = await attachmentsOf(letter, locale, studio)
    const missing = attachments.missing.map(({ attachment }) => attachment)
    for (const { attachment, failure } of attachments.missing)
      log.error({ mail: mail.id, attachment, ...errorFields(failure) }, 'attachment not made')
    // Such a mail is there to bring its attachment; any other goes without.
    if (BRINGING.includes(letter.kind) && files.length === 0) {
      const [first] = attachments.missing
      return first ? { error: new NotReady(first.failure) } : { untrue: 'attachment_outdated' }
    }
    const rendered = await renderMail(letter, locale, studio, {
      visit,
      ramadans: ramadans(holidays),
      attached: attachments.attached,
      missing,
    })
    const { recipient, messageId } = mail
    const all = [...files, ...picturesOf(letter)]
    await sendLetter({ ...rendered, files: all, studio, recipient, messageId })
    return { ...ready, missing }
  } catch (error) {
    return { error: error ?? new Error('unknown') }
  }
}

const BRINGING: readonly Letter['kind'][] = ['attachment', 'finance_document']

/** The attachment of a mail of its own could not be made yet. */
class NotReady extends Error {
  override name = 'NotReady'
  readonly code: string
  constructor(cause: unknown) {
    super('The attachment is not ready', { cause })
    this.code = failureText(cause)
  }
}

/** With what it told, and a mail of its own for each attachment that it went without. */
async function markSent(mail: Claimed, { letter, notice, missing }: Sent): Promise<void> {
  const { id, kind, attempts, messageId } = mail
  const about = aboutOf(mail)
  await transaction(async (tx) => {
    // A sign-in code is a secret: once it was sent it must not be readable here.
    const [row] = await tx.$queryRaw<{ recipient: string }[]>`
      UPDATE mails SET status = 'sent', sent_at = now(), last_error = NULL, payload = payload - 'code'
      WHERE id = ${id} RETURNING recipient`
    for (const attachment of missing)
      await queueMail(tx, {
        kind: 'attachment',
        payload: { mailId: id, attachment, ...enclosureOf(letter) },
        // Empty when the person was erased meanwhile.
        recipient: row?.recipient ?? '',
        locale: toLocale(mail.locale),
        // A mail that is sent again has another id.
        dedupeKey: `attachment:${attachment}:${messageId}`,
        ...about,
      })
    if (notice && about) await recordNotice(tx, about, notice, id)
  })
  log.info({ mail: id, kind, says: notice?.says, attempts, missing }, 'mail sent')
}

function aboutOf({ bookingId, orderId }: Claimed): About | null {
  if (bookingId !== null) return { bookingId }
  return orderId === null ? null : { orderId }
}

/** What a notice was to bring, and to whom. */
function enclosureOf(letter: Letter) {
  if (letter.kind === 'booking_notice') {
    const { firstName, bookingId, manageToken, sequence, news } = letter.payload
    const about = { booking: bookingId }
    return { name: firstName, about, manageToken, sequence, documents: news.documents }
  }
  if (letter.kind === 'order_notice') {
    const { name, orderId, manageToken, news } = letter.payload
    return { name, about: { order: orderId }, manageToken, documents: news.documents }
  }
  throw new Error('A mail of this kind has no attachments')
}

async function markDropped({ id, kind, attempts }: Claimed, reason: string): Promise<void> {
  await db().$executeRaw`UPDATE mails SET status = 'dropped', last_error = ${`not true: ${reason}`},
      payload = payload - 'code' WHERE id = ${id} AND status = 'queued' AND attempts = ${attempts}`
  log.info({ mail: id, kind, reason }, 'mail dropped')
}

/**
 * The server takes mail: what waits because it was away is due now, and not in an hour. One that has had
 * all its attempts may be what the server fails at.
 */
const bringForward = (): Promise<unknown> =>
  db().$executeRaw`UPDATE mails SET next_attempt_at = now()
    WHERE status = 'queued' AND next_attempt_at > now() AND attempts < ${MAX_ATTEMPTS}
      AND split_part(last_error, ' ', 1) IN (${Prisma.join(SERVER_AWAY)})`

/** Otherwise the server may refuse all mail for now, as Gmail does for a day after too many. */
async function takesMail(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ does: boolean }[]>`
    SELECT EXISTS (SELECT FROM mails
      WHERE sent_at > now() - make_interval(hours => ${LAST_ATTEMPTS_HOURS}::int)) AS does`
  return row?.does ?? false
}

// Only while the lease is still ours: another process that took the mail over records its result.
async function markFailed(
  { id, kind, attempts, createdAt }: Claimed,
  error: unknown,
  now: Date,
): Promise<void> {
  const isLast = attempts >= MAX_ATTEMPTS
  const again = retryAt({
    attempts,
    createdAt,
    isRefused: isRefusal(error) && !(isLast && isAnswer(error) && !(await takesMail())),
    isUnready: error instanceof NotReady,
    now,
  })
  await db().$executeRaw`
    UPDATE mails
    SET last_error = ${failureText(error)}, status = ${again ? 'queued' : 'failed'},
        next_attempt_at = coalesce(${again?.toISOString() ?? null}::timestamptz, next_attempt_at)
    WHERE id = ${id} AND status = 'queued' AND attempts = ${attempts}`
  log.warn(
    { mail: id, kind, attempts, failure: failureText(error), ...errorFields(error) },
    again ? 'mail delayed' : 'mail failed',
  )
}

/**
 * Mails about a booking to an address that has been corrected go to the new one, in the customer's
 * language; to nobody when there is none any more. One that is being sent goes where it was sent.
 */
export async function redirectMails(
  tx: Tx,
  bookingId: number,
  from: string,
  { recipient, locale }: { recipient: string; locale: Locale },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE mails SET recipient = ${recipient}, locale = ${locale},
      status = CASE ${recipient} WHEN '' THEN 'dropped' ELSE status END
    WHERE booking_id = ${bookingId} AND kind NOT LIKE 'studio_%' AND kind <> 'contact_changed'
      AND recipient = ${from} AND recipient <> ''
      AND (status = 'failed' OR (status = 'queued' AND (attempts = 0 OR last_error IS NOT NULL)))`
}

/**
 * Queues a failed, waiting or sent mail again, first in line and with all its attempts, in one
 * transaction with its audit row. A mail that was sent gets a new Message-ID; otherwise the mailbox
 * would hide the copy. False when there is no such mail or it is being sent right now; a sign-in
 * code is never sent twice, and an invitation or a form that was sent holds its token no more.
 */
export const resendMail = (id: number, actor: string): Promise<boolean> =>
  transaction(async (tx) => {
    const [mail] = await tx.$queryRaw<{ status: MailState; kind: MailKind }[]>`
      SELECT status, kind FROM mails WHERE id = ${id} AND (status <> 'queued' OR last_error IS NOT NULL)
        AND kind <> 'sign_in_code' AND (kind NOT IN ('invitation', 'bank_form') OR payload ? 'code')
        AND recipient <> '' FOR UPDATE`
    if (!mail) return false
    await tx.$executeRaw`
      UPDATE mails
      SET status = 'queued', attempts = 0, last_error = NULL, sent_at = NULL, next_attempt_at = now(),
          message_id = CASE WHEN status = 'sent' THEN ${newMessageId()} ELSE message_id END,
          recipient = coalesce((SELECT nullif(b.email, '') FROM bookings b
            WHERE b.id = booking_id AND kind NOT LIKE 'studio_%' AND kind NOT LIKE 'finance_%'), recipient)
      WHERE id = ${id}`
    // It brings its attachments itself this time, or has a new mail for them.
    await tx.$executeRaw`
      UPDATE mails SET status = 'dropped'
      WHERE kind = 'attachment' AND status IN ('queued', 'failed') AND payload ->> 'mailId' = ${String(id)}`
    await recordChange(tx, {
      actor,
      action: 'resend',
      entity: 'mail',
      entityId: id,
      before: { status: mail.status },
      after: { status: 'queued', kind: mail.kind },
    })
    return true
  })

/** One that failed or waits for its attachment, with its audit row; false when there is none. */
export const dropMail = (id: number, actor: string): Promise<boolean> =>
  transaction(async (tx) => {
    const { count } = await tx.mail.updateMany({
      where: {
        id,
        OR: [
          { status: 'failed' },
          { status: 'queued', kind: 'attachment', lastError: { not: null } },
        ],
      },
      data: { status: 'dropped' },
    })
    if (count > 0)
      await recordChange(tx, {
        actor,
        action: 'drop',
        entity: 'mail',
        entityId: id,
        before: { status: 'failed' },
        after: { status: 'dropped' },
      })
    return count > 0
  })
