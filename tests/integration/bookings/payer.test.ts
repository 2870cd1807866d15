// The finance contact of a company is asked for what its booking owes, once for each sum, by a link that
// only pays (docs/decisions/059).
process.env.RATE_LIMIT_SCALE = '1'
import { PATCH as correct } from '@/app/api/admin/bookings/[id]/contact/route'
import { GET as readByIntent } from '@/app/api/bookings/payment/[paymentIntentId]/route'
import { PATCH as bill } from '@/app/api/manage/[token]/billing/route'
import { GET as readPaid, POST as pay } from '@/app/api/manage/[token]/payment/route'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { extendBooking } from '@/lib/bookings/extend'
import { managedBooking, opensBooking } from '@/lib/bookings/manage'
import { tellBooking } from '@/lib/bookings/notices'
import { adminBookingBody } from '@/lib/bookings/schema'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { chooseTransfer } from '@/lib/bookings/transfer'
import { transaction } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import { resendMail } from '@/lib/mail/outbox'
import { renderMail } from '@/lib/mail/templates'
import { recordPayment } from '@/lib/payments/record'
import { erasePerson } from '@/lib/people/erase'
import { everyRoom } from '@/lib/rooms/queries'
import { settlements } from '@/lib/settlements'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { studioDate } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import {
  checkout,
  NO_COMPANY,
  openShop,
  orderCheckout,
  visitor,
  workingDay,
} from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'
import { expectRefusal } from '../http/refused'

const shop = openShop()
const FINANCE = 'accounts@contoh.example'
const OTHER = 'payables@contoh.example'
const COMPANY = { ...NO_COMPANY, company: 'Contoh Sdn. Bhd.', financeEmail: FINANCE }
const owner = () => ({ actor: 'owner', now: new Date() })

/** Made by the studio, to be paid by its link, and billed to the company by its customer. */
async function billed(changes: object = {}): Promise<{ id: number; token: string }> {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Aina', lastName: 'Rahman', email: 'aina@example.com' },
    ...{ phone: '+60 12-345 6789', requirements: 'Two guests', locale: 'ms', paid: 'link' },
    ...{ date: workingDay(), time: '09:00', ...changes },
  })
  const { id } = await createAdminBooking(wish, owner())
  const token = await shop.tokenOf(id)
  await billTo(token, COMPANY)
  return { id, token }
}
const billTo = async (token: string, body: object) =>
  expect(
    (
      await callRoute(bill, `/api/manage/${token}/billing`, {
        ...{ method: 'PATCH', params: { token }, body },
      })
    ).status,
  ).toBe(200)
const correctTo = async (id: number, changes: { email?: string; financeEmail?: string }) =>
  expect(
    (
      await callRoute(correct, `/api/admin/bookings/${id}/contact`, {
        ...{ method: 'PATCH', params: { id: String(id) } },
        headers: { cookie: await ownerCookie(shop) },
        body: { firstName: 'Aina', email: 'aina@example.com', locale: 'ms', ...changes },
      })
    ).status,
  ).toBe(200)

const asked = async () =>
  (await tellAll())
    .filter(({ kind }) => kind === 'finance_payment')
    .map(({ recipient, locale, untrue, letter }) => ({
      ...{ recipient, locale, untrue },
      ...(letter?.kind === 'finance_payment' ? { letter } : { letter: null }),
    }))
const sums = async () =>
  (await asked()).map(({ recipient, untrue, letter }) =>
    letter ? `${letter.payload.amountSen} to ${recipient}` : untrue,
  )
