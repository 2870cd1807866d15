import type { Duration } from '@/lib/availability/rules'
import { senOf } from '@/lib/money'
import { isOurCurrency, moneyOf, type Money, type PaymentMoney } from '@/lib/sales/money'

// What somebody has been told about a booking or an order, and what is still to be told: by the facts
// of now and the facts told last alone. How it came to be so decides nothing.

/**
 * `none`: nothing is promised, as for an unpaid hold; `waits`: for its payment or the studio, without a
 * deadline; `stands`; `done`; `ended`: cancelled, or refunded.
 */
export type Standing = 'none' | 'waits' | 'stands' | 'done' | 'ended'

/** Money that was not accepted, and why. */
export type Refused = {
  paymentId: number
  why: 'late' | 'cancelled' | 'duplicate'
  isUpgrade: boolean
}

/** Where the money is, in sen; see `moneyOf`. */
type Sums = Pick<
  Money,
  'settledSen' | 'dueSen' | 'atStudioSen' | 'stuckSen' | 'backSen' | 'returnedSen' | 'lostSen'
>

export type MoneyFacts = Sums & {
  /** All that ever came and was accepted. */
  acceptedSen: number
  /** What is here only because its refund failed: all of a payment, or a part. */
  failedSen: number
  dispute: 'open' | 'lost' | null
  refused: Refused[]
}

type Shared = MoneyFacts & {
  standing: Standing
  /** It stood once, or money was accepted for it: the customer knows of it without any mail. */
  isKnown: boolean
  totalSen: number
  /** What the customer is asked to pay. */
  owedSen: number
  /** Ids of receipts and notes. */
  documents: number[]
}

export type BookingTold = Shared & {
  date: string
  time: string
  /** The starts of its days, as instants. */
  starts: string[]
  /** The room, by its studio. */
  room: number
  duration: Duration
  hours: number
  /** Service and hours, as text. */
  addOns: string[]
}

export type OrderTold = Shared & {
  /** The day for which the edit is promised. */
  due: string | null
  hasFootage: boolean
  /** How often it was delivered. */
  round: number
}

/** What a notice says first, by which its subject is chosen. */
const MONEY_SAYS = ['late', 'dispute', 'refund_failed', 'refund', 'documents'] as const
export const BOOKING_SAYS = [
  ...(['confirmed', 'unpaid', 'pending', 'paid', 'completed', 'restored', 'cancelled'] as const),
  ...(['moved', 'upgraded', 'upgrade_refund'] as const),
  ...MONEY_SAYS,
] as const
export type BookingSays = (typeof BOOKING_SAYS)[number]
export type OrderSays =
  ('received' | 'part' | 'footage' | 'delivered' | 'resumed' | 'ended' | 'duplicate') | MoneySays
type MoneySays = (typeof MONEY_SAYS)[number]

/** What is to be told: all that has changed since what was told last. Amounts in sen. */
export type News<Says = BookingSays | OrderSays> = {
  says: Says
  moved: boolean
  extended: boolean
  /** Accepted since. */
  paidSen: number
  /** Gone back, or given back at the studio, since. */
  backSen: number
  returnedSen: number
  /** Where the rest of what does not stay is now; zero where that is no news. */
  dueSen: number
  atStudioSen: number
  stuckSen: number
  /** What became of a dispute. */
  dispute: 'opened' | 'lost' | 'over' | null
  refused: Refused[]
  documents: number[]
}

const REFUSED = ['late', 'cancelled', 'duplicate'] as const
// Another sum than was due, or from an unknown source: the administrator decides.
const UNDECIDED = ['amount_mismatch', 'unmatched']

type Paid = PaymentMoney & { id: number; purpose: string; refundReason: string | null }

const whyOf = ({ reason, refundReason }: Paid): string | null =>
  reason === 'refund_failed' ? refundReason : reason

