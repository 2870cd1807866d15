import fc from 'fast-check'
import { senOf, toDecimal } from '@/lib/money'
import { keptOf, moneyOf, owedOf, type PaymentMoney } from '@/lib/sales/money'

const paid = (about: Partial<PaymentMoney> = {}): PaymentMoney => ({
  stripePaymentIntentId: 'pi_1',
  status: 'succeeded',
  outcome: 'confirmed',
  reason: null,
  amount: '107.17',
  receivedAmount: '107.17',
  refundedAmount: '0.00',
  currency: 'myr',
  disputeStatus: null,
  handledAt: null,
  ...about,
})

const NOW = new Date()
/** Paid at the studio, to be given back there. */
const DESK = { stripePaymentIntentId: null, reason: 'offline_refund' }

describe('what is kept of a payment', () => {
  test.each([
    ['confirmed', paid(), 107_17],
    ['not yet paid', paid({ outcome: null, receivedAmount: null }), 0],
    ['with another sum than was due', paid({ receivedAmount: '20.00' }), 20_00],
    ['paid at the studio', paid({ stripePaymentIntentId: null, receivedAmount: null }), 107_17],
    ['partly refunded', paid({ refundedAmount: '7.17' }), 100_00],
    ['refunded', paid({ outcome: 'refunded', refundedAmount: '107.17' }), 0],
    ['lost in a dispute', paid({ disputeStatus: 'lost' }), 0],
    ['disputed, undecided', paid({ disputeStatus: 'chargeback' }), 107_17],
    [
      'whose refund failed and was looked after',
      paid({ outcome: 'needs_attention', reason: 'refund_failed', handledAt: new Date() }),
      107_17,
    ],
  ])('%s', (_name, payment, sen) => expect(keptOf(payment)).toBe(sen))
})

const somePayment = fc
  .record({
    stripePaymentIntentId: fc.constantFrom('pi_1', null),
    outcome: fc.constantFrom(null, 'confirmed', 'refunded', 'refund_due', 'needs_attention'),
    reason: fc.constantFrom(null, 'refund_failed', 'offline_refund', 'amount_mismatch'),
    disputeStatus: fc.constantFrom(null, 'over', 'chargeback', 'lost'),
    handledAt: fc.constantFrom(null, NOW),
    received: fc.nat(1_000_00),
    refunded: fc.nat(1_000_00),
  })
  .map(({ received, refunded, ...about }) =>
    paid({
      ...about,
      receivedAmount: toDecimal(received),
      refundedAmount: toDecimal(Math.min(refunded, received)),
    }),
  )

describe('the money of a booking', () => {
  test('is the sum of all its payments, whatever became of each', () => {
    const failed = { outcome: 'needs_attention', reason: 'refund_failed' }
    expect(
      moneyOf([
        paid(),
        paid({ outcome: 'refunded', refundedAmount: '107.17' }),
        paid({ outcome: 'refund_due', amount: '50.00', receivedAmount: '50.00' }),
        paid({ ...failed, receivedAmount: '10.00' }),
        paid({ ...failed, receivedAmount: '20.00', handledAt: new Date() }),
        paid({ disputeStatus: 'lost', receivedAmount: '5.00' }),
        paid({ disputeStatus: 'chargeback', receivedAmount: '4.00' }),
        paid({ ...DESK, outcome: 'needs_attention', receivedAmount: '3.00' }),
        paid({ ...DESK, outcome: 'needs_attention', receivedAmount: '2.00', handledAt: NOW }),
        paid({ ...DESK, outcome: 'refunded', receivedAmount: '1.00', refundedAmount: '1.00' }),
        paid({ status: 'processing', outcome: null, receivedAmount: null }),
      ]),
    ).toEqual({
      settledSen: 109_17,
      dueSen: 50_00,
      atStudioSen: 3_00,
      stuckSen: 34_00,
      failedSen: 10_00,
      keptSen: 196_17,
      backSen: 107_17,
      returnedSen: 1_00,
      lostSen: 5_00,
      inProgress: true,
      isMixed: false,
    })
  })

  test('is each sen that was received, in one place', () =>
    fc.assert(
      fc.property(fc.array(somePayment, { maxLength: 6 }), (payments) => {
        const { inProgress, isMixed, keptSen, failedSen, ...places } = moneyOf(payments)
        const received = payments.filter(({ outcome }) => outcome !== null)
        expect(Object.values(places).reduce((sum, sen) => sum + sen, 0)).toBe(
          received.reduce((sum, { receivedAmount }) => sum + senOf(receivedAmount ?? '0'), 0),
        )
        expect(keptSen).toBe(payments.reduce((sum, payment) => sum + keptOf(payment), 0))
        expect(failedSen).toBeLessThanOrEqual(places.stuckSen)
        expect([inProgress, isMixed]).toEqual([false, false])
      }),
    ))

  test('never adds another currency', () => {
    expect(moneyOf([paid(), paid({ currency: 'usd' })])).toMatchObject({
      keptSen: 107_17,
      isMixed: true,
    })
  })

  test('what is still owed counts no money that is going back', () => {
    const of = (...payments: PaymentMoney[]) => owedOf(214_34, moneyOf(payments))
    expect(of()).toBe(214_34)
    expect(of(paid())).toBe(107_17)
    expect(of(paid({ outcome: 'refund_due' }))).toBe(214_34)
    expect(of(paid(), paid(), paid())).toBe(0)
  })
})
