import { DEFAULT_HOURS } from '@/lib/studio'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { Activity, type ReactElement, useEffect, useState } from 'react'
import { BookingIsland } from '@/components/booking/booking-island'
import { calendarWords } from '@/components/booking/offers'
import type { BookingOptions } from '@/components/booking/options'
import { ProvideSite } from '@/components/layout/site-context'
import { ToastSlot } from '@/components/ui/toast-slot'
import { startTimes, lengthOf } from '@/lib/availability/rules'
import type { DayAvailability, RoomAvailability } from '@/lib/availability/schema'
import { openingHours } from '@/lib/rooms/opening'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { addDays, daysBetween, hourText, studioDate, weekday } from '@/lib/time'
import messages from '@/messages/en.json'

// The components are real; only the network is simulated, address by address, with the server's
// answers.
type Answer = { status?: number; body: unknown }
type Call = {
  method: string
  path: string
  headers: Record<string, string>
  body: Record<string, unknown> | null
}
type Server = Record<string, (call: Call) => Answer>

export const calls: Call[] = []

const page = () => ({
  push: jest.fn<void, [string]>(),
  replace: jest.fn(),
  refresh: jest.fn(),
  prefetch: jest.fn(),
  back: jest.fn(),
  forward: jest.fn(),
})

/** Answers "METHOD /path" (a prefix, the longest wins); a call without an answer fails the test. */
export function serve(server: Server): void {
  calls.length = 0
  globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: (init.headers ?? {}) as Record<string, string>,
      body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : null,
    }
    const headers = { get: () => new Date(Date.now()).toUTCString() }
    // Asked for the time of its answer only.
    if (call.path !== '/api/health') calls.push(call)
    const known = Object.keys(server).sort((a, b) => b.length - a.length)
    const route = known.find((key) => `${call.method} ${call.path}`.startsWith(key))
    if (!route && call.path !== '/api/health')
      throw new Error(`Nobody answers ${call.method} ${call.path}`)
    const { status = 200, body } = server[route ?? '']?.(call) ?? { body: null }
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers,
      text: async () => JSON.stringify(body),
      blob: async () => new Blob([JSON.stringify(body)]),
    } as unknown as Response
  }) as typeof fetch
}

export function show(ui: ReactElement) {
  const router = page()
  render(
    <AppRouterContext.Provider value={router as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="Asia/Kuala_Lumpur">
        <ProvideSite value={DEFAULT_SITE}>{ui}</ProvideSite>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext.Provider>,
  )
  return router
}

export const OPTIONS: BookingOptions = {
  services: [
    {
      id: 1,
      name: 'Audio Basic',
      description: 'Two microphones',
      icon: 'fas fa-microphone',
      rates: { hourly: 9900, halfDay: 8900, fullDay: 7900, weekly: null },
    },
    {
      id: 2,
      name: 'Video Premium',
      description: 'Three cameras',
      icon: 'fas fa-video',
      rates: { hourly: 24800, halfDay: null, fullDay: null, weekly: null },
    },
  ],
  icons: {},
  names: {},
  addOns: [
    { id: 3, name: 'Co-host Support', hourlyRate: 8000 },
    { id: 4, name: 'On-site Technician', hourlyRate: 8000 },
  ],
  calendar: calendarWords('en'),
  hours: DEFAULT_HOURS,
  holidays: [],
  closedDays: [],
  tax: DEFAULT_TAX,
  severalHours: true,
}

/** The first working day from tomorrow on, and the first Saturday. */
const today = studioDate(new Date())
const next = (days: number[]) =>
  Array.from({ length: 8 }, (_, i) => addDays(today, i + 1)).find((date) =>
    days.includes(weekday(date)),
  ) ?? today
export const WORKDAY = next([1, 2, 3, 4, 5])
export const SATURDAY = next([6])

/** GET …/availability/days: twelve starts a day, or what `changes` says of a date. */
export function freeDays(
  { path }: Call,
  changes: Record<string, Partial<DayAvailability>> = {},
): Answer {
  const { searchParams } = new URL(path, 'http://localhost')
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))
  return {
    body: dates.map((date) => ({
      ...{ date, free: 12, of: 12, closed: false, reason: null, holiday: null },
      ...changes[date],
    })),
  }
}

/** A room in an answer of GET /api/availability. */
export const roomWith = (
  availableSlots: string[],
  changes: Partial<RoomAvailability> = {},
): RoomAvailability => ({
  ...{ id: 1, name: 'Studio A', availableSlots, opensAt: '09:00', closesAt: '21:00' },
  ...{ holiday: false, ...changes },
})

/**
 * GET /api/availability: everything is free except `taken`, in the hours of docs/decisions/020 B2
 * or those given.
 */
export const availability =
  (taken: string[] = [], hours = DEFAULT_HOURS) =>
  ({ path }: Call): Answer => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname.endsWith('/days')) return freeDays({ path } as Call)
    const date = pathname.split('/').at(-1) ?? ''
    const duration = searchParams.get('duration') as 'hourly'
    const opening = { hours, holidays: new Set<string>() }
    const { opens, closes } = openingHours(date, opening)
    const free = startTimes(
      date,
      lengthOf({ duration, hours: Number(searchParams.get('hours') ?? 1) }),
      opening,
    ).filter((time) => !taken.includes(time))
    return {
      body: {
        date,
        availableSlots: free,
        heldByYou: [],
        opensAt: hourText(opens),
        closesAt: hourText(closes),
        closed: false,
        reason: null,
        holiday: null,
        rooms: [roomWith(free, { opensAt: hourText(opens), closesAt: hourText(closes) })],
      },
    }
  }

