import fc from 'fast-check'
import { senOf, toDecimal } from '@/lib/money'
import {
  isKeptByFailure,
  isStudioMethod,
  isTooSmall,
  keptOf,
  moneyOf,
  moneyParts,
  moneyState,
  owedOf,
  PAID_AT_STUDIO,
  refundableOf,
  refundablePartOf,
  refundShown,
  tooSmallRates,
  type PaymentMoney,
} from '@/lib/sales/money'

const paid = (about: Partial<PaymentMoney> = {}): PaymentMoney => ({
  stripePaymentIntentId: 'pi_1',
  status: 'succeeded',
  outcome: 'confirmed',
  reason: null,
  amount: '107.17',
  receivedAmount: '107.17',
  refundedAmount: '0.00',
  partDue: '0.00',
  offPrice: '0.00',
  partFailed: '0.00',
  returnedAmount: '0.00',
  refundStatus: null,
  currency: 'myr',
  disputeStatus: null,
  disputedAmount: '0.00',
  lostAmount: '0.00',
  ...{ handledAt: null, handledAs: null, method: 'card' },
  ...about,
})

const NOW = new Date()
/** What its bank took, or wants back until it decides. */
const lost = (lostAmount: string) => ({ disputeStatus: 'lost', lostAmount })
const held = (disputedAmount: string) => ({ disputeStatus: 'chargeback', disputedAmount })
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
    ['of which more was refunded than came', paid({ refundedAmount: '110.00' }), 0],
    ['lost in a dispute', paid(lost('107.17')), 0],
    ['lost in part', paid(lost('30.00')), 77_17],
    ['lost in part after a refund', paid({ ...lost('30.00'), refundedAmount: '20.00' }), 57_17],
    ['lost beyond what a refund left', paid({ ...lost('107.17'), refundedAmount: '7.17' }), 0],
    ['disputed, undecided', paid(held('107.17')), 107_17],
    ['disputed in part, undecided', paid(held('30.00')), 107_17],
    [
      'whose refund failed and was looked after',
      paid({ outcome: 'needs_attention', reason: 'refund_failed', handledAt: new Date() }),
      107_17,
    ],
  ])('it is right for one %s', (_name, payment, sen) => expect(keptOf(payment)).toBe(sen))
})

