// What visitors and customers are told of rooms: their names in a house that has several, nothing in a
// house with one.
import { GET } from '@/app/api/manage/[token]/availability/route'
import { POST } from '@/app/api/manage/[token]/reschedule/route'
import { closedDays } from '@/lib/availability/queries'
import type { Availability } from '@/lib/availability/schema'
import { holdSlot } from '@/lib/bookings/book'
import { calendarOfToken, guestVisit, managedBooking } from '@/lib/bookings/manage'
import { reminderOf } from '@/lib/bookings/mail-now'
import { tellBooking } from '@/lib/bookings/notices'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import type { Moved } from '@/lib/bookings/schema'
import { invalidateContent } from '@/lib/cache/remembered'
import { transaction } from '@/lib/db'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { renderMail } from '@/lib/mail/templates'
import { closeTransport } from '@/lib/mail/transport'
import { hoursSetting, offeredRooms, shownHolidays } from '@/lib/rooms/queries'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DEFAULT_HOURS } from '@/lib/studio'
import { HOUR_MS } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { openShop, wish, workingDay, type Checkout, type Wish } from '@/tests/support/shop'
import { Mailbox } from '../mail/mailbox'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
})
const shop = openShop()
beforeEach(() => mailbox.clear())
afterEach(() => invalidateContent())
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})

async function addRoom(state = 'offered'): Promise<void> {
  await shop.rows(
    `INSERT INTO studios (name, state, description, translations, position)
      VALUES ('Studio B', $1, 'A view', '{"zh": {"name": "乙室", "description": "景观"}}', 2)`,
    [state],
  )
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  invalidateContent()
}

/** The newest mail to the customer. */
async function told(to = 'aina@example.com'): Promise<string> {
  await deliverDueMails()
  const sent = await shop.rows(
    `SELECT recipient, message_id FROM mails WHERE status = 'sent' ORDER BY id`,
  )
  const last = sent.filter(({ recipient }) => recipient === to).at(-1)
  const mail = (await mailbox.mails(sent.length)).find(({ messageId }) =>
    String(last?.message_id).includes(messageId),
  )
  return `${mail?.subject} ${mail?.text}`.replace(/\s+/g, ' ')
}

async function sold(about: Wish = {}): Promise<Checkout & { token: string }> {
  const made = await shop.sold(about)
  return { ...made, token: await shop.tokenOf(made.booking) }
}
const locationIn = async (token: string) =>
  /LOCATION:(.*?)\r\n\S/s
    .exec((await calendarOfToken(token))?.content ?? '')?.[1]
    ?.replace(/\r\n /g, '')
    .replaceAll('\\', '')

test('with several rooms mails, the reminder and the calendar file name the room', async () => {
  await addRoom()
  const { booking, token } = await sold()
  expect(await told()).toMatch(/Service Audio Basic Room Studio A Duration/)
  expect(await told(DEFAULT_SITE.email)).toContain('Room Studio A')
  expect(await locationIn(token)).toMatch(/^[^,]+, Studio A, /)

  await shop.block(`${workingDay(1)}T08:00:00+08:00`, `${workingDay(1)}T22:00:00+08:00`)
  const at = { newDate: workingDay(1), newTime: '10:00', actor: 'x', now: new Date() }
  expect(await rescheduleBooking({ id: booking, ...at, by: 'customer' })).toBe(true)
  const moved = await told()
  expect(moved).toContain('New time: Audio Basic')
  expect(moved).toContain('It is now in Studio B; before it was in Studio A.')
  expect(moved).toContain('Room Studio B')
  expect(await locationIn(token)).toMatch(/^[^,]+, Studio B, /)

  // The owner changes nothing but the room, and its name.
  await shop.rows(`UPDATE studios SET name = 'The Attic' WHERE id = 1`)
  await shop.rows(`DELETE FROM blocks`)
  for (const table of ['bookings', 'slot_reservations'])
    await shop.rows(`UPDATE ${table} SET studio_id = 1`)
  await transaction((tx) => tellBooking(tx, booking))
  const elsewhere = await told()
  expect(elsewhere).toContain('Another room: Audio Basic')
  expect(elsewhere).toContain('It is now in The Attic; before it was in Studio B.')
  expect(elsewhere).not.toContain('new time')

  const [row] = await shop.rows(`SELECT starts_at AS at FROM bookings`)
  const start = row?.at as Date
  const now = new Date(start.getTime() - HOUR_MS)
  await shop.rows(`UPDATE notices SET told_at = told_at - interval '9 days'`)
  const reminder = await reminderOf({ bookingId: booking, mailId: 0, now }, start.toISOString())
  if (!('letter' in reminder)) throw new Error(reminder.untrue)
  const { text } = await renderMail(reminder.letter, 'en', DEFAULT_SITE)
  expect(text.replace(/\s+/g, ' ')).toContain('Room The Attic')
})

test('a customer reads the name in their own language', async () => {
  await addRoom()
  const { token } = await sold({ roomId: 2, locale: 'zh' })
  expect(await told()).toContain('房间 乙室')
  expect(await managedBooking(token, 'zh', new Date())).toMatchObject({
    room: { id: 2, name: '乙室' },
  })
  expect(await managedBooking(token, 'ms', new Date())).toMatchObject({
    room: { name: 'Studio B' },
  })
  const { guestToken } = (await managedBooking(token, 'zh', new Date())) ?? { guestToken: '' }
  expect(await guestVisit(guestToken, 'zh')).toMatchObject({ room: { name: '乙室' } })
})

