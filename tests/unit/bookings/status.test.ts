import { BOOKING_STATUSES, holdsSlot, isUnpaid } from '@/lib/bookings/status'
import type { PaymentMoney } from '@/lib/sales/money'

test('every status but cancelled keeps the room', () => {
  expect(BOOKING_STATUSES.filter(holdsSlot)).toEqual(['pending', 'confirmed', 'completed'])
})

describe('a booking that can be paid by its link', () => {
  const payment = (about: Partial<PaymentMoney>): PaymentMoney => ({
    ...{ stripePaymentIntentId: 'pi_1', status: 'succeeded', outcome: 'confirmed', reason: null },
    ...{ amount: '60.00', receivedAmount: '60.00', refundedAmount: '0.00', refundStatus: null },
    ...{ partDue: '0.00', offPrice: '0.00', partFailed: '0.00', returnedAmount: '0.00' },
    ...{ disputedAmount: '0.00', lostAmount: '0.00' },
    ...{ currency: 'myr', disputeStatus: null, handledAt: null, handledAs: null, method: null },
    ...about,
  })
  const undecided = { outcome: 'needs_attention', reason: 'amount_mismatch' }
  const isPayable = (...payments: PaymentMoney[]) =>
    isUnpaid({
      ...{
        status: 'pending',
        holdExpiresAt: null,
        transferChosenAt: null,
        totalAmount: '107.17',
        onAccount: '0.00',
      },
      payments,
    })

  test.each<[string, boolean, PaymentMoney[]]>([
    ['has no payment', true, []],
    ['has a part of its price', true, [payment({})]],
    ['has its whole price', false, [payment({ receivedAmount: '107.17' })]],
    [
      'lost its money in a dispute',
      true,
      [payment({ disputeStatus: 'lost', lostAmount: '107.17' })],
    ],
    ['has a sum that waits for a decision', false, [payment(undecided)]],
    ['has a sum that was looked after', true, [payment({ ...undecided, handledAt: new Date(0) })]],
    ['has another currency that waits', false, [payment({ ...undecided, currency: 'usd' })]],
    [
      'had another currency, which went back',
      true,
      [payment({ outcome: 'refunded', currency: 'usd', refundedAmount: '60.00' })],
    ],
  ])('%s: %p', (_, expected, payments) => expect(isPayable(...payments)).toBe(expected))
})
