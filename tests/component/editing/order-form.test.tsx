import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { OrderForm } from '@/components/editing/order-form'
import type { TierWords, Words } from '@/components/editing/words'

const tier = (name: string): TierWords => ({ name, text: '', features: [], badge: null })
const words: Words = {
  tier: 'Tier',
  popular: 'Popular',
  tiers: { basic: tier('Basic'), standard: tier('Standard'), premium: tier('Premium') },
  length: 'Length',
  lengths: {
    '<60s': '<60s',
    '60-120s': '60-120s',
    '120-180s': '120-180s',
    '5-10 mins': '5-10 mins',
    '>10 mins': '>10 mins',
  },
  discuss: 'To be discussed',
  rush: 'Rush',
  rushText: 'soon',
  summary: 'Order',
  price: 'Editing',
  surcharge: 'Surcharge',
  tax: 'Tax',
  total: 'Total',
  delivery: 'Delivery',
  takes: { basic: '5–7 days', standard: '5–7 days', premium: '2–3 days', rush: '24–48 hours' },
  due: 'by {date}',
  vip: '{price} for members',
  choose: 'Choose a length',
  checkout: 'Checkout',
  whatsapp: 'Chat',
  newTab: 'new tab',
}

const show = () =>
  render(
    <OrderForm
      locale="en"
      action="/checkout"
      chat="https://wa.me/1"
      basisPoints={825}
      holidays="2026122520270101"
      words={words}
    />,
  )
const radio = (name: string) => screen.getByRole('radio', { name })
const checkout = () => screen.getByRole('button', { name: 'Checkout' })
/** What the checkout's address would say. */
const query = () =>
  new URLSearchParams([...new FormData(checkout().closest('form') as HTMLFormElement)] as [
    string,
    string,
  ][]).toString()

beforeEach(
  () => void jest.useFakeTimers({ now: new Date('2026-12-23T04:00:00Z'), advanceTimers: true }),
)
afterEach(() => jest.useRealTimers())

test('nothing can be ordered before a length is chosen', () => {
  show()
  expect(radio('Standard')).toBeChecked()
  expect(checkout()).toBeDisabled()
  expect(screen.getByText('Choose a length')).toBeInTheDocument()
})

test('the checkout’s address carries tier, duration, price and rush', async () => {
  show()
  await userEvent.click(radio('60-120s'))
  expect(checkout()).toBeEnabled()
  expect(query()).toBe('tier=standard&duration=60-120s&price=120&rush=false')
  expect(screen.getByRole('status')).toHaveTextContent('RM 129.90')

  await userEvent.click(screen.getByRole('switch', { name: 'Rush' }))
  expect(query()).toBe('tier=standard&duration=60-120s&price=120&rush=true')
  expect(screen.getByText('RM 42.00')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('RM 175.37')
})

test('another tier clears the length, and rush stays', async () => {
  show()
  await userEvent.click(radio('<60s'))
  await userEvent.click(screen.getByRole('switch', { name: 'Rush' }))
  await userEvent.click(radio('Premium'))
  expect(radio('<60s')).not.toBeChecked()
  expect(checkout()).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Rush' })).toBeChecked()
})

test('more than ten minutes is talked about, never ordered', async () => {
  show()
  await userEvent.click(radio('>10 mins'))
  expect(screen.queryByRole('button', { name: 'Checkout' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Chat/ })).toHaveAttribute('href', 'https://wa.me/1')
})

test('says the day it is due, over weekends and holidays, and what a member pays', async () => {
  show()
  await userEvent.click(radio('Premium'))
  await userEvent.click(radio('<60s'))
  // Wednesday noon in Kuala Lumpur: Thursday, then Monday and Tuesday after Christmas and the
  // weekend.
  expect(screen.getByText('by Tuesday, December 29, 2026')).toBeInTheDocument()
  expect(screen.getByText('RM 135.00 for members')).toBeInTheDocument()
})

test('the keyboard alone chooses and orders', async () => {
  show()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.tab()
  expect(radio('Standard')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(radio('Premium')).toBeChecked()
  await user.tab()
  await user.keyboard(' ')
  expect(radio('<60s')).toBeChecked()
  await user.tab()
  await user.keyboard(' ')
  await user.tab()
  expect(checkout()).toHaveFocus()
  expect(query()).toBe('tier=premium&duration=%3C60s&price=150&rush=true')
})
