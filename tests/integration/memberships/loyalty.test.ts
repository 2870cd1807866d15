import { syncPayment } from '@/lib/payments/sync'
import { completeFinished } from '@/lib/bookings/complete'
import { cancelBooking } from '@/lib/bookings/cancel'
import { holdSlot } from '@/lib/bookings/book'
import { setStatus } from '@/lib/bookings/set-status'
import { settlements } from '@/lib/settlements'
import { callRoute } from '@/tests/support/call'
import {
  completedSession,
  expectCountersAreRecounted,
  givenSessions,
  inDays,
  join,
  paidSession,
} from '@/tests/support/members'
import { checkout, openShop, refusal, wish, workingDay } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'
import { routeAt } from '../http/refused'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

const EMAIL = 'aina@example.com'
const counters = async (id = 1) =>
  (
    await shop.rows(
      `SELECT sessions_completed AS done, sessions_remaining AS left, free_sessions_earned AS earned, free_sessions_used AS used, total_spent::text AS spent FROM memberships WHERE id = $1`,
      [id],
    )
  )[0]
const ledger = () =>
  shop.rows(
    `SELECT booking_id AS booking, was_freebie_session AS free, reverses_id AS reverses, notes FROM membership_sessions ORDER BY id`,
  )
const refund = async (intent: string) => {
  await shop.payments.control('refund', { payment_intent: intent })
  await syncPayment(settlements, intent)
}
const free = (about: Parameters<typeof wish>[0] = {}) =>
  holdSlot(wish({ provenEmail: EMAIL, useFreeSession: true, ...about }))

describe('a completed session', () => {
  test('is one row in the ledger, however often and by how many it is completed', async () => {
    await join()
    const { booking } = await paidSession(shop, {})
    await Promise.all(Array.from({ length: 20 }, () => completeFinished(inDays(200))))
    expect(await ledger()).toEqual([{ booking, free: false, reverses: null, notes: null }])
    expect(await counters()).toEqual({ done: 1, left: 9, earned: 0, used: 0, spent: '107.17' })
    expect(
      await shop.rows(
        `SELECT b.membership_id AS member, m.last_session_at = b.starts_at AS last FROM bookings b, memberships m`,
      ),
    ).toEqual([{ member: 1, last: true }])
  })

  test('counts for an active member’s email only, paid and not refunded', async () => {
    await completedSession(shop, {}) // before there is a member
    await join()
    await join('lim@example.com')
    await shop.rows(`UPDATE memberships SET status = 'paused' WHERE id = 2`)
    await completedSession(shop, { who: 'lim', time: '10:00' })
    await completedSession(shop, { who: 'stranger', time: '11:00' })
    const { intent } = await paidSession(shop, { time: '12:00' })
    await refund(intent)
    await completeFinished(inDays(200))
    expect(await ledger()).toEqual([])
  })

  test('that the owner completed before its money was settled counts once it is', async () => {
    await join()
    const { booking, intent } = await checkout()
    await shop.payments.pay(intent)
    await setStatus({ id: booking, status: 'completed', actor: 'owner', now: new Date() })
    expect(await ledger()).toEqual([])
    await shop.payments.release()
    expect(await ledger()).toEqual([{ booking, free: false, reverses: null, notes: null }])
  })

  test('whose completion the owner undoes and repeats counts once, whatever the number of times', async () => {
    await join()
    const { booking } = await completedSession(shop, {})
    const set = (status: 'confirmed' | 'completed') =>
      setStatus({ id: booking, status, actor: 'owner', now: new Date() })
    for (const done of [0, 1, 0, 1]) {
      await Promise.all(Array.from({ length: 3 }, () => set(done ? 'completed' : 'confirmed')))
      expect(await counters()).toMatchObject({ done, left: 10 - done })
    }
    expect((await ledger()).map((row) => [row.booking, row.reverses])).toEqual([
      [null, null],
      [null, 1],
      [null, null],
      [null, 3],
      [booking, null],
    ])
  })

  test('ten of them earn a free one, and the count begins again', async () => {
    await join()
    await givenSessions(shop, 1, 9)
    expect(await counters()).toMatchObject({ done: 9, left: 1, earned: 0 })
    await completedSession(shop, {})
    expect(await counters()).toMatchObject({ done: 10, left: 10, earned: 1, used: 0 })
  })

  test('that is refunded afterwards is taken back by one counter entry, however often that is heard', async () => {
    await join()
    await givenSessions(shop, 1, 9)
    const { booking, intent } = await completedSession(shop, {})
    await shop.payments.control('refund', { payment_intent: intent })
    await Promise.all(Array.from({ length: 5 }, () => syncPayment(settlements, intent)))
    await shop.payments.release()
    const rows = await ledger()
    expect(rows.slice(9)).toEqual([
      { booking, free: false, reverses: null, notes: null },
      { booking: null, free: false, reverses: 10, notes: 'refunded' },
    ])
    expect(await counters()).toEqual({ done: 9, left: 1, earned: 0, used: 0, spent: '0.00' })
  })

  test('in part refunded still counts', async () => {
    await join()
    const { intent } = await completedSession(shop, {})
    await shop.payments.control('refund', { payment_intent: intent, amount: 1000 })
    await syncPayment(settlements, intent)
    expect(await counters()).toMatchObject({ done: 1 })
  })

  test('and its refund at the same moment: whichever is first, it does not count', async () => {
    await join()
    const { intent } = await paidSession(shop, {})
    await shop.payments.control('refund', { payment_intent: intent })
    await Promise.all([
      completeFinished(inDays(200)),
      syncPayment(settlements, intent),
      completeFinished(inDays(200)),
      syncPayment(settlements, intent),
    ])
    expect(await counters()).toMatchObject({ done: 0 })
  })
})

