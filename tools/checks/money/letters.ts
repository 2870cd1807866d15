// What mails promise: each one that leaves is read as its recipient reads it, and every sentence in
// it about money or state is compared with the rows of that moment.
import type pg from 'pg'
import { PAID_AT_STUDIO } from '@/lib/sales/money'
import english from '@/messages/en.json'
import { leftAtMost } from '@/tests/history/asked'
import { movedNow } from '@/tests/history/clock'
import { Operation } from '@/tests/history/operation'
import { EVERYBODY } from '@/tests/history/world'

export type Letter = {
  messageId: string
  subject: string
  text: string
  to: { address: string }
  attachments?: { filename: string }[]
}

type Paid = {
  id: number
  purpose: string
  intent: string | null
  status: string
  outcome: string | null
  reason: string | null
  refund_reason: string | null
  received: number
  refunded: number
  /** Of it, what the studio gave back itself although it came through Stripe. */
  returned: number
  /** Parts that Stripe is asked for, and what the price is lower by for parts given back. */
  part_due: number
  part_failed: number
  off: number
  currency: string
  dispute: string | null
  disputed: number
  lost: number
  handled: boolean
}
type Sale = {
  id: number
  email: string
  /** Who keeps the accounts of who bought. */
  finance: string | null
  /** What may be asked for it at most; null where that is not known. */
  bound: number | null
  status: string
  total: number
  /** What was left to be paid later, of a booking that stands. */
  most: number | null
  payments: Paid[]
  /** Of a booking. */
  date: string
  time: string
  starts: Date
  ends: Date
  deadline: Date | null
  cancel_reason: string | null
  cancelled: Date | null
  stopped: boolean
  /** Of an order. */
  due: string | null
}
type Mail = {
  id: number
  kind: string
  recipient: string
  booking_id: number | null
  order_id: number | null
  payload: { startsAt?: string; today?: { bookingId: number }[] }
  /** What its recipient had been told before. */
  before: {
    date?: string
    time?: string
    backSen: number
    returnedSen: number
    acceptedSen: number
  } | null
}

const PAYMENTS = (
  column: string,
) => `coalesce((SELECT json_agg(json_build_object('id', p.id, 'purpose', p.purpose, 'intent', p.stripe_payment_intent_id,
    'status', p.status, 'outcome', p.outcome, 'reason', p.reason, 'refund_reason', p.refund_reason, 'received', (coalesce(p.received_amount, p.amount) * 100)::int,
    'refunded', (p.refunded_amount * 100)::int, 'returned', (p.returned_amount * 100)::int, 'part_due', (p.part_due * 100)::int, 'part_failed', (p.part_failed * 100)::int, 'off', (p.off_price * 100)::int, 'currency', p.currency, 'dispute', p.dispute_status, 'disputed', (p.disputed_amount * 100)::int, 'lost', (p.lost_amount * 100)::int, 'handled', p.handled_at IS NOT NULL) ORDER BY p.id)
  FROM payments p WHERE p.${column} = sale.id), '[]') AS payments`
const BOOKING = `SELECT id, email, billing ->> 'financeEmail' AS finance, ${leftAtMost('sale')} AS bound, status, (total_amount * 100)::int AS total, CASE WHEN status IN ('confirmed', 'completed') THEN (on_account * 100)::int END AS most, date, time, starts_at AS starts, ends_at AS ends, hold_expires_at AS deadline,
    cancel_reason, cancelled_at AS cancelled, EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = sale.id::text
      AND (l.action = 'cancel' OR l.after ->> 'status' = 'cancelled')) AS stopped, NULL AS due, ${PAYMENTS('booking_id')}
  FROM bookings sale WHERE id = $1`
const ORDER = `SELECT id, customer_email AS email, billing ->> 'financeEmail' AS finance, NULL AS bound, status, (total_amount * 100)::int AS total, NULL AS most, to_char(due_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AS due,
    ${PAYMENTS('order_id')} FROM video_editing_orders sale WHERE id = $1`

const PLACES = ['back', 'due', 'stuck', 'owedAtStudio', 'returnedAtStudio'] as const
type Places = Record<'kept' | 'partFailed' | (typeof PLACES)[number], number>