const somePayment = fc
  .record({
    stripePaymentIntentId: fc.constantFrom('pi_1', null),
    outcome: fc.constantFrom(null, 'confirmed', 'refunded', 'refund_due', 'needs_attention'),
    reason: fc.constantFrom(null, 'refund_failed', 'offline_refund', 'amount_mismatch'),
    method: fc.constantFrom(null, 'card', ...PAID_AT_STUDIO),
    disputeStatus: fc.constantFrom(null, 'over', 'inquiry', 'chargeback', 'lost'),
    disputed: fc.nat(1_000_00),
    lost: fc.nat(1_000_00),
    handledAt: fc.constantFrom(null, NOW),
    handledAs: fc.constantFrom(null, 'kept', 'given_back'),
    received: fc.nat(1_000_00),
    refunded: fc.nat(1_000_00),
    due: fc.nat(1_000_00),
  })
  .map(({ received, refunded, due, disputed, lost: taken, ...about }) =>
    paid({
      ...about,
      partDue: toDecimal(due),
      receivedAmount: toDecimal(received),
      refundedAmount: toDecimal(Math.min(refunded, received)),
      lostAmount: toDecimal(Math.min(taken, received)),
      disputedAmount: toDecimal(Math.min(disputed, Math.max(0, received - taken))),
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
        paid({ ...failed, receivedAmount: '20.00', handledAt: NOW, handledAs: 'given_back' }),
        paid({ ...lost('5.00'), receivedAmount: '5.00' }),
        paid({ ...held('4.00'), receivedAmount: '4.00' }),
        paid({ ...DESK, outcome: 'needs_attention', receivedAmount: '3.00', method: 'cash' }),
        paid({ ...DESK, outcome: 'needs_attention', receivedAmount: '2.00', handledAt: NOW }),
        paid({ ...DESK, outcome: 'refunded', receivedAmount: '1.00', refundedAmount: '1.00' }),
        paid({ status: 'processing', outcome: null, receivedAmount: null }),
      ]),
    ).toEqual({
      settledSen: 109_17,
      dueSen: 50_00,
      atStudioSen: 3_00,
      stuckSen: 34_00,
      ...{ failedSen: 10_00, partFailedSen: 0 },
      ...{ lookedAfterSen: 20_00, notedKeptSen: 0, notedBackSen: 20_00 },
      arrivingSen: 0,
      offPriceSen: 0,
      toReturn: { cash: 3_00, duitnow: 0, transfer: 0, terminal: 0, offline: 0 },
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
        const { inProgress, isMixed, keptSen, failedSen, ...money } = moneyOf(payments)
        const { lookedAfterSen, arrivingSen, offPriceSen: _off, ...others } = money
        const { notedKeptSen, notedBackSen, partFailedSen, toReturn, ...places } = others
        expect(partFailedSen).toBeLessThanOrEqual(places.settledSen)
        expect(Object.values(toReturn).reduce((sum, sen) => sum + sen, 0)).toBe(places.atStudioSen)
        expect(notedKeptSen + notedBackSen).toBeLessThanOrEqual(lookedAfterSen)
        const received = payments.filter(({ outcome }) => outcome !== null)
        expect(Object.values(places).reduce((sum, sen) => sum + sen, 0)).toBe(
          received.reduce((sum, { receivedAmount }) => sum + senOf(receivedAmount ?? '0'), 0),
        )
        expect(keptSen).toBe(payments.reduce((sum, payment) => sum + keptOf(payment), 0))
        expect(failedSen + lookedAfterSen).toBeLessThanOrEqual(places.stuckSen)
        expect(arrivingSen).toBeLessThanOrEqual(places.backSen + places.returnedSen)
        expect([inProgress, isMixed]).toEqual([false, false])
      }),
    ))

  test('never adds another currency', () => {
    expect(moneyOf([paid(), paid({ currency: 'usd' })])).toMatchObject({
      keptSen: 107_17,
      isMixed: true,
    })
  })

  test('is not mixed by a payment of another currency that never came', () => {
    const never = paid({ currency: 'usd', outcome: null })
    expect(moneyOf([paid({ currency: 'MYR' }), never])).toMatchObject({
      keptSen: 107_17,
      isMixed: false,
    })
  })

  test('has neither a refund nor a lost dispute of a payment that never came', () => {
    const never = paid({ outcome: null, refundedAmount: '5.00', ...lost('107.17') })
    expect(moneyOf([never])).toMatchObject({ keptSen: 0, backSen: 0, lostSen: 0 })
  })

  test('has lost what a dispute took beside an earlier refund, and never less than nothing', () => {
    const lostAfter = (refundedAmount: string) =>
      moneyOf([paid({ ...lost('107.17'), refundedAmount })]).lostSen
    expect([lostAfter('7.17'), lostAfter('107.17'), lostAfter('110.00')]).toEqual([100_00, 0, 0])
  })

  test('of which a bank wants a part back is held for that part alone, and lost for it alone', () => {
    const shown = (about: Partial<PaymentMoney>) => {
      const money = moneyOf([paid(about)])
      const { settledSen, stuckSen, lostSen } = money
      return [settledSen, stuckSen, lostSen, refundablePartOf(paid(about)), owedOf(107_17, money)]
    }
    expect(shown(held('30.00'))).toEqual([77_17, 30_00, 0, 77_17, 0])
    // An inquiry only asks.
    expect(shown({ ...held('30.00'), disputeStatus: 'inquiry' })).toEqual([107_17, 0, 0, 107_17, 0])
    expect(shown(lost('30.00'))).toEqual([77_17, 0, 30_00, 77_17, 30_00])
    expect(shown({ disputeStatus: 'over' })).toEqual([107_17, 0, 0, 107_17, 0])
    // One was lost, another one is open.
    expect(shown({ ...held('50.00'), lostAmount: '30.00' })).toEqual([
      27_17, 50_00, 30_00, 27_17, 30_00,
    ])
    expect(shown({ ...held('107.17'), refundedAmount: '7.17' })).toEqual([0, 100_00, 0, 0, 7_17])
    expect(shown({ ...lost('30.00'), refundedAmount: '77.17' })).toEqual([0, 0, 30_00, 0, 107_17])
    expect(shown({ ...held('30.00'), outcome: 'refund_due' })).toEqual([0, 0, 0, 0, 107_17])
  })

  test('that goes back at the studio is kept until it is handed over, and pays for nothing', () => {
    const atStudio = { outcome: 'needs_attention', reason: 'offline_refund' }
    const waiting = moneyOf([paid(atStudio)])
    expect(waiting).toMatchObject({ keptSen: 107_17, atStudioSen: 107_17, failedSen: 0, dueSen: 0 })
    expect([refundableOf(waiting), owedOf(107_17, waiting)]).toEqual([0, 107_17])
    expect(moneyOf([paid({ ...atStudio, handledAt: new Date() })]).atStudioSen).toBe(0)
    // The same reason beside another outcome is history.
    expect(moneyOf([paid({ ...atStudio, outcome: 'confirmed' })]).atStudioSen).toBe(0)
  })

  test('what is still owed counts no money that is going back', () => {
    const of = (...payments: PaymentMoney[]) => owedOf(214_34, moneyOf(payments))
    expect(of()).toBe(214_34)
    expect(of(paid())).toBe(107_17)
    expect(of(paid({ outcome: 'refund_due' }))).toBe(214_34)
    expect(of(paid(), paid(), paid())).toBe(0)
  })

  test('what the owner gives back in parts is not owed again, at any stage of it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 107_17 }), fc.nat(107_17), (sen, back) => {
        const refundedAmount = toDecimal(Math.min(sen, back))
        const partDue = toDecimal(sen - Math.min(sen, back))
        const one = paid({ refundedAmount, partDue, offPrice: toDecimal(sen) })
        expect(owedOf(107_17, moneyOf([one]))).toBe(0)
        expect(owedOf(207_17, moneyOf([one]))).toBe(100_00)
        expect(refundablePartOf(one)).toBe(107_17 - sen)
      }),
    ))
})

