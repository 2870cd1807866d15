// What must be refused, and refused without changing a row: wrong values in every field of every
// call, bodies that are none, methods that are not there, forged webhooks.
process.env.CRON_SECRET = 'the-secret-of-the-cron-service'
import { createHmac } from 'node:crypto'
import { joinMembership } from '@/lib/memberships/join'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { callRoute } from '@/tests/support/call'
import { signedIn } from '@/tests/support/members'
import { expectRefusal, nothingChanges, routeAt, type Expected, type Request } from './refused'
import { checkout, openWorld, SOLD_MANAGE, workingDay, type World } from './world'

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
/** Values that are no text at all, and one that only looks like it. */
const NO_TEXT = [1, 0, true, false, [], ['x'], {}, { length: 3 }, 1e300]
/** Within one line. What else cannot be seen is left out: tests/unit/text. */
const BREAKS = ['a\nb', 'a\rb', 'a\u0085b', 'a\u2028b']
const IDS = [undefined, null, '', '1', true, [], [1], {}, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, 99]
const AMOUNTS = [
  -1,
  -0.01,
  107.171,
  1e21,
  '-1',
  'NaN',
  'Infinity',
  '1e3',
  '0x6b',
  '107,17',
  '107.170',
  ' 107.17',
  '1 07.17',
  '०',
  '',
  'abc',
  true,
  [],
  [107.17],
  {},
]
const DATES = [
  undefined,
  null,
  '',
  'abc',
  '2027-02-30',
  '2027-02-29',
  '2027-13-01',
  '10000-01-01',
  '+010000-01-01',
  '0000-01-01',
  '1999-12-31',
  '2101-01-01',
  '9999-12-31',
  '2027-2-3',
  '2027/02/03',
  '20270203',
  '2027-02-03T00:00:00Z',
  '2027-02-03\u0000',
  ...NO_TEXT,
]
const TIMES = [
  undefined,
  null,
  '',
  '9:00',
  '24:00',
  '09:60',
  '09:00:00',
  '9am',
  '-1:00',
  '09:00\u0000',
  ...NO_TEXT,
]
const LENGTHS = [null, '', 'daily', 'HOURLY', 'half_day', '__proto__', 'constructor', ...NO_TEXT]
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
  'Aina <a@b.com>, Lim <c@d.com>',
  'a@b.com\r\nBcc: c@d.com',
  `a@${'b'.repeat(250)}.com`,
  ...BREAKS,
  ...NO_TEXT,
]

const CODES = [
  undefined,
  null,
  '',
  '12345',
  '1234567',
  '12345a',
  '-12345',
  '1e5',
  ' '.repeat(50),
  '1'.repeat(5000),
  ...NO_TEXT,
]

const good = () => ({
  serviceId: 1,
  firstName: 'Aina',
  email: 'aina@example.com',
  date: workingDay(2),
  time: '09:00',
})
const booking = (changes: object): Request => ({ body: { ...good(), ...changes } })

const BOOKING: [field: string, values: readonly unknown[]][] = [
  ['serviceId', [...IDS, 3]],
  ['firstName', [undefined, null, '', '  ', 'x'.repeat(81), ...BREAKS, ...NO_TEXT]],
  ['lastName', ['x'.repeat(81), ...BREAKS, ...NO_TEXT]],
  ['email', EMAILS],
  ['phone', ['12345', 'call me', '0'.repeat(31), ...BREAKS, ...NO_TEXT]],
  ['date', DATES],
  ['time', TIMES],
  ['duration', LENGTHS],
  ['requirements', ['x'.repeat(2001), ...NO_TEXT]],
  ['totalAmount', AMOUNTS],
]
const show = (value: unknown) =>
  value === undefined ? 'missing' : JSON.stringify(value)?.slice(0, 40)
const rows = (table: typeof BOOKING) =>
  table.flatMap(([field, values]) => values.map((value) => [field, show(value), value] as const))