/** The link of the one mail that waits. */
async function link(): Promise<string> {
  const mails = await asked()
  const [token = ''] = mails.flatMap(({ letter }) => letter?.payload.payToken ?? [])
  expect(token).toMatch(/^\d+-pay-[\w-]{22}$/)
  return token
}
const read = async (token: string) => {
  const response = await callRoute(readPaid, `/api/manage/${token}/payment`, { params: { token } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const ask = async (token: string, amount = '107.17') => {
  const response = await callRoute(pay, `/api/manage/${token}/payment`, {
    ...{ body: { amount }, params: { token } },
  })
  const body = (await response.json()) as Record<string, unknown>
  const secret = typeof body.clientSecret === 'string' ? body.clientSecret : ''
  return { status: response.status, body, secret, intent: secret.split('_secret_')[0] ?? '' }
}
const payments = () => shop.rows(`SELECT status, outcome, amount::text FROM payments ORDER BY id`)
const extend = (id: number) =>
  extendBooking({ ...{ id, hours: 1, addOns: [], pay: 'later', priceSen: 107_17 }, ...owner() })
const told = (id: number) => transaction((tx) => tellBooking(tx, id))

test('who pays sees what, when and how much, pays it, and opens nothing else of the booking', async () => {
  const { id, token } = await billed()
  const [mail, ...more] = await asked()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    ...{ recipient: FINANCE, locale: 'ms', untrue: null },
    letter: { payload: { amountSen: 107_17, askedSen: null, about: { booking: id } } },
  })
  if (!mail?.letter) throw new Error('expected a letter')
  const { html, text, subject } = await renderMail(mail.letter, 'ms', DEFAULT_SITE)
  const payer = mail.letter.payload.payToken
  expect(subject).toContain('RM107.17')
  for (const part of [html, text]) {
    expect(part).toContain(`/ms/manage/${payer}`)
    for (const secret of [token, 'Aina', 'aina@', 'Two guests']) expect(part).not.toContain(secret)
  }

  expect(await read(payer)).toEqual({
    status: 200,
    body: {
      ...{ id, service: 'Audio Basic', duration: 'hourly', hours: 1, status: 'pending' },
      ...{ date: workingDay(), time: '09:00', isOver: false },
      days: [{ date: workingDay(), from: '09:00', to: '10:00' }],
      ...{ subtotal: '99.00', taxAmount: '8.17', totalAmount: '107.17' },
      ...{ taxRate: 825, taxLabel: expect.any(String), payable: true },
      ...{ owedAmount: '107.17', owedTax: '8.17' },
      ...{
        payment: null,
        paymentMoney: [],
        company: 'Contoh Sdn. Bhd.',
        paidOn: null,
        documents: [],
      },
    },
  })
  expect(await opensBooking(payer)).toBe(true)
  expect(await managedBooking(payer, 'en', new Date())).toBeNull()
  for (const [rest, method, body] of [
    ...[['', 'GET'] as const, ['/calendar', 'GET'] as const, ['/story', 'GET'] as const],
    ['/reschedule', 'POST', { newDate: workingDay(1), newTime: '10:00' }] as const,
    ['/upgrade', 'POST', { duration: 'half-day', amount: '1.00' }] as const,
    ['/billing', 'PATCH', COMPANY] as const,
  ])
    await expectRefusal(
      `manage/[token]${rest}`,
      `/api/manage/${payer}${rest}`,
      { method, ...(body && { body }), params: { token: payer } },
      [404, 'not_found'],
    )

  const [first, customers] = [await ask(payer), await ask(token)]
  expect(first.status).toBe(200)
  // One sale, one payment, in whichever tab.
  expect(customers.intent).toBe(first.intent)
  await shop.payments.pay(first.intent)
  // Without a webhook: the page asks Stripe.
  expect((await read(payer)).body).toMatchObject({
    ...{ status: 'confirmed', payable: false, owedAmount: '0.00', payment: 'paid' },
    paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    documents: [{ kind: 'receipt', number: 'R-000001', totalSen: 107_17 }],
  })
  expect(await ask(payer)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  await shop.payments.release()
  expect(await payments()).toEqual([
    { status: 'succeeded', outcome: 'confirmed', amount: '107.17' },
  ])
  expect(await asked()).toEqual([])
})

test('twenty presses in both tabs have one intent; what was paid in one is not paid in the other', async () => {
  const { token } = await billed()
  const payer = await link()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 ? token : payer)),
  )
  expect(new Set(answers.map(({ intent }) => intent)).size).toBe(1)
  await shop.payments.pay((await ask(token)).intent)
  expect(await ask(payer)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  await shop.payments.release()
  expect(await payments()).toHaveLength(1)
  const { payment_intents: intents } = await shop.payments.ledger()
  expect(intents.map(({ status }) => status)).toEqual(['succeeded'])
})

test('a token is of one booking and one address, and no other is one', async () => {
  const [{ id }, other] = [await billed(), await billed({ time: '11:00', email: 'b@example.com' })]
  const [mine = '', theirs = ''] = (await asked()).map(({ letter }) => letter?.payload.payToken)
  const secretOf = (one: string) => one.split('-pay-')[1] ?? ''
  for (const wrong of [
    `${id}-pay-${secretOf(theirs)}`,
    `${other.id}-pay-${secretOf(mine)}`,
    `${id}-${secretOf(mine)}`,
    `${id}-pay-${await shop.tokenOf(id)}`,
    ...[secretOf(mine), mine.slice(0, -1), `${id}-pay-${'x'.repeat(22)}`, `0${mine}`],
  ]) {
    expect([wrong, await opensBooking(wrong)]).toEqual([wrong, false])
    expect([wrong, (await read(wrong)).status]).toEqual([wrong, 404])
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 404])
  }
  // The customer's own token opens their page, and not this one.
  expect((await read(await shop.tokenOf(id))).status).toBe(404)
})

