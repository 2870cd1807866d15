// What mails promise: each one that leaves is read as its recipient reads it, and every sentence in
// it about money or state is compared with the rows of that moment.
import type pg from 'pg'
import english from '@/messages/en.json'
import { movedNow } from './clock'
import { Operation } from './operation'
import { sandboxNow } from './network'

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
  currency: string
  dispute: string | null
  handled: boolean
}
type Sale = {
  id: number
  email: string
  status: string
  total: number
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
  payload: {
    paymentId?: number
    documentId?: number
    event?: string
    previous?: { date: string; time: string }
    before?: { back: number; returnedAtStudio: number }
    refundedSen?: number
    spans?: { startsAt: string }[]
    today?: { bookingId: number }[]
  }
}

const PAYMENTS = (
  column: string,
) => `coalesce((SELECT json_agg(json_build_object('id', p.id, 'purpose', p.purpose, 'intent', p.stripe_payment_intent_id,
    'status', p.status, 'outcome', p.outcome, 'reason', p.reason, 'refund_reason', p.refund_reason, 'received', (coalesce(p.received_amount, p.amount) * 100)::int,
    'refunded', (p.refunded_amount * 100)::int, 'currency', p.currency, 'dispute', p.dispute_status, 'handled', p.handled_at IS NOT NULL) ORDER BY p.id)
  FROM payments p WHERE p.${column} = sale.id), '[]') AS payments`
const BOOKING = `SELECT id, email, status, (total_amount * 100)::int AS total, date, time, starts_at AS starts, ends_at AS ends, hold_expires_at AS deadline,
    cancel_reason, cancelled_at AS cancelled, EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = sale.id::text
      AND (l.action = 'cancel' OR l.after ->> 'status' = 'cancelled')) AS stopped, NULL AS due, ${PAYMENTS('booking_id')}
  FROM bookings sale WHERE id = $1`
const ORDER = `SELECT id, customer_email AS email, status, (total_amount * 100)::int AS total, to_char(due_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AS due,
    ${PAYMENTS('order_id')} FROM video_editing_orders sale WHERE id = $1`

const PLACES = ['back', 'due', 'stuck', 'owedAtStudio', 'returnedAtStudio'] as const
type Places = Record<'kept' | (typeof PLACES)[number], number>

