import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Checkout } from '@/components/orders/checkout'
import { DEFAULT_OFFICE_WEEK } from '@/lib/studio'
import { calls, serve, show } from '../booking/support'

const config = () => ({
  body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
})
const nobody = () => ({ body: { email: null, discount: null } })
type Server = Parameters<typeof serve>[0]

async function open(server: Server, claimed = 9000) {
  sessionStorage.clear()
  serve({
    'GET /api/payment-config': config,
    'GET /api/video-editing-orders/discount': nobody,
    ...server,
  })
  const choice = { tier: 'standard', length: '<60s', rush: true, claimed } as const
  const router = show(
    <Checkout
      choice={choice}
      tax={{ basisPoints: 825, label: 'Tax' }}
      office={{ ...DEFAULT_OFFICE_WEEK, holidays: [] }}
    />,
  )
  await userEvent.type(screen.getByLabelText('Name'), 'Aina')
  return router
}
const summary = () => within(screen.getByRole('complementary', { name: 'Order summary' }))
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
const posts = () => calls.filter(({ method }) => method === 'POST')
const email = () => userEvent.type(screen.getByLabelText('Email'), 'aina@example.com')

test('sends the choice, the customer and the server’s own figures, once per click, under one key', async () => {
  let answers = 0
  await open({
    'POST /api/video-editing-orders': () =>
      answers++ < 1
        ? { status: 503, body: { message: 'Please try again in a moment.' } }
        : { body: { clientSecret: '' } },
  })
  await email()
  await proceed()
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[0]?.body).toEqual({
    customerName: 'Aina',
    customerEmail: 'aina@example.com',
    customerPhone: null,
    requirements: null,
    footageLinks: [],
    company: null,
    companyRegistration: null,
    companyIdKind: null,
    companyTin: null,
    companySst: null,
    companyAddress: null,
    companyPostcode: null,
    companyCity: null,
    companyState: null,
    companyCountry: null,
    poNumber: null,
    financeEmail: null,
    tier: 'standard',
    duration: '<60s',
    rushService: true,
    price: '90.00',
    rushPrice: '32.00',
    totalAmount: '132.07',
  })
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(
    await screen.findByText('Failed to initialize payment. Please try again.'),
  ).toBeInTheDocument()
})

test('the price has changed: the new figures are shown and sent next, nothing typed is lost', async () => {
  const figures = {
    price: '100.00',
    rushPrice: '35.00',
    subtotal: '135.00',
    taxAmount: '11.14',
    totalAmount: '146.14',
    discount: null,
  }
  let answers = 0
  await open({
    'POST /api/video-editing-orders': () =>
      answers++ < 1
        ? {
            status: 409,
            body: { code: 'price_changed', message: 'The price has changed.', ...figures },
          }
        : {
            status: 400,
            body: {
              code: 'invalid_request',
              message: 'Please check the marked fields.',
              fields: { customerEmail: 'Not this one.' },
            },
          },
  })
  await email()
  await proceed()
  expect(await summary().findByRole('alert')).toHaveTextContent(/RM146\.14/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('Name')).toHaveValue('Aina')
  await proceed()
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[1]?.body).toMatchObject({
    price: '100.00',
    rushPrice: '35.00',
    totalAmount: '146.14',
  })
  expect(await screen.findByText('Not this one.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
})

test('paid already, in another tab say: its page is shown instead of another order', async () => {
  const router = await open({
    'POST /api/video-editing-orders': () => ({
      status: 409,
      body: {
        code: 'not_payable',
        message: 'This has already been paid.',
        paymentIntentId: 'pi_1',
      },
    }),
  })
  await email()
  await proceed()
  await waitFor(() =>
    expect(router.push).toHaveBeenCalledWith(
      '/video-editing-success?payment_intent=pi_1&redirect_status=succeeded',
    ),
  )
  expect(posts()).toHaveLength(1)
})

test('an order that has ended meanwhile is placed anew, under another key', async () => {
  let answers = 0
  await open({
    'POST /api/video-editing-orders': () =>
      answers++ < 1
        ? { status: 409, body: { code: 'not_payable', message: 'Ended.' } }
        : { status: 404, body: null },
  })
  await email()
  await proceed()
  await waitFor(() => expect(posts()).toHaveLength(2))
  const [first, second] = posts().map(({ headers }) => headers['idempotency-key'])
  expect(second).not.toBe(first)
  expect(await screen.findByText('Failed to create order')).toBeInTheDocument()
})

test('without an answer about discounts it is the table price; a proven email is filled in with its own', async () => {
  await open({ 'GET /api/video-editing-orders/discount': () => ({ status: 503, body: null }) })
  expect(summary().getByText(/RM132\.07/)).toBeInTheDocument()
  document.body.replaceChildren()
  await open({
    'GET /api/video-editing-orders/discount': () => ({
      body: { email: 'aina@example.com', discount: 'first_order' },
    }),
  })
  expect(await summary().findByText('First order, 10% off')).toBeInTheDocument()
  expect(screen.getByLabelText('Email')).toHaveValue('aina@example.com')
  expect(summary().getByText(/^RM117\.99$/)).toBeInTheDocument() // 81 + 28, and 8.99 of tax
})