/** The facts about the money of one booking or order; `payments` are all of its payments. */
export function moneyFacts(payments: readonly Paid[]): MoneyFacts {
  const received = payments.filter((one) => one.outcome !== null && isOurCurrency(one))
  const refused = received.flatMap((one): Refused[] => {
    const why = REFUSED.find((reason) => reason === whyOf(one))
    return why ? [{ paymentId: one.id, why, isUpgrade: one.purpose === 'upgrade' }] : []
  })
  const isAccepted = (one: Paid) =>
    !refused.some(({ paymentId }) => paymentId === one.id) &&
    (one.outcome === 'confirmed' || !UNDECIDED.includes(whyOf(one) ?? ''))
  const accepted = received.filter(isAccepted)
  const failed = received.filter(
    ({ outcome, reason }) => outcome === 'needs_attention' && reason === 'refund_failed',
  )
  const money = moneyOf(payments)
  const { settledSen, dueSen, atStudioSen, backSen, returnedSen, lostSen } = money
  const { partFailedSen } = money
  return {
    ...{ settledSen, dueSen, atStudioSen, backSen, returnedSen, lostSen },
    stuckSen: money.stuckSen + partFailedSen,
    acceptedSen: accepted.reduce((sum, one) => sum + senOf(one.receivedAmount ?? one.amount), 0),
    failedSen: moneyOf(failed).stuckSen + partFailedSen,
    dispute: disputeOf(received),
    refused,
  }
}

function disputeOf(payments: readonly Paid[]): MoneyFacts['dispute'] {
  if (payments.some(({ disputeStatus }) => disputeStatus === 'chargeback')) return 'open'
  return payments.some(({ lostAmount }) => senOf(lostAmount) > 0) ? 'lost' : null
}

const NO_MONEY: Omit<Shared, 'standing' | 'isKnown' | 'totalSen' | 'settledSen' | 'stuckSen'> = {
  ...{ acceptedSen: 0, failedSen: 0, dueSen: 0, atStudioSen: 0, backSen: 0, returnedSen: 0 },
  ...{ lostSen: 0, owedSen: 0, dispute: null, refused: [], documents: [] },
}

type Changes = Omit<News, 'says'> & { isFailed: boolean; isRefunded: boolean }

/** What has changed of the money and the documents. */
function changesOf(told: Shared | null, now: Shared): Changes {
  const before = told ?? NO_MONEY
  const rise = (name: 'acceptedSen' | 'backSen' | 'returnedSen' | 'failedSen') =>
    Math.max(0, now[name] - before[name])
  const moved = (name: 'dueSen' | 'atStudioSen') => (now[name] > before[name] ? now[name] : 0)
  const known = new Set(before.refused.map(({ paymentId }) => paymentId))
  const backSen = rise('backSen')
  const returnedSen = rise('returnedSen')
  const [dueSen, atStudioSen] = [moved('dueSen'), moved('atStudioSen')]
  return {
    ...{ moved: false, extended: false, backSen, returnedSen, dueSen, atStudioSen, stuckSen: 0 },
    paidSen: rise('acceptedSen'),
    dispute: disputeNews(before, now),
    refused: now.refused.filter(({ paymentId }) => !known.has(paymentId)),
    documents: now.documents.filter((id) => !before.documents.includes(id)),
    // What did not arrive was told as a refund.
    isFailed: rise('failedSen') > 0 || now.backSen < before.backSen,
    isRefunded: backSen + returnedSen + dueSen + atStudioSen > 0,
  }
}

type Disputed = Pick<MoneyFacts, 'dispute' | 'lostSen'>

function disputeNews(before: Disputed, now: Disputed): News['dispute'] {
  if (before.dispute === now.dispute) return null
  if (now.dispute === 'open') return 'opened'
  // Another dispute had been lost before this one was won.
  const isWon = before.lostSen > 0 && before.lostSen === now.lostSen
  return now.dispute === 'lost' && !isWon ? 'lost' : 'over'
}

