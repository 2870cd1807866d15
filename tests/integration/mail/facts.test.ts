// What a mail states about payments and times is so when it is sent (docs/decisions/020 F1).
import { setTimeout as sleep } from 'node:timers/promises'
import { refundPayment } from '@/lib/admin/attention/handle'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { queueReminders } from '@/lib/bookings/notices'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { changeOrder } from '@/lib/orders/change'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { closeTransport } from '@/lib/mail/transport'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { DAY_MS, HOUR_MS, studioDate, toInstant } from '@/lib/time'
import { checkout, openShop, orderCheckout, refusal, workingDay } from '@/tests/support/shop'
import { Mailbox } from './mailbox'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
})
const shop = openShop()
beforeEach(() => mailbox.clear())
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})

const owner = () => ({ actor: 'owner', now: new Date() })
const CUSTOMER = 'aina@example.com'

/** The texts that the customer gets now, by kind of mail. */
async function delivered(to = CUSTOMER): Promise<Record<string, string>> {
  await deliverDueMails()
  const sent = await shop.rows(
    `SELECT kind, message_id FROM mails WHERE status = 'sent' AND recipient = $1`,
    [to],
  )
  const all = await shop.rows(`SELECT id FROM mails WHERE status = 'sent'`)
  const caught = await mailbox.mails(all.length)
  return Object.fromEntries(
    sent.map(({ kind, message_id }) => {
      const found = caught.find(
        ({ messageId }) => `<${messageId}>` === `<${String(message_id).replace(/[<>]/g, '')}>`,
      )
      return [String(kind), `${found?.subject ?? ''} ${found?.text ?? ''}`.replace(/\s+/g, ' ')]
    }),
  )
}
const dropped = () =>
  shop.rows(
    `SELECT kind, last_error AS why FROM mails WHERE status = 'dropped' AND recipient = $1 ORDER BY id`,
    [CUSTOMER],
  )

async function byHand(changes: object = {}): Promise<number> {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Aina', email: CUSTOMER, date: workingDay(), time: '09:00' },
    ...{ payment: 'later', locale: 'en', ...changes },
  })
  return (await createAdminBooking(wish, owner())).id
}
/** As if the session, at an hour that every day has, were `days` from today. */
async function putOn(id: number, days: number): Promise<void> {
  const [row] = await shop.rows(`SELECT starts_at AS at FROM bookings WHERE id = $1`, [id])
  const today = toInstant(studioDate(new Date()), '10:00').getTime()
  const earlier = Math.round(((row?.at as Date).getTime() - today) / DAY_MS) - days
  const by = `make_interval(days => ${earlier})`
  await shop.rows(
    `UPDATE slot_reservations SET starts_at = starts_at - ${by}, ends_at = ends_at - ${by} WHERE booking_id = $1`,
    [id],
  )
  await shop.rows(
    `UPDATE bookings SET starts_at = starts_at - ${by}, ends_at = ends_at - ${by},
      date = to_char((starts_at - ${by}) AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') WHERE id = $1`,
    [id],
  )
}
const startOf = async (id: number) =>
  (await shop.rows(`SELECT starts_at AS at FROM bookings WHERE id = $1`, [id]))[0]?.at as Date
/** What was sent is forgotten, as in a queue that has just been filled. */
const forget = () => shop.rows(`DELETE FROM mails`)

