// The file of the customers that were selected in the list: who gets it, and who is in it.
import { randomBytes } from 'node:crypto'
import { GET } from '@/app/api/admin/customers/export/route'
import { mergeCustomers } from '@/lib/admin/customers/merge'
import { listCustomers } from '@/lib/admin/customers/queries'
import { customerListQuery } from '@/lib/admin/customers/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { saveContact } from '@/lib/contacts/messages'
import { sha256 } from '@/lib/http/request'
import { erasePerson } from '@/lib/people/erase'
import { studioDate } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()

/** Somebody who is signed in, and proved who they are so long ago; their cookie. */
async function person(role: string, provenAgo = '1 minute'): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await shop.rows(
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($4, 'x', $1) RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at, proved_at)
      SELECT $2, 'admin', id, now() + interval '1 hour', now() - $3::interval FROM made`,
    [role, sha256(token), provenAgo, `${role} of ${provenAgo}`],
  )
  return `session=${token}`
}

const message = (name: string, email: string, phone: string | null = null) =>
  saveContact(
    {
      ...{ name, email, phone, subject: 'other', message: 'Hello', company: null },
      ...{ industry: null, companySize: null, designation: null, experience: null, topics: null },
    },
    { provenEmail: null, locale: 'en' },
  )
const keyOf = async (query: string) => {
  const { rows } = await listCustomers(customerListQuery.parse({ query }), new Date())
  return rows[0]?.key ?? 0
}
const ask = (cookie: string, query: string) =>
  callRoute(GET, `/api/admin/customers/export?${query}`, { headers: { cookie } })
const queryOf = (keys: readonly number[]) => keys.map((key) => `key=${key}`).join('&')
/** The lines of the file, without that of its columns. */
const linesFor = async (cookie: string, ...keys: number[]) => {
  const answer = await ask(cookie, queryOf(keys))
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\r\n').slice(1, -1)
}
const exported = () =>
  shop.rows(
    `SELECT actor, entity, entity_id, after FROM audit_log WHERE action = 'export' ORDER BY id`,
  )

test('the owner gets those who were selected, each once, in the order of the list, and it is recorded', async () => {
  const date = workingDay(2)
  await createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Hakim', lastName: 'Yusof', email: 'hakim@example.com' },
      ...{ phone: '0198765432', date, time: '10:00', paid: 'link' },
    }),
    { actor: 'owner', now: new Date() },
  )
  const hakim = await keyOf('hakim')
  await message('=1+1', 'formula@example.com', '+60 12-345 6789')
  const formula = await keyOf('formula')
  await message('Zaid Noor', 'zaid@example.com')
  await message('Not Selected', 'other@example.com')
  const keys = [formula, await keyOf('zaid'), hakim, formula]
  const answer = await ask(await person('owner'), queryOf(keys))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="customers-${studioDate(new Date())}.csv"`,
  )
  // As bytes: reading as text would take the mark away.
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
    [
      '\ufeffname,phone,email,language,sessions,lastSeen,nextSession,owes,member',
      `Hakim Yusof,"=""0198765432""",hakim@example.com,en,1,,${date},yes,no`,
      'Zaid Noor,,zaid@example.com,en,0,,,no,no',
      `"'=1+1","'+60 12-345 6789",formula@example.com,en,0,,,no,no`,
      '',
    ].join('\r\n'),
  )
  expect(await exported()).toEqual([
    {
      ...{ actor: 'owner of 1 minute', entity: 'customer', entity_id: 'all' },
      after: { customers: keys.join(', '), searched: false },
    },
  ])
})

test('who was merged into another, who was erased, of whom nothing is left and who never was, is left out', async () => {
  await message('Aina Rahman', 'aina@example.com')
  await message('Aina R', 'aina.r@example.com')
  await message('Siti Omar', 'siti@example.com')
  await message('Zaid Noor', 'zaid@example.com')
  const [aina, merged, siti, zaid] = [
    await keyOf('aina@example.com'),
    await keyOf('aina.r@example.com'),
    await keyOf('siti'),
    await keyOf('zaid'),
  ]
  const cookie = await person('owner')
  expect(await linesFor(cookie, aina, merged, siti, zaid)).toHaveLength(4)
  await mergeCustomers({ key: aina, other: merged, actor: 'owner' })
  await erasePerson({ email: 'siti@example.com', actor: 'owner' })
  await shop.rows(`DELETE FROM contacts WHERE email = 'zaid@example.com'`)
  expect(await linesFor(cookie, aina, merged, siti, zaid, 999)).toEqual([
    expect.stringMatching(/^Aina Rahman,,aina@example\.com,/),
  ])
  expect(await linesFor(cookie, merged)).toEqual([])
})

test('crew and managers are refused, and an owner whose proof is too old is asked for another', async () => {
  await message('Aina Rahman', 'aina@example.com')
  const query = queryOf([await keyOf('aina')])
  const answers = [
    await ask(await person('crew'), query),
    await ask(await person('manager'), query),
    await ask(await person('owner', '11 minutes'), query),
    await ask('', query),
  ]
  const codes = await Promise.all(
    answers.map(async (answer) => [
      answer.status,
      ((await answer.json()) as { code: string }).code,
    ]),
  )
  expect(codes).toEqual([
    [403, 'not_allowed'],
    [403, 'not_allowed'],
    [403, 'proof_required'],
    [401, 'unauthorized'],
  ])
  expect(await exported()).toEqual([])
})

test.each([
  ['nobody', ''],
  ['a hundred and one', queryOf(Array.from({ length: 101 }, (_, index) => index + 1))],
  ['what is no key', 'key=1&key=x'],
  ['what no key can be', 'key=2147483648'],
])('for %s there is no file', async (_, query) => {
  const answer = await ask(await person('owner'), query)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', fields: { key: expect.any(String) } },
  ])
  expect(await exported()).toEqual([])
})

test('a hundred keys fit into an address and give a file', async () => {
  await message('Aina Rahman', 'aina@example.com')
  const keys = Array.from({ length: 99 }, (_, index) => 2_147_483_647 - index)
  const query = queryOf([...keys, await keyOf('aina')])
  expect(query.length).toBeLessThan(2_000)
  const answer = await ask(await person('owner'), query)
  expect([answer.status, (await answer.text()).split('\r\n')]).toMatchObject([200, { length: 3 }])
})
