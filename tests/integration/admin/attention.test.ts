import { GET as auditList } from '@/app/api/admin/audit/route'
import { DELETE as dropMail } from '@/app/api/admin/mails/[id]/route'
import { POST as resend } from '@/app/api/admin/mails/[id]/resend/route'
import { PATCH as patch } from '@/app/api/admin/payments/[id]/route'
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { FAILED, listedMails } from '@/lib/mail/queries'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { stripe } from '@/lib/payments/client'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout } from '@/tests/support/shop'
import { ownerCookie } from './admin'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

type Handler = Parameters<typeof callRoute>[0]
const call = async (handler: Handler, method: string, id: number, body?: object) => {
  const response = await callRoute(handler, `/api/admin/things/${id}`, {
    method,
    ...(body && { body }),
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}
const payments = () =>
  shop.rows(
    `SELECT purpose, outcome, reason, note, handled_at IS NOT NULL AS handled FROM payments ORDER BY id`,
  )
const audit = () => shop.rows(`SELECT action, entity, entity_id AS id FROM audit_log ORDER BY id`)

/** Money without a payment of ours, as from a payment link. */
async function strangeMoney(amount = 129_90) {
  const intent = await stripe().paymentIntents.create({
    amount,
    currency: 'myr',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await shop.payments.release()
  return intent.id
}

describe('unmatched money', () => {
  const UNMATCHED = {
    purpose: 'unmatched',
    outcome: 'needs_attention',
    reason: 'unmatched',
    note: null,
    handled: false,
  }

  test('is linked to an unpaid order, which is then paid', async () => {
    const { order } = await orderCheckout()
    await strangeMoney()
    expect([await attentionCount(), (await attentionPayments()).open]).toMatchObject([
      1,
      [{ received: 129_90, reason: 'unmatched', client: null }],
    ])
    expect(await call(patch, 'PATCH', 2, { orderId: 99, note: 'link' })).toMatchObject({
      status: 400,
      body: { fields: { orderId: expect.stringContaining('has not been paid') } },
    })
    expect(await call(patch, 'PATCH', 2, { orderId: order })).toMatchObject({
      status: 400,
      body: { fields: { note: expect.any(String) } },
    })
    expect(
      await call(patch, 'PATCH', 2, { orderId: order, note: 'Paid by link, asked by phone' }),
    ).toMatchObject({ status: 200, body: { outcome: 'confirmed', orderId: order } })
    expect(
      await shop.rows(`SELECT status, due_at IS NOT NULL AS due FROM video_editing_orders`),
    ).toEqual([{ status: 'paid', due: true }])
    expect(await call(patch, 'PATCH', 2, { orderId: order, note: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'not_changeable' },
    })
    expect([await attentionCount(), await audit()]).toEqual([
      0,
      [{ action: 'link', entity: 'payment', id: '2' }],
    ])
    await stripe().paymentIntents.cancel(
      (await shop.rows('SELECT stripe_payment_intent_id AS id FROM payments WHERE id = 1'))[0]
        ?.id as string,
    )
    await shop.payments.release()
  })

  test('is linked to a booking that stands unpaid, not to a held one', async () => {
    const { booking } = await checkout()
    await strangeMoney(107_17)
    expect(await call(patch, 'PATCH', 2, { bookingId: booking, note: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { bookingId: expect.any(String) } },
    })
    await shop.rows(
      `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL, holder_hash = NULL`,
    )
    expect(await call(patch, 'PATCH', 2, { bookingId: booking, note: 'x' })).toMatchObject({
      status: 200,
    })
    expect((await payments())[1]).toMatchObject({
      purpose: 'booking',
      outcome: 'confirmed',
      note: 'x',
    })
  })

  test('is given back', async () => {
    const intent = await strangeMoney()
    expect(await call(refund, 'POST', 1)).toMatchObject({
      status: 200,
      body: { outcome: 'refunded' },
    })
    expect((await call(refund, 'POST', 1)).status).toBe(409)
    expect((await shop.payments.ledger()).refunds.map((each) => each.payment_intent)).toEqual([
      intent,
    ])
    expect(await audit()).toEqual([{ action: 'refund_asked', entity: 'payment', id: '1' }])
  })

  test('or looked after otherwise, with a note; its outcome stays', async () => {
    await strangeMoney()
    const [row] = await shop.rows('SELECT updated_at AS version FROM payments')
    const version = (row?.version as Date).toISOString()
    expect((await call(patch, 'PATCH', 1, { note: '  ', version })).status).toBe(400)
    expect(
      (await call(patch, 'PATCH', 1, { note: 'x', version: '2020-01-01T00:00:00.000Z' })).body,
    ).toMatchObject({ code: 'version_conflict' })
    for (const money of [undefined, 'lost'])
      expect(await call(patch, 'PATCH', 1, { note: 'x', money, version })).toMatchObject({
        ...{ status: 400, body: { fields: { money: expect.any(String) } } },
      })
    const said = { note: 'Given back in cash', money: 'given_back' }
    expect(await call(patch, 'PATCH', 1, { ...said, version })).toMatchObject({
      ...{ status: 200, body: { handledAs: 'given_back' } },
    })
    expect(await shop.rows(`SELECT after FROM audit_log`)).toEqual([
      { after: { handled: true, money: 'given_back' } },
    ])
    expect([
      await payments(),
      await attentionCount(),
      (await attentionPayments()).handled,
    ]).toMatchObject([
      [{ ...UNMATCHED, note: 'Given back in cash', handled: true }],
      0,
      [{ id: 1, handledAs: 'given_back' }],
    ])
    expect((await call(patch, 'PATCH', 1, { note: 'again' })).status).toBe(409)
  })
})

test('a refund that failed is tried again', async () => {
  await strangeMoney()
  await shop.rows(`UPDATE payments SET reason = 'refund_failed', refund_status = 'failed'`)
  await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
  expect(await call(refund, 'POST', 1)).toMatchObject({
    status: 200,
    body: { outcome: 'refund_due' },
  })
  await shop.payments.faults()
  expect(await call(refund, 'POST', 1)).toMatchObject({
    status: 200,
    body: { outcome: 'refunded' },
  })
  expect((await shop.payments.ledger()).refunds).toHaveLength(1)
})

test('Stripe’s refusal is a sentence and the payment waits for the owner again', async () => {
  const intent = await strangeMoney()
  await shop.payments.control('dispute', { payment_intent: intent })
  await shop.payments.release()
  expect(await call(refund, 'POST', 1)).toMatchObject({
    status: 409,
    body: { code: 'not_changeable', message: expect.stringContaining('Stripe refused') },
  })
  expect(await payments()).toMatchObject([{ outcome: 'needs_attention', reason: 'refund_failed' }])
})

test('a settled payment is not touched', async () => {
  const { intent } = await orderCheckout()
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect((await call(patch, 'PATCH', 1, { note: 'x' })).status).toBe(409)
  expect((await call(refund, 'POST', 1)).status).toBe(409)
  expect((await call(refund, 'POST', 9)).status).toBe(404)
  expect((await shop.payments.ledger()).refunds).toEqual([])
})

test('failed mails are sent again or taken off the list; a code is neither', async () => {
  await shop.rows(`INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, status, last_error)
    SELECT 'm' || n, CASE n WHEN 3 THEN 'sign_in_code' ELSE 'booking_confirmed' END, 'a@example.com', 'en', '{}', '<' || n || '>', 'failed', 'EENVELOPE 550' FROM generate_series(1, 3) n`)
  expect((await listedMails(FAILED)).rows.map(({ id }) => id)).toEqual([2, 1])
  expect((await call(resend, 'POST', 1)).status).toBe(204)
  expect((await call(dropMail, 'DELETE', 2)).status).toBe(204)
  for (const id of [3, 9]) expect((await call(resend, 'POST', id)).status).toBe(404)
  expect((await call(dropMail, 'DELETE', 2)).status).toBe(404)
  expect(await shop.rows(`SELECT status FROM mails ORDER BY id`)).toEqual([
    { status: 'queued' },
    { status: 'dropped' },
    { status: 'failed' },
  ])
  expect(await audit()).toEqual([
    { action: 'resend', entity: 'mail', id: '1' },
    { action: 'drop', entity: 'mail', id: '2' },
  ])
})

test('the audit log is listed newest first, by cursor, filtered, with only what changed', async () => {
  await shop.rows(`INSERT INTO audit_log (actor, action, entity, entity_id, before, after) VALUES
    ('owner', 'update', 'service', '1', '{"hourlyRate": "99.00", "name": "Solo"}', '{"hourlyRate": "109.00", "name": "Solo"}'),
    ('second', 'create', 'post', '7', NULL, '{"title": "<b>", "tags": ["a"]}'), ('owner', 'delete', 'post', '7', '{"title": "x"}', NULL)`)
  const ask = async (query: string) => {
    const response = await callRoute(auditList, `/api/admin/audit${query}`, { headers: { cookie } })
    return {
      rows: (await response.json()) as { id: number; changes: unknown }[],
      next: response.headers.get('x-next-cursor'),
    }
  }
  const ids = async (query: string) => (await ask(query)).rows.map(({ id }) => id)
  expect((await ask('')).rows.map(({ changes }) => changes)).toEqual([
    [{ path: ['title'], before: 'x', after: null }],
    [
      { path: ['tags'], before: null, after: 'a' },
      { path: ['title'], before: null, after: '<b>' },
    ],
    [{ path: ['hourlyRate'], before: '99.00', after: '109.00' }],
  ])
  expect(await ask('?limit=2')).toMatchObject({ next: '2' })
  expect([
    await ids('?cursor=2'),
    await ids('?actor=owner'),
    await ids('?entity=post&entityId=%237'),
    await ids('?entity=post&entityId=７'),
    await ids('?entity=none'),
  ]).toEqual([[1], [3, 1], [3, 2], [3, 2], []])
})