/** Where the money of some payments is, by the rules once more; in sen, ringgit only. */
export function placesOf(payments: readonly Paid[]): Places {
  const places: Places = {
    ...{ kept: 0, partFailed: 0, back: 0, due: 0, stuck: 0, owedAtStudio: 0, returnedAtStudio: 0 },
  }
  for (const { status, currency, intent, received, refunded, ...payment } of payments) {
    if (status !== 'succeeded' || currency !== 'myr') continue
    const back = Math.min(refunded, received)
    const byHand = intent === null ? back : Math.min(payment.returned, back)
    places.returnedAtStudio += byHand
    places.back += back - byHand
    const isStudioRefund =
      payment.outcome === 'needs_attention' && payment.reason === 'offline_refund'
    const place =
      payment.outcome === 'refund_due'
        ? 'due'
        : isStudioRefund && !payment.handled
          ? 'owedAtStudio'
          : isStudioRefund || payment.outcome === 'confirmed'
            ? 'kept'
            : 'stuck'
    const left = Math.max(received - refunded - payment.lost, 0)
    const due = Math.min(payment.part_due, left)
    const wanted = payment.dispute === 'chargeback' ? payment.disputed : 0
    const held = place === 'kept' ? Math.min(wanted, left - due) : 0
    places.due += due
    const isPartFailed =
      payment.outcome === 'confirmed' && payment.reason === 'refund_failed' && !payment.handled
    places.stuck += held
    places[place] += left - due - held
    // It is kept, and mails say of it that it could not go back.
    if (isPartFailed) places.partFailed += Math.min(payment.part_failed, left - due - held)
  }
  return places
}

const RINGGIT = 'RM[\\d,]+\\.\\d\\d'
const words = english.mail as unknown as Record<string, unknown>
const patterns = new Map<string, RegExp>()

/** A sentence of the dictionary as a pattern; its placeholders are groups. */
function sentence(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const text = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], words)
  if (typeof text !== 'string') throw new Error(`The mails have no sentence ${path}`)
  const pattern = text
    .replace(/\s+/g, ' ')
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return part === 'amount' ? `(?<amount>${RINGGIT})` : `(?<${part}>.+?)`
    })
    .join('')
  const made = new RegExp(pattern)
  patterns.set(path, made)
  return made
}
const senOf = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.replace(/[RM,.]/g, ''))
const ringgit = (sen: number): string => `RM${(sen / 100).toFixed(2)}`

const ACTIVE = ['confirmed', 'completed']
const PAID_ORDER = ['paid', 'in_progress', 'delivered', 'completed']

/** What somebody is told, and everything that it could be compared with. */
type Told = { mail: Mail; sale: Sale; all: Places; now: Date }

const isOver = ({ sale, now }: Told): boolean => sale.ends <= now
/** What the owner gave back in parts is off the price. */
const offOf = ({ payments }: Sale): number => payments.reduce((sum, { off }) => sum + off, 0)
const ENDED_AS_HOLD = ['expired', 'released']
const toPayOf = (sale: Sale): number => Math.max(sale.total - offOf(sale), 0)
const isKept = ({ sale }: Told): boolean =>
  sale.payments.some(({ outcome }) => outcome === 'confirmed')
/** Some payment was not accepted, for one of these reasons. */
const isRefused = ({ sale }: Told, ...reasons: string[]): boolean =>
  sale.payments.some((one) => reasons.includes(reasonOf(one) ?? ''))
const isToBePaid = (told: Told): boolean =>
  told.sale.status === 'pending' &&
  told.sale.deadline === null &&
  told.all.kept < toPayOf(told.sale) &&
  !isOver(told)
const hasDispute = ({ sale }: Told): boolean =>
  sale.payments.some(({ dispute }) => dispute === 'chargeback')
/** All money that ever came and was accepted. */
const acceptedOf = ({ payments }: Sale): number =>
  payments
    .filter(
      (one) =>
        one.status === 'succeeded' &&
        one.currency === 'myr' &&
        !['late', 'cancelled', 'duplicate'].includes(reasonOf(one) ?? '') &&
        (one.outcome === 'confirmed' ||
          !['amount_mismatch', 'unmatched'].includes(reasonOf(one) ?? '')),
    )
    .reduce((sum, { received }) => sum + received, 0)

