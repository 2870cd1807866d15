// Money as other systems have lost, doubled or misnamed it.
import { PATCH as setBookingStatus } from '@/app/api/bookings/[id]/status/route'
import { PATCH as lookAfter } from '@/app/api/admin/payments/[id]/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { GET as readManaged } from '@/app/api/manage/[token]/route'
import { POST as webhook } from '@/app/api/webhooks/stripe/route'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { lengthOf } from '@/lib/availability/rules'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { reconcilePayments, sweepPayments } from '@/lib/jobs/jobs'
import { stripe } from '@/lib/payments/client'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { signatureHeader } from '@/tools/stripe-sandbox'
import { ownerCookie } from '@/tests/integration/admin/admin'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

type Handler = Parameters<typeof callRoute>[0]
const patch = async (handler: Handler, id: number, body: object) => {
  const response = await callRoute(handler, `/api/things/${id}`, {
    method: 'PATCH',
    body,
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: await response.json() }
}
const setStatus = async (id: number, status: string) =>
  expect((await patch(setBookingStatus, id, { status })).status).toBe(200)
const payments = () =>
  shop.rows(
    `SELECT purpose, outcome, reason, currency, amount::text FROM payments WHERE status = 'succeeded' ORDER BY id`,
  )
const strange = async (amount: number, currency = 'myr') => {
  const intent = await stripe().paymentIntents.create({
    amount,
    currency,
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await shop.payments.release()
  return intent.id
}

// Seen in shops that compare numbers and forget the currency.
describe('real life: money in another currency', () => {
  test('is shown as what it is, and is never linked to a booking in ringgit', async () => {
    const { booking } = await checkout()
    await setStatus(booking, 'confirmed')
    await strange(107_17, 'usd')
    const { open } = await attentionPayments()
    expect(open).toMatchObject([{ received: 107_17, currency: 'usd', reason: 'unmatched' }])
    const id = open[0]?.id ?? 0
    expect(await patch(lookAfter, id, { bookingId: booking, note: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { bookingId: expect.stringContaining('another currency') } },
    })
    expect(await shop.rows(`SELECT id FROM receipts`)).toEqual([])
    expect(await payments()).toMatchObject([{ outcome: 'needs_attention', currency: 'usd' }])
  })

  test('paid for an intent of ours whose currency was changed, it says so', async () => {
    const { intent } = await checkout()
    await stripe().paymentIntents.update(intent, { currency: 'usd' })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await payments()).toMatchObject([
      { outcome: 'needs_attention', reason: 'amount_mismatch', currency: 'usd' },
    ])
  })
})

// Seen in shops that ask for the price of the thing and not for what is missing of it.
describe('real life: the booking’s money is gone, the upgrade’s is kept', () => {
  async function baseGone(how: 'lost in a dispute' | 'given back'): Promise<number> {
    const { booking, intent } = await shop.sold({ serviceId: 2, time: '10:00' })
    const { clientSecret } = await upgradeSecret({
      bookingId: booking,
      length: lengthOf({ duration: 'half-day' }),
      addOns: [],
      amountSen: 987_24 - 268_46,
      now: new Date(),
    })
    await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
    await shop.payments.release()
    if (how === 'given back') await shop.payments.control('refund', { payment_intent: intent })
    else {
      await shop.payments.control('dispute', { payment_intent: intent })
      await shop.payments.control('dispute', { payment_intent: intent, outcome: 'lost' })
    }
    await shop.payments.release()
    return booking
  }

  test('money for the rest is linked to it, and no more than that', async () => {
    const booking = await baseGone('lost in a dispute')
    for (const status of [200, 400]) {
      await strange(268_46)
      const { open } = await attentionPayments()
      const body = { bookingId: booking, note: 'x' }
      expect((await patch(lookAfter, open[0]?.id ?? 0, body)).status).toBe(status)
    }
  })

  test('the page asks for the rest, and no more', async () => {
    const booking = await baseGone('lost in a dispute')
    await setStatus(booking, 'pending')
    const token = await shop.tokenOf(booking)
    const managed = await (await callRoute(readManaged, `/m`, { params: { token } })).json()
    expect(managed).toMatchObject({ payable: true, owedAmount: '268.46', totalAmount: '987.24' })
    const ask = async (amount: string) => {
      const response = await callRoute(payByLink, `/m`, { params: { token }, body: { amount } })
      return { status: response.status, body: await response.json() }
    }
    expect(await ask('987.24')).toMatchObject({ status: 409, body: { totalAmount: '268.46' } })
    const { body } = await ask('268.46')
    const { amount } = await shop.payments.pay(String(body.clientSecret).split('_secret_')[0] ?? '')
    expect(amount).toBe(268_46)
    await shop.payments.release()
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'confirmed' }])
    // The second payment has its receipt, and the customer is sent it.
    const [mail] = await tellAll()
    expect(mail?.letter?.payload).toMatchObject({
      news: { documents: [1, 2, 3] },
    })
    expect(
      await shop.rows(`SELECT total_amount::text AS total FROM receipts WHERE payment_id = 3`),
    ).toEqual([{ total: '268.46' }])
  })

  test('nothing is asked for what the studio gave back itself, and money for it cannot be linked', async () => {
    const booking = await baseGone('given back')
    await strange(268_46)
    const { open } = await attentionPayments()
    const body = { bookingId: booking, note: 'x' }
    expect((await patch(lookAfter, open[0]?.id ?? 0, body)).status).toBe(400)
    await setStatus(booking, 'pending')
    const token = await shop.tokenOf(booking)
    const managed = await (await callRoute(readManaged, `/m`, { params: { token } })).json()
    expect(managed).toMatchObject({ payable: false, owedAmount: '0.00', totalAmount: '987.24' })
  })
})

