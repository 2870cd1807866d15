import { senOf, withTax, type Stored, type Tax } from '@/lib/money'

/** The currency of everything that is sold, as Stripe writes it. */
export const CURRENCY = 'myr'

/** How the studio receives money itself. */
export const STUDIO_METHODS = ['cash', 'duitnow', 'transfer', 'terminal'] as const
export type StudioMethod = (typeof STUDIO_METHODS)[number]

/** Where the studio did not say how it received money. */
export const UNSAID_METHOD = 'offline'

/** True for money that was paid at the studio, and goes back there. */
export const isStudioMethod = (method: string | null): boolean =>
  PAID_AT_STUDIO.some((one) => one === method)
export const PAID_AT_STUDIO = [...STUDIO_METHODS, UNSAID_METHOD] as const
/** Each goes back another way: what is said of it is said for each. */
export type PaidAtStudio = (typeof PAID_AT_STUDIO)[number]

export const studioMethodOf = (method: string | null): PaidAtStudio =>
  PAID_AT_STUDIO.find((one) => one === method) ?? UNSAID_METHOD

/** What became of money that waited for a decision, once somebody has looked after it. */
export const HANDLED_AS = ['kept', 'given_back'] as const
export type HandledAs = (typeof HANDLED_AS)[number]

/** Stripe's minimum charge; nothing that costs less can be paid online. */
export const MIN_CHARGE_SEN = 200

/** True for a total that is neither free nor enough for Stripe. */
export const isTooSmall = (totalSen: number): boolean => totalSen > 0 && totalSen < MIN_CHARGE_SEN

// How many hours a length has at least, and so how small a total each rate can make.
const LEAST_HOURS = { hourlyRate: 1, halfDayRate: 4, fullDayRate: 8, weeklyRate: 40 } as const
type ChargedRate = keyof typeof LEAST_HOURS

/**
 * The rates of a service (as they are stored) that make a session with a total that cannot be paid
 * online. None for an add-on, which is only sold with a session.
 */
export const tooSmallRates = (
  { isAddOn }: { isAddOn: boolean },
  rates: Partial<Record<ChargedRate, Stored | null | undefined>>,
  tax: Tax,
): ChargedRate[] =>
  isAddOn
    ? []
    : (Object.keys(LEAST_HOURS) as ChargedRate[]).filter((name) =>
        isTooSmall(withTax(senOf(rates[name] ?? '0') * LEAST_HOURS[name], tax).totalSen),
      )

/** Stripe's states in which a payment may be in progress: the hold is kept (docs/decisions/020 C1). */
export const isInFlight = (status: string): boolean =>
  ['processing', 'requires_action', 'requires_confirmation', 'requires_capture'].includes(status)

/** How long a step at the payer's bank is waited for, in minutes; after that they have left it. */
const BANK_STEP_MINUTES = 60

/** Somebody may be paying it at `now`; only what Stripe is processing lasts longer than a step at a bank. */
export const isBeingPaid = (
  { status, createdAt }: { status: string; createdAt: Date },
  now: Date,
): boolean =>
  status === 'processing' ||
  (isInFlight(status) && now.getTime() - createdAt.getTime() < BANK_STEP_MINUTES * 60_000)

/** The columns of a payment that say where its money is. */
export const MONEY_COLUMNS = {
  stripePaymentIntentId: true,
  status: true,
  outcome: true,
  reason: true,
  amount: true,
  receivedAmount: true,
  refundedAmount: true,
  returnedAmount: true,
  partDue: true,
  offPrice: true,
  partFailed: true,
  refundStatus: true,
  currency: true,
  disputeStatus: true,
  disputedAmount: true,
  lostAmount: true,
  handledAt: true,
  handledAs: true,
  method: true,
} as const

export type PaymentMoney = {
  stripePaymentIntentId: string | null
  status: string
  outcome: string | null
  reason: string | null
  amount: Stored
  receivedAmount: Stored | null
  refundedAmount: Stored
  returnedAmount: Stored
  partDue: Stored
  offPrice: Stored
  partFailed: Stored
  refundStatus: string | null
  currency: string
  disputeStatus: string | null
  disputedAmount: Stored
  lostAmount: Stored
  handledAt: Date | null
  handledAs: string | null
  method: string | null
}

/**
 * What is left here of one payment, in sen of its own currency: what was received, less refunds that
 * arrived or are on their way, less what disputes took for good. A refund that failed took nothing.
 */