describe('POST /api/bookings', () => {
  test.each(rows(BOOKING))('%s is refused: %s', (field, _shown, value) =>
    expectRefusal('bookings', '/api/bookings', booking({ [field]: value }), INVALID(field)),
  )

  test('everything wrong at once names every field', async () => {
    const body = await expectRefusal('bookings', '/api/bookings', { body: {} }, [
      400,
      'invalid_request',
    ])
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'date',
      'email',
      'firstName',
      'serviceId',
      'time',
    ])
  })

  test.each([
    ['off the hour', { time: '09:30' }],
    ['before opening', { time: '08:00' }],
    ['at closing', { time: '21:00' }],
    ['midnight', { time: '00:00' }],
    ['past', { date: '2020-01-06' }],
    ['the first day that can be named', { date: '2000-01-01' }],
    ['beyond the horizon', { date: '2099-01-05' }],
    ['the last day that can be named', { date: '2100-12-31', duration: 'weekly' }],
    ['a full day on a holiday', { date: '2027-01-01', time: '10:00', duration: 'full-day' }],
    ['a week from a holiday', { date: '2027-01-01', time: '10:00', duration: 'weekly' }],
  ])('%s is answered with 422', (_why, changes) =>
    expectRefusal('bookings', '/api/bookings', booking(changes), [422, 'slot_unavailable', 'time']),
  )

  test.each(['107.16', '107.18', 107.16, '0', 0, '99.00', '10717', '99999999.99'])(
    'a total of %p: the right one is told',
    async (totalAmount) => {
      expect(
        await expectRefusal('bookings', '/api/bookings', booking({ totalAmount }), [
          409,
          'price_changed',
        ]),
      ).toMatchObject({ totalAmount: '107.17' })
    },
  )

  test('a slot that is held', () =>
    expectRefusal('bookings', '/api/bookings', booking({ date: workingDay(0) }), [
      409,
      'slot_taken',
    ]))
  test('a slot that is sold', () =>
    expectRefusal('bookings', '/api/bookings', booking({ date: workingDay(1) }), [
      409,
      'slot_taken',
    ]))
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])(
    'the Idempotency-Key %j is refused',
    (key) =>
      expectRefusal(
        'bookings',
        '/api/bookings',
        { ...booking({}), headers: { 'idempotency-key': key } },
        [400, 'invalid_request'],
      ),
  )
})

describe('POST /api/create-payment-intent', () => {
  const ask = (body: unknown, expected: Expected, cookie = world.cookie) =>
    expectRefusal(
      'create-payment-intent',
      '/api/create-payment-intent',
      { body, headers: { cookie } },
      expected,
    )
  test.each(
    rows([
      ['amount', AMOUNTS],
      ['bookingId', IDS.filter((id) => id !== 99)],
    ]),
  )('%s is refused: %s', (field, _shown, value) =>
    ask({ amount: '107.17', bookingId: world.held.booking, [field]: value }, INVALID(field)),
  )
  test.each(['107.16', '107.18', 0])('%p ringgit are refused', (amount) =>
    ask({ amount, bookingId: world.held.booking }, [409, 'price_changed']),
  )
  test('a booking that is not there', () =>
    ask({ amount: '107.17', bookingId: 99 }, [404, 'not_found']))
  test.each([
    '',
    'visitor=',
    'visitor=AAAAAAAAAAAAAAAAAAAAAA',
    "visitor=' OR 1=1 --",
    `visitor=${'x'.repeat(3000)}`,
  ])('somebody else’s booking is not found, with cookie %p', (cookie) =>
    ask({ amount: '107.17', bookingId: world.held.booking }, [404, 'not_found'], cookie),
  )
  test('a booking that is paid', () =>
    ask(
      { amount: '107.17', bookingId: world.sold.booking },
      [409, 'not_payable'],
      world.soldCookie,
    ))
})

