import { POST } from '@/app/api/bookings/route'
import { holdSlot } from '@/lib/bookings/book'
import { closeIntentsOf, expireHold } from '@/lib/bookings/expire'
import { invalidateContent } from '@/lib/cache/remembered'
import { callRoute } from '@/tests/support/call'
import {
  checkout,
  hold,
  minutesAgo,
  openShop,
  refusal,
  wish,
  workingDay,
} from '@/tests/support/shop'

const shop = openShop()
const bookings = () => shop.rows(`SELECT id, status, cancel_reason, time FROM bookings ORDER BY id`)
const intentStatus = async (id: string) =>
  (await shop.payments.ledger()).payment_intents.find((intent) => intent.id === id)?.status

test('the same visitor asking again gets the same booking, with the contact as last written', async () => {
  const first = await holdSlot(wish())
  const again = await holdSlot(wish({ firstName: 'Aisyah', phone: '012-345 6789', locale: 'ms' }))
  expect(again).toMatchObject({
    created: false,
    released: [],
    booking: { id: first.booking.id, firstName: 'Aisyah', phone: '012-345 6789', locale: 'ms' },
  })
  // trying again does not lengthen the hold
  expect(again.booking.holdExpiresAt).toEqual(first.booking.holdExpiresAt)
  expect(await bookings()).toHaveLength(1)
})

test('the same time again after the hold has ended, with nobody having looked since: it is held anew', async () => {
  const first = await holdSlot(wish())
  await shop.rows(`UPDATE bookings SET hold_expires_at = now() - interval '1 second'`)
  const again = await holdSlot(wish())
  expect([again.created, again.booking.id === first.booking.id]).toEqual([true, false])
})

test('ten clicks at once are one booking', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => holdSlot(wish())))
  expect(new Set(answers.map(({ booking }) => booking.id)).size).toBe(1)
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
})

