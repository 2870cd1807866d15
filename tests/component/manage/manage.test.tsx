import '@testing-library/jest-dom'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { ManageIsland } from '@/components/manage/manage-island'
import { DEFAULT_HOURS } from '@/lib/studio'
import type { Managed } from '@/lib/bookings/schema'
import {
  calls,
  freeDays,
  kept,
  loadStripe,
  roomWith,
  serve,
  show,
  WORKDAY,
} from '../booking/support'

const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'
const at = (time: string) => new Date(`${WORKDAY}T${time}:00+08:00`).toISOString()
const booking = (changes: Partial<Managed> = {}): Managed => ({
  id: 42,
  serviceId: 1,
  service: 'Audio Basic',
  firstName: 'Aina',
  duration: 'hourly',
  hours: 1,
  status: 'confirmed',
  date: WORKDAY,
  time: '10:00',
  days: [{ date: WORKDAY, from: '10:00', to: '11:00' }],
  startsAt: at('10:00'),
  endsAt: at('11:00'),
  requirements: null,
  discountAmount: '0.00',
  subtotal: '99.00',
  taxAmount: '8.17',
  totalAmount: '107.17',
  taxRate: 825,
  taxLabel: 'Tax',
  addOns: [],
  ...{ refund: null, money: [] },
  movable: true,
  unmovable: null,
  movableUntil: at('10:00'),
  horizonDays: 180,
  upgrade: null,
  payable: false,
  isOver: false,
  owedAmount: '0.00',
  owedTax: '0.00',
  payment: null,
  paymentMoney: [],
  holdExpiresAt: null,
  guestToken: `42-${TOKEN}`,
  offers: {
    rates: { hourly: 9900, halfDay: 8900, fullDay: 7900, weekly: null },
    lengths: [
      { duration: 'half-day', hours: 1, state: 'free' },
      { duration: 'full-day', hours: 1, state: 'taken' },
    ],
    addOns: [{ id: 3, name: 'Co-host Support', hourlyRate: 8000 }],
  },
  ...changes,
})
const longer = () =>
  booking({
    duration: 'half-day',
    days: [{ date: WORKDAY, from: '10:00', to: '14:00' }],
    totalAmount: '385.37',
    upgrade: { status: 'applied', paymentStatus: 'paid', money: [] },
    offers: null,
  })

const island = (initial: Managed) => (
  <ManageIsland
    initial={initial}
    token={TOKEN}
    guestUrl="https://studio.example/manage/42-x"
    hours={DEFAULT_HOURS}
    holidays={[]}
    closedDays={[]}
  />
)
const open = (initial = booking()) => show(island(initial))
const panel = () => within(screen.getByRole('region', { name: 'More time, more help' }))
const posts = (path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === `/api/manage/${TOKEN}${path}`)
const config = () => ({
  body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
})

beforeEach(() => {
  HTMLCanvasElement.prototype.getContext = () => null
  window.history.replaceState(null, '', '/')
})