test.each([[null], ['hidden'], ['retired']])(
  'with one room nothing names it, whatever others there are: %s',
  async (state) => {
    if (state) await addRoom(state)
    const { token } = await sold()
    expect(await told()).not.toMatch(/Room|Studio A/)
    expect(await locationIn(token)).not.toContain('Studio A')
    const managed = await managedBooking(token, 'en', new Date())
    const guest = await guestVisit(managed?.guestToken ?? '', 'en')
    const house = [await hoursSetting('en'), await shownHolidays(), await closedDays('en')]
    expect(JSON.stringify([managed, guest, house])).not.toMatch(/room|Studio A/i)
    expect(await hoursSetting('en')).toEqual({ ...DEFAULT_HOURS, seasons: [] })
    expect(await offeredRooms('en')).toHaveLength(1)
  },
)

const times = async (token: string, date: string) =>
  (await (
    await callRoute(GET, `/api/manage/${token}/availability?date=${date}`, { params: { token } })
  ).json()) as Availability
const move = async (token: string, newDate: string, newTime: string) =>
  (await (
    await callRoute(POST, `/api/manage/${token}/reschedule`, {
      params: { token },
      body: { newDate, newTime },
    })
  ).json()) as Moved

test('a booking is offered the rooms that it can have, its own first, and hears of another one', async () => {
  await addRoom()
  const [day, next] = [workingDay(), workingDay(1)]
  const { token } = await sold({ roomId: null })
  const other = await sold({ who: 'bea' })
  expect((await times(other.token, next)).rooms.map(({ name }) => name)).toEqual([
    'Studio B',
    'Studio A',
  ])
  // Bea's is in the way of her move in neither room; in the afternoon the owner is in B.
  await shop.block(`${day}T12:00:00+08:00`, `${day}T22:00:00+08:00`, null, 2)
  expect((await times(other.token, day)).rooms).toMatchObject([
    { id: 2, availableSlots: ['09:00', '10:00', '11:00'], opensAt: '09:00', holiday: false },
    { id: 1, availableSlots: expect.arrayContaining(['10:00', '20:00']) },
  ])
  expect(await move(other.token, day, '10:00')).toMatchObject({ isMoved: true, newRoom: null })
  expect(await move(other.token, day, '14:00')).toMatchObject({
    ...{ isMoved: true, newRoom: 'Studio A', room: { id: 1, name: 'Studio A' } },
  })

  const chosen = await sold({ who: 'cyn', roomId: 2, time: '11:00' })
  expect((await times(chosen.token, day)).rooms).toMatchObject([{ id: 2 }])
  expect((await times(chosen.token, day)).availableSlots).toEqual(['09:00', '10:00', '11:00'])
  expect((await times(token, day)).rooms).toMatchObject([{ id: 1 }, { id: 2 }])
})

test('whoever asks for the room that they hold has chosen it, and any other ends that', async () => {
  await addRoom()
  const hold = async (roomId: number | null) => {
    const { booking } = await holdSlot(wish({ roomId, isStranger: false }))
    return shop.rows(`SELECT id = $1 AS same, room_chosen FROM bookings`, [booking.id])
  }
  expect(await hold(null)).toEqual([{ same: true, room_chosen: false }])
  expect(await hold(1)).toEqual([{ same: true, room_chosen: true }])
  expect(await hold(null)).toEqual([{ same: true, room_chosen: false }])
})

test('what is for some rooms only says so, and what is for none of those on offer is not said', async () => {
  await addRoom()
  await shop.rows(`INSERT INTO studios (name, state, position) VALUES ('Attic', 'hidden', 3)`)
  await shop.rows(`UPDATE holidays SET studio_ids = '{2}', closed = true WHERE date = '2026-12-25'`)
  await shop.rows(`UPDATE holidays SET studio_ids = '{3}' WHERE date = '2027-01-01'`)
  await shop.block(`${workingDay()}T08:00:00+08:00`, `${workingDay()}T22:00:00+08:00`, 'Paint', 1)
  const season = { ...DEFAULT_HOURS, from: '2027-02-08', to: '2027-03-09', translations: {} }
  await shop.rows(`INSERT INTO settings (key, value) VALUES ('seasons', $1)`, [
    {
      periods: [
        { ...season, name: 'Ramadan', roomIds: [1, 2, 3] },
        { ...season, name: 'Attic', roomIds: [3] },
        { ...season, from: '2027-04-01', to: '2027-04-09', name: 'Quiet', roomIds: [2, 3] },
      ],
    },
  ])
  invalidateContent()
  const holidays = await shownHolidays()
  expect(holidays.map(({ date, roomIds }) => [date, roomIds])).toEqual([
    ['2026-12-25', [2]],
    ...['2027-02-06', '2027-02-07', '2027-02-08'].map((date) => [date, undefined]),
  ])
  const closed = [
    { date: workingDay(), reason: 'Paint', roomIds: [1] },
    { date: '2026-12-25', reason: 'Christmas Day', roomIds: [2] },
  ]
  expect(await closedDays('en')).toEqual(closed.sort((a, b) => a.date.localeCompare(b.date)))
  expect(await hoursSetting('zh')).toMatchObject({
    seasons: [{ name: 'Ramadan' }, { name: 'Quiet', roomIds: [2] }],
    rooms: [
      { id: 1, name: 'Studio A', ...DEFAULT_HOURS },
      { id: 2, name: '乙室', ...DEFAULT_HOURS },
    ],
  })
  expect((await hoursSetting('zh')).seasons?.[0]).not.toHaveProperty('roomIds')
  expect(await offeredRooms('zh')).toEqual([
    { id: 1, name: 'Studio A', description: '', picture: null, serviceIds: [1, 2] },
    { id: 2, name: '乙室', description: '景观', picture: null, serviceIds: [1] },
  ])
})