/** Where the money of some payments is, by the rules once more; in sen, ringgit only. */
export function placesOf(payments: readonly Paid[]): Places {
  const places: Places = {
    ...{ kept: 0, back: 0, due: 0, stuck: 0, owedAtStudio: 0, returnedAtStudio: 0 },
  }
  for (const { status, currency, intent, received, refunded, ...payment } of payments) {
    if (status !== 'succeeded' || currency !== 'myr') continue
    places[intent === null ? 'returnedAtStudio' : 'back'] += Math.min(refunded, received)
    if (payment.dispute === 'lost') continue
    const isStudioRefund =
      payment.outcome === 'needs_attention' && payment.reason === 'offline_refund'
    const place =
      payment.outcome === 'refund_due'
        ? 'due'
        : isStudioRefund && !payment.handled
          ? 'owedAtStudio'
          : isStudioRefund || (payment.outcome === 'confirmed' && payment.dispute !== 'chargeback')
            ? 'kept'
            : 'stuck'
    places[place] += Math.max(received - refunded, 0)
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
type Told = { mail: Mail; sale: Sale; paid: Paid[]; all: Places; own: Places; now: Date }

const isOver = ({ sale, now }: Told): boolean => sale.ends <= now
const isKept = ({ sale }: Told): boolean =>
  sale.payments.some(({ outcome }) => outcome === 'confirmed')
const isForNothing = ({ paid }: Told): boolean =>
  paid.every(({ outcome }) => outcome !== 'confirmed')

/** Each sentence about money or state, and when it is true; about bookings. */
const OF_BOOKINGS: Record<string, (told: Told) => boolean> = {
  'confirmed.title': (told) => ACTIVE.includes(told.sale.status) && !isOver(told),
  'confirmed.intro': ({ all, sale }) => all.kept >= sale.total && sale.total > 0,
  'confirmed.intro_free': ({ sale }) => sale.total === 0,
  'paid_after.intro': (told) =>
    ACTIVE.includes(told.sale.status) && isOver(told) && !isForNothing(told),
  'unpaid.intro': (told) =>
    told.sale.status === 'pending' &&
    told.sale.deadline === null &&
    told.all.kept < told.sale.total &&
    !isOver(told),
  'rescheduled.title': (told) => told.sale.status !== 'cancelled' && !isOver(told),
  'rescheduled.intro': ({ all, sale }) => all.kept >= sale.total,
  'rescheduled.unpaid': ({ all, sale }) =>
    sale.status === 'pending' && sale.deadline === null && all.kept < sale.total,
  'reminder.title': ({ sale, now, mail }) =>
    sale.status === 'confirmed' &&
    sale.starts > now &&
    sale.starts.getTime() - now.getTime() <= 24 * 3_600_000 &&
    new Date(mail.payload.spans?.[0]?.startsAt ?? 0).getTime() === sale.starts.getTime(),
  'upgraded.title': ({ sale }) => ACTIVE.includes(sale.status),
  'upgrade_refund.title': isForNothing,
  'upgrade_refund.rest': ({ sale }) => sale.status !== 'cancelled',
  'upgrade_refund.intro_cancelled': ({ sale }) => sale.stopped,
  'cancelled.title': ({ sale }) => sale.status === 'cancelled',
  'cancelled.refund_none': ({ all }) => all.kept > 0,
  'late.title': (told) => isForNothing(told),
  'late.intro': ({ paid }) => paid.every((one) => reasonOf(one) !== 'cancelled'),
  'late.intro_cancelled': ({ sale }) => sale.stopped,
  'studio.intro': ({ paid }) => paid.every((one) => reasonOf(one) !== 'cancelled'),
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
  'orders.order_refunded.studio': (told) => !PAID_ORDER.includes(told.sale.status),
  'notice.order.intro': ({ sale }) => PAID_ORDER.includes(sale.status),
}
const reasonOf = ({ reason, refund_reason }: Paid) =>
  reason === 'refund_failed' ? refund_reason : reason

/** Mails that say where the money is, and of which payments; the others say nothing of it. */
const TELL_REFUNDS: Record<string, { prefix: string; of: 'all' | 'own' }> = {
  booking_cancelled: { prefix: 'refund', of: 'all' },
  upgrade_refund: { prefix: 'refund', of: 'own' },
  late_payment_refund: { prefix: 'refund', of: 'own' },
  order_refunded: { prefix: 'refund', of: 'own' },
  late_payment_studio: { prefix: 'studio', of: 'own' },
}
const AT_STRIPE = ['back', 'due', 'stuck'] as const

/** What a mail says of money that is not kept, compared with where it is. */
function* refundsIn(text: string, told: Told): Generator<string> {
  const { mail } = told
  const telling = TELL_REFUNDS[mail.kind]
  for (const prefix of ['refund', 'studio'] as const)
    for (const place of prefix === 'studio' ? AT_STRIPE : PLACES) {
      const said = senOf(sentence(`${prefix}.${place}`).exec(text)?.groups?.amount)
      const known = telling?.prefix === prefix ? told[telling.of][place] : 0
      const expected = Math.max(known - toldBefore(told, place), 0)
      if ((said ?? 0) !== expected)
        yield `says ${said === null ? 'nothing' : ringgit(said)} of money that is "${place}", which is ${ringgit(expected)}`
    }
}

/** What had gone back before what the mail is about, and is not told again. */
function toldBefore({ mail, own, sale }: Told, place: string): number {
  if (mail.kind === 'order_refunded')
    return place === 'back' ? Math.max(own.back - (mail.payload.refundedSen ?? 0), 0) : 0
  if (mail.kind !== 'booking_cancelled') return 0
  if (place === 'returnedAtStudio') return mail.payload.before?.returnedAtStudio ?? 0
  if (place !== 'back') return 0
  // No more than Stripe had refunded by then.
  const until = ((sale.cancelled?.getTime() ?? 0) + 5_000) / 1_000
  const intents = sale.payments.map(({ intent }) => intent)
  const most = sandboxNow()
    .store.all('refund')
    .filter((one) => intents.includes(String(one.payment_intent)) && one.created <= until)
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.min(mail.payload.before?.back ?? 0, most)
}

/** The amounts of a booking: its price, what is kept for it, and what is still to be paid. */
function* amountsIn(text: string, { sale, all, mail }: Told): Generator<string> {
  const of = (label: string) => senOf(new RegExp(` ${label} (${RINGGIT})`).exec(text)?.[1])
  const [paid, kept, open] = [of('Total paid'), of('Paid so far'), of('Still to pay')]
  const total = paid ?? of('Total')
  // A late payment's mail shows what was paid, perhaps for an upgrade alone.
  const isOfPayment = mail.kind.startsWith('late_payment')
  if (total !== null && !isOfPayment && total !== sale.total)
    yield `says that it costs ${ringgit(total)}, which is ${ringgit(sale.total)}`
  if (paid !== null && all.kept < sale.total)
    yield `says that all is paid, of which ${ringgit(all.kept)} is kept`
  if (kept !== null && kept !== all.kept)
    yield `says that ${ringgit(kept)} is paid so far, which is ${ringgit(all.kept)}`
  if (open !== null && open !== sale.total - all.kept)
    yield `asks for ${ringgit(open)}, of which ${ringgit(sale.total - all.kept)} is open`
  if (mail.kind === 'booking_unpaid' && open === null && all.kept + all.back + all.stuck === 0)
    yield 'does not say what is to be paid'
}

const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Documents that go with it and are of another payment, and the wrong kind of recipient. */
async function* enclosedIn(sql: pg.Client, letter: Letter, told: Told): AsyncGenerator<string> {
  const { mail, sale } = told
  const toStudio = mail.kind.startsWith('studio_') || mail.kind === 'late_payment_studio'
  if (!toStudio && letter.to.address !== sale.email) yield `was sent to ${letter.to.address}`
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
    const { paymentId, documentId } = mail.payload
    if (!row || !ours.includes(row.payment)) yield `has a document of something else: ${filename}`
    else if (paymentId !== undefined && row.payment !== paymentId)
      yield `has a document of another payment: ${filename}`
    else if (documentId !== undefined && row.id !== documentId)
      yield `has another document: ${filename}`
  }
}

type Note = { kind: string; intent: string | null; refund: string | null; reversed: boolean }

/** A mail with a note, compared with the note and the refund that it is about. */
async function* noteIn(sql: pg.Client, text: string, { mail }: Told): AsyncGenerator<string> {
  if (mail.kind !== 'credit_note' && mail.kind !== 'debit_note') return
  const { rows } = await sql.query<Note>(
    `SELECT r.kind, p.stripe_payment_intent_id AS intent, r.stripe_refund_id AS refund, EXISTS (SELECT 1 FROM receipts d WHERE d.payment_id = r.payment_id
        AND d.kind = 'debit_note' AND d.stripe_refund_id = r.stripe_refund_id) AS reversed
      FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1`,
    [mail.payload.documentId],
  )
  const [note] = rows
  if (note?.kind !== mail.kind) yield `is about a ${note?.kind ?? 'document that is not'}`
  if (!note) return
  if (sentence('credit.bank').test(text) && note.intent === null)
    yield 'says that cash goes back to a card'
  if (sentence('debit.bank').test(text) && !note.reversed)
    yield 'says that a refund failed, which did not'
}

/**
 * What is untrue in a mail at the moment at which the mail server takes it. Says nothing of one
 * whose sender was stopped on the way: what it had read may have changed meanwhile.
 */
export async function untrueIn(sql: pg.Client, letter: Letter): Promise<string[]> {
  const { rows } = await sql.query<Mail>(
    'SELECT id, kind, recipient, booking_id, order_id, payload FROM mails WHERE message_id = $1',
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
  const paid = sale.payments.filter(({ id }) => id === mail.payload.paymentId)
  const [all, own] = [placesOf(sale.payments), placesOf(paid)]
  const told = { mail, sale, paid, all, own, now: new Date(movedNow()) }
  const text = `${letter.subject} ${letter.text}`.replace(/\s+/g, ' ')
  const problems = Object.entries(isOrder ? OF_ORDERS : OF_BOOKINGS)
    .filter(([path, isSo]) => sentence(path).test(text) && !isSo(told))
    .map(([path]) => `says ${path}, which is not so (${sale.status})`)
  problems.push(
    ...refundsIn(text, told),
    ...(isOrder ? orderIn(text, told) : bookingIn(text, told)),
  )
  for await (const problem of enclosedIn(sql, letter, told)) problems.push(problem)
  for await (const problem of noteIn(sql, text, told)) problems.push(problem)
  const about = isOrder ? `order ${sale.id}` : `booking ${sale.id}`
  return problems.map((problem) => `mail ${mail.id} (${mail.kind}) about ${about} ${problem}`)
}

function* bookingIn(text: string, told: Told): Generator<string> {
  const { sale, mail, paid } = told
  yield* amountsIn(text, told)
  if (mail.kind === 'credit_note' || mail.kind === 'debit_note' || mail.kind === 'attachment')
    return
  if (!text.includes(longDate(sale.date)) || !text.includes(`${sale.time}–`))
    yield `does not say that it is on ${sale.date} at ${sale.time}`
  const upgraded = senOf(sentence('upgraded.intro').exec(text)?.groups?.amount)
  if (upgraded !== null && upgraded !== paid[0]?.received)
    yield `says that ${ringgit(upgraded)} came for an upgrade, which is ${ringgit(paid[0]?.received ?? 0)}`
  const { previous } = mail.payload
  if (mail.kind === 'booking_reminder' && !sentence('reminder.title').test(text))
    yield 'does not say that it is a reminder'
  const before = sentence('rescheduled.before').exec(text)
  if (before && previous && !before[0].includes(longDate(previous.date)))
    yield 'says another time before'
}

function* orderIn(text: string, { sale, mail }: Told): Generator<string> {
  if (mail.kind === 'credit_note' || mail.kind === 'debit_note' || mail.kind === 'attachment')
    return
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