test('once for each sum: not at another change, again when it has changed or money has come', async () => {
  const { id } = await billed()
  expect(await sums()).toEqual([`10717 to ${FINANCE}`])
  await told(id)
  const [newDate, newTime, rooms] = [workingDay(), '10:00', await everyRoom()]
  await rescheduleBooking({ ...{ id, newDate, newTime, rooms, by: 'admin' }, ...owner() })
  expect(await sums()).toEqual([])
  await extend(id)
  await told(id)
  const [mail, ...more] = await asked()
  expect(more).toEqual([])
  expect(mail?.letter?.payload).toMatchObject({ amountSen: 214_34, askedSen: 107_17 })
  const { text } = await renderMail(mail!.letter!, 'en', DEFAULT_SITE)
  expect(text).toMatch(/RM214\.34[^]*RM107\.17/)
  // A part at the studio: the rest is asked for.
  await recordPayment(settlements, {
    ...{ about: { bookingId: id, orderId: null }, sen: 100_00, method: 'cash', reference: null },
    ...{ date: studioDate(new Date()), key: 'part', ...owner() },
  })
  expect(await sums()).toEqual([`11434 to ${FINANCE}`])
})

test('what was paid, or is no longer asked for, before the mail left is not asked for', async () => {
  const { id, token } = await billed()
  await shop.payments.pay((await ask(token)).intent)
  await shop.payments.release()
  expect(await sums()).toEqual(['nothing_owed'])
  const other = await billed({ time: '13:00' })
  await cancelBooking({ id: other.id, refund: 'none', ...owner() })
  await letActsStand()
  expect(await sums()).toEqual(['nothing_owed'])
  // Later the studio sells more, to be paid by link.
  await extend(id)
  const payer = await link()
  expect((await read(payer)).body).toMatchObject({
    ...{ status: 'confirmed', payable: true, owedAmount: '107.17', payment: 'paid' },
    documents: [{ number: 'R-000001' }],
  })
  await cancelBooking({ id, refund: 'none', ...owner() })
  await letActsStand()
  expect((await read(payer)).body).toMatchObject({ status: 'cancelled', payable: false })
  expect(await ask(payer)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
})

test('a corrected finance email ends the link; its mail is dropped, and the new one is asked', async () => {
  const { id } = await billed()
  const first = await link()
  await extend(id)
  await correctTo(id, { financeEmail: OTHER })
  expect(await sums()).toEqual(['finance_email_changed', `21434 to ${OTHER}`])
  expect((await read(first)).status).toBe(404)
  expect((await ask(first, '214.34')).status).toBe(404)
  expect(await opensBooking(first)).toBe(false)
  // Sent once more, it is about what is so now, and goes to the address in force.
  const [sent] = await shop.rows(`SELECT id FROM mails WHERE recipient = $1 AND status = 'sent'`, [
    OTHER,
  ])
  expect(await resendMail(Number(sent?.id), 'owner')).toBe(true)
  expect(await sums()).toEqual([`21434 to ${OTHER}`])
  // Corrected back, the old link is that of the address again, which is asked anew.
  await correctTo(id, { financeEmail: FINANCE })
  expect(await link()).toBe(first)
  await correctTo(id, { financeEmail: '' })
  expect((await read(first)).status).toBe(404)
  // The customer's own mails ask already.
  await correctTo(id, { financeEmail: 'aina@example.com' })
  expect(await sums()).toEqual([])
})

test('a corrected email of the customer ends the link, and the contact gets the new one', async () => {
  const { id } = await billed()
  const first = await link()
  await correctTo(id, { email: 'aina.rahman@example.com' })
  expect((await read(first)).status).toBe(404)
  const [mail] = await asked()
  expect(mail?.letter?.payload).toMatchObject({ amountSen: 107_17, askedSen: null })
  const second = mail?.letter?.payload.payToken ?? ''
  expect(second).not.toBe(first)
  expect((await read(second)).status).toBe(200)
  await told(id)
  expect(await sums()).toEqual([])
})

test('the secret of a payment begun by the link does not show who booked', async () => {
  const { booking: id, intent } = await shop.sold({ ...COMPANY, who: 'aina' })
  const show = (one: string, secret: string) =>
    callRoute(readByIntent, `/api/bookings/payment/${one}`, {
      params: { paymentIntentId: one },
      headers: { 'x-client-secret': secret },
    })
  const [{ client_secret: own } = { client_secret: '' }] = (await shop.payments.ledger())
    .payment_intents as { client_secret: string }[]
  expect((await show(intent, own)).status).toBe(200)
  expect(await asked()).toEqual([])
  await extend(id)
  const payer = await link()
  const opened = await ask(payer)
  expect(opened.status).toBe(200)
  // Of the part that is owed, not of what was paid before.
  expect((await read(payer)).body).toMatchObject({ status: 'confirmed', payment: 'failed' })
  expect(opened.intent).not.toBe(intent)
  expect((await show(opened.intent, opened.secret)).status).toBe(404)
  await shop.payments.pay(opened.intent)
  await shop.payments.release()
  expect((await show(opened.intent, opened.secret)).status).toBe(404)
  expect(await payments()).toMatchObject([{ outcome: 'confirmed' }, { outcome: 'confirmed' }])
})

test('of a hold that is to be transferred: the account, and nobody’s slip', async () => {
  await shop.rows(`INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())`, [
    JSON.stringify({ bank: 'Maybank', holder: 'Studio', number: '5140', duitnow: '', hours: 24 }),
  ])
  const { booking: id } = await checkout(COMPANY)
  expect(await asked()).toEqual([])
  const provenEmail = 'aina@example.com'
  await chooseTransfer({ bookingId: id, visitorHash: visitor(), provenEmail, now: new Date() })
  const payer = await link()
  expect((await read(payer)).body).toMatchObject({
    ...{ payable: true, owedAmount: '107.17' },
    transfer: {
      account: { bank: 'Maybank', holder: 'Studio', number: '5140', qr: null },
      ...{ amount: '107.17', reference: String(id), until: expect.stringMatching(/Z$/) },
    },
  })
  expect(Object.keys((await read(payer)).body.transfer as object)).not.toContain('slipSentAt')
})

test('of an order nothing: it has no payment by link', async () => {
  await orderCheckout(COMPANY)
  expect(await asked()).toEqual([])
})

test('erased by itself or with who booked: no mail, no link, nothing from which the address is found', async () => {
  const { id } = await billed()
  const payer = await link()
  expect(await shop.rows(`SELECT audience FROM notices WHERE audience = 'finance'`)).toHaveLength(1)
  await extend(id)
  await erasePerson({ email: FINANCE, actor: 'owner' })
  expect(await shop.rows(`SELECT 1 FROM mails WHERE recipient = $1`, [FINANCE])).toEqual([])
  expect(await shop.rows(`SELECT 1 FROM notices WHERE audience = 'finance'`)).toEqual([])
  expect(
    await shop.rows(`SELECT 1 FROM mails WHERE kind LIKE 'finance_%' AND status = 'queued'`),
  ).toEqual([])
  expect((await read(payer)).status).toBe(404)

  const other = await billed({ time: '13:00', email: 'other@example.com' })
  const theirs = await link()
  await cancelBooking({ id: other.id, refund: 'none', ...owner() })
  await letActsStand()
  await erasePerson({ email: 'other@example.com', actor: 'owner' })
  expect((await read(theirs)).status).toBe(404)
  expect(await shop.rows(`SELECT 1 FROM mails WHERE recipient = $1`, [FINANCE])).toEqual([])
})

test('an address that was corrected leaves nothing from which it could be found, erased or not', async () => {
  const { id, token } = await billed()
  const hashes = async () =>
    (await shop.rows(`SELECT told ->> 'link' AS link FROM notices WHERE audience = 'finance'`)).map(
      ({ link: hash }) => hash,
    )
  const first = await link()
  expect(await hashes()).toEqual([sha256(first)])
  await correctTo(id, { financeEmail: OTHER })
  expect(await hashes()).toEqual([])
  const second = await link()
  expect(await hashes()).toEqual([sha256(second)])
  await billTo(token, { ...COMPANY, financeEmail: 'third@example.com' })
  expect(await hashes()).toEqual([])
  await link()
  await correctTo(id, { financeEmail: '' })
  expect(await hashes()).toEqual([])
})

test('reading and opening are limited', async () => {
  const wrong = `1-pay-${'x'.repeat(22)}`
  for (let times = 0; times < 40; times++) expect((await ask(wrong)).status).toBe(404)
  expect((await ask(wrong)).status).toBe(429)
  for (let times = 0; times < 240; times++) expect((await read(wrong)).status).toBe(404)
  expect((await read(wrong)).status).toBe(429)
})
