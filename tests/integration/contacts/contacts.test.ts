import { randomBytes } from 'node:crypto'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { prune } from '@/lib/people/forget'
import { sha256 } from '@/lib/http/request'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { expectRefusal, routeAt } from '../http/refused'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
beforeEach(() => database.reset())
afterAll(() => database.drop())

const GOOD = {
  name: 'Aina Rahman',
  email: 'Aina@Example.com',
  subject: 'booking',
  message: 'Two hours on Friday?\nFour people.',
}
const KEY = { 'idempotency-key': 'one-double-click-of-ours' }
const post = (body: unknown, headers: Record<string, string> = {}) =>
  callRoute(routeAt('contacts').POST!, '/api/contacts', { body, headers })
const mailsToStudio = async () =>
  (await database.sql.query(`SELECT 1 FROM mails WHERE kind = 'contact_message'`)).rowCount
const count = async (table: 'contacts' | 'mails' | 'idempotency_keys') =>
  Number((await database.sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)
const expectNothing = async () =>
  expect([await count('contacts'), await count('mails')]).toEqual([0, 0])

describe('POST /api/contacts', () => {
  test('stores the message and queues one mail to the studio', async () => {
    const response = await post(GOOD)
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: 1,
      ...GOOD,
      email: 'aina@example.com',
      phone: null,
      company: null,
      industry: null,
      experience: null,
      companySize: null,
      designation: null,
      topics: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    const { rows } = await database.sql.query(
      `SELECT kind, recipient, locale, status, payload FROM mails WHERE kind = 'contact_message'`,
    )
    expect(rows).toEqual([
      {
        kind: 'contact_message',
        recipient: DEFAULT_SITE.email,
        locale: 'en',
        status: 'queued',
        payload: expect.objectContaining({
          contactId: 1,
          name: GOOD.name,
          email: 'aina@example.com',
          message: GOOD.message,
        }),
      },
    ])
  })

  test('every field of the form is stored, and nothing else', async () => {
    const all = {
      ...GOOD,
      phone: '+60 12-345 6789',
      company: 'Kopi Sdn Bhd',
      industry: 'food-beverage',
      experience: '16+',
      companySize: '1000+',
      designation: 'Producer',
      topics: 'Coffee',
    }
    const response = await post({
      ...all,
      id: 99,
      createdAt: '2020-01-01',
      status: 'read',
      __proto__: { x: 1 },
    })
    expect(await response.json()).toMatchObject({ ...all, id: 1, email: 'aina@example.com' })
    const { rows } = await database.sql.query(`SELECT * FROM contacts`)
    expect(rows).toEqual([
      expect.objectContaining({
        id: 1,
        company: 'Kopi Sdn Bhd',
        experience: '16+',
        company_size: '1000+',
        topics: 'Coffee',
      }),
    ])
  })

  test('HTML is stored as the text it is', async () => {
    const message = '<script>alert(1)</script> & "quotes"'
    expect(await (await post({ ...GOOD, name: '<b>Aina</b>', message })).json()).toMatchObject({
      name: '<b>Aina</b>',
      message,
    })
  })

  const CRLF = '\r\nBcc: everyone@evil.example'
  test.each<[field: string, value: unknown]>([
    ['name', undefined],
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['name', `Aina${CRLF}`],
    ['name', 7],
    ['email', undefined],
    ['email', ''],
    ['email', 'aina'],
    ['email', `aina@example.com${CRLF}`],
    ['email', 'a@example.com, b@example.com'],
    ['email', 'Aina <a@example.com>, <b@example.com>'],
    ['email', []],
    ['subject', undefined],
    ['subject', ''],
    ['subject', 'money'],
    ['subject', `booking${CRLF}`],
    ['subject', '__proto__'],
    ['message', undefined],
    ['message', ''],
    ['message', '\n'],
    ['message', 'x'.repeat(5001)],
    ['message', 'x'.repeat(10_000)],
    ['message', {}],
    ['phone', 'call me'],
    ['phone', `+60123456789${CRLF}`],
    ['company', 'x'.repeat(101)],
    ['company', `Kopi${CRLF}`],
    ['industry', 'x'.repeat(101)],
    ['industry', 3],
    ['experience', '7'],
    ['companySize', 'x'.repeat(101)],
    ['topics', 'x'.repeat(501)],
  ])('%s %j is answered with 400 beside the field, and nothing is stored', async (field, value) => {
    await expectRefusal('contacts', '/api/contacts', { body: { ...GOOD, [field]: value } }, [
      400,
      'invalid_request',
      field,
    ])
    await expectNothing()
  })

  test('an empty form names the four fields', async () => {
    const { fields } = await expectRefusal('contacts', '/api/contacts', { body: {} }, [
      400,
      'invalid_request',
    ])
    expect(Object.keys(fields ?? {}).sort()).toEqual(['email', 'message', 'name', 'subject'])
    await expectNothing()
  })

  test('another site and another content type are refused', async () => {
    await expectRefusal(
      'contacts',
      '/api/contacts',
      { body: GOOD, headers: { origin: 'https://evil.example' } },
      [403, 'forbidden'],
    )
    await expectRefusal(
      'contacts',
      '/api/contacts',
      {
        method: 'POST',
        body: 'name=Aina',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      [415, 'unsupported_type'],
    )
    await expectNothing()
  })

  test('without its mail the message is not stored either', async () => {
    await database.sql.query(`ALTER TABLE mails RENAME TO mails_away`)
    try {
      await expectRefusal('contacts', '/api/contacts', { body: GOOD, headers: KEY }, [
        500,
        'internal',
      ])
    } finally {
      await database.sql.query(`ALTER TABLE mails_away RENAME TO mails`)
    }
    await expectNothing()
    expect((await post(GOOD, KEY)).status).toBe(201)
  })
})

describe('the same key', () => {
  test('ten clicks at once make one message, one mail and one answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(GOOD, KEY).then((response) => response.json())),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect([
      await count('contacts'),
      await mailsToStudio(),
      await count('idempotency_keys'),
    ]).toEqual([1, 1, 1])
  })

  test('is for the same words; without a key each call is its own', async () => {
    await post(GOOD, KEY)
    await expectRefusal(
      'contacts',
      '/api/contacts',
      { body: { ...GOOD, message: 'Other' }, headers: KEY },
      [409, 'idempotency_mismatch'],
    )
    await post(GOOD)
    await post(GOOD)
    expect([await count('contacts'), await mailsToStudio()]).toEqual([3, 3])
  })
})