describe('an upgrade', () => {
  const choose = async () => {
    await userEvent.click(panel().getByRole('radio', { name: /Half Day/ }))
    await userEvent.click(panel().getByRole('checkbox', { name: /Co-host Support/ }))
  }

  test('says what is due for all of it, sends just that, and is paid in the booking’s own dialog', async () => {
    serve({
      'GET /api/payment-config': config,
      [`POST /api/manage/${TOKEN}/upgrade`]: () => ({
        body: {
          clientSecret: 'pi_1_secret_2',
          holdExpiresAt: new Date(Date.now() + 900_000).toISOString(),
        },
      }),
    })
    open()
    expect(panel().getByRole('radio', { name: /Full Day/ })).toBeDisabled()
    expect(panel().getByText('The time after yours is taken')).toBeInTheDocument()
    expect(panel().queryByRole('button')).toBeNull()
    await choose()
    await userEvent.click(panel().getByRole('button', { name: /624\.60/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete your upgrade' }))
    expect(dialog.getByText('Downgrades not permitted once paid')).toBeInTheDocument()
    expect(dialog.getByText('Half Day + Co-host Support')).toBeInTheDocument()
    expect(dialog.getByText(/^\w{3} \d+ \w{3}, 10:00–14:00$/)).toBeInTheDocument()
    expect(dialog.getAllByText(/624\.60/).length).toBeGreaterThan(0)
    expect(posts('/upgrade').map(({ body }) => body)).toEqual([
      { duration: 'half-day', hours: 1, addOns: [3], amount: '624.60' },
    ])
  })

  test('whose price has changed shows the new one and charges nothing', async () => {
    const dearer = booking()
    dearer.offers = { ...dearer.offers!, rates: { ...dearer.offers!.rates, halfDay: 9000 } }
    serve({
      'GET /api/payment-config': config,
      [`POST /api/manage/${TOKEN}/upgrade`]: () => ({
        status: 409,
        body: { code: 'price_changed', message: 'The price has changed.' },
      }),
      [`GET /api/manage/${TOKEN}`]: () => ({ body: dearer }),
    })
    open()
    await choose()
    await userEvent.click(panel().getByRole('button', { name: /624\.60/ }))
    expect((await screen.findAllByText('The price has changed.')).length).toBeGreaterThan(0)
    expect(await panel().findByRole('button', { name: /628\.93/ })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('paid on the bank’s page: the address is cleaned and the booking turns by itself', async () => {
    window.history.replaceState(
      null,
      '',
      `/manage/${TOKEN}?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded`,
    )
    let asked = 0
    serve({
      [`GET /api/manage/${TOKEN}`]: () => ({
        body:
          ++asked > 1
            ? longer()
            : booking({ upgrade: { status: 'held', paymentStatus: 'processing', money: [] } }),
      }),
    })
    const { refresh } = open()
    expect(await screen.findByText('Confirming payment')).toBeInTheDocument()
    expect(refresh).not.toHaveBeenCalled()
    expect(window.location.search).toBe('')
    expect(screen.queryByRole('region', { name: 'More time, more help' })).toBeNull()
    await waitFor(() => expect(screen.getByText('10:00–14:00')).toBeInTheDocument(), {
      timeout: 5_000,
    })
    expect(screen.queryByText('Confirming payment')).toBeNull()
    // The receipt is in the server's part of the page.
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test('whose money came too late says that it goes back', async () => {
    window.history.replaceState(null, '', `/manage/${TOKEN}?payment_intent=pi_1`)
    serve({
      [`GET /api/manage/${TOKEN}`]: () => ({
        body: booking({
          upgrade: {
            ...{ status: 'ended', paymentStatus: 'refunding' },
            money: [{ place: 'arriving', sen: 278_20 }],
          },
        }),
      }),
    })
    open()
    expect(await screen.findByText(/^We could no longer add your upgrade/)).toBeInTheDocument()
    expect(screen.getByText(/^We are refunding RM278\.20 to the card or/)).toBeInTheDocument()
  })

  test('whose money could not be returned says that', async () => {
    window.history.replaceState(null, '', `/manage/${TOKEN}?payment_intent=pi_1`)
    serve({
      [`GET /api/manage/${TOKEN}`]: () => ({
        body: booking({
          upgrade: {
            ...{ status: 'ended', paymentStatus: 'refund_failed' },
            money: [{ place: 'failed', sen: 278_20 }],
          },
        }),
      }),
    })
    open()
    expect(await screen.findByText('The refund did not go through')).toBeInTheDocument()
    expect(screen.getByText(/Your booking is unchanged/)).toBeInTheDocument()
    expect(screen.getByText(/^The refund of RM278\.20 did not go through/)).toBeInTheDocument()
  })
})

test('a payment by the link that goes back says so once, with every sum of the cancelled booking', async () => {
  window.history.replaceState(null, '', `/manage/${TOKEN}?payment_intent=pi_1`)
  serve({
    [`GET /api/manage/${TOKEN}`]: () => ({
      body: booking({
        ...{ status: 'cancelled', payment: 'refunding', refund: 'refunding', offers: null },
        paymentMoney: [{ place: 'arriving', sen: 87_17 }],
        money: [
          { place: 'arriving', sen: 87_17 },
          { place: 'owed_duitnow', sen: 20_00 },
        ],
      }),
    }),
  })
  open(booking({ status: 'pending', payable: true }))
  expect(await screen.findByText('We could no longer confirm your booking')).toBeInTheDocument()
  expect(screen.getAllByText(/^We are refunding RM87\.17 /)).toHaveLength(1)
  expect(screen.getByText(/^You paid RM20\.00 by DuitNow/)).toBeInTheDocument()
})

// Seen in booking systems whose customer's page believes the address, or its own old copy.
describe('real life: back from the bank', () => {
  const back = (status: string) =>
    window.history.replaceState(
      null,
      '',
      `/manage/${TOKEN}?payment_intent=pi_1&redirect_status=${status}`,
    )
  const held = (paymentStatus: 'processing' | 'failed') =>
    booking({ upgrade: { status: 'held', paymentStatus, money: [] } })
  const NOT_PAID = 'Payment was not completed'
  afterEach(() => jest.useRealTimers())

  test('refused, says the address, but the rows say paid: it is applied', async () => {
    back('failed')
    serve({ [`GET /api/manage/${TOKEN}`]: () => ({ body: longer() }) })
    open()
    expect(await screen.findByText('10:00–14:00')).toBeInTheDocument()
    expect(screen.queryByText(NOT_PAID)).toBeNull()
  })

  test('refused by Stripe’s own word: it can be paid again', async () => {
    back('failed')
    serve({ [`GET /api/manage/${TOKEN}`]: () => ({ body: held('failed') }) })
    open()
    expect(await screen.findByText(NOT_PAID)).toBeInTheDocument()
    expect(panel().getByRole('radio', { name: /Half Day/ })).toBeEnabled()
  })

  test.each(['failed', 'succeeded'])(
    '%s, and Stripe cannot be asked for a minute: it is being confirmed, and a mail follows',
    async (status) => {
      jest.useFakeTimers()
      back(status)
      serve({ [`GET /api/manage/${TOKEN}`]: () => ({ body: held('processing') }) })
      open()
      await act(() => jest.advanceTimersByTimeAsync(30_000))
      expect(screen.getByText('Confirming payment')).toBeInTheDocument()
      await act(() => jest.advanceTimersByTimeAsync(34_000))
      expect(screen.getByText('Your payment is being confirmed')).toBeInTheDocument()
      expect(screen.getByText(/we will email you/)).toBeInTheDocument()
      expect(screen.queryByText(NOT_PAID)).toBeNull()
    },
  )

  test('the page was left while it waited: come back to, it goes on waiting and turns', async () => {
    back('succeeded')
    let paid = false
    serve({
      [`GET /api/manage/${TOKEN}`]: () => ({ body: paid ? longer() : held('processing') }),
    })
    const { page, leave, comeBack } = kept(island(booking()))
    show(page)
    await screen.findByText('Confirming payment')
    await leave()
    paid = true
    await comeBack()
    expect(await screen.findByText('10:00–14:00')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Confirming payment')).toBeNull())
  })
})

describe('real life: the page that the router has kept', () => {
  test('what the server’s part says anew is shown, whatever a call has answered before', async () => {
    const moved = booking({
      days: [{ date: WORKDAY, from: '15:00', to: '16:00' }],
      time: '15:00',
    })
    let read: (next: Managed) => void = () => undefined
    function Page() {
      const [initial, setInitial] = useState(booking())
      useEffect(() => {
        read = setInitial
      }, [])
      return island(initial)
    }
    show(<Page />)
    expect(screen.getByText('10:00–11:00')).toBeInTheDocument()
    await act(async () => read(moved))
    expect(screen.getByText('15:00–16:00')).toBeInTheDocument()
  })

  test('left with a payment dialog open, it comes back without it', async () => {
    loadStripe({})
    serve({
      'GET /api/payment-config': config,
      [`POST /api/manage/${TOKEN}/payment`]: () => ({
        body: { clientSecret: 'pi_1_secret_2', holdExpiresAt: null },
      }),
    })
    const { page, leave, comeBack } = kept(
      island(
        booking({
          ...{ status: 'pending', payable: true, owedAmount: '107.17' },
          ...{ offers: null, movable: false },
        }),
      ),
    )
    show(page)
    await userEvent.click(screen.getByRole('button', { name: /107\.17/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Pay for your booking' })
    expect(within(dialog).getByText(/^\w{3} \d+ \w{3}, 10:00–11:00$/)).toBeInTheDocument()
    await leave()
    await comeBack()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /107\.17/ })).toBeEnabled()
  })
})

describe('another time', () => {
  const times = () => ({
    body: {
      date: WORKDAY,
      availableSlots: ['10:00', '15:00'],
      heldByYou: [],
      opensAt: '09:00',
      closesAt: '21:00',
      closed: false,
      reason: null,
      holiday: null,
      rooms: [roomWith(['10:00', '15:00'])],
    },
  })
  const DAYS = `GET /api/manage/${TOKEN}/availability/days`
  const openPanel = async (changes: Partial<Managed> = {}) => {
    open(booking(changes))
    await userEvent.click(screen.getByRole('button', { name: 'Reschedule' }))
  }

  test('a day’s times: the one it has, the free ones and the taken ones; nothing is sent before one is chosen', async () => {
    serve({ [DAYS]: freeDays, [`GET /api/manage/${TOKEN}/availability`]: times })
    await openPanel()
    expect(await screen.findByRole('radio', { name: '10:00' })).toBeDisabled()
    expect(screen.getByText('Your current time')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: '11:00' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Move the session' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Please choose a new time.')
    expect(posts('/reschedule')).toEqual([])
  })

  test('a session stays where it was while the server does not answer, and so does the choice', async () => {
    serve({
      [DAYS]: freeDays,
      [`GET /api/manage/${TOKEN}/availability`]: times,
      [`POST /api/manage/${TOKEN}/reschedule`]: () => ({ status: 502, body: 'Bad Gateway' }),
    })
    await openPanel()
    await userEvent.click(await screen.findByRole('radio', { name: '15:00' }))
    await userEvent.dblClick(screen.getByRole('button', { name: /15:00/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('It is still at its old time.')
    expect(screen.getByRole('radio', { name: '15:00' })).toBeChecked()
  })

  test('a time that only another room has says so before and after the move', async () => {
    const rooms = [roomWith(['11:00']), roomWith(['11:00', '15:00'], { id: 2, name: 'Studio B' })]
    const room = { id: 2, name: 'Studio B' }
    serve({
      [DAYS]: freeDays,
      [`GET /api/manage/${TOKEN}/availability`]: () => ({
        body: { ...times().body, availableSlots: ['11:00', '15:00'], rooms },
      }),
      [`POST /api/manage/${TOKEN}/reschedule`]: () => ({
        body: { ...booking({ time: '15:00', room }), isMoved: true, newRoom: 'Studio B' },
      }),
    })
    await openPanel({ room: { id: 1, name: 'Studio A' } })
    expect(screen.getByRole('article')).toHaveTextContent('RoomStudio A')
    await userEvent.click(await screen.findByRole('radio', { name: '11:00' }))
    expect(screen.queryByText(/Studio B/)).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: '15:00' }))
    expect(screen.getByText('At this time the session is in Studio B.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /15:00/ }))
    expect(await screen.findByText(/^Moved to .* at 15:00 in Studio B\.$/)).toBeInTheDocument()
    expect(screen.getByRole('article')).toHaveTextContent('RoomStudio B')
  })

  test('in the last 24 hours there is no button, but a way to ask', () => {
    open(booking({ movable: false, unmovable: 'too_late' }))
    expect(screen.queryByRole('button', { name: 'Reschedule' })).toBeNull()
    expect(screen.getByText(/Less than 24 hours to go/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /WhatsApp us/ })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('#42')),
    )
  })

  test('in a room that is retired, with no other that serves, the reason is said', () => {
    open(booking({ movable: false, unmovable: 'no_room' }))
    expect(screen.queryByRole('button', { name: 'Reschedule' })).toBeNull()
    expect(screen.getByText(/no other is free for it/)).toBeInTheDocument()
    expect(screen.queryByText(/Less than 24 hours/)).toBeNull()
  })
})

test.each([
  [
    'cancelled',
    { status: 'cancelled' as const, offers: null, movable: false },
    'This booking was cancelled',
  ],
  [
    'cancelled with its money back',
    {
      ...{ status: 'cancelled' as const, refund: 'refunded' as const, offers: null },
      ...{ movable: false, money: [{ place: 'back' as const, sen: 107_17 }] },
    },
    /^RM107\.17 has been refunded to the card or account/,
  ],
  [
    'cancelled, its money still on the way',
    { status: 'cancelled' as const, refund: 'refunding' as const, offers: null, movable: false },
    'Cancelled, refund on its way',
  ],
  [
    'cancelled, its refund failed',
    {
      status: 'cancelled' as const,
      refund: 'refund_failed' as const,
      money: [{ place: 'failed' as const, sen: 107_17 }],
      offers: null,
      movable: false,
    },
    /The refund of RM107\.17 did not go through.*We will contact you about another way/,
  ],
  [
    'completed',
    { status: 'completed' as const, offers: null, movable: false },
    'This session is complete',
  ],
  ['not paid yet', { status: 'pending' as const, offers: null, movable: false }, 'Not paid yet'],
])('a booking that is %s says so and offers no change', (_state, changes, words) => {
  open(booking(changes))
  expect(screen.getByText(words)).toBeInTheDocument()
  for (const name of ['Reschedule', /Upgrade for/])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a cancelled booking paid in several ways says of each where it goes', () => {
  const money = [
    { place: 'back' as const, sen: 50_00 },
    { place: 'owed_cash' as const, sen: 40_00 },
    { place: 'owed_transfer' as const, sen: 10_00 },
    { place: 'lost' as const, sen: 7_17 },
  ]
  open(booking({ status: 'cancelled', refund: 'at_studio', money, offers: null, movable: false }))
  for (const words of [
    /^RM50\.00 has been refunded to the card or account/,
    /^You paid RM40\.00 in cash at the studio, so we will refund you there/,
    /^You paid RM10\.00 by bank transfer. We transfer it back to your account/,
    /^Your bank took RM7\.17 back/,
  ])
    expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.queryByText(/in full/)).toBeNull()
})

test.each(['pending', 'confirmed'] as const)(
  'a %s booking whose rest is too small to be paid online says the sum and where it is paid',
  (status) => {
    open(booking({ status, owedAmount: '1.50', offers: null, movable: false }))
    expect(screen.getByText('Still to pay: RM1.50')).toBeInTheDocument()
    expect(screen.getByText(/please pay it at the studio/)).toBeInTheDocument()
    expect(screen.queryByText(/only held/)).not.toBeInTheDocument()
  },
)
