/** One line of a payout as Stripe lists it, with what our own rows know of its payment. Sen. */
export type PayoutLine = {
  id: string
  /** Stripe's reporting category. */
  category: string
  amountSen: number
  feeSen: number
  netSen: number
  /** Stripe's words, where it is about no payment. */
  description: string | null
  /** Null where no payment of ours is meant. */
  payment: {
    receivedSen: number
    refundedSen: number
    /** It was paid, and is paid out, in ringgit. */
    isRinggit: boolean
  } | null
  /** What earlier refunds of the same payment took. */
  refundedBeforeSen: number
  /** A refund that the bank sent back later. */
  refundFailed: boolean
}

/** Why what Stripe pays out is not what our own rows add up to. */
export const REASONS = [
  ...(['fees', 'dispute_fee', 'stripe_fee', 'dispute', 'dispute_won', 'refund_failed'] as const),
  ...(['refund_returned', 'refund_unrecorded', 'refund_not_ours', 'amount', 'currency'] as const),
  ...(['not_ours', 'payout_returned', 'adjustment', 'unlisted'] as const),
] as const
export type Reason = (typeof REASONS)[number]

export type PayoutDifference = {
  reason: Reason
  amountSen: number
  /** The line that it is about; null for several, or none. */
  lineId: string | null
  /** How many lines it is the sum of. */
  count: number
  description: string | null
}

/** What our own rows say that a line brings. */
function oursOf({ category, amountSen, payment, ...line }: PayoutLine): number {
  if (!payment?.isRinggit) return 0
  if (category === 'charge') return payment.receivedSen
  if (category !== 'refund' || line.refundFailed) return 0
  return -Math.min(-amountSen, Math.max(0, payment.refundedSen - line.refundedBeforeSen))
}

function reasonOf({ category, payment, refundFailed }: PayoutLine): Reason {
  switch (category) {
    case 'charge':
      if (!payment) return 'not_ours'
      return payment.isRinggit ? 'amount' : 'currency'
    case 'refund':
      if (!payment) return 'refund_not_ours'
      if (!payment.isRinggit) return 'currency'
      return refundFailed ? 'refund_failed' : 'refund_unrecorded'
    case 'refund_failure':
      return 'refund_returned'
    case 'dispute':
      return 'dispute'
    case 'dispute_reversal':
      return 'dispute_won'
    case 'payout_reversal':
      return 'payout_returned'
    case 'fee':
      return 'stripe_fee'
    default:
      return 'adjustment'
  }
}

/**
 * What our own rows add up to for the lines of a payout, and each difference to what Stripe pays out, to
 * the sen: `oursSen` and the differences together are `amountSen`. `lines` without the payout's own.
 */
export function explained(amountSen: number, lines: readonly PayoutLine[]) {
  const oursSen = lines.reduce((sum, line) => sum + oursOf(line), 0)
  const charged = lines.filter(({ category, feeSen }) => category === 'charge' && feeSen !== 0)
  const differences: PayoutDifference[] = [
    {
      reason: 'fees',
      amountSen: -charged.reduce((sum, { feeSen }) => sum + feeSen, 0),
      ...{ lineId: null, count: charged.length, description: null },
    },
    ...lines.flatMap((line): PayoutDifference[] => [
      { ...about(line), reason: reasonOf(line), amountSen: line.amountSen - oursOf(line) },
      {
        ...about(line),
        reason: line.category === 'dispute' ? 'dispute_fee' : 'stripe_fee',
        amountSen: line.category === 'charge' ? 0 : -line.feeSen,
      },
    ]),
    {
      reason: 'unlisted',
      amountSen: amountSen - lines.reduce((sum, { netSen }) => sum + netSen, 0),
      ...{ lineId: null, count: 0, description: null },
    },
  ]
  return { oursSen, differences: differences.filter((one) => one.amountSen !== 0) }
}

const about = ({ id, description }: PayoutLine) => ({ lineId: id, count: 1, description })

/** What came in, what of it is gone (given back, going back, lost), and what is left of it. */
export type Came = { cameSen: number; goneSen: number }
export const leftSen = ({ cameSen, goneSen }: Came): number => cameSen - goneSen

/** The same day of the month before, or its last one. */
export function sameDayBefore(today: string): { from: string; to: string } {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 2, 1))
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  const from = first.toISOString().slice(0, 10)
  return { from, to: `${from.slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}` }
}
