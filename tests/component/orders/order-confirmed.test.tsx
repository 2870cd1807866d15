import { screen } from '@testing-library/react'
import { OrderConfirmed } from '@/components/orders/order-confirmed'
import type { PaidOrder } from '@/lib/orders/schema'
import { show } from '../booking/support'

const ORDER: PaidOrder = {
  ...{ id: 1001, customerName: 'Aina', customerEmail: 'aina@example.com', customerPhone: null },
  ...{ tier: 'standard', duration: '60-120s', rushService: false, rushPrice: null },
  ...{ price: '120.00', discount: null, discountAmount: '0.00', taxAmount: '9.90' },
  ...{ totalAmount: '129.90', currency: 'MYR', status: 'paid', cancelReason: null },
  ...{ requirements: null, footageLinks: [], footageAt: null, dueAt: null },
  ...{ paidAt: '2026-11-26T08:00:00.000Z', createdAt: '2026-11-26T07:59:00.000Z' },
  ...{
    stripePaymentIntentId: 'pi_1',
    paymentStatus: 'paid',
    money: [],
    manageToken: 'T',
    receipt: 'R-000007',
  },
}
const filled = () =>
  screen.getAllByRole('link').filter((link) => link.classList.contains('btn-main'))

test.each([
  ['without footage asks for it', null, 'Send your footage'],
  ['with footage leads to its page', '2026-11-26T08:00:00.000Z', 'Follow your order'],
])('the one filled button of a paid order %s', (_, footageAt, name) => {
  show(<OrderConfirmed order={{ ...ORDER, footageAt }} picture={null} />)
  expect(filled()).toEqual([screen.getByRole('link', { name })])
  expect(filled()[0]).toHaveAttribute('href', '/manage/T')
})
