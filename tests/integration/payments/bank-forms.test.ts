// The form in which a customer enters the account to which the studio transfers money.
import {
  DELETE as withdraw,
  GET as standing,
  POST as ask,
} from '@/app/api/admin/payments/[id]/bank-details/route'
import { GET as account } from '@/app/api/admin/payments/[id]/bank-details/account/route'
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { POST as answer } from '@/app/api/bank-details/route'
import { POST as state } from '@/app/api/bank-details/state/route'
import { bankFormOf } from '@/lib/bank-forms/form'
import { accountShape } from '@/lib/bank-forms/schema'
import { correctContact } from '@/lib/bookings/contact'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { erasePerson } from '@/lib/people/erase'
import { exportPerson } from '@/lib/people/export'
import { prune } from '@/lib/people/forget'
import { studioDate } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const owner = () => ({ actor: 'owner', now: new Date() })
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

type Handler = Parameters<typeof callRoute>[0]
const asOwner = async (handler: Handler, method: string, body?: object) => {
  const response = await callRoute(handler, '/api/admin/payments/1/bank-details', {
    ...{ method, params: { id: '1' }, headers: { cookie } },
    ...(body && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as object) : null }
}
const asCustomer = async (handler: Handler, body: object) => {
  const response = await callRoute(handler, '/api/bank-details', { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as object) : null }
}
const ACCOUNT = {
  bank: 'Maybank',
  otherBank: '',
  holder: 'Siti binti Ali',
  number: '5140 1234-5678',
}

/** A session that was paid in cash and cancelled: its money waits to be given back. */
async function waiting(): Promise<number> {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', locale: 'ms' },
    ...{ date: workingDay(), time: '10:00', paid: { method: 'cash' } },
  })
  const { id } = await createAdminBooking(wish, owner())
  await cancelBooking({ id, refund: 'full', ...owner() })
  await letActsStand()
  return id
}

/** The newest link's token, as its mail has it until it is sent. */
async function asked(): Promise<string> {
  expect(await asOwner(ask, 'POST')).toMatchObject({ status: 200, body: { state: 'open' } })
  const [mail] = await shop.rows(
    `SELECT payload ->> 'code' AS code, recipient FROM mails WHERE kind = 'bank_form' ORDER BY id DESC LIMIT 1`,
  )
  expect(mail).toMatchObject({ recipient: 'siti@example.com' })
  return String(mail?.code)
}

const transferred = (part: { amountSen?: number } = {}) =>
  asOwner(refund, 'POST', {
    ...part,
    returned: { method: 'transfer', date: studioDate(new Date()), reference: null },
  })
const actions = async () =>
  (await shop.rows(`SELECT action FROM audit_log WHERE action LIKE '%account' ORDER BY id`)).map(
    ({ action }) => action,
  )

test('a customer enters the account once, encrypted, and it is gone with the transfer', async () => {
  await waiting()
  const token = await asked()
  expect(await bankFormOf(token, new Date())).toMatchObject({
    letter: { payload: { amountSen: 107_17, name: 'Siti' } },
  })
  expect(await asCustomer(state, { token })).toMatchObject({
    ...{ status: 200, body: { state: 'open', amountSen: 107_17 } },
  })
  expect(await asCustomer(answer, { token, ...ACCOUNT })).toMatchObject({ status: 204 })
  expect(await asCustomer(answer, { token, ...ACCOUNT, holder: 'Somebody' })).toMatchObject({
    ...{ status: 409, body: { code: 'not_changeable' } },
  })
  const [row] = await shop.rows('SELECT to_jsonb(f)::text AS text, token_hash FROM bank_forms f')
  expect(row?.text).not.toMatch(/Siti|5140|Maybank/)
  expect(row?.token_hash).not.toBe(token)
  expect(await asOwner(standing, 'GET')).toMatchObject({
    body: { state: 'answered', hasAccount: true },
  })
  expect(await asOwner(account, 'GET')).toEqual({
    status: 200,
    body: { bank: 'Maybank', holder: 'Siti binti Ali', number: '514012345678' },
  })
  // The rest goes to the same account.
  expect(await transferred({ amountSen: 7_17 })).toMatchObject({ status: 200 })
  expect(await asOwner(account, 'GET')).toMatchObject({ status: 200 })
  expect(await transferred()).toMatchObject({ status: 200 })
  expect(await shop.rows('SELECT sealed FROM bank_forms')).toEqual([{ sealed: null }])
  expect(await asCustomer(state, { token })).toMatchObject({
    body: { state: 'given_back', amountSen: 0 },
  })
  expect(await asOwner(account, 'GET')).toMatchObject({ status: 404 })
  expect(await actions()).toEqual(['ask_account', 'answer_account', 'show_account', 'show_account'])
})

test('money that was given back meanwhile takes no account, and its mail is not sent', async () => {
  await waiting()
  const token = await asked()
  expect(await transferred()).toMatchObject({ status: 200 })
  expect(await bankFormOf(token, new Date())).toEqual({ untrue: 'bank_form_ended' })
  expect(await asCustomer(answer, { token, ...ACCOUNT })).toMatchObject({ status: 409 })
  expect(await shop.rows('SELECT sealed FROM bank_forms')).toEqual([{ sealed: null }])
  expect(await asOwner(ask, 'POST')).toMatchObject({ status: 409 })
})