/** POST /api/bookings: the slot is held for `seconds`. */
export const held =
  (seconds: number) =>
  ({ body }: Call): Answer => ({
    status: 201,
    body: {
      ...body,
      id: 7,
      service: { id: 1, name: 'Audio Basic' },
      subtotal: '99.00',
      taxAmount: '8.17',
      totalAmount: '107.17',
      status: 'pending',
      cancelReason: null,
      holdExpiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
    },
  })

// The script is loaded once for each key: a new one for each test.
let keys = 0

type Payments = { wallets?: boolean; holdExpiresAt?: string }

/** The server of a booking that is paid online: its intents are `pi_1`, `pi_2` and so on. */
export function takesPayments({ wallets, holdExpiresAt }: Payments = {}): Server {
  let intents = 0
  return {
    'GET /api/availability': availability(),
    'GET /api/payment-config': () => ({
      body: { mode: 'stripe', publishableKey: `pk_test_${keys++}`, scriptUrl: null, wallets },
    }),
    'POST /api/bookings': held(900),
    'POST /api/create-payment-intent': () => ({
      body: {
        clientSecret: `pi_${++intents}_secret_2`,
        holdExpiresAt: holdExpiresAt ?? new Date(Date.now() + 900_000).toISOString(),
      },
    }),
  }
}

const realNow = Date.now

/** So many seconds later, by the clocks of the visitor and of the server alike. */
export async function pass(seconds: number): Promise<void> {
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + seconds * 1000)
  // Every clock of the page has looked: they do so twice a second.
  await act(() => new Promise((done) => setTimeout(done, 600)))
}

export function openBooking(changes: Partial<BookingOptions> = {}) {
  // jsdom neither scrolls nor draws.
  Element.prototype.scrollIntoView = () => undefined
  HTMLCanvasElement.prototype.getContext = () => null
  return show(<BookingIsland {...OPTIONS} {...changes} />)
}

export async function chooseDay(date: string): Promise<void> {
  const day = () => document.querySelector<HTMLElement>(`[data-day="${date}"]`)
  // The calendar waits for the server's time, which a busy machine brings late.
  const nextMonth = await screen.findByRole('button', { name: 'Next month' }, { timeout: 20_000 })
  if (!day()) await userEvent.click(nextMonth)
  await userEvent.click(day() ?? nextMonth)
}

export async function fillIn({ date = WORKDAY, time = '10:00' } = {}): Promise<void> {
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(date)
  await userEvent.click(await screen.findByRole('radio', { name: time }))
  await userEvent.type(screen.getByLabelText('First Name'), 'Aina')
  await userEvent.type(screen.getByLabelText('Email'), 'aina@example.com')
}

// Two buttons in the document, one per screen width; jsdom has no widths.
export const proceed = () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Proceed to Payment' })[0] as HTMLElement)
export const summary = () => within(screen.getByRole('complementary', { name: 'Booking summary' }))

/** A page as the router keeps it: `leave` hides it with its state, `comeBack` shows it again. */
export function kept(ui: ReactElement) {
  let toggle: (visible: boolean) => void = () => undefined
  function Kept() {
    const [visible, setVisible] = useState(true)
    useEffect(() => {
      toggle = setVisible
    }, [])
    return <Activity mode={visible ? 'visible' : 'hidden'}>{ui}</Activity>
  }
  const turn = (visible: boolean) => act(async () => toggle(visible))
  return { page: <Kept />, leave: () => turn(false), comeBack: () => turn(true) }
}

type StripeAnswers = {
  confirm?: () => Promise<unknown>
  retrieve?: () => Promise<unknown>
  /** Those of the browser; none unless given. */
  wallets?: Record<string, boolean>
  /** What becomes of its forms: they are ready unless it says otherwise. */
  form?: 'silent' | 'fails'
  /** Called with each form that the page asks for. */
  created?: (kind: string, options: object) => void
}
const unasked = () => Promise.reject(new Error('Stripe was not to be asked'))
let answers: StripeAnswers = {}
const element = {
  mount: () => undefined,
  destroy: () => undefined,
  update: () => undefined,
  on(event: string, tell: (event: object) => void) {
    const { form, wallets } = answers
    if (event === 'ready' && !form) setTimeout(() => tell({ availablePaymentMethods: wallets }))
    if (event === 'loaderror' && form === 'fails') setTimeout(() => tell({}))
    return element
  },
  off: () => element,
}
const elements = {
  create(kind: string, options: object) {
    answers.created?.(kind, options)
    return element
  },
  update: () => undefined,
  getElement: () => element,
}
const stripe = {
  elements: () => elements,
  createToken: unasked,
  createPaymentMethod: unasked,
  confirmCardPayment: unasked,
  confirmPayment: () => (answers.confirm ?? unasked)(),
  retrievePaymentIntent: () => (answers.retrieve ?? unasked)(),
  registerAppInfo: () => undefined,
  _registerWrapper: () => undefined,
}

/** Stripe's script, as far as a page meets it, with the test's answers. */
export function loadStripe(its: StripeAnswers) {
  answers = its
  // The loader takes the first one it finds, for good.
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) })
}