export function keptOf(payment: PaymentMoney): number {
  if (payment.outcome === null) return 0
  const goneSen = senOf(payment.refundedAmount) + senOf(payment.lostAmount)
  return Math.max(0, receivedOf(payment) - goneSen)
}

/** What of it the owner gives back in parts, and Stripe does not list yet. */
const partDueOf = (payment: PaymentMoney): number =>
  Math.min(senOf(payment.partDue), keptOf(payment))

/** What of it a bank has taken back until it decides. An inquiry only asks: that money is still here. */
const heldOf = (payment: PaymentMoney): number =>
  payment.disputeStatus === 'chargeback'
    ? Math.min(senOf(payment.disputedAmount), keptOf(payment) - partDueOf(payment))
    : 0

/** What can be given back of one payment: kept, settled, neither on its way back nor held by a bank. */
export const refundablePartOf = (payment: PaymentMoney): number =>
  payment.outcome === 'confirmed' ? keptOf(payment) - partDueOf(payment) - heldOf(payment) : 0

/** What of a payment that is kept otherwise could not go back, and nobody has looked after. */
export const failedPartOf = (payment: PaymentMoney): number =>
  payment.outcome === 'confirmed' &&
  payment.reason === 'refund_failed' &&
  payment.handledAt === null
    ? Math.min(senOf(payment.partFailed), refundablePartOf(payment))
    : 0

/** What banks want back of it now, else what they took, in sen. */
export const contestedOf = ({
  disputedAmount,
  lostAmount,
}: Pick<PaymentMoney, 'disputedAmount' | 'lostAmount'>): number =>
  senOf(disputedAmount) || senOf(lostAmount)

/** True while a bank has not decided about a dispute of it. */
export const isBeingDisputed = ({ disputeStatus }: Pick<PaymentMoney, 'disputeStatus'>): boolean =>
  disputeStatus === 'inquiry' || disputeStatus === 'chargeback'

const receivedOf = ({ receivedAmount, amount }: PaymentMoney) => senOf(receivedAmount ?? amount)

/** Where money that was received is: each sen of it in exactly one of these places. */
type Place = 'settled' | 'due' | 'atStudio' | 'stuck' | 'back' | 'returned' | 'lost'

/**
 * Where the money of one booking or order is, in sen of `CURRENCY`.
 *
 * - `settledSen`: here, for what it was paid for
 * - `dueSen`: here, and Stripe is being asked to give it back
 * - `atStudioSen`: here, and to be given back by the studio, which received it itself; `toReturn` of it
 *   came in each way
 * - `stuckSen`: here, and none of these: its refund failed, a bank holds it until a dispute is decided,
 *   or the administrator has to decide; `failedSen` is the part of it whose refund failed and was not
 *   looked after, `lookedAfterSen` the part that the administrator has looked after, of which
 *   `notedKeptSen` is kept and `notedBackSen` was given back without a record
 * - `backSen`: given back, or on its way at the bank, which `arrivingSen` of it is
 * - `returnedSen`: given back by the studio itself
 * - `lostSen`: lost in disputes
 */
export type Money = Record<`${Place}Sen`, number> & {
  failedSen: number
  /** Of `settledSen`, what was to go back in parts and could not. */
  partFailedSen: number
  lookedAfterSen: number
  notedKeptSen: number
  notedBackSen: number
  arrivingSen: number
  toReturn: Record<PaidAtStudio, number>
  /** What the owner gave back, or gives back, in parts: the price is lower by it. */
  offPriceSen: number
  /** Here now, whatever it is for: the first four together. */
  keptSen: number
  /** A payment is in progress: what was received may change at any moment. */
  inProgress: boolean
  /** Money of another currency waits here for a decision: these sums do not contain it. */
  isMixed: boolean
}

/**
 * Where the money of one booking or order is: the one source of sentences and decisions about it.
 * `payments` are all of its payments, whatever their outcome or purpose.
 */