describe('POST /api/video-editing-orders', () => {
  const wish = {
    customerName: 'Aina',
    customerEmail: 'aina@example.com',
    tier: 'standard',
    duration: '<60s',
    rushService: true,
  }
  const refuse = (changes: object, expected: Expected) =>
    expectRefusal(
      'video-editing-orders',
      '/api/video-editing-orders',
      { body: { ...wish, ...changes } },
      expected,
    )
  const ORDER: typeof BOOKING = [
    ['customerName', [undefined, null, '', '  ', 'x'.repeat(101), ...BREAKS, ...NO_TEXT]],
    ['customerEmail', EMAILS],
    ['customerPhone', ['12345', 'call me', '0'.repeat(31), ...BREAKS, ...NO_TEXT]],
    ['requirements', ['x'.repeat(2001), ...NO_TEXT]],
    [
      'tier',
      [undefined, null, '', 'Basic', 'gold', 'basic ', '__proto__', 'constructor', ...NO_TEXT],
    ],
    [
      'duration',
      [
        undefined,
        null,
        '',
        '>10 mins',
        '60s',
        '<60S',
        '5–10 mins',
        '__proto__',
        'toString',
        ...NO_TEXT,
      ],
    ],
    ['rushService', ['true', 'yes', 1, 0, [], {}]],
    ...['price', 'rushPrice', 'totalAmount'].map(
      (name) => [name, AMOUNTS] as [string, readonly unknown[]],
    ),
  ]
  test.each(rows(ORDER))('%s is refused: %s', (field, _shown, value) =>
    refuse({ [field]: value }, INVALID(field)),
  )

  test('everything wrong at once names every field', async () => {
    const body = await expectRefusal(
      'video-editing-orders',
      '/api/video-editing-orders',
      { body: {} },
      [400, 'invalid_request'],
    )
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'customerEmail',
      'customerName',
      'duration',
      'tier',
    ])
  })

  // A float would say that 35 % of 90 is 31.
  test.each([
    { price: 89.99 },
    { price: '81.00' },
    { price: 0 },
    { rushPrice: '31.00' },
    { rushPrice: 31.5 },
    { totalAmount: '132.06' },
    { totalAmount: 122 },
    { price: 90, rushPrice: 32, totalAmount: '0.01' },
  ])('%j: the right figures are told', async (said) => {
    expect(await refuse(said, [409, 'price_changed'])).toMatchObject({
      price: '90.00',
      rushPrice: '32.00',
      subtotal: '122.00',
      taxAmount: '10.07',
      totalAmount: '132.07',
    })
  })
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])(
    'the Idempotency-Key %j is refused',
    (key) =>
      expectRefusal(
        'video-editing-orders',
        '/api/video-editing-orders',
        { body: wish, headers: { 'idempotency-key': key } },
        [400, 'invalid_request'],
      ),
  )

  const read = (id: string, headers: Record<string, string> = {}) =>
    expectRefusal(
      'video-editing-orders/payment/[paymentIntentId]',
      `/api/video-editing-orders/payment/${encodeURIComponent(id)}`,
      { headers, params: { paymentIntentId: id } },
      [404, 'not_found'],
    )
  test.each([
    '',
    'abc',
    'pi_',
    'pi_unknown',
    'pi_' + 'x'.repeat(300),
    'pi_../../x',
    'pi_\u0000',
    "pi_' OR 1=1",
  ])('reading payment %j is refused', (id) => read(id))
  test('a booking’s payment is no order’s', () => read(world.held.intent, { cookie: world.cookie }))
})

