import { createHmac } from 'node:crypto'
import { callRoute } from '@/tests/support/call'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { expectRefusal, nothingChanges, routeAt, type Expected } from './refused'
import { openWorld, SOLD_MANAGE, workingDay } from './world'

const world = openWorld()
nothingChanges(world)

const JSON_TYPE = { 'content-type': 'application/json' }
const booking = () => ({
  serviceId: 1,
  firstName: 'Aina',
  email: 'aina@example.com',
  date: workingDay(2),
  time: '09:00',
})
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
  ['bookings', '/api/bookings', 'POST', booking, () => ({})],
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
  ])('the body %j', (raw) => send(raw, JSON_TYPE, [400, 'invalid_request']))

  test.each([
    [[0xff, 0xfe, 0x7b, 0x00]],
    [[0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]],
    [[0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]],
  ])('bytes that are no UTF-8: %j', (bytes) =>
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
  ])('content type %j', (type) =>
    send(JSON.stringify(body()), { 'content-type': type }, [415, 'unsupported_type']),
  )

  test('too much: 1 MB, one byte over 64 KiB, and a length that only claims to be', async () => {
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
  ])('from another site: %j', (from) =>
    send(JSON.stringify(body()), { ...JSON_TYPE, ...from }, [403, 'forbidden']),
  )
})

describe('methods that are not there', () => {
  const ROUTES: [folder: string, allowed: string][] = [
    ['services', 'GET, HEAD'],
    ['payment-config', 'GET, HEAD'],
    ['health', 'GET, HEAD'],
    ['next-slot', 'GET, HEAD'],
    ['availability', 'GET, HEAD'],
    ['availability/[date]', 'GET, HEAD'],
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
    ['manage/[token]/calendar', 'GET, HEAD'],
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
  test.each(BAD)('%s', async (_why, signature) => {
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
  ])('rightly signed, but no event: %j', (text) =>
    send(text, `t=${now()},v1=${sign(text)}`, [400, 'invalid_request']),
  )
  test.each(['payment_intent.succeeded', 'payment_intent.created'])(
    'rightly signed, about an intent that Stripe does not have: %s',
    (type) => {
      const text = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type,
        data: { object: { id: 'pi_unknown', object: 'payment_intent', status: 'succeeded' } },
      })
      return send(text, `t=${now()},v1=${sign(text)}`, [400, 'invalid_request'])
    },
  )
  test('a body that was read and written again', async () => {
    const text = JSON.stringify(JSON.parse(event()), null, 2)
    await send(event(), `t=${now()},v1=${sign(text)}`, [400, 'invalid_request'])
  })
  test('more than 1 MiB', () => send('x'.repeat(1_048_577), 't=1,v1=x', [413, 'too_large']))
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
  test('the page’s header first, then the cookie, else English', async () => {
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