/** Each sentence about money or state, and when it is true; about bookings. */
const OF_BOOKINGS: Record<string, (told: Told) => boolean> = {
  'confirmed.title': (told) => ACTIVE.includes(told.sale.status) && !isOver(told),
  'confirmed.intro': ({ all, sale }) => all.kept >= toPayOf(sale) && sale.total > 0,
  'confirmed.intro_free': ({ sale }) => sale.total === 0,
  'paid_after.intro': (told) => told.sale.status !== 'cancelled' && acceptedOf(told.sale) > 0,
  'unpaid.intro': isToBePaid,
  'unpaid.intro_again': isToBePaid,
  'transfer.preview': ({ sale }) => sale.status === 'pending' && sale.deadline !== null,
  'transfer.expired': ({ sale }) => ENDED_AS_HOLD.includes(sale.cancel_reason ?? ''),
  'transfer.not_received': ({ sale }) => sale.cancel_reason === 'released',
  'pending.intro': ({ sale }) => sale.status === 'pending' && sale.deadline === null,
  'completed.intro': ({ sale }) => sale.status === 'completed',
  'restored.intro': ({ sale }) => ACTIVE.includes(sale.status),
  'rescheduled.title': (told) => told.sale.status !== 'cancelled' && !isOver(told),
  'also.moved': (told) => told.sale.status !== 'cancelled' && !isOver(told),
  'also.duplicate': (told) => isRefused(told, 'duplicate'),
  'also.refused': (told) => isRefused(told, 'late', 'cancelled'),
  'dispute.opened': (told) => hasDispute(told),
  'dispute.lost': ({ sale }) => sale.payments.some(({ lost }) => lost > 0),
  'dispute.over': (told) => !hasDispute(told),
  'rescheduled.intro': ({ all, sale }) => all.kept >= toPayOf(sale),
  'rescheduled.unpaid': ({ all, sale }) => sale.status === 'pending' && all.kept < toPayOf(sale),
  'reminder.title': ({ sale, now, mail }) =>
    sale.status === 'confirmed' &&
    sale.starts > now &&
    sale.starts.getTime() - now.getTime() <= 24 * 3_600_000 &&
    new Date(mail.payload.startsAt ?? 0).getTime() === sale.starts.getTime(),
  'upgraded.title': ({ sale }) => sale.status !== 'cancelled',
  'upgrade_refund.title': (told) => isRefused(told, 'late', 'cancelled'),
  'upgrade_refund.rest': ({ sale }) => sale.status !== 'cancelled',
  'upgrade_refund.intro_cancelled': ({ sale }) => sale.stopped,
  'cancelled.title': ({ sale }) => sale.status === 'cancelled',
  'cancelled.refund_none': ({ all }) => all.kept > 0,
  'late.title': (told) => isRefused(told, 'late', 'cancelled'),
  'late.intro': (told) => isRefused(told, 'late'),
  'late.intro_cancelled': ({ sale }) => sale.stopped,
  'studio.intro': (told) => isRefused(told, 'late'),
  'studio.intro_cancelled': ({ sale }) => sale.stopped,
  'notice.made.intro': ({ sale }) => ACTIVE.includes(sale.status),
  'notice.moved.intro': ({ sale }) => sale.status !== 'cancelled',
  'notice.upgraded.intro': ({ sale }) => sale.status !== 'cancelled',
  'notice.cancelled.intro': ({ sale }) => sale.status === 'cancelled',
}
/** The same about orders. */
const OF_ORDERS: Record<string, (told: Told) => boolean> = {
  'orders.order_received.intro': (told) => PAID_ORDER.includes(told.sale.status) && isKept(told),
  'orders.order_footage.title': ({ sale }) => PAID_ORDER.includes(sale.status),
  'orders.order_delivered.title': ({ sale }) => PAID_ORDER.includes(sale.status),
  'orders.order_refunded.duplicate': (told) =>
    PAID_ORDER.includes(told.sale.status) && isKept(told),
  'orders.order_refunded.late': (told) => !PAID_ORDER.includes(told.sale.status),
  'orders.order_resumed.intro': ({ sale }) => PAID_ORDER.includes(sale.status),
  'orders.order_refunded.studio': (told) => !PAID_ORDER.includes(told.sale.status),
  'notice.order.intro': ({ sale }) => PAID_ORDER.includes(sale.status),
}
const reasonOf = ({ reason, refund_reason }: Paid) =>
  reason === 'refund_failed' ? refund_reason : reason