describe('GET availability and next-slot', () => {
  const SLOTS: [folder: string, path: string][] = [
    ['next-slot', '/api/next-slot?x=1'],
    ['availability', `/api/availability?date=${workingDay()}`],
    ['availability/[date]', `/api/availability/${workingDay()}?x=1`],
    ['availability/days', `/api/availability/days?from=${workingDay()}&to=${workingDay()}`],
  ]
  describe.each(SLOTS)('%s', (folder, path) => {
    test.each(['', 'daily', 'HOURLY', '__proto__', 'weekly ', 'hourly\u0000'])(
      'the duration %j is refused',
      (value) =>
        expectRefusal(
          folder,
          `${path}&duration=${encodeURIComponent(value)}`,
          {},
          INVALID('duration'),
        ),
    )
    test.each([
      '',
      '0',
      '-1',
      '1.5',
      '1e0',
      '01',
      'one',
      '3',
      '99',
      '2147483648',
      '9007199254740993',
      '\u0000',
      '1 OR 1=1',
    ])('the serviceId %j is refused', (value) =>
      expectRefusal(
        folder,
        `${path}&serviceId=${encodeURIComponent(value)}`,
        {},
        INVALID('serviceId'),
      ),
    )
  })
  const texts = DATES.filter((date): date is string => typeof date === 'string')
  test.each([...texts, '2027-02-30/..', '%', '..', '2027-02-03 '])(
    'the date %j is refused',
    async (date) => {
      await expectRefusal(
        'availability',
        `/api/availability?date=${encodeURIComponent(date)}`,
        {},
        INVALID('date'),
      )
      await expectRefusal(
        'availability/[date]',
        `/api/availability/${encodeURIComponent(date)}`,
        { params: { date } },
        INVALID('date'),
      )
    },
  )
  test.each(texts)('days from or to %j are refused', async (date) => {
    const wrong = encodeURIComponent(date)
    const path = '/api/availability/days'
    await expectRefusal(
      'availability/days',
      `${path}?from=${wrong}&to=2027-02-03`,
      {},
      INVALID('from'),
    )
    await expectRefusal(
      'availability/days',
      `${path}?from=2027-02-03&to=${wrong}`,
      {},
      INVALID('to'),
    )
  })
  test.each([
    ['2027-02-03', '2027-02-02'],
    ['2027-02-03', '2027-04-06'],
    ['2000-01-01', '2100-12-31'],
  ])('the days from %s to %s are refused: they end before, or are too many', (from, to) =>
    expectRefusal(
      'availability/days',
      `/api/availability/days?from=${from}&to=${to}`,
      {},
      INVALID('to'),
    ),
  )
  test.each(['x=1', 'service=1', 'horizonDays=999', 'now=1', 'ignoring=1'])(
    'days with a word that is not theirs are refused: %s',
    (more) =>
      expectRefusal(
        'availability/days',
        `/api/availability/days?from=2027-02-03&to=2027-02-04&${more}`,
        {},
        [400, 'invalid_request'],
      ),
  )
  test('62 days are not too many', async () => {
    const response = await callRoute(
      routeAt('availability/days').GET as never,
      '/api/availability/days?from=2027-02-03&to=2027-04-05',
    )
    expect([response.status, ((await response.json()) as object[]).length]).toEqual([200, 62])
  })
  test('a missing date is refused', () =>
    expectRefusal('availability', '/api/availability', {}, INVALID('date')))
  test.each(['2000-01-01', '2099-01-01', '2100-12-31'])(
    '%s is a date: nothing is offered',
    async (date) => {
      const response = await callRoute(
        routeAt('availability/[date]').GET as never,
        `/api/availability/${date}?duration=weekly`,
      )
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ date, availableSlots: [], heldByYou: [] }),
      ])
    },
  )
})

describe('GET /api/bookings/payment/{id}', () => {
  const read = (id: string, headers: Record<string, string> = {}, query = '') =>
    expectRefusal(
      'bookings/payment/[paymentIntentId]',
      `/api/bookings/payment/${encodeURIComponent(id)}${query}`,
      { headers, params: { paymentIntentId: id } },
      [404, 'not_found'],
    )
  test.each([
    '',
    'abc',
    'pi_',
    'pi_unknown',
    'pi_' + 'x'.repeat(300),
    'pi_../../x',
    'pi_a b',
    'pi_\u0000',
    '1',
    "pi_' OR 1=1",
  ])('the payment of the id %j is refused', (id) => read(id))
  test('nobody reads it with no cookie, a stranger’s, or a wrong secret', async () => {
    const { intent, secret } = world.held
    await read(intent)
    await read(intent, { cookie: world.soldCookie })
    for (const wrong of [
      '',
      'x',
      `${intent}_secret_`,
      `${intent}_secret_wrong`,
      secret.slice(0, -1),
      `${secret}x`,
      world.sold.secret,
      '\u00e9',
    ]) {
      await read(intent, { 'x-client-secret': wrong })
      await read(intent, {}, `?payment_intent_client_secret=${encodeURIComponent(wrong)}`)
    }
    await read(intent, { cookie: `session=${'x'.repeat(43)}` })
  })
})