describe('a free session', () => {
  beforeEach(async () => {
    await join()
    await givenSessions(shop, 1, 10)
  })

  test('is confirmed at once with nothing to pay, and its mail', async () => {
    const { booking } = await free({ totalSen: 0 })
    expect(booking).toMatchObject({
      status: 'confirmed',
      holdExpiresAt: null,
      isFreeSession: true,
      membershipId: 1,
    })
    expect(
      await shop.rows(
        `SELECT subtotal::text AS net, tax_amount::text AS tax, total_amount::text AS total, (SELECT count(*)::int FROM payments) AS payments FROM sales`,
      ),
    ).toEqual([{ net: '0.00', tax: '0.00', total: '0.00', payments: 0 }])
    expect(
      (await tellAll()).filter(({ bookingId }) => bookingId === booking.id).map(({ says }) => says),
    ).toEqual(['confirmed', 'confirmed'])
    expect((await ledger()).at(-1)).toEqual({
      booking: booking.id,
      free: true,
      reverses: null,
      notes: null,
    })
    expect(await counters()).toMatchObject({ done: 10, left: 10, earned: 1, used: 1 })
  })

  test('does not count towards the next ten, and is counted once', async () => {
    await free()
    await Promise.all([1, 2, 3].map(() => completeFinished(inDays(200))))
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'completed' }])
    expect(await counters()).toMatchObject({ done: 10, left: 10, earned: 1, used: 1 })
    expect(await ledger()).toHaveLength(11)
  })

  test('one of fifty redemptions at once, of fifty slots, wins', async () => {
    const slots = Array.from({ length: 50 }, (_, i) => ({
      who: `tab${i}`,
      from: `address${i}`,
      date: workingDay(Math.floor(i / 10)),
      time: `${String(9 + (i % 10)).padStart(2, '0')}:00`,
    }))
    const answers = await Promise.allSettled(slots.map((slot) => free(slot)))
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason.details?.fields?.useFreeSession] : [],
    )
    expect(reasons).toEqual(Array.from({ length: 49 }, () => 'free_session_none'))
    expect(await shop.rows(`SELECT status, is_free_session AS free FROM bookings`)).toEqual([
      { status: 'confirmed', free: true },
    ])
    expect(await shop.rows(`SELECT 1 FROM slot_reservations`)).toHaveLength(1)
  })

  test('is for one hour of the member’s package or a cheaper one', async () => {
    const refused = {
      code: 'invalid_request',
      details: { fields: { useFreeSession: 'free_session_choice' } },
    }
    expect(await refusal(free({ serviceId: 2 }))).toMatchObject(refused)
    await shop.rows(`UPDATE memberships SET service_id = 2`)
    expect(await refusal(free({ serviceId: 2, duration: 'half-day' }))).toMatchObject(refused)
    expect(await refusal(free({ hours: 2 }))).toMatchObject(refused)
    await free()
  })

  test('is for the signed-in member alone: not for their address in the form, not for a paused one', async () => {
    expect(await refusal(free({ provenEmail: null }))).toMatchObject({ code: 'unauthorized' })
    expect(await refusal(free({ provenEmail: 'lim@example.com' }))).toMatchObject({
      code: 'unauthorized',
    })
    await shop.rows(`UPDATE memberships SET status = 'paused'`)
    expect(await refusal(free())).toMatchObject({ code: 'unauthorized' })
    const response = await callRoute(routeAt('bookings').POST!, '/api/bookings', {
      body: {
        serviceId: 1,
        firstName: 'A',
        email: EMAIL,
        date: workingDay(),
        time: '09:00',
        useFreeSession: true,
      },
    })
    expect(response.status).toBe(401)
    expect(await shop.rows(`SELECT 1 FROM bookings`)).toEqual([])
  })

  test('replaces the same visitor’s priced hold of that very slot, whose payment can no longer be made', async () => {
    const { booking, intent } = await checkout()
    const answer = await free()
    expect(answer.released).toEqual([booking])
    expect(await shop.rows(`SELECT status FROM bookings ORDER BY id`)).toEqual([
      { status: 'cancelled' },
      { status: 'confirmed' },
    ])
    // what the route closes; were it paid all the same, it is given back
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await shop.rows(`SELECT outcome FROM payments`)).toEqual([{ outcome: 'refunded' }])
  })

  test('cancelled by the owner can be booked again, once', async () => {
    const { booking } = await free()
    await Promise.all(
      [1, 2, 3].map(() =>
        cancelBooking({ id: booking.id, refund: 'none', actor: 'owner', now: new Date() }),
      ),
    )
    expect(await counters()).toMatchObject({ earned: 1, used: 0 })
    await free({ time: '10:00' })
    expect(await refusal(free({ time: '11:00' }))).toMatchObject({
      details: { fields: { useFreeSession: 'free_session_none' } },
    })
  })

  test('a refund that takes its ground away leaves it standing; the next ten pay for it', async () => {
    const { intent } = await completedSession(shop, {})
    await givenSessions(shop, 1, 9) // twenty in all: two free ones
    await free({ date: workingDay(1) })
    await free({ date: workingDay(2) })
    await refund(intent)
    expect(await counters()).toMatchObject({ done: 19, earned: 1, used: 1 })
    await givenSessions(shop, 1, 1)
    expect(await counters()).toMatchObject({ done: 20, earned: 2, used: 2 })
  })
})

test('members book 365 days ahead, others 180 (docs/decisions/020 B5)', async () => {
  await join()
  let date = workingDay(0)
  for (let nth = 0; date < inDays(200).toISOString().slice(0, 10); nth++) date = workingDay(nth)
  expect(await refusal(holdSlot(wish({ date })))).toMatchObject({ code: 'slot_unavailable' })
  expect(
    await refusal(holdSlot(wish({ date, provenEmail: 'stranger@example.com' }))),
  ).toMatchObject({ code: 'slot_unavailable' })
  expect(await holdSlot(wish({ date, provenEmail: EMAIL }))).toMatchObject({ created: true })
})
