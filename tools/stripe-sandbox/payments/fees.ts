import type { MethodType } from './methods'

/** What Stripe keeps of a payment: a share in hundredths of a percent, and sen beside it. */
export interface Fee {
  basisPoints: number
  fixed: number
}

export type Fees = Record<MethodType, Fee> & {
  /** For each dispute, in sen; not given back when it is won. */
  dispute: number
}

/** As in Malaysia; `/_sandbox/fees` changes them. */
export const FEES: Fees = {
  card: { basisPoints: 300, fixed: 100 },
  fpx: { basisPoints: 0, fixed: 150 },
  grabpay: { basisPoints: 300, fixed: 100 },
  dispute: 6_000,
}

export const feeOf = ({ basisPoints, fixed }: Fee, amount: number): number =>
  Math.min(amount, Math.round((amount * basisPoints) / 10_000) + fixed)
