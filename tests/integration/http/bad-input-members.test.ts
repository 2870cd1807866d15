import { joinMembership } from '@/lib/memberships/mutations'
import { signedIn } from '@/tests/support/members'
import { openWorld, type World } from './world'
import { expectRefusal, nothingChanges, type Expected } from './refused'

// The bad-input table of the booking issue, for joining, signing in by code, and the pages of one's
// own orders and sessions.

const world: World = openWorld()
let lims: string
let another: string
beforeAll(async () => {
  const input = {
    customerName: 'Lim Wei',
    customerEmail: 'lim@example.com',
    customerPhone: '012-345 6789',
    serviceId: 1,
    referredBy: null,
  }
  await joinMembership(
    { input, provenEmail: 'lim@example.com', browser: 'lim', locale: 'en' },
    () => 'CODEOFXM',
  )
  lims = await signedIn('lim@example.com')
  another = await signedIn('lim+2@example.com')
})
nothingChanges(world)

const INVALID = (field: string): Expected => [400, 'invalid_request', field]
const NO_TEXT = [1, 0, true, false, [], ['x'], {}, { length: 3 }, 1e300]
const CONTROLS = [
  'a\u0000b',
  'a\nb',
  'a\rb',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  'a\u202eb',
  'a\u2066b',
]
const IDS = [
  undefined,
  null,
  '',
  '1',
  true,
  [],
  [1],
  {},
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  99,
  3,
]
const EMAILS = [
  undefined,
  null,
  '',
  'aina',
  'aina@',
  '@b.com',
  'a b@c.com',
  'a@b',
  'a@b.com,c@d.com',
  'Aina <a@b.com>',
  'a@b.com\r\nBcc: c@d.com',
  `a@${'b'.repeat(250)}.com`,
  ...CONTROLS,
  ...NO_TEXT,
]
const CODES = [
  undefined,
  null,
  '',
  '12345',
  '1234567',
  '12345a',
  '１２３４５６',
  '-12345',
  '1e5',
  '123456\u0000',
  ' '.repeat(50),
  '1'.repeat(5000),
  ...NO_TEXT,
]

const show = (value: unknown) =>
  value === undefined ? 'missing' : JSON.stringify(value)?.slice(0, 40)
const rows = (table: [field: string, values: readonly unknown[]][]) =>
  table.flatMap(([field, values]) => values.map((value) => [field, show(value), value] as const))

describe('POST /api/memberships', () => {
  const good = { customerName: 'Aina', customerEmail: 'aina@example.com', serviceId: 1 }
  const refuse = (changes: object, expected: Expected, headers = {}) =>
    expectRefusal(
      'memberships',
      '/api/memberships',
      { body: { ...good, ...changes }, headers },
      expected,
    )
  test.each(
    rows([
      ['customerName', [undefined, null, '', '  ', 'x'.repeat(101), ...CONTROLS, ...NO_TEXT]],
      ['customerEmail', EMAILS],
      [
        'customerPhone',
        ['12345', 'call me', '0'.repeat(31), '+60 12\u0000345678', ...CONTROLS, ...NO_TEXT],
      ],
      ['serviceId', IDS],
      [
        'referredBy',
        [
          'NOBODY77',
          'x'.repeat(41),
          '__proto__',
          'constructor',
          "' OR 1=1 --",
          ...CONTROLS,
          ...NO_TEXT,
        ],
      ],
    ]),
  )('%s: %s', (field, _shown, value) => refuse({ [field]: value }, INVALID(field)))
  test('everything wrong at once names every field', async () => {
    const body = await expectRefusal('memberships', '/api/memberships', { body: {} }, [
      400,
      'invalid_request',
    ])
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'customerEmail',
      'customerName',
      'serviceId',
    ])
  })
  test.each(['lim@example.com', ' LIM@Example.com '])('%j is a member already', (customerEmail) =>
    refuse({ customerEmail }, [409, 'already_member', 'customerEmail'], { cookie: lims }),
  )
  test('one’s own code by another spelling', () => {
    const own = { customerEmail: 'lim+2@example.com', referredBy: 'CODE-OFXM' }
    return refuse(own, INVALID('referredBy'), { cookie: another })
  })
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])('Idempotency-Key %j', (key) =>
    refuse({}, [400, 'invalid_request'], { 'idempotency-key': key }),
  )
})

describe('the word of the owner of an inbox', () => {
  test.each([undefined, null, 'true', 1, {}, []])('earlier: mine %j', (mine) =>
    expectRefusal(
      'memberships/me/earlier',
      '/api/memberships/me/earlier',
      { body: { mine }, headers: { cookie: lims } },
      INVALID('mine'),
    ),
  )
  test.each(['earlier', 'proof'])('%s, of nobody in particular', (call) =>
    expectRefusal(
      `memberships/me/${call}`,
      `/api/memberships/me/${call}`,
      { body: { mine: true }, headers: { cookie: `member=${'x'.repeat(43)}` } },
      [401, 'unauthorized'],
    ),
  )
  test('proof, where nothing waits for it', () =>
    expectRefusal(
      'memberships/me/proof',
      '/api/memberships/me/proof',
      { body: {}, headers: { cookie: lims } },
      [404, 'not_found'],
    ))
})

describe('the code', () => {
  test.each(rows([['email', EMAILS]]))('asking for one, %s: %s', (field, _shown, value) =>
    expectRefusal(
      'auth/member-code',
      '/api/auth/member-code',
      { body: { email: value } },
      INVALID(field),
    ),
  )
  test.each(
    rows([
      ['email', EMAILS],
      ['code', CODES],
    ]),
  )('signing in, %s: %s', (field, _shown, value) =>
    expectRefusal(
      'auth/member-sign-in',
      '/api/auth/member-sign-in',
      { body: { email: 'lim@example.com', code: '123456', [field]: value } },
      INVALID(field),
    ),
  )
  test.each(['lim@example.com', 'nobody@example.com', "o'r@example.com"])(
    'a guess for %s, who asked for none',
    (email) =>
      expectRefusal(
        'auth/member-sign-in',
        '/api/auth/member-sign-in',
        { body: { email, code: '000000' } },
        [401, 'unauthorized', 'code'],
      ),
  )
})

describe('a free session', () => {
  const booking = {
    serviceId: 1,
    firstName: 'Aina',
    email: 'lim@example.com',
    date: '2027-02-03',
    time: '09:00',
  }
  test.each(['true', 1, 'yes', null, {}, []])('useFreeSession: %j', (useFreeSession) =>
    expectRefusal(
      'bookings',
      '/api/bookings',
      { body: { ...booking, useFreeSession } },
      INVALID('useFreeSession'),
    ),
  )
  test.each([
    '',
    'member=',
    `member=${'x'.repeat(43)}`,
    'member=%00',
    `__Host-member=${'x'.repeat(43)}`,
  ])('by nobody in particular: %j', (cookie) =>
    expectRefusal(
      'bookings',
      '/api/bookings',
      { body: { ...booking, useFreeSession: true }, headers: { cookie } },
      [401, 'unauthorized'],
    ),
  )
})
