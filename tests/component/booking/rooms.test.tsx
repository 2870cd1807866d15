import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { houseHours, type RoomOption } from '@/lib/rooms/house'
import { DEFAULT_HOURS } from '@/lib/studio'
import {
  availability,
  calls,
  chooseDay,
  freeDays,
  fillIn,
  held,
  openBooking,
  OPTIONS,
  proceed,
  roomWith,
  serve,
  summary,
  WORKDAY,
} from './support'

const room = (id: number, name: string, serviceIds: number[]): RoomOption => ({
  ...{ id, name, description: `${name} has a view`, picture: null, serviceIds },
})
const ROOMS = [room(1, 'Studio A', [1, 2]), room(2, 'Studio B', [1])]
const SAME = houseHours(
  ROOMS.map(({ id, name }) => ({ id, name, ...DEFAULT_HOURS })),
  [],
)
const SEVERAL = { rooms: ROOMS, hours: SAME ?? DEFAULT_HOURS }
const choice = () => screen.queryByRole('radiogroup', { name: 'Choose a room' })
const pick = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const asked = (path: string) => calls.filter((call) => call.path.startsWith(path)).at(-1)

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '', '/booking')
  serve({
    'GET /api/availability': availability(),
    'GET /api/next-slot': () => ({ body: null }),
    'GET /api/payment-config': () => ({
      body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
    }),
    'POST /api/create-payment-intent': () => ({
      body: { clientSecret: 'pi_1_secret_2', holdExpiresAt: new Date(Date.now() + 900_000) },
    }),
    'POST /api/bookings': held(900),
  })
})

test('a service that has several rooms is booked in any of them, or in one', async () => {
  openBooking(SEVERAL)
  expect(choice()).toBeNull()
  await fillIn()
  expect(screen.getByRole('radio', { name: 'Any room' })).toBeChecked()
  expect(asked('/api/availability')?.path).not.toContain('room')
  expect(summary().getByText('Any room')).toBeInTheDocument()

  await pick('Studio B')
  expect(screen.getByRole('radio', { name: 'Studio B' })).toHaveAccessibleDescription(
    'Studio B has a view',
  )
  expect(asked('/api/availability')?.path).toContain('&roomId=2')
  expect(summary().getByText('Studio B')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('radio', { name: '10:00' }))
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  expect(asked('/api/bookings')?.body).toMatchObject({ roomId: 2 })
})

test('a reload keeps the room, and another service drops one that it does not have', async () => {
  openBooking(SEVERAL)
  await fillIn()
  await pick('Studio B')
  const draft = sessionStorage.getItem('booking-draft')
  document.body.replaceChildren()
  sessionStorage.setItem('booking-draft', draft ?? '')
  openBooking(SEVERAL)
  expect(await screen.findByRole('radio', { name: 'Studio B' })).toBeChecked()

  await userEvent.click(screen.getByRole('radio', { name: /Video Premium/ }))
  expect(choice()).toBeNull()
  expect(summary().queryByText('Room')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  expect(screen.getByRole('radio', { name: 'Any room' })).toBeChecked()
})

test.each([
  ['?service=1&room=2', 'Studio B'],
  ['?service=1&room=9', 'Any room'],
  ['?service=1&room=x', 'Any room'],
])('the address %s chooses %s', async (address, chosen) => {
  window.history.replaceState(null, '', `/booking${address}`)
  openBooking(SEVERAL)
  expect(await screen.findByRole('radio', { name: chosen })).toBeChecked()
  expect(window.location.search).toBe('')
})

test('rooms with different hours: they are named, and the times are those that one of them has', async () => {
  const late = { weekday: { opens: 13, closes: 23 }, weekend: { opens: 13, closes: 23 } }
  const hours = houseHours(
    [
      { id: 1, name: 'Studio A', ...DEFAULT_HOURS },
      { id: 2, name: 'Studio B', ...late },
    ],
    [],
  )
  serve({
    'GET /api/availability/days': freeDays,
    'GET /api/availability': () => ({
      body: {
        ...{ date: WORKDAY, heldByYou: [], opensAt: '09:00', closesAt: '23:00', closed: false },
        ...{ reason: null, holiday: 'Half Moon', availableSlots: ['09:00', '15:00'] },
        rooms: [
          roomWith(['09:00'], { holiday: true, closesAt: '17:00' }),
          roomWith(['15:00'], { id: 2, name: 'Studio B', opensAt: '13:00', closesAt: '23:00' }),
        ],
      },
    }),
  })
  openBooking({ ...SEVERAL, hours: hours ?? DEFAULT_HOURS })
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Full Day' }))
  await chooseDay(WORKDAY)
  const step = within(screen.getByRole('region', { name: 'Choose a time' }))
  const times = (await step.findAllByRole('radio')).map((time) => time.getAttribute('value'))
  // Eight hours from 10:00 would need both rooms.
  expect(times).toEqual(['09:00', '13:00', '14:00', '15:00'])
  expect(step.getByText('Half Moon · Studio A')).toBeInTheDocument()
  for (const text of ['Studio A', 'Monday to Friday 09:00–21:00', 'Monday to Friday 13:00–23:00'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)

  await pick('Studio B')
  expect(screen.queryByText('Monday to Friday 09:00–21:00')).toBeNull()
  expect(screen.getByText('Monday to Friday 13:00–23:00')).toBeInTheDocument()
})

test('what is for one room only is said with its name, and of no room that cannot be booked', async () => {
  const days = { closedDays: [{ date: WORKDAY, reason: 'New floor', roomIds: [2] }] }
  openBooking({ ...SEVERAL, ...days })
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(WORKDAY)
  expect(screen.getByText(/closed \(New floor\) · Studio B$/)).toBeInTheDocument()
  await pick('Studio A')
  expect(screen.queryByText(/New floor/)).toBeNull()
  await pick('Studio B')
  expect(screen.getByText(/closed \(New floor\)$/)).toBeInTheDocument()
})

test('a house with one room says nothing of rooms', async () => {
  openBooking({ ...OPTIONS })
  await fillIn()
  expect(choice()).toBeNull()
  expect(summary().queryByText('Room')).toBeNull()
})
