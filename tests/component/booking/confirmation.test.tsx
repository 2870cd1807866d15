import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ConfirmationIsland } from '@/components/checkout/confirmation-island'
import type { PlacedMoney } from '@/lib/sales/money'
import { calls, serve, show } from './support'

const BOOKING = {
  addOns: [{ id: 3, name: 'Co-host Support', hours: 1, totalAmount: '80.00' }],
  id: 42,
  service: { id: 1, name: 'Audio Basic' },
  firstName: 'Aina',
  lastName: 'Rahman',
  email: 'aina@example.com',
  phone: null,
  date: '2026-12-01',
  time: '09:00',
  duration: 'half-day',
  requirements: 'A wheelchair ramp',
  subtotal: '356.00',
  taxAmount: '29.37',
  totalAmount: '385.37',
  status: 'confirmed',
  cancelReason: null,
  holdExpiresAt: null,
  paymentStatus: 'paid',
  money: [] as PlacedMoney[],
  manageToken: 'Zr3vX0kq9cM_2bL7tQ1wAg',
  receipt: 'R-000007',
  ramadan: null as string | null,
}

const READ = 'GET /api/bookings/payment/pi_1'
const open = (query: string) => {
  window.history.replaceState(null, '', `/booking-success${query}`)
  show(
    <ConfirmationIsland
      services={{}}
      visit={<p>Studio Location</p>}
      nextLinks={<p>Book Another Session</p>}
    />,
  )
}
const RETURN =
  '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'

beforeEach(() => {
  sessionStorage.clear()
  serve({ [READ]: () => ({ body: BOOKING }) })
})

test('a payment that succeeded shows the ticket with customer, session and payment', async () => {
  open(RETURN)
  expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeInTheDocument()
  expect(screen.getByText('Tuesday, December 1, 2026')).toBeInTheDocument()
  for (const text of [
    'Aina Rahman',
    '09:00–13:00',
    'Half Day',
    'Paid',
    '#42',
    'A wheelchair ramp',
    'RM385.37',
  ])
    expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.getByText('Studio Location')).toBeInTheDocument()
  const support = screen.getByRole('link', { name: /WhatsApp Support/ })
  expect(support).toHaveAttribute('target', '_blank')
  expect(decodeURIComponent(support.getAttribute('href') ?? '')).toContain('#42')
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    `/api/manage/${BOOKING.manageToken}/calendar`,
  )
  expect(screen.getByRole('link', { name: 'Manage booking' })).toHaveAttribute(
    'href',
    `/manage/${BOOKING.manageToken}`,
  )
  expect(screen.getByRole('link', { name: 'Receipt R-000007' })).toHaveAttribute(
    'href',
    `/manage/${BOOKING.manageToken}/receipts/R-000007`,
  )
})