describe('after a device has paid for an hour', () => {
  const addRoom = async () => {
    await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
    await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2), (2, 1), (2, 2)
      ON CONFLICT DO NOTHING`)
    invalidateContent()
  }
  afterEach(() => invalidateContent())

  test('the same request again gets the paid booking', async () => {
    const { booking } = await shop.sold({ phone: '012-345 6789', requirements: 'Two chairs' })
    const same = wish({ phone: '012-345 6789', requirements: 'Two chairs' })
    expect(await holdSlot(same)).toMatchObject({ created: false, booking: { id: booking } })
  })

  test('another customer of the device buys the same hour in the other room, and reads nothing of the first', async () => {
    await addRoom()
    const device = 'mineminemineminemineme'
    await shop.sold({
      who: device,
      firstName: 'Aina',
      lastName: 'First',
      email: 'aina@example.com',
    })
    const body = {
      ...{ serviceId: 1, date: workingDay(), time: '09:00' },
      ...{ firstName: 'Ben', lastName: 'Second', email: 'ben@example.com' },
    }
    const answer = await callRoute(POST as never, '/api/bookings', {
      body,
      headers: { cookie: `visitor=${device}` },
    })
    const text = await answer.text()
    expect([answer.status, JSON.parse(text)]).toEqual([
      201,
      expect.objectContaining({ roomId: 2, status: 'pending', email: 'ben@example.com' }),
    ])
    expect(text).not.toContain('ina')
  })

  test('another customer of the device who wants the hour in the only room is told that it is taken', async () => {
    await shop.sold({})
    const late = holdSlot(wish({ firstName: 'Ben', email: 'ben@example.com' }))
    expect(await refusal(late)).toMatchObject({ code: 'slot_taken' })
  })

  test.each([
    ['room', { roomId: 2 }],
    ['add-on', { addOns: [3] }],
    ['email', { email: 'ben@example.com' }],
    ['first name', { firstName: 'Ben' }],
    ['last name', { lastName: null }],
    ['phone', { phone: '012-345 6789' }],
    ['requirement', { requirements: 'Two chairs' }],
    ['company', { company: 'Ben Sdn Bhd' }],
    ['service', { serviceId: 2 }],
    ['length', { hours: 2 }],
  ])('a request with another %s is a booking of its own in the other room', async (_, about) => {
    await addRoom()
    const first = await shop.sold({})
    const { booking, created } = await holdSlot(wish(about))
    expect([created, booking.id === first.booking, booking.roomId]).toEqual([true, false, 2])
  })

  test('a payment that arrived a moment ago does not give its booking to another customer of the device', async () => {
    const first = await checkout()
    await shop.payments.pay(first.intent)
    const late = holdSlot(wish({ email: 'ben@example.com' }))
    expect(await refusal(late)).toMatchObject({ code: 'slot_taken' })
    expect(await bookings()).toMatchObject([{ id: first.booking, status: 'confirmed' }])
  })
})

test('another customer of a device who wants the hour that the first holds gets a booking of their own', async () => {
  const first = await checkout()
  const { booking, created, released } = await holdSlot(wish({ email: 'ben@example.com' }))
  expect([created, released]).toEqual([true, [first.booking]])
  expect(await bookings()).toMatchObject([
    { id: first.booking, status: 'cancelled', cancel_reason: 'released' },
    { id: booking.id, status: 'pending' },
  ])
  await closeIntentsOf(released)
  expect(await intentStatus(first.intent)).toBe('canceled')
})

test('a company that is corrected is a detail of the same hold', async () => {
  const first = await holdSlot(wish({ company: 'Aina Sdn' }))
  const again = await holdSlot(wish({ company: 'Aina Sdn Bhd', requirements: 'Two chairs' }))
  expect([again.created, again.booking.id]).toEqual([false, first.booking.id])
  expect(
    await shop.rows(`SELECT billing ->> 'company' AS company, requirements FROM bookings`),
  ).toEqual([{ company: 'Aina Sdn Bhd', requirements: 'Two chairs' }])
})

describe('the same slot after its price changed', () => {
  const newPrice = () => shop.rows(`UPDATE services SET hourly_rate = 120 WHERE id = 1`)
  const newTotal = 129_90

  test('is another booking at the price of now, and the old one’s intent is closed', async () => {
    const first = await checkout()
    await newPrice()
    const { booking, created, released } = await holdSlot(wish({ totalSen: newTotal }))
    expect([created, booking.totalAmount, released]).toEqual([true, '129.90', [first.booking]])
    await closeIntentsOf(released)
    expect(await intentStatus(first.intent)).toBe('canceled')
  })

  test('is not released while the customer is at the bank', async () => {
    const first = await checkout()
    await shop.payments.pay(first.intent, 'pm_card_authenticationRequired')
    await newPrice()
    expect(await refusal(holdSlot(wish({ totalSen: newTotal })))).toMatchObject({
      code: 'payment_in_progress',
    })
  })

  test('is the paid booking when the old price was paid a moment ago', async () => {
    const first = await checkout()
    await shop.payments.pay(first.intent)
    await newPrice()
    expect(await holdSlot(wish({ totalSen: newTotal }))).toMatchObject({
      created: false,
      booking: { id: first.booking, status: 'confirmed' },
    })
  })
})

test('another slot gives the first one back in the same step, and its intent is closed', async () => {
  const first = await checkout()
  const { booking, released } = await holdSlot(wish({ time: '10:00' }))
  expect(released).toEqual([first.booking])
  expect(await bookings()).toEqual([
    { id: first.booking, status: 'cancelled', cancel_reason: 'released', time: '09:00' },
    { id: booking.id, status: 'pending', cancel_reason: null, time: '10:00' },
  ])
  await closeIntentsOf(released)
  expect(await intentStatus(first.intent)).toBe('canceled')
  await hold({ who: 'next' })
})

test('a longer session over the own hold, and a shorter one within it', async () => {
  await hold({ serviceId: 2, time: '10:00', duration: 'half-day' })
  await hold({ serviceId: 2, time: '09:00', duration: 'full-day' })
  await hold({ time: '12:00' })
  expect((await bookings()).map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'pending',
  ])
})

test('when the other slot is taken the first one is kept', async () => {
  await hold({ who: 'other', time: '10:00' })
  const mine = await hold()
  expect(await refusal(holdSlot(wish({ time: '10:00' })))).toMatchObject({ code: 'slot_taken' })
  expect((await bookings()).find(({ id }) => id === mine)).toMatchObject({ status: 'pending' })
})

test('visitors who swap their holds at once: nobody deadlocks, everybody ends with one hold', async () => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
  for (const [index, time] of times.entries()) await hold({ who: `v${index}`, time })
  const swaps = times.map((_, index) =>
    holdSlot(wish({ who: `v${index}`, time: times[(index + 1) % times.length] })),
  )
  for (const answer of await Promise.allSettled(swaps))
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'slot_taken' })
  const live = await shop.rows(
    `SELECT visitor_hash FROM bookings WHERE status = 'pending' GROUP BY visitor_hash HAVING count(*) = 1`,
  )
  expect(live).toHaveLength(times.length)
})

describe('while money may be on its way', () => {
  test('the old slot is not given back: the customer is at the bank', async () => {
    const first = await checkout()
    await shop.payments.pay(first.intent, 'pm_card_authenticationRequired')
    expect(await refusal(holdSlot(wish({ time: '10:00' })))).toMatchObject({
      code: 'payment_in_progress',
      status: 409,
    })
    expect(await bookings()).toEqual([
      { id: first.booking, status: 'pending', cancel_reason: null, time: '09:00' },
    ])
    // The same slot is still the same booking, and when the bank has refused the visitor may move
    // on.
    expect(await holdSlot(wish())).toMatchObject({ created: false })
    await shop.payments.control('authorize', { payment_intent: first.intent, outcome: 'fail' })
    expect(await hold({ time: '10:00' })).not.toBe(first.booking)
  })

  test('paid, and the webhook not here yet: the paid booking is confirmed, the new one is another', async () => {
    const first = await checkout()
    await shop.payments.pay(first.intent)
    const second = await hold({ time: '10:00' })
    expect(await bookings()).toEqual([
      { id: first.booking, status: 'confirmed', cancel_reason: null, time: '09:00' },
      { id: second, status: 'pending', cancel_reason: null, time: '10:00' },
    ])
  })

  test('Stripe away: nothing is released and no intent is returned', async () => {
    const first = await checkout()
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await refusal(holdSlot(wish({ time: '10:00' })))).toMatchObject({
      code: 'unavailable',
      status: 503,
    })
    expect(await bookings()).toEqual([
      { id: first.booking, status: 'pending', cancel_reason: null, time: '09:00' },
    ])
  })
})

describe('a hold that has run out', () => {
  test('with a payment is closed at Stripe first, then the slot is another visitor’s', async () => {
    const gone = await checkout({ who: 'gone', now: minutesAgo(16) })
    const mine = await hold()
    expect(await bookings()).toEqual([
      { id: gone.booking, status: 'cancelled', cancel_reason: 'expired', time: '09:00' },
      { id: mine, status: 'pending', cancel_reason: null, time: '09:00' },
    ])
    expect(await intentStatus(gone.intent)).toBe('canceled')
  })

  test('with a payment that succeeded in time is confirmed, and the slot is taken', async () => {
    const paid = await checkout({ who: 'paid', now: minutesAgo(16) })
    await shop.payments.pay(paid.intent)
    expect(await refusal(holdSlot(wish()))).toMatchObject({ code: 'slot_taken' })
    expect(await bookings()).toEqual([
      { id: paid.booking, status: 'confirmed', cancel_reason: null, time: '09:00' },
    ])
  })

  test('while the customer is at the bank is lengthened once, and the slot is taken', async () => {
    const busy = await checkout({ who: 'busy', now: minutesAgo(16) })
    await shop.payments.pay(busy.intent, 'pm_card_authenticationRequired')
    expect(await refusal(holdSlot(wish()))).toMatchObject({ code: 'slot_taken' })
    expect(await bookings()).toEqual([
      { id: busy.booking, status: 'pending', cancel_reason: null, time: '09:00' },
    ])
  })

  test('of the same visitor is replaced, for the same day and for another', async () => {
    const first = await checkout({ now: minutesAgo(16) })
    const second = await hold()
    const third = await hold({ date: workingDay(3) })
    expect(new Set([first.booking, second, third]).size).toBe(3)
    expect((await bookings()).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'pending',
    ])
  })

  test('of the same visitor is not ended while its payment is in progress', async () => {
    const first = await checkout({ now: minutesAgo(16) })
    await shop.payments.pay(first.intent)
    const second = await hold({ date: workingDay(3) })
    expect((await bookings()).map(({ id, status }) => [id, status])).toEqual([
      [first.booking, 'confirmed'],
      [second, 'pending'],
    ])
  })

  test('is not ended twice', async () => {
    const id = await hold({ now: minutesAgo(16) })
    const ends = await Promise.all(Array.from({ length: 8 }, () => expireHold({ bookingId: id })))
    expect(new Set(ends)).toEqual(new Set(['ended']))
    expect(await bookings()).toEqual([
      { id, status: 'cancelled', cancel_reason: 'expired', time: '09:00' },
    ])
  })
})