const AT_STRIPE = ['back', 'due', 'stuck'] as const
/** A mail that says one of these names all money that is not kept. */
const ABOUT_MONEY = [
  'cancelled.title',
  'late.title',
  'upgrade_refund.title',
  'orders.order_refunded.title',
]

/**
 * What a mail says of money that is not kept, compared with where it is: of what has gone back, what its
 * recipient had not been told before; of the rest all or, where it is no news, nothing.
 */
function* refundsIn(text: string, told: Told): Generator<string> {
  const { mail, all } = told
  const isNotice = mail.kind === 'booking_notice' || mail.kind === 'order_notice'
  const isAboutMoney = ABOUT_MONEY.some((path) => sentence(path).test(text))
  for (const place of PLACES) {
    const said = saidOf(text, place)
    const isRise = place === 'back' || place === 'returnedAtStudio'
    const known = isNotice ? Math.max(whereOf(all, place) - toldBefore(told, place), 0) : 0
    const isSo =
      said === null ? known === 0 || (!isRise && !isAboutMoney) : isNotice && said === known
    if (!isSo)
      yield `says ${said === null ? 'nothing' : ringgit(said)} of money that is "${place}", which is ${ringgit(known)}`
  }
  for (const place of AT_STRIPE) {
    const said = senOf(sentence(`studio.${place}`).exec(text)?.groups?.amount)
    const known = whereOf(all, place)
    if (said !== null && said !== known)
      yield `says to the studio ${ringgit(said)} of money that is "${place}", which is ${ringgit(known)}`
  }
}

const whereOf = (all: Places, place: (typeof PLACES)[number]): number =>
  all[place] + (place === 'stuck' ? all.partFailed : 0)

/** What a mail says of a place; of what the studio is to return, for all ways in which it came. */
function saidOf(text: string, place: (typeof PLACES)[number]): number | null {
  const paths =
    place === 'owedAtStudio'
      ? PAID_AT_STUDIO.map((way) => `refund.owed.${way}`)
      : [`refund.${place}`]
  const sums = paths.map((path) => senOf(sentence(path).exec(text)?.groups?.amount))
  return sums.every((sum) => sum === null)
    ? null
    : sums.reduce<number>((all, sum) => all + (sum ?? 0), 0)
}

/** What had gone back before, by what its recipient was told last. */
function toldBefore({ mail: { before } }: Told, place: string): number {
  if (place === 'back') return before?.backSen ?? 0
  return place === 'returnedAtStudio' ? (before?.returnedSen ?? 0) : 0
}

const ON_ITS_WAY = ['processing', 'requires_action', 'requires_confirmation', 'requires_capture']

/** The amounts of a booking: its price, what is kept for it, and what is still to be paid. */
function* amountsIn(text: string, { sale, all }: Told): Generator<string> {
  const of = (label: string) => senOf(new RegExp(` ${label} −?(${RINGGIT})`).exec(text)?.[1])
  const [paid, kept, open] = [of('Total paid'), of('Paid so far'), of('Still to pay')]
  const total = of('Total') ?? paid
  const off = of('Taken off the price') ?? 0
  const rest = toPayOf(sale) - all.kept
  // Money whose refund failed, or that a bank holds, is here and is not asked for again. Of a booking
  // that stands, no more than what was left to be paid later, where something was.
  const owed = Math.max(rest - all.stuck, 0)
  const toAsk = sale.most ? Math.min(owed, sale.most) : owed
  if (total !== null && total !== sale.total)
    yield `says that it costs ${ringgit(total)}, which is ${ringgit(sale.total)}`
  if (total !== null && off !== offOf(sale))
    yield `says that ${ringgit(off)} is off the price, which is ${ringgit(offOf(sale))}`
  if (paid !== null && (rest > 0 || (off > 0 && paid !== all.kept)))
    yield `says that all is paid, of which ${ringgit(all.kept)} is kept`
  if (kept !== null && kept !== all.kept)
    yield `says that ${ringgit(kept)} is paid so far, which is ${ringgit(all.kept)}`
  if (open !== null && open !== toAsk)
    yield `asks for ${ringgit(open)}, of which ${ringgit(toAsk)} is open`
  yield* beyondBound('asks for', open, sale)
  // A payment that is on its way decides it.
  const isOnItsWay = sale.payments.some(({ status }) => ON_ITS_WAY.includes(status))
  const isClear = !isOnItsWay && all.kept + all.back + all.stuck === 0
  if (sentence('unpaid.title').test(text) && open === null && isClear)
    yield 'does not say what is to be paid'
}