describe('sign-in, sign-out, the owner’s calls and the tick', () => {
  const LONG = 'x'.repeat(201)
  test.each(
    rows([
      ['username', [undefined, null, '', ' ', 'x'.repeat(73), ...BREAKS, ...NO_TEXT]],
      ['password', [undefined, null, '', LONG, ...NO_TEXT]],
    ]),
  )('a sign-in is refused: %s: %s', (field, _shown, value) =>
    expectRefusal(
      'auth/sign-in',
      '/api/auth/sign-in',
      { body: { username: 'owner', password: 'not the password', [field]: value } },
      INVALID(field),
    ),
  )
  test.each(['owner', 'nobody', '__proto__', "' OR 1=1 --"])(
    'sign-in as %j with a wrong password',
    (username) =>
      expectRefusal(
        'auth/sign-in',
        '/api/auth/sign-in',
        { body: { username, password: 'not the password' } },
        [401, 'unauthorized'],
      ),
  )
  test.each([1, 'yes', null, {}, []])('signing out everywhere is refused: %j', (everywhere) =>
    expectRefusal(
      'auth/sign-out',
      '/api/auth/sign-out',
      { body: { everywhere } },
      INVALID('everywhere'),
    ),
  )

  const cancel = (id: string, body: unknown, expected: Expected, cookie = world.adminCookie) =>
    expectRefusal(
      'bookings/[id]/cancel',
      `/api/bookings/${id}/cancel`,
      { method: 'PATCH', body, headers: { cookie }, params: { id } },
      expected,
    )
  test.each([
    '',
    'session=',
    `session=${'x'.repeat(43)}`,
    'session=%00',
    `__Host-session=${'x'.repeat(43)}`,
  ])('cancel without a session: %j', (cookie) =>
    cancel(String(world.sold.booking), {}, [401, 'unauthorized'], cookie),
  )
  test.each(['0', '-1', '1.5', 'x', '01', '2147483648', '9007199254740993', '99', '1e0', '\u0000'])(
    'cancel booking %j',
    (id) => cancel(id, {}, [404, 'not_found']),
  )
  test.each([null, '', 'half', 'FULL', 1, true, {}, []])('cancel with refund %j', (refund) =>
    cancel(String(world.sold.booking), { refund }, INVALID('refund')),
  )

  const list = (query: string, expected: Expected, cookie = world.adminCookie) =>
    expectRefusal('bookings', `/api/bookings${query}`, { headers: { cookie } }, expected)
  test.each(['', 'session=', `session=${'x'.repeat(43)}`])(
    'the list is refused without a session: %j',
    (cookie) => list('?limit=0', [401, 'unauthorized'], cookie),
  )
  test.each(['', '0', '-1', '101', '1.5', '1e1', '01', 'ten', '2147483648', '\u0000'])(
    'the list with limit %j',
    (limit) => list(`?limit=${encodeURIComponent(limit)}`, INVALID('limit')),
  )
  test.each([
    '',
    '1',
    'x',
    '1-1',
    '1763700000000',
    '1763700000000-',
    '-1763700000000-1',
    '1763700000000-1 ',
    '1763700000000-0x1',
    '9999999999999-9999999999',
    '1763700000000-2147483648',
  ])('the list after %j', (cursor) =>
    list(`?cursor=${encodeURIComponent(cursor)}`, INVALID('cursor')),
  )
  test.each(['', '2', 'yes', 'true'])('the list with all=%j', (all) =>
    list(`?all=${all}`, INVALID('all')),
  )

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'the-secret-of-the-cron-service',
    'bearer the-secret-of-the-cron-service',
    'Bearer the-secret-of-the-cron-service ,x',
  ])('a tick with authorization %j is refused', async (authorization) => {
    for (const method of ['GET', 'POST'])
      await expectRefusal(
        'cron/tick',
        '/api/cron/tick',
        { method, headers: authorization === undefined ? {} : { authorization } },
        [401, 'unauthorized'],
      )
  })
})

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
      ['customerName', [undefined, null, '', '  ', 'x'.repeat(101), ...BREAKS, ...NO_TEXT]],
      ['customerEmail', EMAILS],
      ['customerPhone', ['12345', 'call me', '0'.repeat(31), ...BREAKS, ...NO_TEXT]],
      ['serviceId', [...IDS, 3]],
      [
        'referredBy',
        [
          'NOBODY77',
          'x'.repeat(41),
          '__proto__',
          'constructor',
          "' OR 1=1 --",
          ...BREAKS,
          ...NO_TEXT,
        ],
      ],
    ]),
  )('%s is refused: %s', (field, _shown, value) => refuse({ [field]: value }, INVALID(field)))
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
  test('one’s own code is refused in another spelling', () => {
    const own = { customerEmail: 'lim+2@example.com', referredBy: 'CODE-OFXM' }
    return refuse(own, INVALID('referredBy'), { cookie: another })
  })
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])(
    'the Idempotency-Key %j is refused',
    (key) => refuse({}, [400, 'invalid_request'], { 'idempotency-key': key }),
  )
})