const BACK = { outcome: 'refunded', refundedAmount: '107.17' }
const REFUND_FAILED = {
  outcome: 'needs_attention',
  reason: 'refund_failed',
  refundStatus: 'failed',
}
const AT_STUDIO = { outcome: 'needs_attention', ...DESK }
const BY_BANK = { status: 'processing', outcome: null, receivedAmount: null }

describe('what is told of money', () => {
  test.each([
    ['one payment that counts', [{}], 'paid'],
    // A part of it could not be given back: the payment itself stands.
    ['a part whose refund failed', [{ refundStatus: 'failed', reason: 'refund_failed' }], 'paid'],
    ['a refund that is due', [{ outcome: 'refund_due' }], 'refunding'],
    ['a refund that is with the bank', [{ ...BACK, refundStatus: 'pending' }], 'refunding'],
    ['a refund that has arrived', [{ ...BACK, refundStatus: 'succeeded' }], 'refunded'],
    ['another sum than was due', [{ outcome: 'needs_attention' }], 'needs_attention'],
    ['a refund that failed', [REFUND_FAILED], 'refund_failed'],
    ['one that was looked after', [{ ...REFUND_FAILED, handledAt: NOW }], 'needs_attention'],
    ['money that its bank wants back', [held('107.17')], 'needs_attention'],
    ['money of which its bank wants a part back', [held('30.00')], 'needs_attention'],
    ['money that its bank took back', [lost('107.17')], 'refunded'],
    ['money of which its bank took a part back', [lost('30.00')], 'paid'],
    [
      'what a refund left and its bank took',
      [{ ...lost('7.17'), refundedAmount: '100.00' }],
      'refunded',
    ],
    ['a payment beside one that came twice', [{}, BACK], 'paid'],
    ['a payment that is refunded and paid anew', [BACK, BY_BANK], 'processing'],
    ['an attempt that failed before another', [{ ...BY_BANK, status: 'canceled' }, {}], 'paid'],
    ['no payment', [], null],
  ] as [string, Partial<PaymentMoney>[], string | null][])(
    'it is right of %s',
    (_name, payments, state) => expect(moneyState(payments.map(paid))).toBe(state),
  )

  test('of a payment that Stripe was not asked about just now, never that it failed', () => {
    const open = { ...BY_BANK, status: 'requires_payment_method' }
    expect(moneyState([paid(open)])).toBe('processing')
    expect(moneyState([paid(open)], true)).toBe('failed')
    expect(moneyState([paid(BY_BANK)], true)).toBe('processing')
    // Cancelled is for good.
    expect(moneyState([paid({ ...open, status: 'canceled' })])).toBe('failed')
  })
})

describe('where the money of what is over went', () => {
  test.each([
    [
      'failed before what is on its way',
      [REFUND_FAILED, { outcome: 'refund_due' }],
      'refund_failed',
    ],
    ['is on its way', [BACK, { ...BACK, refundStatus: 'pending' }], 'refunding'],
    ['is back', [BACK], 'refunded'],
    ['is kept in part, which is no refund of all', [BACK, {}], null],
    ['waits for a decision', [BACK, { outcome: 'needs_attention' }], null],
    ['waits at the studio', [AT_STUDIO], 'at_studio'],
    ['was given back at the studio', [{ ...DESK, ...BACK }], 'returned'],
    ['was settled, nobody said how', [{ ...REFUND_FAILED, handledAt: NOW }], 'looked_after'],
    [
      'could not go back and is kept',
      [{ ...REFUND_FAILED, handledAt: NOW, handledAs: 'kept' }],
      'noted_kept',
    ],
    [
      'was given back without a record',
      [{ ...REFUND_FAILED, handledAt: NOW, handledAs: 'given_back' }],
      'noted_back',
    ],
    ['never came', [BY_BANK], null],
  ] as [string, Partial<PaymentMoney>[], string | null][])('money %s', (_name, payments, shown) =>
    expect(refundShown(moneyOf(payments.map(paid)))).toBe(shown),
  )
})