/** What a change of the money says where nothing else has changed. */
function moneySays({ dispute, isFailed, isRefunded, documents }: Changes): MoneySays | null {
  if (dispute) return 'dispute'
  if (isFailed) return 'refund_failed'
  if (isRefunded) return 'refund'
  return documents.length > 0 ? 'documents' : null
}

// A notice that says one of these names all money that does not stay.
const ABOUT_MONEY: readonly (BookingSays | OrderSays)[] = [
  ...(['cancelled', 'upgrade_refund', 'late', 'ended', 'duplicate'] as const),
  ...(['refund_failed', 'refund'] as const),
]

function newsOf<Says extends BookingSays | OrderSays>(
  says: Says | null,
  { isFailed: _failed, isRefunded: _refunded, ...changes }: Changes,
  { dueSen, atStudioSen, stuckSen }: Shared,
): News<Says> | null {
  if (says === null) return null
  return { ...changes, says, ...(ABOUT_MONEY.includes(says) && { dueSen, atStudioSen, stuckSen }) }
}

/** Null: nothing. `isOver`: the session has ended, so nobody is invited to it. */
export function bookingNews(
  told: BookingTold | null,
  now: BookingTold,
  isOver: boolean,
): News<BookingSays> | null {
  const takesPlace = ['waits', 'stands', 'done'].includes(now.standing)
  const changes = {
    ...changesOf(told, now),
    moved: told !== null && takesPlace && !isOver && isMoved(told, now),
    extended: told !== null && takesPlace && isExtended(told, now),
  }
  const says = standingSays(told, now, isOver) ?? otherSays(told, now, changes, isOver)
  return newsOf(says, changes, now)
}

function standingSays(
  told: BookingTold | null,
  now: BookingTold,
  isOver: boolean,
): BookingSays | null {
  const before = told?.standing ?? 'none'
  const { standing } = now
  if (before === standing || standing === 'none') return null
  if (standing === 'ended') return before !== 'none' || now.isKnown ? 'cancelled' : null
  if (standing === 'waits' && isOver) return before === 'none' ? null : 'pending'
  if (standing === 'waits') return now.owedSen > 0 ? 'unpaid' : 'pending'
  return isOver ? endedSays(told, now) : standsSays(before, standing)
}

const standsSays = (before: Standing, standing: Standing): BookingSays =>
  before === 'ended' ? 'restored' : standing === 'done' ? 'completed' : 'confirmed'

/** What is said of a session that is over. Whoever was there needs no mail about it. */
function endedSays(told: BookingTold | null, now: BookingTold): BookingSays | null {
  const before = told?.standing ?? 'none'
  if (before === 'stands' || before === 'done') return null
  if (before === 'ended') return 'restored'
  if (now.acceptedSen > (told?.acceptedSen ?? 0)) return 'paid'
  if (before === 'none') return null
  return now.standing === 'done' ? 'completed' : 'restored'
}

function otherSays(
  told: BookingTold | null,
  now: BookingTold,
  changes: Changes,
  isOver: boolean,
): BookingSays | null {
  const refused = changes.refused.filter(({ why }) => why !== 'duplicate')
  if (refused.length > 0) return refused.some((one) => !one.isUpgrade) ? 'late' : 'upgrade_refund'
  if (changes.moved) return 'moved'
  if (changes.extended) return 'upgraded'
  const { owedSen = 0 } = told ?? {}
  if (now.standing === 'waits' && told && now.owedSen > owedSen && !isOver) return 'unpaid'
  if (now.standing === 'none' || (told === null && now.standing !== 'ended')) return null
  if (changes.paidSen > 0 && now.standing !== 'ended') return 'paid'
  return moneySays(changes)
}

const isMoved = (told: BookingTold, now: BookingTold): boolean =>
  told.room !== now.room || told.starts.join() !== now.starts.join()

const isExtended = (told: BookingTold, now: BookingTold): boolean =>
  told.duration !== now.duration ||
  told.hours !== now.hours ||
  told.totalSen !== now.totalSen ||
  told.addOns.join() !== now.addOns.join()