const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

const isToFinance = ({ kind }: Mail): boolean => kind.startsWith('finance_')

/** Who is named in a mail to somebody else. */
function* strangersIn(text: string, { mail, sale }: Told): Generator<string> {
  if (mail.kind.startsWith('studio_')) return
  for (const { name, email } of EVERYBODY)
    if ((isToFinance(mail) || email !== sale.email) && new RegExp(`\\b${name}\\b`, 'i').test(text))
      yield `names ${name}`
}

/** What who pays for a company is asked for. */
function* paymentIn(text: string, { sale, all }: Told): Generator<string> {
  const said = senOf(sentence('payer.text').exec(text)?.groups?.amount)
  const owed = Math.max(toPayOf(sale) - all.kept - all.stuck, 0)
  const toAsk = sale.most === null ? owed : Math.min(owed, sale.most)
  if (said !== toAsk)
    yield `asks who pays for ${ringgit(said ?? 0)}, of which ${ringgit(toAsk)} is open`
  yield* beyondBound('asks who pays for', said, sale)
}

function* beyondBound(how: string, sen: number | null, { bound }: Sale): Generator<string> {
  if (sen !== null && bound !== null && sen > bound)
    yield `${how} ${ringgit(sen)}, and without what was given back it is ${ringgit(bound)}`
}

/** Documents that go with it and are of another payment, and the wrong kind of recipient. */
async function* enclosedIn(sql: pg.Client, letter: Letter, told: Told): AsyncGenerator<string> {
  const { mail, sale } = told
  const toStudio = mail.kind.startsWith('studio_')
  const reader = isToFinance(mail) ? sale.finance : sale.email
  if (!toStudio && letter.to.address !== reader) yield `was sent to ${letter.to.address}`
  if (toStudio && letter.to.address === sale.email) yield 'is the studio’s, and went to a customer'
  const ours = sale.payments.map(({ id }) => id)
  for (const { filename } of letter.attachments ?? []) {
    const [, prefix, number] = /^(R|CN|DN)-(\d+)\.pdf$/.exec(filename) ?? []
    if (!prefix) continue
    const kind = { R: 'receipt', CN: 'credit_note', DN: 'debit_note' }[prefix]
    const { rows } = await sql.query<{ id: number; payment: number }>(
      'SELECT id, payment_id AS payment FROM receipts WHERE kind = $1 AND number = $2',
      [kind, Number(number)],
    )
    const [row] = rows
    if (!row || !ours.includes(row.payment)) yield `has a document of something else: ${filename}`
  }
}

/** What a mail says of the way of a refund, and of one that failed. */
function* noteIn(text: string, { sale, all }: Told): Generator<string> {
  if (sentence('credit.bank').test(text) && all.back === 0)
    yield 'says that cash goes back to a card'
  const hasFailed = sale.payments.some(({ reason }) => reason === 'refund_failed')
  if (sentence('debit.preview').test(text) && !hasFailed && whereOf(all, 'stuck') === 0)
    yield 'says that a refund failed, which did not'
}

/**
 * What is untrue in a mail at the moment at which the mail server takes it. Says nothing of one
 * whose sender was stopped on the way: what it had read may have changed meanwhile.
 */
