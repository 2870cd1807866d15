// The owner moves a booking while its customer is on the page that pays for it: nobody pays for a time
// that they were not shown.
import { holdSlot } from '@/lib/bookings/book'
import { secretOfUnpaid } from '@/lib/bookings/client-secret'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { managedBooking } from '@/lib/bookings/manage'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { undo, undoOf } from '@/lib/bookings/undo'
import { settlements } from '@/lib/settlements'
import { syncPayment } from '@/lib/payments/sync'
import { checkout, openShop, refusal, wish, workingDay } from '@/tests/support/shop'

const shop = openShop()
const owner = { actor: 'owner' }
const move = (id: number, about: object = {}) =>
  rescheduleBooking({
    ...{ id, newDate: workingDay(1), newTime: '11:00', by: 'admin', ...owner },
    ...{ now: new Date(), ...about },
  } as Parameters<typeof rescheduleBooking>[0])
const when = async (id: number) =>
  (await shop.rows(`SELECT date || ' ' || time AS at FROM bookings WHERE id = $1`, [id]))[0]?.at
const START = `${workingDay()} 09:00`

async function byLink(paid: 'link' | 'later' = 'link'): Promise<number> {
  const body = { serviceId: 1, firstName: 'Aina', email: 'aina@example.com', paid }
  const at = { date: workingDay(), time: '09:00' }
  return (
    await createAdminBooking(adminBookingBody.parse({ ...body, ...at }), {
      ...owner,
      now: new Date(),
    })
  ).id
}
const intentFor = async (bookingId: number) =>
  (await secretOfUnpaid({ bookingId, amountSen: null })).split('_secret_')[0] ?? ''

test('a hold is not moved to another time or room while its visitor books it', async () => {
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  const { booking } = await holdSlot(wish())
  const refused = { code: 'not_changeable', details: { sentence: 'hold_not_movable' } }
  expect(await refusal(move(booking.id))).toMatchObject(refused)
  const { booking: paid, intent } = await checkout()
  expect(paid).toBe(booking.id)
  const inRoom = { newDate: workingDay(), newTime: '09:00', roomId: 2 }
  expect(await refusal(move(paid, inRoom))).toMatchObject(refused)
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await when(paid)).toBe(START)
  expect(await move(paid)).toBe(true)
})

test('a booking by link is moved, and what was begun for its earlier time can be paid no more', async () => {
  const id = await byLink()
  const intent = await intentFor(id)
  expect(await move(id)).toBe(true)
  expect((await shop.payments.ledger()).payment_intents).toMatchObject([
    { id: intent, status: 'canceled' },
  ])
  expect(await intentFor(id)).not.toBe(intent)
})

test('a booking by link is not moved while its customer is at the bank', async () => {
  const id = await byLink()
  await shop.payments.pay(await intentFor(id), 'pm_card_authenticationRequired')
  expect(await refusal(move(id))).toMatchObject({
    code: 'payment_in_progress',
    details: { sentence: 'customer_is_paying' },
  })
  expect(await when(id)).toBe(START)
})

const byCustomer = { by: 'customer', actor: 'customer' } as const

describe('a confirmed booking that is still to be paid', () => {
  test('is not moved, by its customer or the owner, while somebody is at the bank for it; the page says why', async () => {
    const id = await byLink('later')
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'confirmed' }])
    const intent = await intentFor(id)
    await shop.payments.pay(intent, 'pm_card_authenticationRequired')
    expect(await refusal(move(id))).toMatchObject({
      code: 'payment_in_progress',
      details: { sentence: 'customer_is_paying' },
    })
    expect(await refusal(move(id, byCustomer))).toMatchObject({
      code: 'payment_in_progress',
      details: { sentence: 'booking_being_paid' },
    })
    expect(await when(id)).toBe(START)
    await syncPayment(settlements, intent)
    expect(await managedBooking(await shop.tokenOf(id), 'en', new Date())).toMatchObject({
      ...{ movable: false, unmovable: 'being_paid' },
    })
  })

  test('is moved once the bank has been left for an hour, and can be paid no more for its earlier time', async () => {
    const id = await byLink('later')
    const intent = await intentFor(id)
    await shop.payments.pay(intent, 'pm_card_authenticationRequired')
    await syncPayment(settlements, intent)
    await shop.rows(`UPDATE payments SET created_at = created_at - interval '61 minutes'`)
    expect(await managedBooking(await shop.tokenOf(id), 'en', new Date())).toMatchObject({
      movable: true,
    })
    expect(await move(id, byCustomer)).toBe(true)
    expect((await shop.payments.ledger()).payment_intents).toMatchObject([
      { id: intent, status: 'canceled' },
    ])
  })

  test('is moved by its customer, and what was begun for its earlier time can be paid no more', async () => {
    const id = await byLink('later')
    const intent = await intentFor(id)
    expect(await move(id, byCustomer)).toBe(true)
    expect((await shop.payments.ledger()).payment_intents).toMatchObject([
      { id: intent, status: 'canceled' },
    ])
    expect(await intentFor(id)).not.toBe(intent)
  })

  test('that was paid is moved without asking Stripe', async () => {
    const { booking: id } = await shop.sold()
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await move(id, byCustomer)).toBe(true)
    await shop.payments.faults()
  })
})

test('a move is not taken back once its customer has begun to pay for the new time', async () => {
  const id = await byLink()
  await move(id)
  const act = await undoOf(id, 'owner')
  await intentFor(id)
  expect(await refusal(undo({ id, act: act?.id ?? '', actor: 'owner' }))).toMatchObject({
    code: 'not_changeable',
    details: { sentence: 'undo_changed' },
  })
  expect(await when(id)).toBe(`${workingDay(1)} 11:00`)
})
