// What no browser would send, against the production server: the bytes are sent as written here.
// tests/integration/http has the table of every field of every endpoint; here is only what the real
// server refuses.
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, type APIRequestContext } from '@playwright/test'
import { bookingsOf, heldByCall } from '@/tests/support/bookings'
import { claimDay, site } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'

type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}
type Sent = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  chunked?: boolean
}

function send({ method, path, headers = {}, body, chunked = false }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(site().SITE_URL ?? '')
  const length =
    body !== undefined && !chunked ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  return new Promise((resolve, reject) => {
    let answered = false
    const outgoing = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        answered = true
        const chunks: Buffer[] = []
        const end = () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        incoming
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', end)
          .on('error', end)
      },
    )
    // A server that refuses early closes while the rest of the body is still on its way.
    outgoing.on('error', (error) => (answered ? undefined : reject(error)))
    if (body !== undefined)
      for (let at = 0; at < Buffer.byteLength(body); at += 16_384)
        outgoing.write(Buffer.from(body).subarray(at, at + 16_384))
    outgoing.end()
  })
}

function expectRefusal(answer: Answer, statuses: readonly number[], code?: string): void {
  expect(statuses, answer.text).toContain(answer.status)
  // Before it stands the status where an action was called: its caller gets the text alone.
  const text = answer.text.replace(new RegExp(`^${answer.status} `), '')
  const body = JSON.parse(text) as { message: string; code: string }
  expect(body.message.length).toBeGreaterThan(5)
  if (code) expect(body.code).toBe(code)
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['x-powered-by']).toBeUndefined()
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

for (const path of ['/api/services', '/api/bookings', '/api/webhooks/stripe', '/api/nothing/here'])
  for (const method of ['TRACE', 'PROPFIND', 'FOO', 'SEARCH'])
    test(`${method} ${path} is 405`, async () => {
      const answer = await send({ method, path })
      expectRefusal(answer, [405], 'method_not_allowed')
      expect(answer.headers.allow).toContain('GET')
    })

for (const [method, path, allow] of [
  ['PUT', '/api/bookings', 'GET, HEAD, POST'],
  ['DELETE', '/api/services', 'GET, HEAD, POST'],
  ['POST', '/api/health', 'GET, HEAD'],
  ['GET', '/api/create-payment-intent', 'POST'],
  ['PATCH', '/api/video-editing-orders', 'GET, HEAD, POST'],
  ['HEAD', '/api/webhooks/stripe', 'POST'],
] as const)
  test(`${method} ${path} is 405 and names ${allow}`, async () => {
    const answer = await send({ method, path })
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expectRefusal(answer, [405], 'method_not_allowed')
  })

let token: string | undefined
/** The token that opens the page of a booking made by this worker. */
async function ownToken(visitor: APIRequestContext): Promise<string> {
  if (token) return token
  const { email } = await heldByCall(visitor, { date: await claimDay(), time: '10:00' })
  return (token = (await bookingsOf(email))[0]?.token ?? '')
}

