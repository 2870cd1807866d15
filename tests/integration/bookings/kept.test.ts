// What cancelling and refunding do is computed from the money that is here, and what is answered,
// mailed and listed afterwards is what happened.
import { PATCH as cancel } from '@/app/api/bookings/[id]/cancel/route'
import { PATCH as setOrderStatus } from '@/app/api/video-editing-orders/[id]/status/route'
import { GET as readManaged } from '@/app/api/manage/[token]/route'
import { PATCH as lookAfter } from '@/app/api/admin/payments/[id]/route'
import { POST as refundPayment } from '@/app/api/admin/payments/[id]/refund/route'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { currentMail } from '@/lib/current-mail'
import { deliverMails } from '@/lib/mail/outbox'
import { closeTransport } from '@/lib/mail/transport'
import { ownerCookie } from '@/tests/integration/admin/admin'
import { Mailbox } from '@/tests/integration/mail/mailbox'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout } from '@/tests/support/shop'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
})
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})
const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
  await mailbox.clear()
})

type Handler = Parameters<typeof callRoute>[0]
const call = async (handler: Handler, id: number, body?: object) => {
  const response = await callRoute(handler, `/api/things/${id}`, {
    method: body ? 'PATCH' : 'POST',
    ...(body && { body }),
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: await response.json() }
}
const refunds = async () => (await shop.payments.ledger()).refunds
const payments = () =>
  shop.rows(
    `SELECT outcome, refund_status, handled_at IS NOT NULL AS handled FROM payments ORDER BY id`,
  )
/** Longer than the sandbox's banks take over an asynchronous refund (2 s). */
const theBank = () => shop.payments.letBanksAnswer()

/** The text of the cancellation's mail, once it has left. */
async function mailed(): Promise<string> {
  await letActsStand()
  const now = new Date(Date.now() + 1_000)
  await deliverMails({ now, limit: 20, write: currentMail })
  const mails = await mailbox.mails(1)
  return (
    mails
      .find(({ subject }) => subject.startsWith('Booking cancelled'))
      ?.text.replace(/\s+/g, ' ') ?? 'no mail'
  )
}

/** All of the intent's money was to go back by the dashboard, failed, and was looked after. */
async function failAndLookAfter(intent: string): Promise<void> {
  await shop.payments.control('refund', { payment_intent: intent })
  await theBank()
  await shop.payments.release()
  expect((await call(lookAfter, 1, { note: 'Will call the customer' })).status).toBe(200)
}

// Seen in booking systems that refund "the paid payment": one that is in another state is left out.
describe('real life: a refund failed earlier and was marked as handled', () => {
  const FAILED = { outcome: 'needs_attention', refund_status: 'failed', handled: true }

  test('cancelling with a full refund asks Stripe again, and mail and answer say so', async () => {
    const { booking, intent } = await shop.sold({}, 'pm_card_refundFail')
    await failAndLookAfter(intent)
    expect(await payments()).toEqual([FAILED])
    const answer = await call(cancel, booking, { refund: 'full' })
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'cancelled', money: { kept: '107.17', due: '107.17', failed: '0.00' } },
    })
    await letActsStand()
    expect((await refunds()).map(({ amount }) => amount)).toEqual([107_17, 107_17])
    expect(await mailed()).toContain('We are refunding RM107.17')
    // It fails once more: the owner is shown it again.
    await theBank()
    await shop.payments.release()
    expect(await payments()).toEqual([{ ...FAILED, handled: false }])
    expect((await attentionPayments()).open).toMatchObject([{ id: 1, reason: 'refund_failed' }])
  })

  test('cancelling without a refund says nothing of money that goes back', async () => {
    const { booking, intent } = await shop.sold({}, 'pm_card_refundFail')
    await failAndLookAfter(intent)
    const page = async () => {
      const params = { token: await shop.tokenOf(booking) }
      return (await callRoute(readManaged, '/m', { params })).json()
    }
    expect(await page()).toMatchObject({ status: 'confirmed', refund: null })
    expect(await call(cancel, booking, { refund: 'none' })).toMatchObject({
      status: 200,
      body: { money: { kept: '107.17', back: '0.00' } },
    })
    // What the administrator noted is not called a failure any more.
    expect(await page()).toMatchObject({ status: 'cancelled', refund: 'noted_kept' })
    expect(await refunds()).toHaveLength(1)
    expect(await mailed()).not.toContain('We are refunding')
  })

  test('an order is refunded again, also after it was marked as refunded', async () => {
    const { order, intent } = await orderCheckout()
    await shop.payments.pay(intent, 'pm_card_refundFail')
    await shop.payments.release()
    expect((await call(setOrderStatus, order, { status: 'refunded' })).status).toBe(200)
    await theBank()
    await shop.payments.release()
    expect((await call(lookAfter, 1, { note: 'Will call the customer' })).status).toBe(200)
    expect((await call(setOrderStatus, order, { status: 'refunded' })).status).toBe(200)
    expect(await refunds()).toHaveLength(2)
  })

  test('the payment itself can be refunded although it is off the list', async () => {
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await failAndLookAfter(intent)
    expect(await call(refundPayment, 1)).toMatchObject({
      status: 200,
      body: { outcome: 'refunded' },
    })
    expect(await refunds()).toHaveLength(2)
    await theBank()
    await shop.payments.release()
  })
})

