import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  availability,
  fillIn,
  loadStripe,
  openBooking,
  proceed,
  serve,
  takesPayments,
} from '../booking/support'

beforeEach(() => sessionStorage.clear())

async function openDialog(wallets: boolean) {
  serve(takesPayments({ wallets }))
  openBooking()
  await fillIn()
  await proceed()
  return within(await screen.findByRole('dialog', { name: 'Complete Your Booking' }))
}

test('one block says what, when and how much with tax, and opens to all lines', async () => {
  loadStripe({})
  const dialog = await openDialog(false)
  const block = dialog.getByRole('button', { name: /Audio Basic\s· 1 hour/ })
  expect(block).toHaveTextContent(/\d+ \w{3}, 10:00–11:00 · including Tax \(8\.25%\)RM107\.17$/)
  expect(block).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(block)
  expect(block).toHaveAttribute('aria-expanded', 'true')
  const lines = document.getElementById(block.getAttribute('aria-controls') ?? '')
  expect(lines).toHaveTextContent('RM99.00')
})

test.each([
  ['where the owner offers them and the browser has one, wallets', true, { googlePay: true }, 1],
  ['in a browser that has none, no wallets', true, undefined, 0],
  ['in a browser that may use none here, no wallets', true, { googlePay: false }, 0],
  ['where the owner offers none, no wallets', false, { googlePay: true }, 0],
])('%s stand above the card form', async (_, offered, wallets, count) => {
  loadStripe(wallets ? { wallets } : {})
  const dialog = await openDialog(offered)
  await dialog.findByText('Downgrades not permitted once paid')
  await new Promise((done) => setTimeout(done, 100))
  expect(dialog.queryAllByText('or')).toHaveLength(count)
  expect(dialog.queryByText('Loading the payment form')).toBeNull()
})

test('the summary keeps day and time beside the account of a transfer, when the time is free no more', async () => {
  loadStripe({})
  let isChosen = false
  const account = { bank: 'Contoh Bank', holder: 'Contoh', number: '1234', qr: null }
  const transfer = { account, amount: '107.17', reference: '#7', until: null, slipSentAt: null }
  serve({
    ...takesPayments(),
    'GET /api/availability': (call) => availability(isChosen ? ['10:00'] : [])(call),
    'POST /api/bookings/7/transfer': () => {
      isChosen = true
      return { body: { token: 'Zr3vX0kq9cM_2bL7tQ1wAg' } }
    },
    'GET /api/manage/': () => ({ body: { transfer } }),
  })
  openBooking({ transferHours: 24 })
  await fillIn()
  await proceed()
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Your Booking' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Transfer · DuitNow QR' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Hold my slot and show bank details' }))
  await dialog.findByText('Contoh Bank')
  const behind = { name: '10:00', hidden: true }
  await waitFor(() => expect(screen.queryByRole('radio', { ...behind, checked: true })).toBeNull())
  expect(dialog.getByRole('button', { name: /Audio Basic\s· 1 hour/ })).toHaveTextContent(
    /\d+ \w{3}, 10:00–11:00/,
  )
})
