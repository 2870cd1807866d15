// A payout in another currency than ringgit.
import { render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { PayoutView } from '@/components/admin/money/payouts'
import { explained } from '@/lib/admin/money/rules'
import type { ShownLine } from '@/lib/admin/money/schema'
import en from '@/messages/en.json'

test('each of its sums is in its own currency', () => {
  const at = new Date('2026-12-01T16:30:00Z')
  const line: ShownLine = {
    ...{ id: 'txn_1', payoutId: 'po_1', category: 'charge', createdAt: at, description: null },
    ...{ amountSen: 2_550, feeSen: 50, netSen: 2_500, refundedBeforeSen: 0, refundFailed: false },
    ...{ payment: { receivedSen: 2_550, refundedSen: 0, isRinggit: false } },
    ...{
      paymentId: 1,
      intentId: 'pi_1',
      bookingId: 7,
      orderId: null,
      name: 'Aina',
      method: 'card',
    },
  }
  const { container } = render(
    <AppRouterContext value={{ push() {} } as never}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <PayoutView
          payout={{
            ...{ id: 'po_1', amountSen: 2_500, currency: 'usd', status: 'paid', failure: null },
            ...{ arrivesAt: at, itemised: true, lines: [line], ...explained(2_500, [line]) },
          }}
        />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  expect(container).not.toHaveTextContent('RM')
  for (const sum of ['USD 0.00', 'USD 25.50', 'USD -0.50', 'USD 25.00'])
    expect(container).toHaveTextContent(sum)
})