describe('cancelling with a full refund', () => {
  test('sends back what is left after a part, and the mail names the rest', async () => {
    const { booking, intent } = await shop.sold()
    await shop.payments.control('refund', { payment_intent: intent, amount: 20_00 })
    await shop.payments.release()
    expect(await call(cancel, booking, { refund: 'full' })).toMatchObject({
      status: 200,
      body: { money: { kept: '87.17', due: '87.17' } },
    })
    await letActsStand()
    expect((await refunds()).map(({ amount }) => amount).sort()).toEqual([20_00, 87_17])
    expect(await mailed()).toContain('We are refunding RM87.17')
  })

  test('sends back a sum that did not fit', async () => {
    const { booking, intent } = await checkout()
    await shop.rows(`UPDATE payments SET amount = 107.18`)
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await payments()).toMatchObject([{ outcome: 'needs_attention' }])
    await shop.rows(
      `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL, holder_hash = NULL`,
    )
    expect((await call(cancel, booking, { refund: 'full' })).status).toBe(200)
    await letActsStand()
    expect((await refunds()).map(({ amount }) => amount)).toEqual([107_17])
  })

  test('refuses only what Stripe refuses, and asks for the rest', async () => {
    const { booking, intent } = await shop.sold()
    await shop.rows(`INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, status, outcome, reason, succeeded_at)
      VALUES (${booking}, 1, 'booking', 'desk', 50, 'succeeded', 'needs_attention', 'offline', now())`)
    await shop.payments.control('dispute', { payment_intent: intent })
    expect(await call(cancel, booking, { refund: 'full' })).toMatchObject({ status: 200 })
    await letActsStand()
    expect((await attentionPayments()).open).toMatchObject([
      { reason: 'refund_failed' },
      { reason: 'offline_refund' },
    ])
    const text = await mailed()
    expect(text).toContain('RM107.17 of what you paid has not been refunded')
    expect(text).toContain('You paid RM50.00 directly to the studio')
    expect(text).not.toContain('We are refunding')
  })

  test('promises no more than Stripe was asked for while Stripe is away', async () => {
    const { booking } = await shop.sold()
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
    expect(await call(cancel, booking, { refund: 'full' })).toMatchObject({
      status: 200,
      body: { money: { kept: '107.17', due: '107.17', back: '0.00' } },
    })
    // The mail waits for Stripe's answer, for some minutes.
    expect(await mailed()).toBe('no mail')
    await shop.rows(`UPDATE mails SET created_at = created_at - interval '11 minutes'`)
    expect(await mailed()).toContain('A refund of RM107.17 has been requested')
    await shop.payments.faults()
    await call(refundPayment, 1)
  })
})

// Seen in booking systems whose second cancellation "changes nothing".
describe('real life: cancelled without a refund, and refunded afterwards', () => {
  test('the second call gives the money back', async () => {
    const { booking } = await shop.sold()
    expect((await call(cancel, booking, { refund: 'none' })).status).toBe(200)
    expect(await refunds()).toEqual([])
    expect(await mailed()).toContain('not refundable')
    const [row] = await shop.rows(`SELECT updated_at AS version FROM bookings`)
    const version = (row?.version as Date).toISOString()
    const stale = { refund: 'full', version: '2020-01-01T00:00:00.000Z' }
    expect((await call(cancel, booking, stale)).body).toMatchObject({ code: 'version_conflict' })
    expect(await call(cancel, booking, { refund: 'full', version })).toMatchObject({
      status: 200,
      body: { money: { due: '107.17', back: '0.00' } },
    })
    expect(await call(cancel, booking, { refund: 'full' })).toMatchObject({ status: 200 })
    expect(await refunds()).toEqual([])
    await letActsStand()
    expect((await refunds()).map(({ amount }) => amount)).toEqual([107_17])
    expect(await shop.rows(`SELECT action FROM audit_log ORDER BY id`)).toEqual([
      { action: 'cancel' },
      { action: 'refund_asked' },
    ])
  })
})
