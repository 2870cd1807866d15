// A payment whose details another device may not see: its own state is said, and nothing else.
import { HttpError } from '@/components/api'
import { followPayment, type PaymentView } from '@/components/checkout/follow-payment'
import type { PaymentStateDto } from '@/lib/payments/schema'

const notFound = () => new HttpError(404, '', { code: 'not_found', message: '' } as never)

async function shown(
  state: PaymentStateDto['state'] | null,
  claim: 'success' | 'failure' = 'success',
): Promise<PaymentView<never>[]> {
  const views: PaymentView<never>[] = []
  const leaving = new AbortController()
  await followPayment<never>(
    {
      read: () => Promise.reject(notFound()),
      readState: () => (state ? Promise.resolve({ state }) : Promise.reject(notFound())),
      endOf: () => null,
      claim,
      reference: 'pi_1',
    },
    (view) => {
      views.push(view)
      if (view.kind === 'confirming') leaving.abort()
    },
    leaving.signal,
  )
  return views
}

test.each([
  ['confirmed', { kind: 'generic' }],
  ['confirming', { kind: 'confirming' }],
  ['refunded', { kind: 'elsewhere', end: 'refunded' }],
  ['cancelled', { kind: 'elsewhere', end: 'cancelled' }],
  ['not_paid', { kind: 'failed', lapsed: null }],
] as const)('on another device a payment that is %s is shown as that', async (state, view) => {
  expect(await shown(state)).toEqual([view])
  expect(await shown(state, 'failure')).toEqual([view])
})

test('a payment that nobody knows is shown as the address claims', async () => {
  expect(await shown(null)).toEqual([{ kind: 'generic' }])
  expect(await shown(null, 'failure')).toEqual([{ kind: 'failed', lapsed: null }])
})