test('an hour is said as one, with its end, and what can be done comes before who and how much', async () => {
  const hour = { duration: 'hourly', hours: 1, time: '14:00' }
  serve({ [READ]: () => ({ body: { ...BOOKING, ...hour } }) })
  open(RETURN)
  const calendar = await screen.findByRole('link', { name: 'Add to calendar' })
  const ticket = screen.getByRole('article')
  expect(ticket).toContainElement(calendar)
  for (const [fact, value] of [
    ['Duration', '1 hour'],
    ['Time', '14:00–15:00'],
  ] as const)
    expect(within(ticket).getByText(fact).nextElementSibling).toHaveTextContent(value)
  const after = (one: Element) =>
    Boolean(calendar.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(after(screen.getByText('14:00–15:00'))).toBe(false)
  for (const fact of ['Aina Rahman', 'RM385.37']) expect(after(screen.getByText(fact))).toBe(true)
})

test('a check stands beside what is confirmed', async () => {
  open(RETURN)
  const heading = await screen.findByRole('heading', { name: 'Booking Confirmed!' })
  expect(heading.previousElementSibling?.querySelector('svg.lucide-check')).toBeInTheDocument()
})

describe('the picture of the session', () => {
  const address = `/api/manage/${BOOKING.manageToken}/story`
  const link = () => screen.findByRole('link', { name: 'Share as a picture' })
  /** Whether a press is left to the browser, which here would only complain. */
  const followed = (shown: HTMLElement): boolean => {
    let left = false
    const end = (event: Event) => {
      left = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', end, { once: true })
    fireEvent.click(shown)
    return left
  }
  const canShare = (files: boolean) =>
    Object.assign(navigator, { canShare: () => files, share: jest.fn(() => Promise.resolve()) })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'canShare')
    Reflect.deleteProperty(navigator, 'share')
  })

  test('is a download where the device shares no pictures', async () => {
    for (const offered of [null, false]) {
      if (offered !== null) canShare(offered)
      open(RETURN)
      const shown = await link()
      expect(shown).toHaveAttribute('href', address)
      expect(shown).toHaveAttribute('download', 'on-air.png')
      expect(followed(shown)).toBe(true)
      cleanup()
    }
  })

  test('goes to the share sheet where that takes pictures, and is drawn once', async () => {
    canShare(true)
    let times = 0
    serve({ [READ]: () => ({ body: BOOKING }), [`GET ${address}`]: () => ({ body: ++times }) })
    open(RETURN)
    for (const count of [1, 2]) {
      expect(followed(await link())).toBe(false)
      await waitFor(() => expect(navigator.share).toHaveBeenCalledTimes(count))
    }
    const { files = [] } = jest.mocked(navigator.share).mock.calls[0]?.[0] ?? {}
    expect(files.map(({ name, type }) => [name, type])).toEqual([['on-air.png', 'image/png']])
    expect(times).toBe(1)
    expect(screen.queryByText('Making the picture…')).not.toBeInTheDocument()
  })

  test('says so when it could not be made, and tries again', async () => {
    canShare(true)
    serve({
      [READ]: () => ({ body: BOOKING }),
      [`GET ${address}`]: () => ({ status: 429, body: null }),
    })
    open(RETURN)
    fireEvent.click(await link())
    expect(await screen.findByText(/could not be made/)).toBeInTheDocument()
    serve({ [`GET ${address}`]: () => ({ body: 1 }) })
    fireEvent.click(await link())
    await waitFor(() => expect(navigator.share).toHaveBeenCalledTimes(1))
    expect(screen.queryByText(/could not be made/)).not.toBeInTheDocument()
  })
})