test('of an answer and a transfer at once no account is left', async () => {
  await waiting()
  const token = await asked()
  await Promise.all([transferred(), asCustomer(answer, { token, ...ACCOUNT })])
  expect(await shop.rows('SELECT sealed FROM bank_forms')).toEqual([{ sealed: null }])
})

test('of two answers at once one is kept', async () => {
  await waiting()
  const token = await asked()
  const answers = await Promise.all(
    ['Siti', 'Aina'].map((holder) => asCustomer(answer, { token, ...ACCOUNT, holder })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('a link ends after fourteen days, when it is withdrawn, and with a newer one', async () => {
  await waiting()
  const first = await asked()
  const second = await asked()
  expect(await asCustomer(state, { token: first })).toMatchObject({ status: 404 })
  await shop.rows(`UPDATE bank_forms SET expires_at = now()`)
  expect(await asCustomer(state, { token: second })).toMatchObject({ body: { state: 'ended' } })
  expect(await asCustomer(answer, { token: second, ...ACCOUNT })).toMatchObject({ status: 409 })
  const third = await asked()
  expect(await asOwner(withdraw, 'DELETE')).toMatchObject({ status: 204 })
  expect(await asCustomer(answer, { token: third, ...ACCOUNT })).toMatchObject({ status: 404 })
  expect(await asOwner(withdraw, 'DELETE')).toMatchObject({ status: 404 })
})

test.each(['open', 'answered'])(
  'a corrected email ends a form that is %s: its link may have reached somebody else',
  async (became) => {
    const id = await waiting()
    const token = await asked()
    if (became === 'answered') await asCustomer(answer, { token, ...ACCOUNT })
    const [row] = await shop.rows('SELECT updated_at AS version FROM bookings WHERE id = $1', [id])
    const { actor } = owner()
    await correctContact({
      ...{ id, firstName: 'Siti', lastName: null, email: 'siti.ali@example.com', phone: null },
      ...{ locale: 'ms', version: (row?.version as Date).toISOString(), actor },
    })
    expect(await asCustomer(answer, { token, ...ACCOUNT })).toMatchObject({ status: 404 })
    expect(await asOwner(standing, 'GET')).toMatchObject({
      body: { state: 'none', canAsk: true, hasAccount: false },
    })
    expect(await asOwner(account, 'GET')).toMatchObject({ status: 404 })
    expect(await actions()).toContain('withdraw_account')
  },
)

test('of an answer and a withdrawal at once nothing is left, and nobody sees an error', async () => {
  await waiting()
  for (let times = 0; times < 5; times++) {
    const token = await asked()
    const [ended, answered] = await Promise.all([
      asOwner(withdraw, 'DELETE'),
      asCustomer(answer, { token, ...ACCOUNT }),
    ])
    expect(ended.status).toBe(204)
    expect([204, 404]).toContain(answered.status)
    expect(await shop.rows('SELECT 1 FROM bank_forms')).toEqual([])
  }
})

test('nothing is asked for money that stands, or that Stripe gives back', async () => {
  await shop.sold()
  expect(await asOwner(standing, 'GET')).toMatchObject({ body: { state: 'none', canAsk: false } })
  expect(await asOwner(ask, 'POST')).toMatchObject({ status: 409 })
})

test('an account is handed out to its person, erased with them, and forgotten after 60 days', async () => {
  await waiting()
  const who = { email: 'siti@example.com', actor: 'owner' }
  expect(await asCustomer(answer, { token: await asked(), ...ACCOUNT })).toMatchObject({
    status: 204,
  })
  const { tables } = await exportPerson({ ...who, now: new Date() })
  expect(tables.bank_forms).toMatchObject([{ account: { number: '514012345678' } }])
  expect(JSON.stringify(tables.bank_forms)).not.toMatch(/sealed|token/)
  await shop.rows(`UPDATE bank_forms SET created_at = now() - interval '59 days'`)
  await prune()
  expect(await shop.rows('SELECT 1 FROM bank_forms')).toHaveLength(1)
  await shop.rows(`UPDATE bank_forms SET created_at = now() - interval '61 days'`)
  await prune()
  expect(await shop.rows('SELECT 1 FROM bank_forms')).toEqual([])
  expect(await asCustomer(answer, { token: await asked(), ...ACCOUNT })).toMatchObject({
    status: 204,
  })
  await transferred()
  await erasePerson(who)
  expect(await shop.rows('SELECT 1 FROM bank_forms')).toEqual([])
})

test.each([
  ['5140 1234 5678', '514012345678'],
  ['\u202a5140–1234–5678\u200b', '514012345678'],
  ['５１４０１２３４', '51401234'],
])('a number pasted as %j is read', (typed, number) => {
  expect(accountShape.parse({ ...ACCOUNT, number: typed })).toMatchObject({ number })
})

test.each([
  [{ number: '12345' }, 'account_number'],
  [{ number: '1'.repeat(21) }, 'account_number'],
  [{ number: '5140 1234 567A' }, 'account_number'],
  [{ number: ' ' }, 'required'],
  [{ bank: '' }, 'required'],
  [{ bank: 'Bank of Nowhere' }, 'choice'],
  [{ bank: 'other', otherBank: ' ' }, 'required'],
  [{ holder: '\u200b' }, 'required'],
])('%j is refused as %s', (wrong, message) => {
  const result = accountShape.safeParse({ ...ACCOUNT, ...wrong })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})
