/**
 * What Stripe's published test numbers do (https://docs.stripe.com/testing). The number alone
 * decides.
 */
export interface TestCard {
  number: string
  brand: string
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  /** The bank asks the payer first. */
  authenticate: boolean
  /** Key of `DECLINES`; applies after the authentication, if any. */
  decline: string | null
  dispute: 'fraudulent' | 'product_not_received' | 'inquiry' | null
  refund: 'instant' | 'pending' | 'fails'
}

type Traits = Partial<Omit<TestCard, 'number'>>

const ASK: Traits = { authenticate: true }

const CARDS: Record<string, Traits> = {
  '4242424242424242': {},
  '4000056655665556': { funding: 'debit' },
  '5555555555554444': { brand: 'mastercard' },
  '2223003122003222': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard', funding: 'debit' },
  '5105105105105100': { brand: 'mastercard', funding: 'prepaid' },
  '378282246310005': { brand: 'amex' },
  '371449635398431': { brand: 'amex' },
  '6011111111111117': { brand: 'discover' },
  '3056930009020004': { brand: 'diners' },
  '3566002020360505': { brand: 'jcb', country: 'JP' },
  '6200000000000005': { brand: 'unionpay', country: 'CN' },
  '4000004580000002': { country: 'MY' },
  '4000007020000003': { country: 'SG' },
  '4000000000000077': {},
  '4000000000003055': {},
  '4000000000000002': { decline: 'generic_decline' },
  '4000000000000341': { decline: 'generic_decline' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000000000009987': { decline: 'lost_card' },
  '4000000000009979': { decline: 'stolen_card' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'incorrect_cvc' },
  '4000000000000119': { decline: 'processing_error' },
  '4000000000006975': { decline: 'card_velocity_exceeded' },
  '4000002760003184': ASK,
  '4000002500003155': ASK,
  '4000000000003220': ASK,
  '4000008400001629': { ...ASK, decline: 'generic_decline' },
  '4000008260003178': { ...ASK, decline: 'insufficient_funds' },
  '4000000000000259': { dispute: 'fraudulent' },
  '4000000000002685': { dispute: 'product_not_received' },
  '4000000000001976': { dispute: 'inquiry' },
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails' },
}

const METHODS: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  my: '4000004580000002',
  sg: '4000007020000003',
  bypassPending: '4000000000000077',
  chargeCustomerFail: '4000000000000341',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  visa_chargeDeclined: '4000000000000002',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003220',
  threeDSecureOptional: '4000000000003055',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  pendingRefund: '4000000000007726',
  refundFail: '4000000000005126',
}

/** The behaviour of a published test number; null for any other number. */
export function testCard(number: string): TestCard | null {
  const traits = CARDS[number]
  if (!traits) return null
  return {
    number,
    brand: 'visa',
    country: 'US',
    funding: 'credit',
    authenticate: false,
    decline: null,
    dispute: null,
    refund: 'instant',
    ...traits,
  }
}

/** The number behind `pm_card_visa` and its relatives. */
export function testMethodNumber(name: string): string | null {
  const short = name.startsWith('pm_card_') ? name.slice('pm_card_'.length) : ''
  return Object.hasOwn(METHODS, short) ? (METHODS[short] ?? null) : null
}