export function moneyOf(payments: readonly PaymentMoney[]): Money {
  const money = {
    ...{
      settledSen: 0,
      dueSen: 0,
      atStudioSen: 0,
      stuckSen: 0,
      backSen: 0,
      returnedSen: 0,
      lostSen: 0,
    },
    ...{ failedSen: 0, partFailedSen: 0, lookedAfterSen: 0, notedKeptSen: 0, notedBackSen: 0 },
    ...{ arrivingSen: 0, offPriceSen: 0 },
    toReturn: { cash: 0, duitnow: 0, transfer: 0, terminal: 0, offline: 0 },
  }
  const received = payments.filter(({ outcome }) => outcome !== null)
  const ours = received.filter(isOurCurrency)
  for (const payment of ours) {
    const backSen = Math.min(senOf(payment.refundedAmount), receivedOf(payment))
    const isAtStudio = payment.stripePaymentIntentId === null
    const returnedSen = isAtStudio ? backSen : Math.min(senOf(payment.returnedAmount), backSen)
    money.returnedSen += returnedSen
    money.backSen += backSen - returnedSen
    if (payment.refundStatus === 'pending') money.arrivingSen += backSen - returnedSen
    money.offPriceSen += senOf(payment.offPrice)
    const lostSen = Math.min(senOf(payment.lostAmount), receivedOf(payment) - backSen)
    money.lostSen += lostSen
    const partDueSen = partDueOf(payment)
    money.dueSen += partDueSen
    const place = placeOf(payment)
    const leftSen = receivedOf(payment) - backSen - lostSen - partDueSen
    const stuckSen = place === 'stuck' ? leftSen : place === 'settled' ? heldOf(payment) : 0
    if (place !== 'stuck') money[`${place}Sen`] += leftSen - stuckSen
    if (place === 'atStudio') money.toReturn[studioMethodOf(payment.method)] += leftSen - stuckSen
    money.stuckSen += stuckSen
    money.partFailedSen += failedPartOf(payment)
    if (payment.handledAt !== null) {
      money.lookedAfterSen += stuckSen
      if (payment.handledAs === 'kept') money.notedKeptSen += stuckSen
      if (payment.handledAs === 'given_back') money.notedBackSen += stuckSen
    } else if (payment.reason === 'refund_failed') money.failedSen += stuckSen
  }
  return {
    ...money,
    keptSen: money.settledSen + money.dueSen + money.atStudioSen + money.stuckSen,
    inProgress: payments.some(({ status }) => isInFlight(status)),
    isMixed: received.some(
      (payment) => !isOurCurrency(payment) && payment.handledAt === null && keptOf(payment) > 0,
    ),
  }
}

/** Where what is left of a payment is, but for what a bank holds. */
function placeOf(payment: PaymentMoney): 'settled' | 'due' | 'atStudio' | 'stuck' {
  const { outcome, reason, handledAt } = payment
  if (outcome === 'refund_due') return 'due'
  // The owner kept what was to be given back at the studio once they have looked after it.
  if (outcome === 'needs_attention' && reason === 'offline_refund')
    return handledAt === null ? 'atStudio' : 'settled'
  return outcome === 'confirmed' ? 'settled' : 'stuck'
}

/** True for money in the currency of what is sold. */
export const isOurCurrency = ({ currency }: { currency: string }): boolean =>
  currency.toLowerCase() === CURRENCY

/** What a refund of everything would send back now: kept, and not going back yet. */
export const refundableOf = ({ keptSen, dueSen, atStudioSen }: Money): number =>
  keptSen - dueSen - atStudioSen

/**
 * What is still to be paid for something that costs `totalSen`, in sen, never below zero. Money that
 * is going back pays for nothing; what the owner gave back on purpose is not owed again.
 */
export const owedOf = (totalSen: number, money: Money): number =>
  Math.max(0, totalSen - money.offPriceSen - refundableOf(money))

/**
 * What to tell about money. `refunding`: it is on its way back, which takes a bank days;
 * `refund_failed`: it did not arrive, and is still here.
 */
export type MoneyState =
  'processing' | 'paid' | 'refunding' | 'refunded' | 'refund_failed' | 'failed' | 'needs_attention'

// What is told of several payments: the first of these that one of them is in.
const TOLD = [
  ...(['refund_failed', 'needs_attention', 'paid', 'processing'] as const),
  ...(['refunding', 'refunded', 'looked_after', 'failed'] as const),
]

/**
 * What to tell about the money of one payment, sale, booking or order: paid only while it is kept for
 * what it was paid for (docs/decisions/020 C9); null where there is no payment. `isCurrent`: Stripe
 * was read just now. Without that, an open payment may have been paid since, and nobody is told that
 * it failed.
 */
export function moneyState(
  payments: readonly PaymentMoney[],
  isCurrent = false,
): MoneyState | null {
  const states = payments.map((payment) => stateOf(payment, isCurrent))
  const told = TOLD.find((state) => states.includes(state))
  return told === 'looked_after' ? 'needs_attention' : (told ?? null)
}