describe('what the owner of an inbox confirms', () => {
  test.each([undefined, null, 'true', 1, {}, []])('the answer %j is refused', (mine) =>
    expectRefusal(
      'memberships/me/earlier',
      '/api/memberships/me/earlier',
      { body: { mine }, headers: { cookie: lims } },
      INVALID('mine'),
    ),
  )
  test.each(['earlier', 'proof'])('%s, with a made-up session', (call) =>
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
  test.each(rows([['email', EMAILS]]))(
    'asking for one is refused: %s, %s',
    (field, _shown, value) =>
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
  )('signing in is refused: %s, %s', (field, _shown, value) =>
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
  test.each(['true', 1, 'yes', null, {}, []])(
    'the answer %j for useFreeSession is refused',
    (useFreeSession) =>
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
  ])('with a made-up session: %j', (cookie) =>
    expectRefusal(
      'bookings',
      '/api/bookings',
      { body: { ...booking, useFreeSession: true }, headers: { cookie } },
      [401, 'unauthorized'],
    ),
  )
})

const JSON_TYPE = { 'content-type': 'application/json' }
const order = () => ({
  customerName: 'Aina',
  customerEmail: 'aina@example.com',
  tier: 'basic',
  duration: '<60s',
})
// Each of these calls would succeed as it stands: what is wrong is only what the test adds.
const CALLS: [
  folder: string,
  path: string,
  method: string,
  body: () => object,
  headers: () => Record<string, string>,
  params?: Record<string, string>,
][] = [
  ['bookings', '/api/bookings', 'POST', good, () => ({})],
  [
    'create-payment-intent',
    '/api/create-payment-intent',
    'POST',
    () => ({ amount: '107.17', bookingId: world.held.booking }),
    () => ({ cookie: world.cookie }),
  ],
  ['video-editing-orders', '/api/video-editing-orders', 'POST', order, () => ({})],
  [
    'auth/sign-in',
    '/api/auth/sign-in',
    'POST',
    () => ({ username: 'owner', password: 'a password of the tests' }),
    () => ({}),
  ],
  [
    'auth/sign-out',
    '/api/auth/sign-out',
    'POST',
    () => ({ everywhere: true }),
    () => ({ cookie: world.adminCookie }),
  ],
  [
    'memberships',
    '/api/memberships',
    'POST',
    () => ({ customerName: 'Aina', customerEmail: 'new@example.com', serviceId: 1 }),
    () => ({}),
  ],
  [
    'auth/member-code',
    '/api/auth/member-code',
    'POST',
    () => ({ email: 'aina@example.com' }),
    () => ({}),
  ],
  [
    'auth/member-sign-in',
    '/api/auth/member-sign-in',
    'POST',
    () => ({ email: 'aina@example.com', code: '123456' }),
    () => ({}),
  ],
  [
    'manage/[token]/reschedule',
    `/api/manage/${SOLD_MANAGE}/reschedule`,
    'POST',
    () => ({ newDate: workingDay(3), newTime: '10:00' }),
    () => ({}),
    { token: SOLD_MANAGE },
  ],
  [
    'manage/[token]/upgrade',
    `/api/manage/${SOLD_MANAGE}/upgrade`,
    'POST',
    () => ({ addOns: [3], amount: '86.60' }),
    () => ({}),
    { token: SOLD_MANAGE },
  ],
  [
    'bookings/[id]/cancel',
    '/api/bookings/2/cancel',
    'PATCH',
    () => ({ refund: 'full' }),
    () => ({ cookie: world.adminCookie }),
    { id: '2' },
  ],
]

describe.each(CALLS)('%s', (folder, path, method, body, headers, params) => {
  const send = (raw: unknown, type: Record<string, string>, expected: Expected) =>
    expectRefusal(
      folder,
      path,
      { method, body: raw, headers: { ...headers(), ...type }, params },
      expected,
    )

  test.each([
    '{',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    'null',
    '[]',
    '[{}]',
    '"text"',
    '1',
    'true',
    'undefined',
    'NaN',
    '\u0000',
    ' ',
    '{}{}',
    '\ufeff{',
    '{"a":"\n"}',
    '['.repeat(30_000),
  ])('the body %j is refused', (raw) => send(raw, JSON_TYPE, [400, 'invalid_request']))

  test.each([
    [[0xff, 0xfe, 0x7b, 0x00]],
    [[0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]],
    [[0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]],
  ])('bytes that are no UTF-8 are refused: %j', (bytes) =>
    send(Uint8Array.from(bytes), JSON_TYPE, [400, 'invalid_request']),
  )

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain;charset=UTF-8',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json-patch+json',
    'text/json',
    'application/xml',
    '',
  ])('the content type %j is refused', (type) =>
    send(JSON.stringify(body()), { 'content-type': type }, [415, 'unsupported_type']),
  )

  test('1 MB, one byte over 64 KiB, and a length that only claims to be are too much', async () => {
    const padded = (size: number) =>
      JSON.stringify({ ...body(), padding: '' }).replace(
        '"padding":""',
        `"padding":"${'x'.repeat(size - JSON.stringify({ ...body(), padding: '' }).length)}"`,
      )
    await send(padded(1_048_576), JSON_TYPE, [413, 'too_large'])
    await send(padded(65_537), JSON_TYPE, [413, 'too_large'])
    await send(JSON.stringify(body()), { ...JSON_TYPE, 'content-length': '99999999' }, [
      413,
      'too_large',
    ])
  })

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'http://evil.example#http://localhost:3000' },
    { origin: 'localhost:3000' },
    { origin: 'http://user@evil.example' },
    { origin: '' },
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://evil.example', referer: 'http://localhost:3000/' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ])('a request from another site is refused: %j', (from) =>
    send(JSON.stringify(body()), { ...JSON_TYPE, ...from }, [403, 'forbidden']),
  )
})

