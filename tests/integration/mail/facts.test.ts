// What a mail states about payments and times is so when it is sent (docs/decisions/020 F1).
import { refundPart, refundPayment } from '@/lib/admin/attention/handle'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { queueReminders } from '@/lib/bookings/notices'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { changeOrder } from '@/lib/orders/change'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { resendMail } from '@/lib/mail/outbox'
import { closeTransport } from '@/lib/mail/transport'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { DAY_MS, HOUR_MS, studioDate, toInstant } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'
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

/** The texts that the customer has got, by what they say first. */
async function delivered(to = CUSTOMER): Promise<Record<string, string>> {
  await letActsStand()
  await deliverDueMails()
  const sent = await shop.rows(
    `SELECT coalesce(n.says, m.kind) AS kind, message_id FROM mails m LEFT JOIN notices n ON n.mail_id = m.id
      WHERE status = 'sent' AND recipient = $1 ORDER BY m.id`,
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
    ...{ paid: 'link', locale: 'en', ...changes },
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
    const id = await byHand({ paid: { method: 'cash', note: 'cash' } })
    await delivered()
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { cancelled: text } = await delivered()
    expect(text).toContain('RM107.17 in cash at the studio')
    expect(text).not.toMatch(/We are refunding|card or account/)

    const [cash] = await shop.rows(`SELECT id FROM payments`)
    await refundPayment({ id: Number(cash?.id), actor: 'owner' })
    const { refund: returned } = await delivered()
    expect(returned).toContain('RM107.17 has been returned to you by the studio')
    expect(returned).not.toMatch(/account or card|We are refunding/)
  })

  test('a refund that Stripe refused is not on its way', async () => {
    const { booking: id, intent } = await shop.sold()
    await delivered()
    await shop.payments.control('dispute', { payment_intent: intent })
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { cancelled: text } = await delivered()
    expect(text).toContain('RM107.17 of what you paid has not been refunded')
    expect(text).not.toContain('We are refunding')
  })

  test('a refund that Stripe accepted is going back, and after a partial one only the rest', async () => {
    const { booking: id, intent } = await shop.sold()
    await delivered()
    await stripe().refunds.create({ payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    expect((await delivered()).refund).toContain('We are refunding RM50.00')
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { cancelled: text } = await delivered()
    expect(text).toContain('We are refunding RM57.17')
    expect(text).not.toContain('We are refunding RM107.17')
  })

  test('a part refund is told once, with its note, although mails are sent while Stripe is asked', async () => {
    await shop.sold()
    await delivered()
    await mailbox.clear()
    await shop.payments.whileStripeWaits(deliverDueMails)
    await refundPart({ id: 1, amountSen: 30_00, reason: null, ...owner() })
    await delivered()
    const notices = await shop.rows(
      `SELECT says FROM notices WHERE audience = 'customer' ORDER BY id`,
    )
    expect(notices.map(({ says }) => says)).toEqual(['confirmed', 'refund'])
    const [mail, ...others] = await mailbox.mails(1)
    expect(others).toEqual([])
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('We are refunding RM30.00')
    expect(mail?.attachments?.map(({ fileName }) => fileName)).toEqual([
      expect.stringMatching(/^CN-\d+.*\.pdf$/),
    ])
  })

  test('a booking confirmed by hand without a payment has none processed', async () => {
    const id = await byHand()
    await setStatus({ id, status: 'confirmed', ...owner() })
    const { confirmed: text, unpaid: asked } = await delivered()
    expect(text).toMatch(/Booking confirmed.*Still to pay RM107\.17/)
    expect(text).not.toContain('processed')
    expect(asked).toBeUndefined()
  })

  test('a booking restored after its refund has no payment processed', async () => {
    const { booking: id } = await shop.sold()
    await cancelBooking({ id, refund: 'full', ...owner() })
    await delivered()
    await setStatus({ id, status: 'confirmed', ...owner() })
    const { restored: text } = await delivered()
    expect(text).toContain('Your booking stands')
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
    const { late: text } = await delivered()
    expect(text).toContain('after the booking had been cancelled')
    expect(text).not.toMatch(/hold|someone else|could no longer be booked/)
    expect(text).toContain('We are refunding RM107.17')
  })

  test('an order’s refund is told as the rest, and as it is', async () => {
    const { order, intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await stripe().refunds.create({ payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    await delivered()
    await changeOrder({ id: order, to: 'refunded', link: null, actor: 'owner' })
    const { ended: refunded } = await delivered()
    const total = (await stripe().paymentIntents.retrieve(intent)).amount_received
    expect(refunded).toContain(`We are refunding RM${((total - 50_00) / 100).toFixed(2)}`)
  })
})

// Seen in appointment systems: only one status of a booking sends mails, so the others change in
// silence.
describe('real life: whoever was told a time is told of its end', () => {
  const move = (id: number, nth = 2) =>
    rescheduleBooking({ id, newDate: workingDay(nth), newTime: '12:00', by: 'admin', ...owner() })

  test('an unpaid booking by link is moved and cancelled', async () => {
    const id = await byHand()
    await delivered()
    await move(id)
    const { moved } = await delivered()
    expect(moved).toContain('confirmed once it is paid')
    expect(moved).not.toContain('nothing to pay')
    await cancelBooking({ id, refund: 'none', ...owner() })
    const { cancelled: text } = await delivered()
    expect(text).not.toMatch(/refund/)
  })

  test('a paid booking set to pending, moved and cancelled is told once of its end', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    await setStatus({ id, status: 'pending', ...owner() })
    await move(id)
    await cancelBooking({ id, refund: 'full', ...owner() })
    const { cancelled: text, ...others } = await delivered()
    expect(Object.keys(others)).toEqual(['confirmed'])
    expect(text).toContain('We are refunding RM107.17')
  })

  test('a booking that is set by hand is told what is true now', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    await setStatus({ id, status: 'pending', ...owner() })
    expect((await delivered()).pending).toContain('not confirmed at the moment')
    await setStatus({ id, status: 'completed', ...owner() })
    expect((await delivered()).completed).toContain('marked your session below as completed')
    await setStatus({ id, status: 'confirmed', ...owner() })
    expect(Object.keys(await delivered())).toEqual(['confirmed', 'pending', 'completed'])
    await setStatus({ id, status: 'cancelled', ...owner() })
    expect((await delivered()).cancelled).toContain('has been cancelled')
  })

  test('a visitor who is still paying was told nothing', async () => {
    const { booking: id } = await checkout()
    await cancelBooking({ id, refund: 'none', ...owner() })
    expect(await shop.rows(`SELECT kind FROM mails`)).toEqual([])
  })

  test('a cancelled booking by link that is restored asks for its payment again', async () => {
    const id = await byHand()
    await delivered()
    await cancelBooking({ id, refund: 'none', ...owner() })
    await delivered()
    await setStatus({ id, status: 'pending', ...owner() })
    expect((await delivered()).unpaid).toContain('Your booking is waiting for its payment')
  })

  test('after an outage of the mail server the customer gets the present state once', async () => {
    await mailbox.stop()
    const { booking: id } = await shop.sold()
    await move(id)
    await move(id, 3)
    await setStatus({ id, status: 'completed', ...owner() })
    await setStatus({ id, status: 'confirmed', ...owner() })
    await mailbox.start()
    await shop.rows(`UPDATE mails SET next_attempt_at = now()`)
    const texts = await delivered()
    expect(Object.keys(texts)).toEqual(['confirmed'])
    expect(texts.confirmed).toContain(`${Number(workingDay(3).slice(8))}, `)
    expect(texts.confirmed).not.toContain('new time')
  })

  test('a change while a mail is being sent is told by another one', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    await move(id)
    await shop.rows(`UPDATE mails SET attempts = 1 WHERE status = 'queued' AND recipient = $1`, [
      CUSTOMER,
    ])
    await move(id, 3)
    expect(
      await shop.rows(
        `SELECT attempts FROM mails WHERE status = 'queued' AND recipient = $1 ORDER BY id`,
        [CUSTOMER],
      ),
    ).toEqual([{ attempts: 1 }, { attempts: 0 }])
    await move(id, 4)
    expect(
      await shop.rows(`SELECT 1 FROM mails WHERE status = 'queued' AND recipient = $1`, [CUSTOMER]),
    ).toHaveLength(2)
  })

  test('a mail that is sent again says what it said, as it is now', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    await move(id)
    await delivered()
    await mailbox.clear()
    const [first] = await shop.rows(
      `SELECT min(mail_id) AS id FROM notices WHERE audience = 'customer'`,
    )
    await resendMail(Number(first?.id), 'owner')
    expect((await delivered()).confirmed).toContain(`${Number(workingDay(2).slice(8))}, `)
    expect(await shop.rows(`SELECT status FROM mails WHERE status <> 'sent'`)).toEqual([])
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
    expect(Object.keys(texts)).toEqual(['cancelled'])
    expect(await dropped()).toEqual([
      { kind: 'booking_reminder', why: 'not true: booking_cancelled' },
      { kind: 'booking_notice', why: 'not true: nothing_promised_ended' },
    ])
  })

  test('a reminder before a move', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    await forget()
    await queueReminders(new Date((await startOf(id)).getTime() - 2 * HOUR_MS))
    await rescheduleBooking({
      id,
      newDate: workingDay(2),
      newTime: '12:00',
      by: 'admin',
      ...owner(),
    })
    const { booking_reminder: reminder, moved } = await delivered()
    expect(moved).toContain('12:00')
    expect(reminder).toBeUndefined()
    expect(await dropped()).toEqual([{ kind: 'booking_reminder', why: 'not true: moved' }])
  })

  test('a session of three weeks ago is restored without an invitation to it', async () => {
    const { booking: id } = await shop.sold({ time: '10:00' })
    await putOn(id, -21)
    await delivered()
    await cancelBooking({ id, refund: 'none', ...owner() })
    await delivered()
    await setStatus({ id, status: 'confirmed', ...owner() })
    const { restored } = await delivered()
    expect(restored).toContain('in our books as confirmed')
    expect(restored).not.toMatch(/look forward|What happens next|Where to find us/)
    await cancelBooking({ id, refund: 'none', ...owner() })
  })

  test('a session paid after its end is receipted, not looked forward to', async () => {
    const id = await byHand({ time: '10:00', paid: { method: 'cash', note: 'cash' } })
    await putOn(id, -1)
    const { paid: text } = await delivered()
    expect(text).toContain('Payment received for booking')
    expect(text).not.toMatch(/look forward|What happens next/)
  })

  test('a session moved twice is told once, with the time it has, and one moved back not at all', async () => {
    const { booking: id } = await shop.sold()
    await delivered()
    const move = (nth: number, newTime = '12:00') =>
      rescheduleBooking({ id, newDate: workingDay(nth), newTime, by: 'admin', ...owner() })
    await move(2)
    await move(3)
    const { moved: text } = await delivered()
    expect(text).toContain(`${Number(workingDay(3).slice(8))}, `)
    expect(await dropped()).toEqual([])
    await move(2)
    await move(3)
    await delivered()
    expect(await dropped()).toEqual([{ kind: 'booking_notice', why: 'not true: told_already' }])
  })
})

describe('a credit note whose refund has failed since', () => {
  test('is not told as a refund; the debit note says what happened', async () => {
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await delivered()
    await mailbox.clear()
    await shop.payments.control('refund', { payment_intent: intent, amount: 50_00 })
    await syncPayment(settlements, intent)
    await shop.payments.letBanksAnswer()
    await syncPayment(settlements, intent)
    const { refund_failed: text } = await delivered()
    expect(text).toContain('could not be paid out by the bank')
    expect(text).not.toContain('We are refunding')
  })
})
