// Who is billed: entered while booking, changed on the booking's own page, and who may see it.
import { GET as pdf } from '@/app/api/manage/[token]/receipts/[number]/route'
import { PATCH as change } from '@/app/api/manage/[token]/billing/route'
import { documentOfToken, documentsOfToken } from '@/lib/receipts/queries'
import { billingOfToken } from '@/lib/receipts/billing'
import { callRoute } from '@/tests/support/call'
import { checkout, NO_COMPANY, openShop, orderCheckout } from '@/tests/support/shop'

const shop = openShop()
const COMPANY = { ...NO_COMPANY, company: 'Contoh Sdn. Bhd.', companyTin: 'C1234567890' }
const OTHER = { ...NO_COMPANY, company: 'Lain Sdn. Bhd.', companyAddress: 'Jalan Ampang' }
const buyers = async () =>
  await shop.rows(
    `SELECT buyer -> 'billing' AS billing, reissued_at IS NOT NULL AS again FROM receipts ORDER BY id`,
  )
const tokenOf = async (table = 'bookings') =>
  String((await shop.rows(`SELECT manage_token AS token FROM ${table} ORDER BY id`))[0]?.token)
const send = (token: string, body: unknown) =>
  callRoute(change, `/api/manage/${token}/billing`, { method: 'PATCH', params: { token }, body })
const file = (token: string, number: string) =>
  callRoute(pdf, `/api/manage/${token}/receipts/${number}`, { params: { token, number } })

async function paid(about: Parameters<typeof checkout>[0] = {}) {
  const made = await checkout(about)
  await shop.payments.pay(made.intent)
  await shop.payments.release()
  return made
}

test('the company entered while booking is on the receipt', async () => {
  await paid(COMPANY)
  expect(await buyers()).toEqual([{ billing: COMPANY, again: false }])
})

test('after a change, receipt and credit note are reissued under their numbers', async () => {
  const { intent } = await paid()
  await shop.payments.control('refund', { payment_intent: intent, amount: 1_000 })
  await shop.payments.release()
  const token = await tokenOf()
  const before = await documentsOfToken(token)
  expect(
    (await send(token, { company: ' Lain Sdn. Bhd. ', companyAddress: 'Jalan Ampang' })).status,
  ).toBe(200)
  expect(await buyers()).toEqual([
    { billing: OTHER, again: true },
    { billing: OTHER, again: true },
  ])
  expect(await documentsOfToken(token)).toEqual(before)
  const document = await documentOfToken(token, 'CN-000001')
  expect(document?.buyer).toMatchObject({ name: 'Aina Rahman', billing: OTHER })
})

test('the company of an order can be changed before payment', async () => {
  const { intent } = await orderCheckout()
  expect((await send(await tokenOf('video_editing_orders'), COMPANY)).status).toBe(200)
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await buyers()).toEqual([{ billing: COMPANY, again: false }])
})

test('receipts of earlier months stay; when there are no others the change is refused', async () => {
  await paid()
  await shop.rows(`UPDATE receipts SET issued_at = issued_at - interval '32 days'`)
  const token = await tokenOf()
  expect(await billingOfToken(token, new Date())).toEqual({ billing: null, isOpen: false })
  const answer = await send(token, COMPANY)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    409,
    'not_changeable',
  ])
  expect(await buyers()).toEqual([{ billing: null, again: false }])
})

test('the file requires the token of this booking', async () => {
  await paid()
  await paid({ who: 'other', time: '11:00' })
  const token = await tokenOf()
  const own = await file(token, 'R-000001')
  expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  expect(own.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(Buffer.from(await own.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  for (const [who, number] of [
    [token, 'R-000002'],
    [token, 'CN-000001'],
    [token, 'R-1'],
    ['x'.repeat(22), 'R-000001'],
  ] as const)
    expect([number, (await file(who, number)).status]).toEqual([number, 404])
  expect((await send('x'.repeat(22), COMPANY)).status).toBe(404)
  const wrong = await send(token, { companyTin: '123' })
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { fields: { companyTin: expect.stringContaining('TIN') } },
  ])
})