/** What is to be told about an order; null when nothing is. */
export function orderNews(told: OrderTold | null, now: OrderTold): News<OrderSays> | null {
  const changes = changesOf(told, now)
  return newsOf(orderSays(told, now, changes), changes, now)
}

function orderSays(told: OrderTold | null, now: OrderTold, changes: Changes): OrderSays | null {
  const before = told?.standing ?? 'none'
  const stands = now.standing === 'stands' || now.standing === 'done'
  if (now.standing === 'ended' && before !== 'ended' && (before !== 'none' || now.isKnown))
    return 'ended'
  if (before === 'ended' && stands) return 'resumed'
  if ((before === 'none' || before === 'waits') && stands) return newOrderSays(told, now)
  if (changes.refused.length > 0)
    return stands && changes.refused.some(({ why }) => why === 'duplicate') ? 'duplicate' : 'late'
  const news = stands ? editSays(told, now) : null
  if (news !== null || now.standing === 'none') return news
  return orderMoneySays(now, changes)
}

function orderMoneySays({ standing }: OrderTold, changes: Changes): OrderSays | null {
  if (changes.paidSen === 0) return moneySays(changes)
  if (standing === 'waits') return 'part'
  return standing === 'stands' || standing === 'done' ? 'received' : moneySays(changes)
}

/** Nothing while all of its money is going back: the order ends with that. */
function newOrderSays(told: OrderTold | null, now: OrderTold): OrderSays | null {
  if (now.settledSen === 0 && now.dueSen > 0) return null
  return editSays(told, now) === 'delivered' ? 'delivered' : 'received'
}

/** What is said of the edit itself. */
function editSays(told: OrderTold | null, now: OrderTold): 'delivered' | 'footage' | null {
  if (now.standing === 'done' && now.round > (told?.round ?? 0)) return 'delivered'
  const isPromised = now.due !== null && now.due !== (told?.due ?? null)
  return isPromised || (now.hasFootage && !told?.hasFootage) ? 'footage' : null
}

export type StudioEvent = 'made' | 'moved' | 'upgraded' | 'cancelled' | 'late'

const STUDIO_EVENTS: Partial<Record<BookingSays, StudioEvent>> = {
  ...{ confirmed: 'made', restored: 'made', completed: 'made', paid: 'made' },
  ...{ moved: 'moved', upgraded: 'upgraded', cancelled: 'cancelled' },
  ...{ late: 'late', upgrade_refund: 'late' },
}

/**
 * What the studio itself is told of a booking: its time and price, and money that came too late. The
 * rest it has done itself, or finds under Needs attention.
 */
export function studioNews(
  told: BookingTold | null,
  now: BookingTold,
  isOver: boolean,
): (News<BookingSays> & { event: StudioEvent }) | null {
  // The studio set it to pending, or completed, itself.
  const isOwnStep =
    now.standing === 'waits' || (told?.standing === 'stands' && now.standing === 'done')
  const standing = isOwnStep ? (told?.standing ?? 'none') : now.standing
  const news = bookingNews(told && withoutMoney(told), { ...withoutMoney(now), standing }, isOver)
  const event = news && STUDIO_EVENTS[news.says]
  return event ? { ...news, event } : null
}

const withoutMoney = (told: BookingTold): BookingTold => ({
  ...told,
  ...NO_MONEY,
  acceptedSen: told.isKnown ? 1 : 0,
  refused: told.refused,
})

/**
 * What the finance contact was asked for: the sum, all that had come by then, and by which link (a hash of
 * it).
 */
export type FinanceTold = { owedSen: number; acceptedSen: number; link: string }

/** The same sum by the same link is asked for once, and again only after money has come. */
export const isToAsk = (told: FinanceTold | null, now: FinanceTold): boolean =>
  now.owedSen > 0 &&
  (told?.owedSen !== now.owedSen || told.acceptedSen !== now.acceptedSen || told.link !== now.link)
