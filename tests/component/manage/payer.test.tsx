import '@testing-library/jest-dom'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PayerIsland } from '@/components/manage/payer-island'
import type { PaidByCompany } from '@/lib/bookings/schema'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { calls, serve, show, WORKDAY } from '../booking/support'

const TOKEN = '42-pay-Zr3vX0kq9cM_2bL7tQ1wAg'
const READ = `GET /api/manage/${TOKEN}/payment`
const owed = (changes: Partial<PaidByCompany> = {}): PaidByCompany => ({
  ...{ id: 42, service: 'Audio Basic', duration: 'hourly', hours: 1, status: 'pending' },
  ...{ date: WORKDAY, time: '10:00', days: [{ date: WORKDAY, from: '10:00', to: '11:00' }] },
  ...{ subtotal: '99.00', taxAmount: '8.17', totalAmount: '107.17', taxRate: 825 },
  ...{ taxLabel: 'Tax', owedAmount: '107.17', owedTax: '8.17', payable: true, isOver: false },
  ...{ payment: null, paymentMoney: [] },
  ...{ company: 'Contoh Sdn. Bhd.', paidOn: null, documents: [] },
  ...changes,
})
const paid = owed({
  ...{ status: 'confirmed', payable: false, owedAmount: '0.00', payment: 'paid' },
  paidOn: '2026-12-01',
  documents: [{ kind: 'receipt', number: 'R-000042', totalSen: 107_17 }],
})
const open = (booking = owed()) => show(<PayerIsland initial={booking} token={TOKEN} />)
const button = () => screen.queryByRole('button', { name: /107\.17/ })
const back = (status: string) =>
  window.history.replaceState(
    null,
    '',
    `/manage/${TOKEN}?payment_intent=pi_1&redirect_status=${status}`,
  )

beforeEach(() => window.history.replaceState(null, '', '/'))

test('what is owed, for what, by which company', () => {
  open()
  const ticket = within(screen.getByRole('article', { name: 'The session' }))
  for (const fact of ['#42', 'Audio Basic', 'Contoh Sdn. Bhd.', '10:00–11:00'])
    expect(ticket.getByText(fact)).toBeInTheDocument()
  expect(
    within(screen.getByRole('region', { name: 'To pay' })).getAllByText('RM107.17'),
  ).toHaveLength(1)
  expect(button()).toBeEnabled()
})

test.each<[string, PaidByCompany, string[]]>([
  ['paid', paid, ['There is nothing to pay', 'Paid on Tuesday, December 1, 2026.', 'R-000042']],
  ['free', owed({ payable: false, owedAmount: '0.00' }), ['There is nothing to pay']],
  [
    'owed less than can be paid online',
    owed({ payable: false, owedAmount: '1.50' }),
    ['Still to pay: RM1.50'],
  ],
  [
    'cancelled',
    owed({ payable: false, status: 'cancelled' }),
    ['This booking was cancelled', 'There is nothing to pay.'],
  ],
  ['not payable now', owed({ payable: false }), ['This cannot be paid here at the moment']],
])('%s: nothing can be paid, and it says why', (_state, booking, said) => {
  open(booking)
  for (const text of said) expect(screen.getByText(text)).toBeInTheDocument()
  expect(button()).toBeNull()
})

test('a transfer is waited for: the account, without words of a mail that they did not get', () => {
  const account = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678', qr: null }
  const until = '2026-12-01T04:05:00.000Z'
  open(owed({ transfer: { account, amount: '107.17', reference: '42', until } }))
  expect(screen.getByText('5140 1234 5678')).toBeInTheDocument()
  expect(screen.getByText(/^Transfer the exact amount by .+\.$/)).toBeInTheDocument()
  expect(screen.queryByText(/emailed/)).toBeNull()
  expect(screen.queryByText('Send us the slip')).toBeNull()
  expect(button()).toBeEnabled()
})

test('paid by somebody else meanwhile: it is not paid twice, and the page turns', async () => {
  serve({
    'GET /api/payment-config': () => ({
      body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
    }),
    [`POST /api/manage/${TOKEN}/payment`]: () => ({
      status: 409,
      body: { code: 'not_payable', message: 'Paid already.', paymentIntentId: 'pi_1' },
    }),
    [READ]: () => ({ body: paid }),
  })
  open()
  await userEvent.click(button()!)
  expect(await screen.findByText('There is nothing to pay')).toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { amount: '107.17' },
  ])
})

test('without keys of the provider nothing is begun', async () => {
  serve({
    'GET /api/payment-config': () => ({
      body: { mode: 'off', publishableKey: null, scriptUrl: null },
    }),
  })
  open()
  await userEvent.click(button()!)
  expect(await screen.findByRole('dialog', { name: 'Payment Error' })).toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each([
  ['English', en],
  ['Malay', ms],
  ['Chinese', zh],
])('no sentence about the payment calls the booking theirs, %s', (_language, words) => {
  // Those for the customer do, so the pattern finds what it is for.
  const theirs = /your (?:booking|time|slot)|(?:tempahan|slot) anda|您的预订|为您/i
  expect(JSON.stringify(words.purchase.unpaid)).toMatch(theirs)
  expect(JSON.stringify(words.purchase.payer)).not.toMatch(theirs)
})

describe('back from the bank, for a part of what stands already', () => {
  const rest = (payment: PaidByCompany['payment']) => owed({ status: 'confirmed', payment })

  test('refused: it says so, and can be paid again', async () => {
    back('failed')
    serve({ [READ]: () => ({ body: rest('failed') }) })
    open(rest(null))
    expect(await screen.findByText('Payment was not completed')).toBeInTheDocument()
    expect(screen.getByText(en.purchase.payer.notPaid)).toBeInTheDocument()
    expect(button()).toBeEnabled()
    expect(window.location.search).toBe('')
  })

  test('the bank is deciding: nobody is told that it is paid, then it turns', async () => {
    back('succeeded')
    let read = 0
    serve({ [READ]: () => ({ body: ++read > 1 ? paid : rest('processing') }) })
    open(rest(null))
    expect(await screen.findByText('Confirming payment')).toBeInTheDocument()
    expect(button()).toBeNull()
    expect(screen.queryByText('There is nothing to pay')).toBeNull()
    expect(
      await screen.findByText('There is nothing to pay', {}, { timeout: 5_000 }),
    ).toBeInTheDocument()
    expect(screen.queryByText('Confirming payment')).toBeNull()
  })
})