export async function untrueIn(sql: pg.Client, letter: Letter): Promise<string[]> {
  const { rows } = await sql.query<Mail>(
    `SELECT m.id, kind, recipient, m.booking_id, m.order_id, payload, (SELECT told FROM notices n
      WHERE n.audience = CASE WHEN m.kind LIKE 'studio_%' THEN 'studio' ELSE 'customer' END
        AND (n.booking_id = m.booking_id OR n.order_id = m.order_id)
        AND n.id < coalesce((SELECT id FROM notices WHERE mail_id = m.id), 2147483647) ORDER BY n.id DESC LIMIT 1) AS before
      FROM mails m WHERE message_id = $1`,
    [letter.messageId],
  )
  const [mail] = rows
  if (!mail) return [`a mail was sent that is none of ours: ${letter.subject}`]
  if (Operation.current()?.hasPaused) return []
  const isOrder = mail.order_id !== null
  if (!isOrder && mail.booking_id === null) return untrueOfDay(sql, mail)
  const found = await sql.query<Sale>(isOrder ? ORDER : BOOKING, [mail.order_id ?? mail.booking_id])
  const [sale] = found.rows
  if (!sale) return [`mail ${mail.id} (${mail.kind}) is about nothing`]
  const told = { mail, sale, all: placesOf(sale.payments), now: new Date(movedNow()) }
  const text = `${letter.subject} ${letter.text}`.replace(/\s+/g, ' ')
  const problems = Object.entries(isOrder ? OF_ORDERS : OF_BOOKINGS)
    .filter(([path, isSo]) => sentence(path).test(text) && !isSo(told))
    .map(([path]) => `says ${path}, which is not so (${sale.status})`)
  problems.push(...strangersIn(text, told))
  if (mail.kind === 'finance_payment') problems.push(...paymentIn(text, told))
  if (!isToFinance(mail))
    problems.push(
      ...refundsIn(text, told),
      ...(isOrder ? orderIn(text, told) : bookingIn(text, told)),
    )
  for await (const problem of enclosedIn(sql, letter, told)) problems.push(problem)
  problems.push(...noteIn(text, told))
  const about = isOrder ? `order ${sale.id}` : `booking ${sale.id}`
  return problems.map((problem) => `mail ${mail.id} (${mail.kind}) about ${about} ${problem}`)
}

function* bookingIn(text: string, told: Told): Generator<string> {
  const { sale, mail } = told
  yield* amountsIn(text, told)
  if (mail.kind === 'attachment') return
  // The studio's mail about a slip names the booking by its start alone.
  const time = mail.kind === 'studio_slip' ? sale.time : `${sale.time}–`
  if (!text.includes(longDate(sale.date)) || !text.includes(time))
    yield `does not say that it is on ${sale.date} at ${sale.time}`
  const came = acceptedOf(sale) - (mail.before?.acceptedSen ?? 0)
  for (const path of ['upgraded.intro', 'also.paid']) {
    const said = senOf(sentence(path).exec(text)?.groups?.amount)
    if (said !== null && said !== came)
      yield `says that ${ringgit(said)} came, which is ${ringgit(came)}`
  }
  if (mail.kind === 'booking_reminder' && !sentence('reminder.title').test(text))
    yield 'does not say that it is a reminder'
  const before = sentence('rescheduled.before').exec(text)
  if (before && !before[0].includes(longDate(mail.before?.date ?? '')))
    yield 'says another time before'
}

function* orderIn(text: string, { sale, mail }: Told): Generator<string> {
  if (mail.kind === 'attachment') return
  const total = senOf(new RegExp(` Total (${RINGGIT})`).exec(text)?.[1])
  if (total !== sale.total)
    yield `says that it costs ${total === null ? 'nothing' : ringgit(total)}, which is ${ringgit(sale.total)}`
  const due = sentence('orders.order_received.due').exec(text)
  if (due && (sale.due === null || !due[0].includes(longDate(sale.due))))
    yield `promises the video for another day than ${sale.due}`
}

/** What the summary of a day says of today's sessions. */
async function untrueOfDay(sql: pg.Client, { id, kind, payload }: Mail): Promise<string[]> {
  if (kind !== 'studio_summary') return []
  const { rows } = await sql.query<{ id: number; status: string }>(
    `SELECT id, status FROM bookings WHERE id = ANY ($1) AND status NOT IN ('confirmed', 'completed')`,
    [payload.today?.map(({ bookingId }) => bookingId) ?? []],
  )
  return rows.map(
    (row) =>
      `mail ${id} (${kind}) has booking ${row.id} among the sessions, which is ${row.status}`,
  )
}