// Seen in queues in which one bad message holds back all that come after it.
describe('real life: one payment cannot be settled', () => {
  test('the sweeps go on, and the owner is shown what could not be recorded', async () => {
    await shop.sold()
    await shop.payments.control('webhooks', { mode: 'drop' })
    await shop.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.amount = 66.66 THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END $$`)
    await shop.rows(
      `CREATE TRIGGER poison BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION refuse()`,
    )
    try {
      const poisoned = await strange(66_66)
      const { booking, intent } = await checkout({ who: 'next', time: '12:00' })
      await shop.payments.pay(intent)
      await sweepPayments()
      expect(await shop.rows(`SELECT status FROM bookings WHERE id = ${booking}`)).toEqual([
        { status: 'confirmed' },
      ])
      expect((await attentionPayments()).unrecorded).toMatchObject([{ intentId: poisoned }])
      expect(await attentionCount()).toBe(1)
    } finally {
      await shop.rows(`DROP TRIGGER poison ON payments`)
      await shop.rows(`DROP FUNCTION refuse`)
    }
    await sweepPayments()
    expect((await attentionPayments()).unrecorded).toEqual([])
    expect((await attentionPayments()).open).toMatchObject([{ received: 66_66 }])
  })
})

// Seen in webhook receivers that answer an error to what they will never understand.
describe('real life: events', () => {
  const send = async (event: object) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signatureHeader(body) }
    return (await callRoute(webhook, '/api/webhooks/stripe', { body, headers })).status
  }
  const about = (id: string, object: object) => ({
    ...{ id, object: 'event', type: 'payment_intent.succeeded', data: { object } },
  })

  test('about something that Stripe no longer knows are stored and answered with 200', async () => {
    const event = about('evt_gone', { id: 'pi_gone', object: 'payment_intent' })
    expect([await send(event), await send(event)]).toEqual([200, 200])
    expect(await shop.rows(`SELECT id, object_id AS about FROM stripe_events`)).toEqual([
      { id: 'evt_gone', about: 'pi_gone' },
    ])
  })

  test.each([
    ['an id with a NUL', 'evt_\u0000', { id: 'pi_1' }, 400],
    ['an object’s id with a NUL', 'evt_1', { id: 'pi_\u0000' }, 200],
    ['an object’s id that is no text', 'evt_2', { id: 7 }, 200],
  ])('%s', async (_what, id, object, status) => expect(await send(about(id, object))).toBe(status))
})

// Seen in systems that look at payments by the one reason they were written for.
describe('real life: a booking that the owner confirmed after its money went back as late', () => {
  test('is shown as confirmed, but refunded', async () => {
    const { booking, intent } = await shop.lapsed()
    await shop.rows(`UPDATE bookings SET starts_at = now() - interval '1 second'`)
    await shop.payments.pay(intent)
    await syncPayment(settlements, intent)
    expect(await payments()).toMatchObject([{ outcome: 'refunded', reason: 'late' }])
    await shop.rows(`UPDATE bookings SET starts_at = ends_at - interval '1 hour'`)
    await setStatus(booking, 'confirmed')
    expect((await attentionPayments()).paid_back).toMatchObject([{ bookingId: booking }])
  })
})

describe('real life: a sum that is a little short', () => {
  test('is accepted by linking it to its booking, with a receipt over what came', async () => {
    const { booking, intent } = await checkout()
    await stripe().paymentIntents.update(intent, { amount: 107_00 })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect((await attentionPayments()).open).toMatchObject([{ received: 107_00, dueSen: 107_17 }])
    await setStatus(booking, 'confirmed')
    expect((await patch(lookAfter, 1, { note: 'I will let it go' })).status).toBe(200)
    expect(await patch(lookAfter, 1, { bookingId: 99, note: 'x' })).toMatchObject({ status: 400 })
    expect(await patch(lookAfter, 1, { bookingId: booking, note: 'Fine' })).toMatchObject({
      status: 200,
      body: { outcome: 'confirmed' },
    })
    expect(await shop.rows(`SELECT total_amount::text AS total FROM receipts`)).toEqual([
      { total: '107.00' },
    ])
    expect(await attentionCount()).toBe(0)
  })

  /** 17 sen are missing; the owner lets the session happen and is content with it. */
  const accepted = async () => {
    const { booking, intent } = await checkout()
    await stripe().paymentIntents.update(intent, { amount: 107_00 })
    await shop.payments.pay(intent)
    await shop.payments.release()
    await setStatus(booking, 'confirmed')
    await letActsStand()
    await issueMissingDocuments(settlements)
    expect(await shop.rows(`SELECT id FROM receipts`)).toEqual([])
    expect((await patch(lookAfter, 1, { note: 'I let it go' })).status).toBe(200)
    return { booking, intent }
  }
  const documents = () =>
    shop.rows(`SELECT kind, total_amount::text AS total FROM receipts ORDER BY id`)

  test('is accepted without being linked: it has its receipt, once', async () => {
    await accepted()
    await issueMissingDocuments(settlements)
    await issueMissingDocuments(settlements)
    expect(await documents()).toEqual([{ kind: 'receipt', total: '107.00' }])
  })

  test('of which a part went back before has its receipt and its note', async () => {
    const { intent } = await accepted()
    await shop.payments.control('refund', { payment_intent: intent, amount: 7_00 })
    await shop.payments.release()
    await patch(lookAfter, 1, { note: 'So be it' })
    await issueMissingDocuments(settlements)
    await reconcilePayments()
    expect(await documents()).toEqual([
      { kind: 'receipt', total: '107.00' },
      { kind: 'credit_note', total: '7.00' },
    ])
  })

  test('of a session that the owner cancelled has no receipt', async () => {
    const { booking } = await accepted()
    await setStatus(booking, 'cancelled')
    await issueMissingDocuments(settlements)
    expect(await documents()).toEqual([])
  })
})

// Seen where a bank answers hours later: the room stood empty, and the session was sold.
test('real life: the bank says yes after the session is over: the money goes back', async () => {
  const { booking, intent } = await checkout()
  await shop.payments.leaveFor('fpx', intent)
  await shop.payments.answer(intent, 'pending')
  await shop.rows(
    `UPDATE bookings SET starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'`,
  )
  await shop.payments.answer(intent, 'succeed')
  await shop.payments.release()
  expect(await payments()).toMatchObject([{ outcome: 'refunded', reason: 'late' }])
  await shop.rows(
    `UPDATE bookings SET status = 'cancelled', cancel_reason = 'expired', cancelled_at = now() WHERE id = ${booking}`,
  )
  await shop.rows(`DELETE FROM slot_reservations`)
})

// Seen in systems that wait for ever for a call that was never made.
test('real life: a payment whose intent was never made ends within hours', async () => {
  await shop.sold()
  await shop.rows(`WITH upgrade AS (
      INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      VALUES ('upgrade', 1, '[{ "amountSen": 100 }]', 1, 0, 0, 'Tax', 1) RETURNING id)
    INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, created_at)
    SELECT 1, id, 'booking', 'never', 107.17, now() - interval '2 hours'
      FROM sales WHERE booking_id = 1 AND kind = 'session'
    UNION ALL SELECT 1, id, 'upgrade', 'fresh', 1, now() FROM upgrade`)
  await reconcilePayments()
  expect(
    await shop.rows(`SELECT idempotency_key AS key, status FROM payments WHERE id > 1 ORDER BY id`),
  ).toEqual([
    { key: 'never', status: 'canceled' },
    { key: 'fresh', status: 'requires_payment_method' },
  ])
})