// Seen in booking systems for hotels and clinics: the mail repeats the button that was pressed, not
// what the payment provider answered.
describe('real life: a mail states only payments and refunds that happened', () => {
  test('cash is not going back to a card', async () => {
    const id = await byHand({ payment: 'offline', paidWith: 'cash' })
    await delivered()
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { booking_cancelled: text } = await delivered()
    expect(text).toContain('RM107.17 at the studio')
    expect(text).not.toMatch(/going back|card or account/)

    const [cash] = await shop.rows(`SELECT id FROM payments`)
    await refundPayment({ id: Number(cash?.id), actor: 'owner' })
    const { credit_note: returned } = await delivered()
    expect(returned).toContain('we gave the money back to you there')
    expect(returned).not.toContain('account or card')
  })

  test('a refund that Stripe refused is not on its way', async () => {
    const { booking: id, intent } = await shop.sold()
    await delivered()
    await shop.payments.control('dispute', { payment_intent: intent })
    await refusal(cancelBooking({ id, refund: 'full', ...owner() }))
    const { booking_cancelled: text } = await delivered()
    expect(text).toContain('RM107.17 of what you paid has not been refunded')
    expect(text).not.toContain('going back')
  })

  test('a refund that Stripe accepted is going back, and after a partial one only the rest', async () => {
    const { booking: id, intent } = await shop.sold()
    await delivered()
    await stripe().refunds.create({ payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { booking_cancelled: text } = await delivered()
    expect(text).toContain('RM57.17 is going back')
    expect(text).not.toContain('RM107.17 is going back')
  })

  test('a booking confirmed by hand without a payment has none processed', async () => {
    const id = await byHand()
    await setStatus({ id, status: 'confirmed', ...owner() })
    const { booking_confirmed: text, booking_unpaid: asked } = await delivered()
    expect(text).toMatch(/Booking confirmed.*Still to pay RM107\.17/)
    expect(text).not.toContain('processed')
    expect(asked).toBeUndefined()
  })

  test('a booking restored after its refund has no payment processed', async () => {
    const { booking: id } = await shop.sold()
    await cancelBooking({ id, refund: 'full', ...owner() })
    await delivered()
    await mailbox.clear()
    await shop.rows(`UPDATE mails SET status = 'dropped' WHERE status = 'sent'`)
    await setStatus({ id, status: 'confirmed', ...owner() })
    const { booking_confirmed: text } = await delivered()
    expect(text).not.toMatch(/processed|Total paid/)
  })

  test('money that came after the owner’s own cancellation is not blamed on another customer', async () => {
    const { booking: id, intent } = await checkout()
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now() WHERE id = $1`,
      [id],
    )
    await shop.rows(`DELETE FROM slot_reservations`)
    await shop.payments.pay(intent)
    await shop.payments.release()
    const { late_payment_refund: text } = await delivered()
    expect(text).toContain('after the booking had been cancelled')
    expect(text).not.toMatch(/hold|someone else|could no longer be booked/)
    expect(text).toContain('RM107.17 is going back')
  })

  test('an order’s refund is told as the rest, and as it is', async () => {
    const { order, intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await stripe().refunds.create({ payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    await delivered()
    await changeOrder({ id: order, to: 'refunded', link: null, actor: 'owner' })
    const again = (kind: string) =>
      shop.rows(`UPDATE mails SET status = 'queued', next_attempt_at = now() WHERE kind = $1`, [
        kind,
      ])
    await again('order_received')
    const { order_received: received, order_refunded: refunded } = await delivered()
    expect(received).toBeUndefined()
    expect(await dropped()).toEqual([{ kind: 'order_received', why: 'not true: order_refunded' }])
    const total = (await stripe().paymentIntents.retrieve(intent)).amount_received
    expect(refunded).toContain(`RM${((total - 50_00) / 100).toFixed(2)} is going back`)
  })
})

// Seen in appointment systems: only one status of a booking sends mails, so the others change in
// silence.
describe('real life: whoever was told a time is told of its end', () => {
  const kinds = async () =>
    (
      await shop.rows(
        `SELECT kind, payload->>'event' AS event FROM mails WHERE status = 'queued' ORDER BY id`,
      )
    ).map(({ kind, event }) => event ?? kind)

  test('an unpaid booking by link is moved and cancelled', async () => {
    const id = await byHand()
    await delivered()
    await rescheduleBooking({
      id,
      newDate: workingDay(2),
      newTime: '12:00',
      by: 'admin',
      ...owner(),
    })
    expect(await kinds()).toEqual(['booking_rescheduled', 'moved'])
    const { booking_rescheduled: moved } = await delivered()
    expect(moved).toContain('confirmed once it is paid')
    expect(moved).not.toContain('nothing to pay')
    await cancelBooking({ id, refund: 'none', ...owner() })
    expect(await kinds()).toEqual(['booking_cancelled', 'cancelled'])
    const { booking_cancelled: text } = await delivered()
    expect(text).not.toMatch(/refund|going back/)
  })

  test('a paid booking set to pending is moved and cancelled', async () => {
    const { booking: id } = await shop.sold()
    await setStatus({ id, status: 'pending', ...owner() })
    await delivered()
    await rescheduleBooking({
      id,
      newDate: workingDay(2),
      newTime: '12:00',
      by: 'admin',
      ...owner(),
    })
    await cancelBooking({ id, refund: 'full', ...owner() })
    const all = ['booking_rescheduled', 'moved', 'booking_cancelled', 'cancelled', 'credit_note']
    expect(await kinds()).toEqual(all)
    // The move was not sent before the cancellation: only that one is true.
    const { booking_rescheduled: moved, booking_cancelled: text } = await delivered()
    expect(moved).toBeUndefined()
    expect(text).toContain('RM107.17 is going back')
  })

  test('a booking completed by mistake is cancelled', async () => {
    const { booking: id } = await shop.sold()
    await setStatus({ id, status: 'completed', ...owner() })
    await delivered()
    await setStatus({ id, status: 'cancelled', ...owner() })
    expect(await kinds()).toEqual(['booking_cancelled', 'cancelled'])
  })

  test('a visitor who is still paying was told nothing', async () => {
    const { booking: id } = await checkout()
    await cancelBooking({ id, refund: 'none', ...owner() })
    expect(await kinds()).toEqual([])
  })

  test('a cancelled booking by link that is restored asks for its payment again', async () => {
    const id = await byHand()
    await cancelBooking({ id, refund: 'none', ...owner() })
    await delivered()
    await setStatus({ id, status: 'pending', ...owner() })
    expect(await kinds()).toEqual(['booking_unpaid'])
  })
})

// Seen in reminder services: a queue that stood for hours sends what was true when it was filled.
describe('real life: a queued mail that is no longer true is dropped with the reason', () => {
  test('a reminder after the start', async () => {
    const { booking: id } = await shop.sold({ time: '10:00' })
    await putOn(id, -1)
    await forget()
    await queueReminders(new Date((await startOf(id)).getTime() - 2 * HOUR_MS))
    expect(await delivered()).toEqual({})
    expect(await dropped()).toEqual([{ kind: 'booking_reminder', why: 'not true: session_begun' }])
  })

  test('a reminder before a cancellation, and the request to pay what was cancelled', async () => {
    const { booking: id } = await shop.sold()
    await forget()
    await queueReminders(new Date((await startOf(id)).getTime() - 2 * HOUR_MS))
    await cancelBooking({ id, refund: 'none', ...owner() })
    const other = await byHand({ time: '14:00' })
    await cancelBooking({ id: other, refund: 'none', ...owner() })
    const texts = await delivered()
    expect(Object.keys(texts)).toEqual(['booking_cancelled'])
    expect(await dropped()).toEqual([
      { kind: 'booking_reminder', why: 'not true: booking_cancelled' },
      { kind: 'booking_unpaid', why: 'not true: booking_cancelled' },
    ])
  })

  test('a restored booking of three weeks ago is not confirmed by mail', async () => {
    const { booking: id } = await shop.sold({ time: '10:00' })
    await putOn(id, -21)
    await cancelBooking({ id, refund: 'none', ...owner() })
    await forget()
    await setStatus({ id, status: 'confirmed', ...owner() })
    expect(await delivered()).toEqual({})
    expect(await dropped()).toEqual([{ kind: 'booking_confirmed', why: 'not true: session_over' }])
    await cancelBooking({ id, refund: 'none', ...owner() })
  })

  test('a session paid after its end is receipted, not looked forward to', async () => {
    const id = await byHand({ time: '10:00', payment: 'offline', paidWith: 'cash' })
    await putOn(id, -1)
    const { booking_confirmed: text } = await delivered()
    expect(text).toContain('Payment received for booking')
    expect(text).not.toMatch(/look forward|What happens next/)
  })

  test('a session moved twice is told once, with the time it has', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    const move = (nth: number) =>
      rescheduleBooking({ id, newDate: workingDay(nth), newTime: '12:00', by: 'admin', ...owner() })
    await move(2)
    await move(3)
    const { booking_rescheduled: text } = await delivered()
    expect(text).toContain(String(Number(workingDay(3).slice(8))))
    expect(await dropped()).toEqual([
      { kind: 'booking_rescheduled', why: 'not true: told_already' },
    ])
  })
})

describe('a credit note whose refund has failed since', () => {
  test('is not sent; the debit note says what happened', async () => {
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await delivered()
    await mailbox.clear()
    await shop.payments.control('refund', { payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    await sleep(2_300) // longer than the sandbox's banks take
    await syncPayment(settlements, intent)
    const { debit_note: text } = await delivered()
    expect(text).toContain('could not be paid out by the bank')
    expect(text).not.toContain('that we sent you')
    expect(await dropped()).toEqual([{ kind: 'credit_note', why: 'not true: refund_failed' }])
  })
})