const BODIES: [what: string, sent: Omit<Sent, 'method' | 'path'>, status: number, code: string][] =
  [
    [
      '1 MB at once',
      { body: JSON.stringify({ padding: 'x'.repeat(1_000_000) }), headers: JSON_TYPE },
      413,
      'too_large',
    ],
    [
      '1 MB in pieces, its length not said',
      {
        body: JSON.stringify({ padding: 'x'.repeat(1_000_000) }),
        headers: JSON_TYPE,
        chunked: true,
      },
      413,
      'too_large',
    ],
    [
      'bytes that are no UTF-8',
      { body: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), headers: JSON_TYPE },
      400,
      'invalid_request',
    ],
    ['half an object', { body: '{"serviceId":1', headers: JSON_TYPE }, 400, 'invalid_request'],
    ['null', { body: 'null', headers: JSON_TYPE }, 400, 'invalid_request'],
    [
      'a form',
      { body: 'serviceId=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_type',
    ],
    [
      'plain text',
      { body: '{"serviceId":1}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_type',
    ],
    ['no type', { body: '{"serviceId":1}' }, 415, 'unsupported_type'],
    ['nothing', { headers: JSON_TYPE }, 400, 'invalid_request'],
    [
      'another origin',
      { body: '{}', headers: { ...JSON_TYPE, origin: 'https://evil.example' } },
      403,
      'forbidden',
    ],
    [
      'no origin a page could have',
      { body: '{}', headers: { ...JSON_TYPE, origin: 'null' } },
      403,
      'forbidden',
    ],
    [
      'another site',
      { body: '{}', headers: { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' } },
      403,
      'forbidden',
    ],
  ]
for (const path of [
  '/api/bookings',
  '/api/create-payment-intent',
  '/api/video-editing-orders',
  '/api/auth/sign-in',
  '/api/memberships',
  '/api/auth/member-code',
  '/api/auth/member-sign-in',
  '/api/manage/{token}/reschedule',
  '/api/manage/{token}/upgrade',
])
  for (const [what, sent, status, code] of BODIES)
    test(`POST ${path}: ${what} is ${status}`, async ({ request: visitor }) => {
      // Whoever has no token of a booking is told nothing of what is wrong with the body.
      const own = path.includes('{token}') ? path.replace('{token}', await ownToken(visitor)) : path
      expectRefusal(await send({ method: 'POST', path: own, ...sent }), [status], code)
    })

for (const change of ['reschedule', 'upgrade'])
  test(`POST /api/manage/{token}/${change}: a token of nobody is 404`, async () => {
    const path = `/api/manage/notmanagetokenofnobody/${change}`
    const sent = { method: 'POST', path, body: '{}', headers: JSON_TYPE }
    expectRefusal(await send(sent), [404], 'not_found')
  })

// Next itself would answer with 500 and an error page.
const PARTS_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--x--\r\n`
for (const [what, sent, statuses] of [
  ['no form', { body: 'rubbish', headers: PARTS_TYPE }, [400]],
  ['another type', { body: '{}', headers: JSON_TYPE }, [415]],
  ['a call of Next’s code', { body: '[]', headers: { 'next-action': '40'.repeat(21) } }, [404]],
  [
    'another site',
    { body: parts({ name: '' }), headers: { ...PARTS_TYPE, origin: 'https://evil.example' } },
    [403],
  ],
  ['270 KB', { body: 'x'.repeat(270_000), headers: PARTS_TYPE }, [413]],
] as const)
  test(`POST /contact, a server action: ${what} is ${statuses[0]}`, async () =>
    expectRefusal(await send({ method: 'POST', path: '/contact', ...sent }), [...statuses]))

test('POST /contact without an action is led on to the page', async () => {
  const sent = { body: parts({ name: 'Aina' }), headers: PARTS_TYPE }
  const { status, headers } = await send({ method: 'POST', path: '/ms/contact', ...sent })
  expect([status, headers.location]).toEqual([303, '/ms/contact'])
})

test('POST /contact for the action of an earlier build shows the form with its text', async () => {
  const body = parts({
    $ACTION_REF_1: '',
    '$ACTION_1:0': JSON.stringify({ id: '40'.repeat(21), bound: '$@1' }),
    '$ACTION_1:1': '[null]',
    $ACTION_KEY: 'p/ms/contact#write',
    language: 'ms',
    name: 'Written before the deployment',
  })
  const sent = { method: 'POST', path: '/ms/contact', body, headers: PARTS_TYPE }
  const { status, text } = await send(sent)
  expect(status).toBe(200)
  expect(text).toContain('value="Written before the deployment"')
  expect(text).toContain('id="contact-email-error"')
})

// Seen with scanners and scripts. npm run chaos -- flood.test has the same for ten minutes.
test.describe('real life: one connection that asks for much', () => {
  test('a form posted to a page that takes none is led on to it', async () => {
    for (const path of ['/booking', '/ms', '/zh/services', '/blog/no-such-post']) {
      const sent = { body: 'a=b', headers: FORM_TYPE }
      const { status, headers } = await send({ method: 'POST', path, ...sent })
      expect([path, status, headers.location]).toEqual([path, 303, path])
    }
  })
})

test('the webhook refuses more than 1 MiB in pieces, and a forged signature', async () => {
  const signature = {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  }
  expectRefusal(
    await send({
      method: 'POST',
      path: '/api/webhooks/stripe',
      body: 'x'.repeat(1_100_000),
      chunked: true,
      headers: signature,
    }),
    [413],
    'too_large',
  )
  expectRefusal(
    await send({
      method: 'POST',
      path: '/api/webhooks/stripe',
      body: '{"id":"evt_1"}',
      headers: signature,
    }),
    [400],
    'invalid_request',
  )
})

for (const date of [
  '2027-02-30',
  'abc',
  '10000-01-01',
  '2027-02-03%20',
  '%F0%9F%98%80',
  '2027-02-03;x=1',
  'NaN',
])
  test(`GET /api/availability/${date} is 400`, async () =>
    expectRefusal(
      await send({ method: 'GET', path: `/api/availability/${date}` }),
      [400],
      'invalid_request',
    ))

for (const path of [
  '/api/availability/%00',
  '/api/availability/%E0%A4%A',
  '/api/bookings/payment/%0d%0aSet-Cookie:x=1',
  '//api//bookings/payment/%00',
])
  test(`GET ${path} is refused before anything reads it`, async () =>
    expectRefusal(await send({ method: 'GET', path }), [400, 404]))

test('headers beyond all measure are refused', async () => {
  expectRefusal(
    await send({
      method: 'GET',
      path: '/api/services',
      headers: { cookie: `visitor=${'x'.repeat(20_000)}` },
    }),
    [431],
  )
})

for (const lines of [
  'GARBAGE\r\n\r\n',
  'GET /api/services HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /api/services HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET /api/services HTTP/1.1\r\n\r\n',
])
  test(`the bytes ${JSON.stringify(lines.slice(0, 60))} get a 4xx`, async () => {
    const { hostname, port } = new URL(site().SITE_URL ?? '')
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(lines))
      let received = ''
      socket.setTimeout(10_000, () => socket.destroy())
      socket
        .on('data', (chunk) => (received += chunk.toString()))
        .on('close', () => resolve(received))
        .on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