describe('a free session, which no payment names', () => {
  const FREE = 'GET /api/bookings/free/42'
  const free = { ...BOOKING, subtotal: '0.00', taxAmount: '0.00', totalAmount: '0.00' }

  test('its own ticket: nothing is called paid', async () => {
    serve({ [FREE]: () => ({ body: free }) })
    open('?booking=42')
    expect(await screen.findByText('Free session')).toBeInTheDocument()
    for (const text of ['Tuesday, December 1, 2026', '09:00–13:00', '#42', 'RM0.00'])
      expect(screen.getByText(text)).toBeInTheDocument()
    expect(screen.getByText(/nothing to pay/)).toBeInTheDocument()
    expect(screen.queryByText('Paid')).not.toBeInTheDocument()
  })

  test('somebody else’s address shows nothing of it', async () => {
    serve({ [FREE]: () => ({ status: 404, body: { code: 'not_found', message: 'x' } }) })
    open('?booking=42')
    expect(
      await screen.findByText('A confirmation email will follow with all the details.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
  })

  test('cancelled since: said so', async () => {
    serve({ [FREE]: () => ({ body: { ...free, status: 'cancelled' } }) })
    open('?booking=42')
    expect(
      await screen.findByRole('heading', { name: 'This booking was cancelled' }),
    ).toBeInTheDocument()
  })
})

test('the client secret leaves the address, proves the owner, and survives a refresh', async () => {
  open(RETURN)
  await screen.findByRole('article')
  expect(window.location.search).toBe('?payment_intent=pi_1&redirect_status=succeeded')
  document.body.replaceChildren()
  open(window.location.search)
  await screen.findByRole('article')
  expect(calls.map(({ headers }) => headers['x-client-secret'])).toEqual([
    'pi_1_secret_2',
    'pi_1_secret_2',
  ])
})

test('a ticket that is looked at again without a connection stays', async () => {
  open(RETURN)
  await screen.findByRole('heading', { name: 'Booking Confirmed!' })
  serve({
    [READ]() {
      throw new TypeError('Failed to fetch')
    },
  })
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(calls).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Booking Confirmed!' })).toBeInTheDocument()
})

test('without a name the customer is a valued one', async () => {
  serve({ [READ]: () => ({ body: { ...BOOKING, firstName: '', lastName: null } }) })
  open(RETURN)
  expect(await screen.findByText('Valued Customer')).toBeInTheDocument()
})

const FAILED = '?payment_intent=pi_1&redirect_status=failed'
const UNPAID = { ...BOOKING, status: 'pending', paymentStatus: 'failed' }

test('failed: the failure and the way back', async () => {
  serve({ [READ]: () => ({ body: UNPAID }) })
  open(FAILED)
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeInTheDocument()
  expect(
    screen.getByText('There was an issue processing your payment. Please try again.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/booking')
  expect(screen.queryByText(/Your hold/)).toBeNull()
})

const LAPSED = { ...BOOKING, status: 'cancelled', cancelReason: 'expired', paymentStatus: 'failed' }
test('failed, and the hold has ended meanwhile: that, and that nothing was charged', async () => {
  serve({ [READ]: () => ({ body: LAPSED }) })
  open(FAILED)
  expect(
    await screen.findByText(
      /Your hold on Tuesday, December 1, 2026, 09:00 has expired\. You have not been charged\./,
    ),
  ).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Payment Failed' })).toBeInTheDocument()
})

test.each([
  ['still held', { ...LAPSED, status: 'pending', cancelReason: null }],
  ['ended, but with money for it', { ...LAPSED, paymentStatus: 'processing' }],
  ['cancelled by the studio', { ...LAPSED, cancelReason: 'admin' }],
])('failed, and the booking is %s: only the failure', async (_what, body) => {
  serve({ [READ]: () => ({ body }) })
  open(FAILED)
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeInTheDocument()
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(calls).toHaveLength(1)
  expect(screen.queryByText(/Your hold/)).toBeNull()
})

test('an address without parameters shows the card without details', async () => {
  open('')
  expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeInTheDocument()
  expect(screen.getByText('Arrive 15 minutes early for a setup briefing')).toBeInTheDocument()
  expect(calls).toEqual([])
})

test('somebody else’s payment shows no details', async () => {
  serve({ [READ]: () => ({ status: 404, body: { code: 'not_found', message: 'Not found' } }) })
  open(RETURN)
  expect(
    await screen.findByText('A confirmation email will follow with all the details.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('article')).toBeNull()
})

test.each(['?redirect_status=succeeded', '?redirect_status=pending', '?redirect_status=nonsense'])(
  'an address with %s claims nothing',
  async (query) => {
    open(query)
    expect(
      await screen.findByRole('heading', { name: 'We cannot find this payment' }),
    ).toBeInTheDocument()
  },
)

test('a payment still on its way is never shown as Paid, and is read again until it is', async () => {
  let reads = 0
  serve({
    [READ]: () => ({
      body: ++reads < 2 ? { ...BOOKING, status: 'pending', paymentStatus: 'processing' } : BOOKING,
    }),
  })
  open(RETURN)
  expect(await screen.findByRole('heading', { name: 'Confirming payment' })).toBeInTheDocument()
  expect(screen.queryByText('Paid')).toBeNull()
  expect(await screen.findByText('Paid', undefined, { timeout: 4_000 })).toBeInTheDocument()
})

test('after a minute it promises an email and names the reference', async () => {
  jest.useFakeTimers()
  serve({
    [READ]: () => ({ body: { ...BOOKING, status: 'pending', paymentStatus: 'processing' } }),
  })
  open(RETURN)
  await act(() => jest.advanceTimersByTimeAsync(64_000))
  expect(
    screen.getByRole('heading', { name: 'Your payment is being confirmed' }),
  ).toBeInTheDocument()
  expect(screen.getByText(/we will email you.*#42/)).toBeInTheDocument()
  jest.useRealTimers()
})

test('a late payment is refunded, with a link to another time', async () => {
  serve({
    [READ]: () => ({
      body: {
        ...{ ...BOOKING, status: 'cancelled', cancelReason: 'expired', paymentStatus: 'refunding' },
        money: [{ place: 'arriving', sen: 385_37 }],
      },
    }),
  })
  open(RETURN)
  expect(
    await screen.findByRole('heading', { name: 'Your payment is being refunded' }),
  ).toBeInTheDocument()
  expect(
    screen.getByText(/after the hold on Tuesday, December 1, 2026, 09:00 had expired/),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Book another time' })).toHaveAttribute(
    'href',
    '/booking',
  )
})

// A sum per place in the sentence of that place, which names the way in which it goes back.
test.each<[string, string, string, PlacedMoney[], string, string[]]>([
  [
    'its card payment refused and its cash still at the studio',
    ...(['admin', 'refund_failed'] as const),
    [
      { place: 'failed', sen: 185_37 },
      { place: 'owed_cash', sen: 200_00 },
    ],
    'The refund did not go through',
    ['The refund of RM185.37 did not go through', 'You paid RM200.00 in cash at the studio'],
  ],
  [
    'a part on its way, the rest lost in a dispute',
    ...(['admin', 'refunding'] as const),
    [
      { place: 'arriving', sen: 300_00 },
      { place: 'lost', sen: 85_37 },
    ],
    'Your payment is being refunded',
    ['We are refunding RM300.00', 'Your bank took RM85.37 back'],
  ],
  [
    'a part given back and the rest kept',
    ...(['admin', 'paid'] as const),
    [
      { place: 'back', sen: 30_00 },
      { place: 'kept', sen: 355_37 },
    ],
    'This booking was cancelled',
    ['RM30.00 has been refunded', 'RM355.37 is not refunded.'],
  ],
  [
    'its refund refused, and settled by hand',
    ...(['admin', 'needs_attention'] as const),
    [{ place: 'noted_back', sen: 385_37 }],
    'This booking was cancelled',
    ['Our records say we refunded you another way'],
  ],
])(
  'a cancelled booking says of each sum what became of it: %s',
  async (_, cancelReason, paymentStatus, money, title, sentences) => {
    serve({
      [READ]: () => ({
        body: { ...BOOKING, status: 'cancelled', cancelReason, paymentStatus, money },
      }),
    })
    open(RETURN)
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    for (const sentence of sentences)
      expect(screen.getByText(sentence, { exact: false })).toBeInTheDocument()
    expect(document.body.textContent).not.toMatch(/refunding RM385\.37|RM385\.37 has been|in full/)
  },
)

test('a session in Ramadan says what is different', async () => {
  serve({ [READ]: () => ({ body: { ...BOOKING, ramadan: 'We pause at iftar.' } }) })
  open(RETURN)
  expect(await screen.findByRole('heading', { name: 'In Ramadan' })).toBeInTheDocument()
  expect(screen.getByText('We pause at iftar.')).toBeInTheDocument()
})

test('a confirmed booking whose payment is not settled says Processing', async () => {
  serve({ [READ]: () => ({ body: { ...BOOKING, paymentStatus: 'processing' } }) })
  open(RETURN)
  expect(await screen.findByText('Processing')).toBeInTheDocument()
  expect(screen.queryByText('Paid')).toBeNull()
})
