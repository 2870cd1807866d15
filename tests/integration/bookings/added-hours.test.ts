// Hours that are added, where the price, the day or the week of the session has changed since.
import { WARNINGS } from '@/lib/availability/by-hand'
import { invalidateContent } from '@/lib/cache/remembered'
import { addPriceSet } from '@/lib/catalog/prices'
import { priceSetBody } from '@/lib/catalog/schema'
import { cancelBooking } from '@/lib/bookings/cancel'
import { reviveBooking } from '@/lib/bookings/confirm'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { extendBooking, extensionOf } from '@/lib/bookings/extend'
import { bookingMailFacts } from '@/lib/bookings/notices'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { transaction } from '@/lib/db'
import { HOUR_MS, addDays, studioDate, toInstant } from '@/lib/time'
import { openShop, refusal, workingDay } from '@/tests/support/shop'

const shop = openShop()
const DAY = workingDay()
const owner = (now = new Date()) => ({ actor: 'owner', now })
const CHANGE = addDays(studioDate(new Date()), 1)
const AFTER = toInstant(CHANGE, '10:00')

const byHand = async (changes: object = {}): Promise<number> => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', date: DAY, time: '10:00' },
    ...{ paid: { method: 'cash' }, ...changes },
  })
  return (await createAdminBooking(wish, owner())).id
}
const priced = (rates: object) =>
  addPriceSet({
    body: priceSetBody.parse({ from: CHANGE, rates: [{ serviceId: 1, ...rates }] }),
    ...owner(),
  })
const more = async (id: number, hours: number, now = AFTER) => {
  const offer = await extensionOf(id, { hours, addOns: [] }, 'en', now)
  return { state: offer?.state, subtotal: offer?.price?.subtotal, length: offer?.length }
}

describe('a price from a date × hours that are added to what was sold before', () => {
  test.each([
    ['a rise', '300', ['300.00', '600.00']],
    ['a fall', '50', ['50.00', '100.00']],
  ])(
    '%s: each hour costs its price of the moment, at the desk and on the page',
    async (_change, hourlyRate, prices) => {
      const id = await byHand()
      await priced({ hourlyRate })
      expect([await more(id, 1), await more(id, 2)]).toMatchObject(
        prices.map((subtotal) => ({ state: 'free', subtotal })),
      )
      const length = { duration: 'hourly' as const, hours: 2 }
      const asked = { bookingId: id, length, addOns: [], amountSen: 1, now: AFTER }
      expect(await refusal(upgradeSecret(asked))).toMatchObject({
        ...{ code: 'price_changed', details: { data: { subtotal: prices[0] } } },
      })
    },
  )

  test('a half day is reached at its own rate, and what was taken off stays off', async () => {
    const id = await byHand({ hours: 3, discount: { amountSen: 50_00, reason: 'Friend' } })
    await priced({ hourlyRate: '100', halfDayRate: '90' })
    // 4 × 90 less 3 × 100.
    expect(await more(id, 1)).toMatchObject({
      ...{ state: 'free', subtotal: '60.00', length: { duration: 'half-day' } },
    })
  })

  test('while it runs it costs the price of that day', async () => {
    const id = await byHand()
    await priced({ hourlyRate: '300' })
    const now = toInstant(DAY, '10:30')
    expect(await more(id, 1, now)).toMatchObject({ state: 'free', subtotal: '300.00' })
    const about = { id, hours: 1, addOns: [], priceSen: 324_75, ...owner(now) }
    await extendBooking({ ...about, pay: 'later' })
    expect(
      await shop.rows(`SELECT total_amount::text AS total, on_account::text AS owed FROM bookings`),
    ).toEqual([{ total: '431.92', owed: '324.75' }])
  })

  test('where more hours cost nothing more, that is said, and not that it is the longest session', async () => {
    const id = await byHand({ duration: 'half-day', serviceId: 2 })
    await shop.rows(`UPDATE services SET half_day_rate = 500 WHERE id = 2`)
    invalidateContent()
    expect(await more(id, 1)).toMatchObject({ state: 'no_charge' })
    const about = { id, hours: 1, addOns: [], priceSen: 1_00, ...owner() }
    expect(await refusal(extendBooking({ ...about, pay: 'later' }))).toMatchObject({
      ...{ code: 'not_changeable', details: { sentence: 'extend_no_charge' } },
    })
  })
})

describe('a session across midnight, after midnight', () => {
  const night = () => byHand({ time: '23:00', hours: 2, despite: [...WARNINGS], note: undefined })
  const halfPast = new Date(toInstant(DAY, '23:00').getTime() + 1.5 * HOUR_MS)

  test('is extended while it runs, and not once it is over', async () => {
    const id = await night()
    expect(await more(id, 1, halfPast)).toMatchObject({ state: 'warn', subtotal: '99.00' })
    const about = { id, hours: 1, addOns: [], priceSen: 107_16, pay: 'later' as const }
    await extendBooking({ ...about, despite: ['outside_hours'], ...owner(halfPast) })
    expect(await shop.rows('SELECT hours FROM bookings')).toEqual([{ hours: 3 }])
    const over = new Date(toInstant(DAY, '23:00').getTime() + 3 * HOUR_MS)
    expect(await more(id, 1, over)).toMatchObject({ state: 'over' })
  })

  test('changes its room', async () => {
    const id = await night()
    await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
    await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
    invalidateContent()
    const moved = { id, newDate: DAY, newTime: '23:00', roomId: 2, by: 'admin' as const }
    expect(await rescheduleBooking({ ...moved, despite: WARNINGS, ...owner(halfPast) })).toBe(true)
    expect(await shop.rows('SELECT studio_id AS room, date FROM bookings')).toEqual([
      { room: 2, date: DAY },
    ])
  })
})

describe('a week whose first day has become a holiday', () => {
  const week = async () => {
    const id = await byHand({ duration: 'weekly' })
    await cancelBooking({ id, refund: 'none', ...owner() })
    await shop.rows(`INSERT INTO holidays (date, name) VALUES ($1, 'Declared')`, [DAY])
    invalidateContent()
    return id
  }
  const expectNextDay = async (id: number) => {
    const [row] = await shop.rows(
      `SELECT date, (starts_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date::text AS starts FROM bookings`,
    )
    expect(row).toEqual({ date: workingDay(1), starts: workingDay(1) })
    const { facts } = await transaction((tx) => bookingMailFacts(tx, id))
    expect(facts.date).toBe(workingDay(1))
  }

  test('restored, it has the day on which it begins now, also in mails', async () => {
    const id = await week()
    await setStatus({ id, status: 'confirmed', ...owner() })
    await expectNextDay(id)
  })

  test('settled late, it has the day on which it begins now, also in mails', async () => {
    const id = await week()
    expect(await transaction((tx) => reviveBooking(tx, id, new Date()))).toBe(true)
    await expectNextDay(id)
  })

  test('changes its room while it runs', async () => {
    const id = await byHand({ duration: 'weekly' })
    await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
    await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
    invalidateContent()
    const now = toInstant(workingDay(1), '13:00')
    const moved = { id, newDate: DAY, newTime: '10:00', roomId: 2, by: 'admin' as const }
    expect(await rescheduleBooking({ ...moved, despite: WARNINGS, ...owner(now) })).toBe(true)
  })
})