function stateOf(payment: PaymentMoney, isCurrent: boolean): (typeof TOLD)[number] {
  const { status, outcome, reason, refundStatus, handledAt } = payment
  if (outcome === null)
    return status === 'canceled' || (status === 'requires_payment_method' && isCurrent)
      ? 'failed'
      : 'processing'
  if (outcome === 'refunded') return refundStatus === 'pending' ? 'refunding' : 'refunded'
  if (keptOf(payment) === 0 && senOf(payment.lostAmount) > 0) return 'refunded'
  const place = placeOf(payment)
  if (place === 'due') return 'refunding'
  if (place === 'settled' && heldOf(payment) === 0) return 'paid'
  if (handledAt !== null) return 'looked_after'
  return reason === 'refund_failed' ? 'refund_failed' : 'needs_attention'
}

/** A refund of it was made: it has arrived, is on its way, or failed. */
export const hasRefund = (state: MoneyState | null | undefined): boolean =>
  state === 'refunding' || state === 'refunded' || state === 'refund_failed'

/** It came and is kept, or somebody has to decide or has decided about it. */
export const isHere = (state: MoneyState): boolean =>
  state === 'paid' || state === 'needs_attention'

/**
 * Where the money of what is over went: `at_studio`: it waits to be given back there, `returned`: it
 * was; `noted_kept`, `noted_back`, `looked_after`: its refund failed, and the administrator has noted
 * that it is kept, that it was given back, or has not said which. Null where a part of it is kept, or
 * none came.
 */
export type RefundShown =
  | ('refund_failed' | 'refunding' | 'refunded' | 'at_studio' | 'returned')
  | ('noted_kept' | 'noted_back' | 'looked_after')
  | null

export function refundShown(money: Money): RefundShown {
  if (money.failedSen > 0) return 'refund_failed'
  if (money.settledSen > 0 || money.stuckSen > money.lookedAfterSen) return null
  if (money.dueSen + money.arrivingSen > 0) return 'refunding'
  if (money.atStudioSen > 0) return 'at_studio'
  if (money.lookedAfterSen > 0) {
    if (money.notedKeptSen === money.lookedAfterSen) return 'noted_kept'
    return money.notedBackSen === money.lookedAfterSen ? 'noted_back' : 'looked_after'
  }
  if (money.backSen > 0) return 'refunded'
  return money.returnedSen > 0 ? 'returned' : null
}

/** Where a sum of what is over went or is, in the order in which pages say it. */
export const MONEY_PLACES = [
  ...(['failed', 'undecided', 'due', 'arriving', 'back'] as const),
  ...PAID_AT_STUDIO.map((way) => `owed_${way}` as const),
  ...(['returned', 'noted_kept', 'noted_back', 'looked_after', 'lost', 'kept'] as const),
]
export type PlacedMoney = { place: (typeof MONEY_PLACES)[number]; sen: number }

/**
 * Each sum of the money of what is over, by where it went or is: several ways back are several. Nothing
 * where all of it is kept, or none came.
 */
export function moneyParts({ toReturn, ...money }: Money): PlacedMoney[] {
  const { failedSen, partFailedSen, lookedAfterSen, notedKeptSen, notedBackSen } = money
  const sums: Record<PlacedMoney['place'], number> = {
    failed: failedSen + partFailedSen,
    undecided: money.stuckSen - failedSen - lookedAfterSen,
    due: money.dueSen,
    arriving: money.arrivingSen,
    back: money.backSen - money.arrivingSen,
    owed_cash: toReturn.cash,
    owed_duitnow: toReturn.duitnow,
    owed_transfer: toReturn.transfer,
    owed_terminal: toReturn.terminal,
    owed_offline: toReturn.offline,
    returned: money.returnedSen,
    noted_kept: notedKeptSen,
    noted_back: notedBackSen,
    looked_after: lookedAfterSen - notedKeptSen - notedBackSen,
    lost: money.lostSen,
    kept: money.settledSen - partFailedSen,
  }
  const parts = MONEY_PLACES.filter((place) => sums[place] > 0)
  const isMoved = parts.some((place) => place !== 'kept')
  return isMoved ? parts.map((place) => ({ place, sen: sums[place] })) : []
}

/** What pages say of the money of what is over. */
export const endedMoney = (money: Money) => ({
  refund: refundShown(money),
  money: moneyParts(money),
})

/**
 * True when money is kept only because its refund failed, whether or not the administrator has looked
 * after it: it was meant to be back.
 */
export function isKeptByFailure(payments: readonly PaymentMoney[]): boolean {
  const kept = payments.filter((payment) => keptOf(payment) > 0)
  return (
    kept.length > 0 &&
    kept.every(({ outcome, reason }) => outcome === 'needs_attention' && reason === 'refund_failed')
  )
}
