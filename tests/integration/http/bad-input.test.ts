process.env.CRON_SECRET = 'the-secret-of-the-cron-service'
import { callRoute } from '@/tests/support/call'
import { checkout, openWorld, workingDay, type World } from './world'
import { expectRefusal, nothingChanges, routeAt, type Expected, type Request } from './refused'

const world: World = openWorld()
nothingChanges(world)

const INVALID = (field: string): Expected => [400, 'invalid_request', field]
/** Values that are no text at all, and one that only looks like it. */
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
  'Aina <a@b.com>',
  'a@b.com\r\nBcc: c@d.com',
  `a@${'b'.repeat(250)}.com`,
  ...CONTROLS,
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
  ['firstName', [undefined, null, '', '  ', 'x'.repeat(81), ...CONTROLS, ...NO_TEXT]],
  ['lastName', ['x'.repeat(81), ...CONTROLS, ...NO_TEXT]],
  ['email', EMAILS],
  ['phone', ['12345', 'call me', '0'.repeat(31), '+60 12\u0000345678', ...CONTROLS, ...NO_TEXT]],
  ['date', DATES],
  ['time', TIMES],
  ['duration', LENGTHS],
  ['requirements', ['x'.repeat(2001), 'a\u0000b', 'a\u202eb', ...NO_TEXT]],
  ['totalAmount', AMOUNTS],
]
const show = (value: unknown) =>
  value === undefined ? 'missing' : JSON.stringify(value)?.slice(0, 40)
const rows = (table: typeof BOOKING) =>
  table.flatMap(([field, values]) => values.map((value) => [field, show(value), value] as const))

describe('POST /api/bookings', () => {
  test.each(rows(BOOKING))('%s: %s', (field, _shown, value) =>
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
  ])('%s: 422', (_why, changes) =>
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
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])('Idempotency-Key %j', (key) =>
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
      ['amount', [undefined, null, ...AMOUNTS]],
      ['bookingId', IDS.filter((id) => id !== 99)],
    ]),
  )('%s: %s', (field, _shown, value) =>
    ask({ amount: '107.17', bookingId: world.held.booking, [field]: value }, INVALID(field)),
  )
  test.each(['107.16', '107.18', 0])('%p ringgit', (amount) =>
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
  ])('somebody else’s booking, with cookie %p', (cookie) =>
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
    ['customerName', [undefined, null, '', '  ', 'x'.repeat(101), ...CONTROLS, ...NO_TEXT]],
    ['customerEmail', EMAILS],
    ['customerPhone', ['12345', 'call me', '0'.repeat(31), ...CONTROLS, ...NO_TEXT]],
    ['requirements', ['x'.repeat(2001), 'a\u0000b', 'a\u202eb', ...NO_TEXT]],
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
  test.each(rows(ORDER))('%s: %s', (field, _shown, value) =>
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
  test.each(['', 'short', 'x'.repeat(256), 'has a space in the key'])('Idempotency-Key %j', (key) =>
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
  ])('reading payment %j', (id) => read(id))
  test('a booking’s payment is no order’s', () => read(world.held.intent, { cookie: world.cookie }))
})

describe('GET availability and next-slot', () => {
  const SLOTS: [folder: string, path: string][] = [
    ['next-slot', '/api/next-slot?x=1'],
    ['availability', `/api/availability?date=${workingDay()}`],
    ['availability/[date]', `/api/availability/${workingDay()}?x=1`],
  ]
  describe.each(SLOTS)('%s', (folder, path) => {
    test.each(['', 'daily', 'HOURLY', '__proto__', 'weekly ', 'hourly\u0000'])(
      'duration %j',
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
    ])('serviceId %j', (value) =>
      expectRefusal(
        folder,
        `${path}&serviceId=${encodeURIComponent(value)}`,
        {},
        INVALID('serviceId'),
      ),
    )
  })
  const texts = DATES.filter((date): date is string => typeof date === 'string')
  test.each([...texts, '2027-02-30/..', '%', '..', '2027-02-03 '])('date %j', async (date) => {
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
  })
  test('no date at all', () =>
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
  ])('id %j', (id) => read(id))
  test('no cookie, a stranger’s, or a wrong secret', async () => {
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
      ['username', [undefined, null, '', ' ', 'x'.repeat(73), ...CONTROLS, ...NO_TEXT]],
      ['password', [undefined, null, '', LONG, ...NO_TEXT]],
    ]),
  )('sign-in %s: %s', (field, _shown, value) =>
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
  test.each([1, 'yes', null, {}, []])('sign-out everywhere: %j', (everywhere) =>
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
    'the list without a session: %j',
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
  ])('tick with authorization %j', async (authorization) => {
    for (const method of ['GET', 'POST'])
      await expectRefusal(
        'cron/tick',
        '/api/cron/tick',
        { method, headers: authorization === undefined ? {} : { authorization } },
        [401, 'unauthorized'],
      )
  })
})

test('checkout is what these tests start from: a good request is accepted', async () => {
  const { booking: id } = await checkout({ who: 'good', date: workingDay(5) })
  await world.sql.query(`DELETE FROM payments WHERE booking_id = $1`, [id])
  await world.sql.query(`DELETE FROM bookings WHERE id = $1`, [id])
})
