import fc from 'fast-check'
import { payoutsCsv } from '@/lib/admin/money/export'
import { explained, sameDayBefore, type PayoutLine } from '@/lib/admin/money/rules'

const line = (about: Partial<PayoutLine>): PayoutLine => {
  const whole = {
    ...{ id: 'txn_1', category: 'charge', amountSen: 10_000, feeSen: 0, description: null },
    ...{ payment: null, refundedBeforeSen: 0, refundFailed: false },
    ...about,
  }
  return { netSen: whole.amountSen - whole.feeSen, ...whole }
}
const ours = (receivedSen: number, refundedSen = 0, isRinggit = true) => ({
  payment: { receivedSen, refundedSen, isRinggit },
})

test.each<[string, Partial<PayoutLine>, number, Record<string, number>]>([
  ['a payment with its fee', { ...ours(10_000), feeSen: 400 }, 10_000, { fees: -400 }],
  ['a payment that is not ours', { feeSen: 400 }, 0, { not_ours: 10_000, fees: -400 }],
  ['another amount than ours', ours(9_000), 9_000, { amount: 1_000 }],
  ['another currency', ours(2_500, 0, false), 0, { currency: 10_000 }],
  [
    'a refund in another currency',
    { category: 'refund', amountSen: -3_000, ...ours(10_000, 3_000, false) },
    0,
    { currency: -3_000 },
  ],
  ['a refund', { category: 'refund', amountSen: -3_000, ...ours(10_000, 3_000) }, -3_000, {}],
  [
    'a refund that our rows have in part',
    { category: 'refund', amountSen: -3_000, ...ours(10_000, 4_000), refundedBeforeSen: 2_000 },
    -2_000,
    { refund_unrecorded: -1_000 },
  ],
  ['a strange refund', { category: 'refund', amountSen: -10 }, 0, { refund_not_ours: -10 }],
  [
    'a refund that came back',
    { category: 'refund', amountSen: -10, ...ours(10_000), refundFailed: true },
    0,
    { refund_failed: -10 },
  ],
  ['what came back', { category: 'refund_failure', amountSen: 10 }, 0, { refund_returned: 10 }],
  [
    'a dispute',
    { category: 'dispute', amountSen: -10_000, feeSen: 6_000, ...ours(10_000) },
    0,
    { dispute: -10_000, dispute_fee: -6_000 },
  ],
  ['a dispute that was won', { category: 'dispute_reversal' }, 0, { dispute_won: 10_000 }],
  ['a payout that came back', { category: 'payout_reversal' }, 0, { payout_returned: 10_000 }],
  ['a fee', { category: 'fee', amountSen: -120 }, 0, { stripe_fee: -120 }],
  ['anything else', { category: 'something new' }, 0, { adjustment: 10_000 }],
])('%s is explained', (_, about, oursSen, reasons) => {
  const one = line(about)
  const found = explained(one.netSen, [one])
  expect(found.oursSen).toBe(oursSen)
  expect(
    Object.fromEntries(found.differences.map(({ reason, amountSen }) => [reason, amountSen])),
  ).toEqual(reasons)
})

test('what Stripe pays out is our sum and the differences, whatever the lines are', () => {
  const sen = fc.integer({ min: -50_000, max: 50_000 })
  const anyLine = fc
    .record({
      id: fc.uuid(),
      category: fc.constantFrom('charge', 'refund', 'refund_failure', 'dispute', 'fee', 'else'),
      amountSen: sen,
      feeSen: fc.nat(6_000),
      payment: fc.option(
        fc.record({
          receivedSen: fc.nat(50_000),
          refundedSen: fc.nat(50_000),
          isRinggit: fc.boolean(),
        }),
      ),
      refundedBeforeSen: fc.nat(50_000),
      refundFailed: fc.boolean(),
    })
    .map(line)
  fc.assert(
    fc.property(sen, fc.array(anyLine), (amountSen, lines) => {
      const { oursSen, differences } = explained(amountSen, lines)
      expect(differences.reduce((sum, one) => sum + one.amountSen, oursSen)).toBe(amountSen)
    }),
  )
})

test.each([
  ['2026-11-26', '2026-10-01', '2026-10-26'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2028-03-30', '2028-02-01', '2028-02-29'],
  ['2026-01-31', '2025-12-01', '2025-12-31'],
])('%s is compared with %s to %s', (today, from, to) => {
  expect(sameDayBefore(today)).toEqual({ from, to })
})

test.each([
  ['usd', '25.5,USD'],
  ['jpy', '2550,JPY'],
  ['kwd', '2.55,KWD'],
])('a payout in %s is written in its own currency', (currency, written) => {
  const payout = {
    ...{ id: 'po_1', amountSen: 2_550, currency, status: 'paid', failure: null },
    arrivesAt: new Date('2026-12-01T16:30:00Z'),
  }
  expect(payoutsCsv([{ payout, lines: [] }]).split('\r\n')[1]).toBe(
    `po_1,2026-12-02,paid,${written},,,,,,,,,,,,`,
  )
})

test('a payout is written with each of its lines, and its own amount once', () => {
  const at = new Date('2026-12-01T16:30:00Z')
  const payout = {
    ...{ id: 'po_1', amountSen: 9_600, currency: 'myr', status: 'paid', failure: null },
    arrivesAt: at,
  }
  const about = {
    ...{ payoutId: 'po_1', createdAt: at, paymentId: 1, intentId: 'pi_1', bookingId: 7 },
    ...{ orderId: null, name: 'Aina', method: 'card' },
  }
  const lines = [
    { ...line({ id: 'txn_1', feeSen: 400 }), ...about },
    { ...line({ id: 'txn_2', category: 'refund', amountSen: -100 }), ...about },
  ]
  expect(payoutsCsv([{ payout, lines }]).split('\r\n')).toEqual([
    '\ufeffpayout,arrives,status,payout_amount,currency,line,date,time,kind,amount,fee,net,method,booking,order,payment_reference,description',
    'po_1,2026-12-02,paid,96,MYR,txn_1,2026-12-02,00:30,charge,100,4,96,card,7,,pi_1,',
    'po_1,2026-12-02,paid,,MYR,txn_2,2026-12-02,00:30,refund,-1,0,-1,card,7,,pi_1,',
    '',
  ])
})
