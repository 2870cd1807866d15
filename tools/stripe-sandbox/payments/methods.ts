// The sandbox's payment methods besides cards, which redirect to a page of the payer's bank or
// wallet, as documented by Stripe: docs.stripe.com/payments/fpx and
// docs.stripe.com/payments/grabpay.
import type Stripe from 'stripe'
import type { Fees } from './fees'

/** All payment methods, in the order in which the Payment Element shows them. */
export const METHOD_TYPES = ['card', 'fpx', 'grabpay'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

/** True for methods that redirect the payer. */
export const isRedirect = (type: string): boolean => type === 'fpx' || type === 'grabpay'

const CURRENCIES: Record<MethodType, readonly string[] | null> = {
  card: null,
  fpx: ['myr'],
  grabpay: ['myr', 'sgd'],
}

/** True when the method accepts this currency. */
export const takes = (type: string, currency: string): boolean => {
  const only = CURRENCIES[type as MethodType]
  return only === null || (only?.includes(currency) ?? false)
}

/** The names of FPX banks by Stripe's keys. */
export const FPX_BANKS: Readonly<Record<string, string>> = {
  affin_bank: 'Affin Bank',
  agrobank: 'Agrobank',
  alliance_bank: 'Alliance Bank',
  ambank: 'AmBank',
  bank_islam: 'Bank Islam',
  bank_muamalat: 'Bank Muamalat',
  bank_of_china: 'Bank of China',
  bank_rakyat: 'Bank Rakyat',
  bnp_paribas: 'BNP Paribas',
  bsn: 'BSN',
  cimb: 'CIMB Clicks',
  citibank: 'Citibank',
  deutsche_bank: 'Deutsche Bank',
  hong_leong_bank: 'Hong Leong Bank',
  hsbc: 'HSBC BANK',
  kfh: 'KFH',
  maybank2e: 'Maybank2E',
  maybank2u: 'Maybank2U',
  mbsb_bank: 'MBSB Bank',
  ocbc: 'OCBC Bank',
  pb_enterprise: 'PB Enterprise',
  public_bank: 'Public Bank',
  rhb: 'RHB Bank',
  standard_chartered: 'Standard Chartered',
  uob: 'UOB',
}

/** What a browser sends of a way to pay that leads to a page of the payer's bank or wallet. */
export const BANK_DATA = {
  fpx: { type: 'fpx', fpx: { bank: 'maybank2u' } },
  grabpay: { type: 'grabpay' },
} as const satisfies Record<string, Stripe.PaymentIntentConfirmParams.PaymentMethodData>
export type BankWay = keyof typeof BANK_DATA
export const BANK_WAYS = Object.keys(BANK_DATA) as BankWay[]

/**
 * What the account behind the sandbox pays and lacks; both lists empty: nothing. Tests change it
 * (`/_sandbox/fees`, `/_sandbox/methods`).
 */
export interface Account {
  /** What Stripe keeps. */
  fees: Fees
  /** An intent that names one of these is refused. */
  refused: string[]
  /** Silently left out of the methods that an intent offers. */
  withheld: string[]
}