describe('methods that are not there', () => {
  const ROUTES: [folder: string, allowed: string][] = [
    ['services', 'GET, HEAD, POST'],
    ['payment-config', 'GET, HEAD'],
    ['health', 'GET, HEAD'],
    ['next-slot', 'GET, HEAD'],
    ['availability', 'GET, HEAD'],
    ['availability/[date]', 'GET, HEAD'],
    ['availability/days', 'GET, HEAD'],
    ['bookings', 'GET, HEAD, POST'],
    ['bookings/[id]/cancel', 'PATCH'],
    ['bookings/payment/[paymentIntentId]', 'GET, HEAD'],
    ['create-payment-intent', 'POST'],
    ['video-editing-orders', 'GET, HEAD, POST'],
    ['video-editing-orders/payment/[paymentIntentId]', 'GET, HEAD'],
    ['webhooks/stripe', 'POST'],
    ['auth/sign-in', 'POST'],
    ['auth/sign-out', 'POST'],
    ['cron/tick', 'GET, HEAD, POST'],
    ['memberships', 'GET, HEAD, POST'],
    ['memberships/me', 'GET, HEAD'],
    ['auth/member-code', 'POST'],
    ['auth/member-sign-in', 'POST'],
    ['auth/member-sign-out', 'POST'],
    ['manage/[token]', 'GET, HEAD'],
    ['manage/[token]/availability', 'GET, HEAD'],
    ['manage/[token]/availability/days', 'GET, HEAD'],
    ['manage/[token]/calendar', 'GET, HEAD'],
    ['manage/[token]/story', 'GET, HEAD'],
    ['manage/[token]/reschedule', 'POST'],
    ['manage/[token]/upgrade', 'POST'],
  ]
  test.each(ROUTES)('%s answers 405 to all but %s', async (folder, allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (name) => !allowed.split(', ').includes(name),
    )) {
      const response = await callRoute(routeAt(folder)[method] as never, `/api/${folder}`, {
        method,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
      await expectRefusal(
        folder,
        `/api/${folder}`,
        { method, ...(method === 'GET' ? {} : { body: '{' }) },
        [405, 'method_not_allowed'],
      )
    }
  })
})

