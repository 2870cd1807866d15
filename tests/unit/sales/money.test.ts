import { keptOf, moneyOf, owedOf, type PaymentMoney } from '@/lib/sales/money'

const paid = (about: Partial<PaymentMoney> = {}): PaymentMoney => ({
  stripePaymentIntentId: 'pi_1',
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
      ]),
    ).toEqual({
      keptSen: 187_17,
      dueSen: 50_00,
      atStudioSen: 0,
      failedSen: 10_00,
      backSen: 107_17,
      lostSen: 5_00,
      isMixed: false,
    })
  })

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
