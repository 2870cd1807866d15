import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { RateOrderForm } from '@/components/editing/order-form'
import { noteServerTime } from '@/components/browser/clock'
import en from '@/messages/en.json'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { DEFAULT_OFFICE_WEEK } from '@/lib/studio'

const offer = { features: [], badge: null }
const show = (office = DEFAULT_OFFICE_WEEK) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <RateOrderForm
        action="/checkout"
        chat="https://wa.me/1"
        tax={DEFAULT_TAX}
        office={{ ...office, holidays: ['2026-12-25', '2027-01-01'] }}
        tiers={{ basic: offer, standard: offer, premium: offer }}
      />
    </NextIntlClientProvider>,
  )
const radio = (name: string) => screen.getByRole('radio', { name })
const checkout = () => screen.getByRole('button', { name: 'Proceed to Checkout' })
/** What the checkout's address would say. */
const query = () =>
  new URLSearchParams([...new FormData(checkout().closest('form') as HTMLFormElement)] as [
    string,
    string,
  ][]).toString()

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-12-23T04:00:00Z'), advanceTimers: true })
  noteServerTime(new Date().toUTCString())
})
afterEach(() => jest.useRealTimers())

test('nothing can be ordered before a length is chosen', () => {
  show()
  expect(radio('Standard Tier')).toBeChecked()
  expect(checkout()).toBeDisabled()
  expect(screen.getByText('Choose a length')).toBeInTheDocument()
})

test('the checkout’s address carries tier, duration, price and rush', async () => {
  show()
  await userEvent.click(radio('60-120s'))
  expect(checkout()).toBeEnabled()
  expect(query()).toBe('tier=standard&duration=60-120s&price=120&rush=false')
  expect(screen.getByRole('status')).toHaveTextContent('RM129.90')

  await userEvent.click(screen.getByRole('switch', { name: 'Rush service' }))
  expect(query()).toBe('tier=standard&duration=60-120s&price=120&rush=true')
  expect(screen.getByText('RM42.00')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('RM175.37')
})

// The customer's price list and its consequences, worked out by hand in ringgit: price, rush, total,
// total with rush.
const TABLE: Record<string, [string, string, string, string][]> = {
  Basic: [
    ['60', '21.00', '64.95', '87.68'],
    ['80', '28.00', '86.60', '116.91'],
    ['100', '35.00', '108.25', '146.14'],
    ['250', '88.00', '270.63', '365.89'],
  ],
  Standard: [
    ['90', '32.00', '97.43', '132.07'],
    ['120', '42.00', '129.90', '175.37'],
    ['150', '53.00', '162.38', '219.75'],
    ['375', '131.00', '405.94', '547.75'],
  ],
  Premium: [
    ['150', '53.00', '162.38', '219.75'],
    ['200', '70.00', '216.50', '292.28'],
    ['250', '88.00', '270.63', '365.89'],
    ['625', '219.00', '676.56', '913.63'],
  ],
}
const LENGTHS = ['<60s', '60-120s', '120-180s', '5-10 mins']

test('every price of the list, with and without rush', () => {
  show()
  const rush = screen.getByRole('switch', { name: 'Rush service' })
  const line = (label: RegExp) => screen.getByText(label).nextElementSibling
  for (const [name, rows] of Object.entries(TABLE)) {
    fireEvent.click(radio(`${name} Tier`))
    for (const [index, [price, surcharge, plain, dear]] of rows.entries()) {
      fireEvent.click(radio(LENGTHS[index] ?? ''))
      expect(line(/^Editing$/)).toHaveTextContent(`RM${price}.00`)
      expect(screen.getByRole('status')).toHaveTextContent(`RM${plain}`)
      fireEvent.click(rush)
      expect(line(/^Rush \(\+35%\)$/)).toHaveTextContent(`RM${surcharge}`)
      expect(screen.getByRole('status')).toHaveTextContent(`RM${dear}`)
      expect(query()).toContain(`price=${price}&rush=true`)
      fireEvent.click(rush)
    }
  }
})

test('another tier clears the length, and rush stays', async () => {
  show()
  await userEvent.click(radio('<60s'))
  await userEvent.click(screen.getByRole('switch', { name: 'Rush service' }))
  await userEvent.click(radio('Premium Tier'))
  expect(radio('<60s')).not.toBeChecked()
  expect(checkout()).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Rush service' })).toBeChecked()
})

test('more than ten minutes is talked about, never ordered', async () => {
  show()
  await userEvent.click(radio('>10 mins'))
  expect(screen.queryByRole('button', { name: 'Proceed to Checkout' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Discuss on WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/1',
  )
})

test('says the day it is due, over weekends and holidays, and what a member pays', async () => {
  show()
  await userEvent.click(radio('Premium Tier'))
  await userEvent.click(radio('<60s'))
  // Wednesday noon in Kuala Lumpur: Thursday, then Monday and Tuesday after Christmas and the
  // weekend.
  expect(screen.getByText('by Tuesday, December 29, 2026')).toBeInTheDocument()
  expect(screen.getByText(/^RM135.00 for VIP members/)).toBeInTheDocument()
})

test('counts the days on which the office works', async () => {
  show({ ...DEFAULT_OFFICE_WEEK, saturday: true, monday: false })
  await userEvent.click(radio('Premium Tier'))
  await userEvent.click(radio('<60s'))
  // Thursday, Saturday and Tuesday: the Friday is Christmas, and Monday is free.
  expect(screen.getByText('by Tuesday, December 29, 2026')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('switch', { name: 'Rush service' }))
  expect(screen.getByText('by Saturday, December 26, 2026')).toBeInTheDocument()
})

test('the keyboard alone chooses and orders', async () => {
  show()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.tab()
  expect(radio('Standard Tier')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(radio('Premium Tier')).toBeChecked()
  await user.tab()
  await user.keyboard(' ')
  expect(radio('<60s')).toBeChecked()
  await user.tab()
  await user.keyboard(' ')
  await user.tab()
  expect(checkout()).toHaveFocus()
  expect(query()).toBe('tier=premium&duration=%3C60s&price=150&rush=true')
})
