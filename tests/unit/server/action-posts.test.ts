import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtActions, checkedActionPost, type Actions } from '@/server/action-posts'
import { refusalOf } from '@/server/refusal'
import { answerRefusal } from '@/server/refusal-answer'

const PAGE = '/contact'
const ID = 'a1'.repeat(21)
const KEY = 'p/contact#write'
const BOUNDARY = 'x-boundary'

/** The actions of the build. */
let built: Actions | null = null
/** What passed on, as Next would read it; null when nothing has. */
let passed: { body: string; headers: IncomingMessage['headers']; url: string | undefined } | null
const server = createServer((request, response) => {
  const refused = refusalOf(request)
  if (refused) return answerRefusal(refused, request, response)
  checkedActionPost(request, 'https://studio.example', built)
    .then(async (checked) => {
      if ('refusal' in checked) return answerRefusal(checked.refusal, request, response)
      const chunks = await checked.toArray()
      passed = {
        body: Buffer.concat(chunks as Buffer[]).toString(),
        headers: checked.headers,
        url: checked.url,
      }
      return response.writeHead(200).end()
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, done)))
afterAll(() => server.close())
beforeEach(() => void (passed = null))

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const form = (fields: [name: string, value: string][]) =>
  `${fields.map(([name, value]) => part(name, value)).join('')}--${BOUNDARY}--\r\n`
/** As a browser sends it: what React wrote into the form, with the state `bound`, and the text. */
const actionFields = (id: string, bound = '[{"typed":{}}]', mark = '_R_2'): [string, string][] => [
  [`$ACTION_REF_${mark}`, ''],
  [`$ACTION_${mark}:0`, JSON.stringify({ id, bound: '$@1' })],
  [`$ACTION_${mark}:1`, bound],
  ['$ACTION_KEY', KEY],
]
const TYPED: [string, string][] = [
  ['name', 'Aina 爱娜'],
  ['message', 'one\r\ntwo'],
]
const GOOD = form([...actionFields(ID), ...TYPED])

type Sent = {
  body?: string | Buffer
  path?: string
  method?: string
  headers?: Record<string, string>
}
type Received = { status: number; text: string; headers: IncomingMessage['headers'] }
const receive = ({ body = GOOD, path = PAGE, method = 'POST', headers = {} }: Sent) =>
  new Promise<Received>((done, fail) => {
    const { port } = server.address() as AddressInfo
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    ask({ port, path, method, headers: { ...type, ...headers } }, (response) => {
      response.toArray().then((chunks) => {
        const text = Buffer.concat(chunks as Buffer[]).toString()
        done({ status: response.statusCode ?? 0, text, headers: response.headers })
      }, fail)
    })
      .on('error', fail)
      .end(body)
  })
const send = async (sent: Sent): Promise<number> => (await receive(sent)).status

/** The fields as the next parser reads them. */
const fieldsPassed = async () => {
  const type = String(passed?.headers['content-type'])
  expect(passed?.headers['content-length']).toBe(String(Buffer.byteLength(passed?.body ?? '')))
  return [...(await new Response(passed?.body, { headers: { 'content-type': type } }).formData())]
}
/** What Next gets: the state is never the sender's. */
const passedFor = (id: string) => [...actionFields(id, '[null]', '1'), ...TYPED]
const GOOD_FIELDS = passedFor(ID)

test.each([PAGE, '/ms/contact', '/zh/contact?x=1'])(
  'a form for the action of %s passes, field by field',
  async (path) => {
    expect(await send({ path })).toBe(200)
    expect(passed?.url).toBe(path)
    expect(await fieldsPassed()).toEqual(GOOD_FIELDS)
  },
)

// Seen with filters in front of upload forms: the first reads one boundary, the site another.
test.each([
  `multipart/form-data; boundary="${BOUNDARY}"`,
  `multipart/form-data; boundary=${BOUNDARY}; boundary=y`,
  `multipart/form-data; charset=utf-16; boundary=${BOUNDARY}`,
  `Multipart/Form-Data; BOUNDARY=${BOUNDARY}`,
  `multipart/form-data;boundary=${BOUNDARY};`,
])('real life: what was read of the type %j is what passes', async (type) => {
  const status = await send({ headers: { 'content-type': type } })
  if (status === 400) return expect(passed).toBeNull()
  expect(status).toBe(200)
  expect(passed?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=[\w-]+$/)
  expect(await fieldsPassed()).toEqual(GOOD_FIELDS)
})

test('sent in pieces, its length not said, it passes with its length', async () => {
  expect(await send({ headers: { 'transfer-encoding': 'chunked' } })).toBe(200)
  expect(passed?.headers['transfer-encoding']).toBeUndefined()
  expect(await fieldsPassed()).toEqual(GOOD_FIELDS)
})

test('a form without an action leads on to its page', async () => {
  expect(await send({ body: form([['name', 'Aina']]), path: '/ms/contact?x=1' })).toBe(303)
  expect(passed).toBeNull()
})

// Seen in 2025: what a sender wrote as a server action’s arguments ran as code.
test('nothing but the text and the form’s address is the sender’s', async () => {
  const body = form([
    ...actionFields(ID, '["$F9"]'),
    ...actionFields('b2'.repeat(20), '["$B0"]', '_R_3'),
    [`$ACTION_ID_${ID}`, ''],
    ['$ACTION_1:1', '["$K1"]'],
    ...TYPED,
  ])
  expect(await send({ body })).toBe(200)
  expect(await fieldsPassed()).toEqual(GOOD_FIELDS)
})

// Seen after deployments: a form that was open answers 404 when it is sent, and its text is lost.
describe('real life: a form of an earlier build', () => {
  const CURRENT = 'b2'.repeat(20)
  beforeEach(() => void (built = { submitted: CURRENT, called: new Set([ID]) }))
  afterEach(() => void (built = null))

  test('is carried out by the action of this build, with everything that was typed', async () => {
    expect(await send({})).toBe(200)
    expect(await fieldsPassed()).toEqual(passedFor(CURRENT))
  })

  test('also when its action has no name that could be one', async () => {
    expect(await send({ body: form([...actionFields('__proto__'), ...TYPED]) })).toBe(200)
    expect(await fieldsPassed()).toEqual(passedFor(CURRENT))
  })
})

test('behind a proxy that does not pass the host on, Next is told the site’s own', async () => {
  expect(await send({ headers: { origin: 'https://studio.example' } })).toBe(200)
  expect(passed?.headers['x-forwarded-host']).toBe('studio.example')
})

// A proxy that adds "Referrer-Policy: no-referrer" to every answer.
test('from a page that is to name no referrer, by the browser’s word that it is ours', async () => {
  const unnamed = { origin: 'null', 'sec-fetch-site': 'same-origin' }
  expect(await send({ headers: unnamed })).toBe(200)
  expect(passed?.headers).toMatchObject({
    origin: 'https://studio.example',
    'x-forwarded-host': 'studio.example',
  })
  passed = null
  for (const site of ['same-site', 'cross-site', 'none'])
    expect(await send({ headers: { ...unnamed, 'sec-fetch-site': site } })).toBe(403)
  expect(passed).toBeNull()
})

test.each([
  ['another site', 403, { headers: { origin: 'https://evil.example' } }],
  ['an origin that is none', 403, { headers: { origin: 'null' } }],
  ['no boundary', 400, { headers: { 'content-type': 'multipart/form-data' } }],
  ['another boundary', 400, { headers: { 'content-type': 'multipart/form-data; boundary=y' } }],
  ['a body that breaks off', 400, { body: GOOD.slice(0, -20) }],
  ['nothing at all', 400, { body: '' }],
  ['a file', 400, { body: `${part('name', 'x', '; filename="x"')}--${BOUNDARY}--\r\n` }],
  ['an action by no such name', 400, { body: form(actionFields('__proto__')) }],
  ['too many fields', 400, { body: form(Array.from({ length: 41 }, (_, i) => [`f${i}`, 'x'])) }],
  ['too much', 413, { body: form([['message', 'x'.repeat(270_000)]]) }],
] as [string, number, Sent][])(
  '%s is refused with %i, and Next sees nothing',
  async (_what, status, sent) => {
    expect(await send(sent)).toBe(status)
    expect(passed).toBeNull()
  },
)

test.each([
  ['a call', { path: '/api/contacts', body: '{' }],
  ['reading the page', { method: 'GET', body: '' }],
] as [string, Sent][])('%s passes unread', async (_what, sent) => {
  expect(await send(sent)).toBe(200)
  expect(passed?.body).toBe(sent.body ?? GOOD)
})

test('a form posted to a page without an action leads on to it', async () => {
  expect(await send({ path: '/booking' })).toBe(303)
  expect(passed).toBeNull()
})

describe('a form of the console, as Next’s own code sends it', () => {
  const NOTES = '/admin/bookings/12'
  const CONSOLE = 'c3'.repeat(20)
  const FORM = {
    params: { id: '12' },
    body: { text: 'one', hours: [9, null, true] },
    language: 'en',
  }
  const SIGNED_IN = { cookie: 'a=b; __Host-session=x' }
  beforeEach(() => void (built = { submitted: ID, called: new Set([CONSOLE]) }))
  afterEach(() => void (built = null))

  const call = ({ headers, body = JSON.stringify([FORM]), ...sent }: Sent = {}) =>
    receive({
      path: NOTES,
      body,
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'next-action': CONSOLE,
        accept: 'text/x-component',
        ...SIGNED_IN,
        ...headers,
      },
      ...sent,
    })

  test.each([NOTES, '/admin/settings', '/ms/admin/calendar?view=day', '/zh/admin-blog', '/admin'])(
    'passes on %s',
    async (path) => {
      expect((await call({ path })).status).toBe(200)
      expect(passed).toMatchObject({ url: path, body: JSON.stringify([FORM]) })
      expect(passed?.headers).toMatchObject({ 'next-action': CONSOLE, ...SIGNED_IN })
      expect(passed?.headers['content-type']).toMatch(/^text\/plain/i)
      expect(passed?.headers['content-length']).toBe(String(passed?.body.length))
    },
  )

  test('behind a proxy that does not pass the host on, Next is told the site’s own', async () => {
    expect((await call({ headers: { origin: 'https://studio.example' } })).status).toBe(200)
    expect(passed?.headers['x-forwarded-host']).toBe('studio.example')
  })

  test('a text that begins with "$" passes as React marks it', async () => {
    const body = JSON.stringify([{ ...FORM, body: { text: '$$text', more: ['$$', '$$$', 'a$b'] } }])
    expect((await call({ body })).status).toBe(200)
    expect(passed?.body).toBe(body)
  })

  test('what is passed on is what was read', async () => {
    const body = '[{"params":{},"body":{"a":"$F1","a":"x"},"language":"en"} ]'
    expect((await call({ body })).status).toBe(200)
    expect(passed?.body).toBe('[{"params":{},"body":{"a":"x"},"language":"en"}]')
  })

  const withText = (text: unknown) => JSON.stringify([{ ...FORM, body: { deep: [{ text }] } }])
  const nested = (depth: number) => `[{"body":${'['.repeat(depth)}${']'.repeat(depth)}}]`
  test.each([
    ...['$F1', '$@0', '$B0', '$K1', '$1:__proto__:then', '$undefined', '$n1', '$', '$D2026'].map(
      (text) => [`a text ${text}`, 400, { body: withText(text) }] as const,
    ),
    ['a reference as the argument', 400, { body: '["$F1"]' }],
    ['a second argument', 400, { body: JSON.stringify([FORM, FORM]) }],
    ['no argument', 400, { body: '[]' }],
    ['an argument that is no form', 400, { body: '[1]' }],
    ['no list', 400, { body: JSON.stringify(FORM) }],
    ['no JSON', 400, { body: '0:["$F1"]' }],
    ['nothing at all', 400, { body: '' }],
    ['no UTF-8', 400, { body: Buffer.from('[{"body":"\xff"}]', 'latin1') }],
    ['values deeper than any form', 400, { body: nested(9) }],
    ['values without a bottom', 400, { body: nested(60_000) }],
    ['too much', 413, { body: withText('x'.repeat(270_000)) }],
    ['another site', 403, { headers: { origin: 'https://evil.example' } }],
    ['an origin that is none', 403, { headers: { origin: 'null' } }],
    ['nobody', 401, { headers: { cookie: '' } }],
    ['a cookie of another name', 401, { headers: { cookie: 'x__Host-session=x; session=x' } }],
    ['an action that is none', 404, { headers: { 'next-action': '__proto__' } }],
    ['an action of another build', 404, { headers: { 'next-action': 'd4'.repeat(20) } }],
    ['the contact form’s action', 404, { headers: { 'next-action': ID } }],
    ['two actions', 404, { headers: { 'next-action': `${CONSOLE}, ${CONSOLE}` } }],
    [
      'a form of a browser',
      415,
      { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    ['JSON by its type', 415, { headers: { 'content-type': 'application/json' } }],
    ['the page of the contact form', 404, { path: PAGE }],
    ['a page of the site', 404, { path: '/ms/booking' }],
    ['the login page', 404, { path: '/admin/login' }],
  ] as [string, number, Sent][])(
    '%s is refused with %i, and Next sees nothing',
    async (_what, status, sent) => {
      expect((await call(sent)).status).toBe(status)
      expect(passed).toBeNull()
    },
  )

  test('is refused in words that the router hands on', async () => {
    const { headers, text } = await call({ headers: { cookie: '' } })
    expect(headers['content-type']).toBe('text/plain')
    expect(text).toBe('401 {"message":"Please sign in.","code":"unauthorized"}')
  })

  test('an action that is unknown is called that, so that the page can say so', async () => {
    const { headers } = await call({ headers: { 'next-action': 'd4'.repeat(20) } })
    expect(headers['x-nextjs-action-not-found']).toBe('1')
  })

  test('in development any id passes', async () => {
    built = null
    expect((await call({ headers: { 'next-action': 'd4'.repeat(20) } })).status).toBe(200)
    expect((await call({ headers: { 'next-action': '__proto__' } })).status).toBe(404)
  })
})

describe('the actions of a build', () => {
  const contact = {
    exportedName: 'sendMessage',
    filename: 'app/[locale]/(site)/contact/send-message.ts',
  }
  const note = {
    exportedName: 'submitNote',
    filename: 'app/[locale]/(console)/(signed-in)/booking-actions.ts',
  }
  const block = {
    exportedName: 'submitBlock',
    filename: 'app/[locale]/(console)/(signed-in)/admin/(areas)/calendar/actions.ts',
  }
  const cached = { ...note, exportedName: '$$RSC_SERVER_CACHE_0' }
  const built = (node: object) => {
    const folder = mkdtempSync(join(tmpdir(), 'actions-'))
    mkdirSync(join(folder, 'server'))
    writeFileSync(join(folder, 'server/server-reference-manifest.json'), JSON.stringify({ node }))
    return builtActions(folder)
  }

  test('are told apart by their files, and cached functions are none', () => {
    expect(built({ c0: cached, a1: note, f5: contact, b2: block })).toEqual({
      submitted: 'f5',
      called: new Set(['a1', 'b2']),
    })
  })

  test('without the contact form’s there is no such build', () =>
    expect(() => built({ a1: note })).toThrow(/contact form/))

  test('where there is no build there are none', () =>
    expect(builtActions(mkdtempSync(join(tmpdir(), 'actions-')))).toBeNull())
})
