// What marking an entry of Needs attention as handled says of its money.
import { handledWays } from '@/lib/admin/attention/rules'
import { ALERT_KINDS } from '@/lib/admin/attention/schema'

const NOW = new Date('2026-12-01T02:00:00Z')
const failed = {
  ...{ stripePaymentIntentId: 'pi_1' as string | null, status: 'succeeded', purpose: 'booking' },
  ...{ outcome: 'needs_attention', reason: 'refund_failed' as string, amount: '107.17' },
  ...{ receivedAmount: '107.17', refundedAmount: '0.00', returnedAmount: '0.00' },
  ...{ partDue: '0.00', offPrice: '0.00', partFailed: '0.00', refundStatus: 'failed' },
  ...{ currency: 'myr', disputeStatus: null as string | null },
  ...{ disputedAmount: '0.00', lostAmount: '0.00', method: 'card' as string | null },
  ...{ handledAt: null, handledAs: null, succeededAt: NOW },
}
const part = { ...failed, outcome: 'confirmed', partFailed: '30.00' }
const cash = { ...failed, stripePaymentIntentId: null, method: 'cash', reason: 'offline_refund' }
const BOTH = ['kept', 'given_back']

test.each([
  ['whose refund failed, which can be recorded as given back', failed, ['kept']],
  ['of which a part failed', part, ['kept']],
  ['received at the studio, to be given back', cash, ['kept']],
  ['of another sum than was due', { ...failed, reason: 'amount_mismatch' }, ['kept']],
  ['that belongs to nothing', { ...failed, reason: 'unmatched', purpose: 'unmatched' }, BOTH],
  ['that belongs to nothing, refused', { ...failed, purpose: 'unmatched' }, BOTH],
  ['of another currency', { ...failed, currency: 'sgd' }, BOTH],
  ['that a bank took', { ...failed, disputeStatus: 'lost', lostAmount: '107.17' }, []],
])('money %s', (_which, payment, ways) => {
  expect(handledWays('open', payment, NOW)).toEqual(ways)
  expect(handledWays(null, payment, NOW)).toEqual([])
})

test.each(ALERT_KINDS.filter((kind) => kind !== 'open'))(
  'of an entry that is %s no money is kept or given back',
  (kind) => expect(handledWays(kind, failed, NOW)).toEqual([]),
)