describe('the webhook', () => {
  const secret = 'whsec_sandbox'
  const now = () => Math.floor(Date.now() / 1000)
  const sign = (text: string, at = now(), key = secret) =>
    createHmac('sha256', key).update(`${at}.${text}`).digest('hex')
  const event = () =>
    JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: world.held.intent, object: 'payment_intent', status: 'succeeded' } },
    })
  const send = (body: unknown, signature: string | null, expected: Expected) =>
    expectRefusal(
      'webhooks/stripe',
      '/api/webhooks/stripe',
      {
        method: 'POST',
        body,
        headers: { ...JSON_TYPE, ...(signature === null ? {} : { 'stripe-signature': signature }) },
      },
      expected,
    )
  const BAD: [why: string, signature: (text: string) => string | null][] = [
    ['no signature', () => null],
    ['an empty one', () => ''],
    ['nonsense', () => 'nonsense'],
    ['no time', (text) => `v1=${sign(text)}`],
    ['no digest', () => `t=${now()}`],
    ['an empty digest', () => `t=${now()},v1=`],
    ['another secret', (text) => `t=${now()},v1=${sign(text, now(), 'whsec_other')}`],
    ['an empty secret', (text) => `t=${now()},v1=${sign(text, now(), '')}`],
    ['six minutes old', (text) => `t=${now() - 360},v1=${sign(text, now() - 360)}`],
    ['a second too old', (text) => `t=${now() - 302},v1=${sign(text, now() - 302)}`],
    ['a new time on an old digest', (text) => `t=${now()},v1=${sign(text, now() - 3600)}`],
    ['time zero', (text) => `t=0,v1=${sign(text, 0)}`],
    ['a negative time', (text) => `t=-1,v1=${sign(text, -1)}`],
    ['the digest of another body', () => `t=${now()},v1=${sign('{}')}`],
    ['the old scheme only', (text) => `t=${now()},v0=${sign(text)}`],
    ['a digest cut short', (text) => `t=${now()},v1=${sign(text).slice(0, 63)}`],
  ]
  test.each(BAD)('a delivery is refused: %s', async (_why, signature) => {
    const text = event()
    await send(text, signature(text), [400, 'invalid_request'])
  })
  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"id":1}',
    '{"id":"evt_1","type":"x"}',
    '{"id":"evt_1","type":"payment_intent.succeeded","data":{}}',
    '{"id":"evt_1","type":"charge.refunded","data":{"object":null}}',
    '{"id":"evt_1","type":5,"data":{"object":{}}}',
  ])('a body that is rightly signed, but no event, is refused: %j', (text) =>
    send(text, `t=${now()},v1=${sign(text)}`, [400, 'invalid_request']),
  )
  test('a body that was read and written again', async () => {
    const text = JSON.stringify(JSON.parse(event()), null, 2)
    await send(event(), `t=${now()},v1=${sign(text)}`, [400, 'invalid_request'])
  })
  test('more than 1 MiB is refused', () =>
    send('x'.repeat(1_048_577), 't=1,v1=x', [413, 'too_large']))
  test('from any origin, in any type: only the signature counts', () =>
    expectRefusal(
      'webhooks/stripe',
      '/api/webhooks/stripe',
      {
        method: 'POST',
        body: 'x',
        headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      },
      [400, 'invalid_request'],
    ))
})

describe('refusals speak the visitor’s language', () => {
  const message = async (headers: Record<string, string>) => {
    const response = await callRoute(
      routeAt('create-payment-intent').POST as never,
      '/api/create-payment-intent',
      { body: {}, headers },
    )
    return ((await response.json()) as { message: string }).message
  }
  test('the page’s header decides first, then the cookie, else it is English', async () => {
    expect(await message({ 'x-language': 'ms', cookie: 'language=zh' })).toBe(
      ms.errors.invalid_request,
    )
    expect(await message({ cookie: 'language=zh' })).toBe(zh.errors.invalid_request)
    const english = await message({})
    for (const nonsense of ['fr', '', '__proto__', 'ms,zh', 'x'.repeat(5000)])
      expect([
        await message({ 'x-language': nonsense }),
        await message({ cookie: `language=${nonsense}` }),
      ]).toEqual([english, english])
  })
})

test('checkout is what these tests start from: a good request is accepted', async () => {
  const { booking: id } = await checkout({ who: 'good', date: workingDay(5) })
  await world.sql.query(`DELETE FROM payments WHERE booking_id = $1`, [id])
  await world.sql.query(`DELETE FROM bookings WHERE id = $1`, [id])
})