describe('GET /api/contacts', () => {
  const signIn = async () => {
    const admin = await createAdmin('owner', 'a password of the tests')
    const token = randomBytes(32).toString('base64url')
    await database.sql.query(
      `INSERT INTO sessions (id, kind, user_id, expires_at) VALUES ($1, 'admin', $2, now() + interval '1 hour')`,
      [sha256(token), admin?.id],
    )
    return { cookie: `session=${token}` }
  }
  const list = (query: string, headers: Record<string, string>) =>
    callRoute(routeAt('contacts').GET!, `/api/contacts${query}`, { headers })
  const ids = async (response: Response) =>
    ((await response.json()) as { id: number }[]).map(({ id }) => id)

  test('is the administrator’s alone', async () => {
    await post(GOOD)
    for (const cookie of ['', 'session=', `session=${'x'.repeat(43)}`])
      await expectRefusal('contacts', '/api/contacts', { headers: { cookie } }, [
        401,
        'unauthorized',
      ])
  })

  test('messages are listed newest first, page by page', async () => {
    const admin = await signIn()
    expect(await (await list('', admin)).json()).toEqual([])
    for (let i = 0; i < 4; i++) await post({ ...GOOD, message: `Message ${i}` })
    await database.sql.query(
      `UPDATE contacts SET created_at = created_at + interval '1 day' WHERE id = 2`,
    )
    const first = await list('?limit=3', admin)
    const cursor = first.headers.get('x-next-cursor') ?? ''
    expect(await ids(first)).toEqual([2, 4, 3])
    const rest = await list(`?limit=3&cursor=${cursor}`, admin)
    expect([await ids(rest), rest.headers.get('x-next-cursor')]).toEqual([[1], null])
    expect(await ids(await list('', admin))).toEqual([2, 4, 3, 1])
  })

  test('real life: the search finds what looks the same, in the list and in the archive', async () => {
    const admin = await signIn()
    await post({ ...GOOD, name: "Éric D'Souza", phone: '012-345 6789' })
    await post({ ...GOOD, name: 'Lim O’Brien', company: 'Kopi Sdn Bhd', message: 'A quiz (live)' })
    const found = async (q: string, more = '') => [
      q,
      await ids(await list(`?q=${encodeURIComponent(q)}${more}`, admin)),
    ]
    for (const [q, rows] of [
      ['0123456789', [1]],
      ['\u202a+60 12 345-6789\u202c', [1]],
      ['０１２３４５６７８９', [1]],
      ['eric', [1]],
      ['ÉRIC d’souza', [1]],
      ["o'brien", [2]],
      ['kopi quiz', [2]],
      ['(live)', [2]],
      ['#2', [2]],
      ['nobody', []],
    ] as [string, number[]][])
      expect(await found(q)).toEqual([q, rows])
    await database.sql.query('UPDATE contacts SET archived_at = now() WHERE id = 1')
    expect(await found('eric')).toEqual(['eric', []])
    expect(await found('eric', '&archived=1')).toEqual(['eric', [1]])
    expect((await list(`?q=${'x'.repeat(101)}`, admin)).status).toBe(400)
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=1', 'cursor=x'])(
    '%s is answered with 400',
    async (query) =>
      void (await expectRefusal('contacts', `/api/contacts?${query}`, { headers: await signIn() }, [
        400,
        'invalid_request',
        query.split('=')[0],
      ])),
  )
})

test('a message is kept for 24 months (docs/decisions/020 F3)', async () => {
  for (const message of ['old', 'young']) await post({ ...GOOD, message })
  await database.sql.query(
    `UPDATE contacts SET created_at = now() - interval '24 months' + interval '1 day' * CASE message WHEN 'old' THEN -1 ELSE 1 END`,
  )
  await prune()
  expect((await database.sql.query(`SELECT message FROM contacts`)).rows).toEqual([
    { message: 'young' },
  ])
})
