// A booking made by hand and not paid yet is paid by its link (docs/decisions/020 C15).
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { GET as readManaged } from '@/app/api/manage/[token]/route'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const owner = () => ({ actor: 'owner', now: new Date() })
async function byHand(changes: object = {}): Promise<{ id: number; token: string }> {
  const wish = adminBookingBody.parse({
    serviceId: 1,
    firstName: 'Aina',
    email: 'aina@example.com',
    date: workingDay(),
    time: '09:00',
    paid: 'link',
    locale: 'ms',
    ...changes,
  })
  const { id } = await createAdminBooking(wish, owner())
  return { id, token: await tokenOf(id) }
}
const tokenOf = async (id: number): Promise<string> =>
  String(
    (await shop.rows(`SELECT manage_token FROM bookings WHERE id = $1`, [id]))[0]?.manage_token,
  )

const ask = async (token: string, body: object = { amount: '107.17' }) => {
  const response = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body,
    params: { token },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const read = async (token: string) => {
  const response = await callRoute(readManaged, `/api/manage/${token}`, { params: { token } })
  return (await response.json()) as Record<string, unknown>
}
const intentOf = ({ body }: { body: Record<string, unknown> }) =>
  String(body.clientSecret).split('_secret_')[0] ?? ''
const booking = async (id: number) =>
  (await shop.rows(`SELECT status, cancel_reason FROM bookings WHERE id = $1`, [id]))[0]
const payments = () =>
  shop.rows(`SELECT status, outcome, reason, amount::text FROM payments ORDER BY id`)
const PAID = { status: 'succeeded', outcome: 'confirmed', reason: null, amount: '107.17' }

test('the customer is sent the link, the owner can copy it, and both end with the payment', async () => {
  const { id, token } = await byHand()
  const [mail] = await tellAll()
  expect(mail).toMatchObject({
    says: 'unpaid',
    recipient: 'aina@example.com',
    locale: 'ms',
    letter: { payload: { manageToken: token, totalSen: 107_17, askedSen: 107_17 } },
  })
  expect((await bookingDetail(id, 'en'))?.payLink).toMatch(new RegExp(`/ms/manage/${token}$`))
  expect(await read(token)).toMatchObject({ status: 'pending', payable: true, payment: null })

  const asked = await ask(token)
  expect(asked).toMatchObject({ status: 200, body: { holdExpiresAt: null } })
  await shop.payments.pay(intentOf(asked))
  expect(await booking(id)).toEqual({ status: 'pending', cancel_reason: null })
  await shop.payments.release()
  expect(await booking(id)).toEqual({ status: 'confirmed', cancel_reason: null })
  expect(await payments()).toEqual([PAID])
  expect(await read(token)).toMatchObject({ status: 'confirmed', payable: false, payment: 'paid' })
  expect((await bookingDetail(id, 'en'))?.payLink).toBeNull()
  expect(await toldCustomers()).toEqual(['confirmed'])
  expect(await ask(token)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
})

test('two tabs and twenty clicks have one intent, charged once', async () => {
  const { id, token } = await byHand()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(token)))
  expect(new Set(answers.map(intentOf)).size).toBe(1)
  const [first] = answers
  await shop.payments.pay(intentOf(first as (typeof answers)[number]))
  // The webhook has not come: the other tab is told, and asking settles it.
  expect(await ask(token)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  await shop.payments.release()
  expect(await payments()).toEqual([PAID])
  const { payment_intents: intents } = await shop.payments.ledger()
  expect(intents.map(({ status }) => status)).toEqual(['succeeded'])
})

test('the page asks Stripe itself when the webhook is lost', async () => {
  const { token } = await byHand()
  await shop.payments.pay(intentOf(await ask(token)))
  expect(await read(token)).toMatchObject({ status: 'confirmed', payment: 'paid' })
})

test('only for the server’s amount, and only a booking that is to be paid without a deadline', async () => {
  const { id, token } = await byHand()
  expect(await ask(token, { amount: '1.00' })).toMatchObject({
    status: 409,
    body: { code: 'price_changed', totalAmount: '107.17' },
  })
  expect(await ask('A'.repeat(22))).toMatchObject({ status: 404 })
  const held = await checkout({ who: 'held', time: '11:00' })
  expect(await ask(await tokenOf(held.booking))).toMatchObject({ body: { code: 'not_payable' } })
  expect((await bookingDetail(held.booking, 'en'))?.payLink).toBeNull()
  const paid = await byHand({ time: '13:00', paid: { method: 'cash', note: 'DuitNow QR, 0931' } })
  expect((await bookingDetail(paid.id, 'en'))?.payments).toMatchObject([
    { state: 'paid', intentId: null, note: 'DuitNow QR, 0931' },
  ])
  expect(await ask(paid.token)).toMatchObject({ body: { code: 'not_payable' } })
  // Paid at the desk and set back to pending: a payment stands for it.
  await setStatus({ id: paid.id, status: 'pending', ...owner() })
  expect(await ask(paid.token)).toMatchObject({ body: { code: 'not_payable' } })
  await cancelBooking({ id, refund: 'none', ...owner() })
  expect(await ask(token)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  expect(await read(token)).toMatchObject({ status: 'cancelled', payable: false })
})

// Seen in shops where a chargeback leaves a bill that nobody can pay any more.
test('real life: what a lost dispute has taken can be paid anew', async () => {
  const { id, token } = await byHand()
  const intent = intentOf(await ask(token))
  await shop.payments.pay(intent)
  await shop.payments.release()
  await shop.payments.control('dispute', { payment_intent: intent, outcome: undefined })
  await shop.payments.release()
  await setStatus({ id, status: 'pending', ...owner() })
  expect(await ask(token)).toMatchObject({ body: { code: 'not_payable' } })
  await shop.payments.control('dispute', { payment_intent: intent, outcome: 'lost' })
  await shop.payments.release()
  expect(await read(token)).toMatchObject({ payable: true, owedAmount: '107.17' })
  await shop.payments.pay(intentOf(await ask(token)))
  await shop.payments.release()
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  expect(await payments()).toEqual([PAID, PAID])
})

test('cancelled while the form is open: the intent is closed, nobody can pay it', async () => {
  const { id, token } = await byHand()
  const intent = intentOf(await ask(token))
  await cancelBooking({ id, refund: 'none', ...owner() })
  const { payment_intents: intents } = await shop.payments.ledger()
  expect(intents.map(({ id: one, status }) => [one, status])).toEqual([[intent, 'canceled']])
})

test('a payment at the moment of the cancellation is refunded in full, once', async () => {
  const { id, token } = await byHand()
  await shop.payments.pay(intentOf(await ask(token)))
  await cancelBooking({ id, refund: 'none', ...owner() })
  await letActsStand()
  await shop.payments.release()
  expect(await payments()).toMatchObject([{ outcome: 'refunded', reason: 'cancelled' }])
  expect((await shop.payments.ledger()).refunds).toMatchObject([{ amount: 107_17 }])
  expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'admin' })
})

test('a full refund by the owner after it was paid by the link', async () => {
  const { id, token } = await byHand()
  await shop.payments.pay(intentOf(await ask(token)))
  await shop.payments.release()
  await cancelBooking({ id, refund: 'full', ...owner() })
  await letActsStand()
  await shop.payments.release()
  expect(await payments()).toMatchObject([{ outcome: 'refunded', reason: 'owner_refund' }])
  expect(await read(token)).toMatchObject({ status: 'cancelled', refund: 'refunded' })
})