describe('the parts of the money of what is over', () => {
  test.each([
    [
      'cash and a card',
      [BACK, { ...AT_STUDIO, method: 'cash', receivedAmount: '40.00' }],
      ['back 10717', 'owed_cash 4000'],
    ],
    [
      'a card, a dispute and a transfer',
      [
        { ...lost('30.00'), outcome: 'refunded', refundedAmount: '77.17' },
        { ...AT_STUDIO, method: 'transfer', receivedAmount: '40.00' },
      ],
      ['back 7717', 'owed_transfer 4000', 'lost 3000'],
    ],
    [
      'a refund on its way, and one that failed',
      [{ ...BACK, refundStatus: 'pending' }, REFUND_FAILED, { outcome: 'refund_due' }],
      ['failed 10717', 'due 10717', 'arriving 10717'],
    ],
    ['a part back, the rest kept', [{ refundedAmount: '7.17' }], ['back 717', 'kept 10000']],
    [
      'a part that failed',
      [{ reason: 'refund_failed', partFailed: '30.00' }],
      ['failed 3000', 'kept 7717'],
    ],
    ['nothing moved', [{}], []],
    ['nothing paid', [BY_BANK], []],
  ] as [string, Partial<PaymentMoney>[], string[]][])('%s', (_name, payments, parts) =>
    expect(
      moneyParts(moneyOf(payments.map(paid))).map(({ place, sen }) => `${place} ${sen}`),
    ).toEqual(parts),
  )

  test('are each sen that was received, once', () =>
    fc.assert(
      fc.property(fc.array(somePayment, { maxLength: 6 }), (payments) => {
        const parts = moneyParts(moneyOf(payments))
        const received = payments.filter(({ outcome }) => outcome !== null)
        if (parts.length > 0)
          expect(parts.reduce((sum, { sen }) => sum + sen, 0)).toBe(
            received.reduce((sum, { receivedAmount }) => sum + senOf(receivedAmount ?? '0'), 0),
          )
        for (const { sen } of parts) expect(sen).toBeGreaterThan(0)
      }),
    ))
})

describe('money that is kept only because its refund failed', () => {
  const failed = paid({ outcome: 'needs_attention', reason: 'refund_failed' })
  test.each([
    ['nothing was paid', [], false],
    ['its refund failed', [failed], true],
    ['its refund failed and was looked after', [{ ...failed, handledAt: new Date() }], true],
    ['all else has gone back', [failed, paid({ refundedAmount: '107.17' })], true],
    ['another payment is kept as it should be', [failed, paid()], false],
    ['it needs attention for another reason', [{ ...failed, reason: 'other_sum' }], false],
    ['the failure is over', [{ ...failed, outcome: 'confirmed' }], false],
  ])('where %s', (_name, payments, isKept) => expect(isKeptByFailure(payments)).toBe(isKept))
})

describe('what is too little to be paid online', () => {
  test('is anything below RM2 but nothing', () =>
    expect([0, 1, 1_99, 2_00].map(isTooSmall)).toEqual([false, true, true, false]))

  const none = { basisPoints: 0, label: '' }
  const service = { isAddOn: false }

  test('is found in each rate by the shortest session that it charges', () => {
    const least = {
      hourlyRate: '2.00',
      halfDayRate: '0.50',
      fullDayRate: '0.25',
      weeklyRate: '0.05',
    }
    const less = {
      hourlyRate: '1.99',
      halfDayRate: '0.49',
      fullDayRate: '0.24',
      weeklyRate: '0.04',
    }
    expect(tooSmallRates(service, least, none)).toEqual([])
    expect(tooSmallRates(service, less, none)).toEqual(Object.keys(less))
  })

  test('counts the tax, and no rate that a service does not have', () => {
    const tax = { basisPoints: 825, label: 'Tax' }
    const ofHours = (hourlyRate: string) =>
      tooSmallRates(service, { hourlyRate, halfDayRate: null }, tax)
    expect([ofHours('1.84'), ofHours('1.85')]).toEqual([['hourlyRate'], []])
  })

  test('does not matter in an add-on', () =>
    expect(tooSmallRates({ isAddOn: true }, { hourlyRate: '0.01' }, none)).toEqual([]))
})

test('money is received at the studio in each of its ways and in one that was not said', () => {
  const methods = ['cash', 'duitnow', 'transfer', 'terminal', 'offline', 'card', 'fpx', null]
  expect(methods.filter(isStudioMethod)).toEqual(methods.slice(0, 5))
})
