import { senOf, withTax, type Stored, type Tax } from '@/lib/money'

/** The currency of everything that is sold, as Stripe writes it. */
export const CURRENCY = 'myr'

/** How the studio receives money itself. */
export const STUDIO_METHODS = ['cash', 'duitnow', 'transfer', 'terminal'] as const

/** Where the studio did not say how it received money. */
export const UNSAID_METHOD = 'offline'

/** True for money that was paid at the studio, and goes back there. */
export const isStudioMethod = (method: string | null): boolean =>
  method !== null && PAID_AT_STUDIO.includes(method)
export const PAID_AT_STUDIO: readonly string[] = [...STUDIO_METHODS, UNSAID_METHOD]

/** Stripe's minimum charge; nothing that costs less can be paid online. */
export const MIN_CHARGE_SEN = 200

/** True for a total that is neither free nor enough for Stripe. */
export const isTooSmall = (totalSen: number): boolean => totalSen > 0 && totalSen < MIN_CHARGE_SEN

// How many hours a length has at least, and so how small a total each rate can make.
const LEAST_HOURS = { hourlyRate: 1, halfDayRate: 4, fullDayRate: 8, weeklyRate: 40 } as const
type ChargedRate = keyof typeof LEAST_HOURS

/**
 * The rates (in sen an hour) of a service that make a session with a total that cannot be paid
 * online. None for an add-on, which is only sold with a session.
 */
export const tooSmallRates = (
  { isAddOn }: { isAddOn: boolean },
  rates: Partial<Record<ChargedRate, number | null | undefined>>,
  tax: Tax,
): ChargedRate[] =>
  isAddOn
    ? []
    : (Object.keys(LEAST_HOURS) as ChargedRate[]).filter((name) =>
        isTooSmall(withTax((rates[name] ?? 0) * LEAST_HOURS[name], tax).totalSen),
      )

/** The rates of a service's row in sen. */
export const ratesOf = (
  row: Record<ChargedRate, Stored | null>,
): Record<ChargedRate, number | null> => {
  const sen = (rate: Stored | null) => (rate === null ? null : senOf(rate))
  return {
    hourlyRate: sen(row.hourlyRate),
    halfDayRate: sen(row.halfDayRate),
    fullDayRate: sen(row.fullDayRate),
    weeklyRate: sen(row.weeklyRate),
  }
}

/** The columns of a payment that say where its money is. */
export const MONEY_COLUMNS = {
  stripePaymentIntentId: true,
  outcome: true,
  reason: true,
  amount: true,
  receivedAmount: true,
  refundedAmount: true,
  currency: true,
  disputeStatus: true,
  handledAt: true,
} as const

export type PaymentMoney = {
  stripePaymentIntentId: string | null
  outcome: string | null
  reason: string | null
  amount: Stored
  receivedAmount: Stored | null
  refundedAmount: Stored
  currency: string
  disputeStatus: string | null
  handledAt: Date | null
}

/**
 * What is left here of one payment, in sen of its own currency: what was received, less refunds that
 * arrived or are on their way, less a lost dispute. A refund that failed took nothing.
 */
export function keptOf(payment: PaymentMoney): number {
  if (payment.outcome === null || payment.disputeStatus === 'lost') return 0
  return Math.max(0, receivedOf(payment) - senOf(payment.refundedAmount))
}

const receivedOf = ({ receivedAmount, amount }: PaymentMoney) => senOf(receivedAmount ?? amount)

/** Where the money of one booking or order is; all in sen of `CURRENCY`. */
export type Money = {
  /** Here now, whatever it is for; `dueSen`, `atStudioSen` and `failedSen` are parts of it. */
  keptSen: number
  /** Kept, and Stripe is being asked to give it back. */
  dueSen: number
  /** Kept, and to be given back at the studio, where it was paid. */
  atStudioSen: number
  /** Kept, because its refund failed; the administrator has yet to look after it. */
  failedSen: number
  /** Given back, or on its way at the bank. */
  backSen: number
  /** Lost in disputes. */
  lostSen: number
  /** A payment came in another currency: these sums do not contain it. */
  isMixed: boolean
}

/**
 * Where the money of one booking or order is: the one source of sentences and decisions about it.
 * `payments` are all of its payments, whatever their outcome or purpose.
 */
export function moneyOf(payments: readonly PaymentMoney[]): Money {
  const ours = payments.filter(isOurCurrency)
  const sum = (list: readonly PaymentMoney[], of: (payment: PaymentMoney) => number) =>
    list.reduce((total, payment) => total + of(payment), 0)
  return {
    keptSen: sum(ours, keptOf),
    dueSen: sum(ours.filter(isDue), keptOf),
    atStudioSen: sum(
      ours.filter((payment) => isOpen(payment, 'offline_refund')),
      keptOf,
    ),
    failedSen: sum(
      ours.filter((payment) => isOpen(payment, 'refund_failed')),
      keptOf,
    ),
    backSen: sum(ours, (payment) => (payment.outcome ? senOf(payment.refundedAmount) : 0)),
    lostSen: sum(
      ours.filter(({ outcome, disputeStatus }) => outcome !== null && disputeStatus === 'lost'),
      (payment) => Math.max(0, receivedOf(payment) - senOf(payment.refundedAmount)),
    ),
    isMixed: payments.some((payment) => payment.outcome !== null && !isOurCurrency(payment)),
  }
}

const isDue = ({ outcome }: PaymentMoney) => outcome === 'refund_due'
const isOpen = ({ outcome, reason, handledAt }: PaymentMoney, why: string) =>
  outcome === 'needs_attention' && reason === why && handledAt === null

/** True for money in the currency of what is sold. */
export const isOurCurrency = ({ currency }: { currency: string }): boolean =>
  currency.toLowerCase() === CURRENCY

/** What a refund of everything would send back now: kept, and not going back yet. */
export const refundableOf = ({ keptSen, dueSen, atStudioSen }: Money): number =>
  keptSen - dueSen - atStudioSen

/**
 * What is still to be paid for something that costs `totalSen`, in sen, never below zero. Money that
 * is going back pays for nothing.
 */
export const owedOf = (totalSen: number, money: Money): number =>
  Math.max(0, totalSen - refundableOf(money))

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
