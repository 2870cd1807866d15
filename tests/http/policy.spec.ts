// What pages may load and run, seen from outside: over the answers of an instance whose address is
// https, as a proxy in front of it would pass them on.
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import { AREAS, areaPath } from '@/lib/admin/rules'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { bookingsOf } from '@/tests/support/bookings'
import { claimDay, expect, site } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { startWithoutPayments } from '@/tests/support/instances'
import { MODIFIERS, observatory } from '@/tests/support/observatory'
import { inLanguage, LANGUAGES } from '@/tests/support/words'

const SITE = 'https://studio.example'
const POST = '/blog/planning-your-first-episode-in-kuala-lumpur'
// A page has the same head and parts in every language, and its policy counts what stands in it: the
// others are asked for where their addresses may be treated differently.
const PUBLIC = [
  ...PUBLIC_PAGES,
  POST,
  '/video-editing-checkout',
  '/video-editing-success',
  '/booking-success',
  '/admin/login',
  ...LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
    ['/', '/booking', POST, '/admin/login'].map((path) => inLanguage(language, path)),
  ),
]
const CONSOLE = [...AREAS.map(areaPath), '/admin/account', '/admin-blog']
const ENOUGH = 130

test.describe.configure({ mode: 'default', timeout: 180_000 })

let app: Awaited<ReturnType<typeof startWithoutPayments>>
let owner: { cookie: string }
let token: string

test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(180_000)
  app = await startWithoutPayments(undefined, { SITE_URL: SITE })
  owner = await signedIn()
  token = await ownToken()
})
test.afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { headers, method, redirect: 'manual' })
const post = (path: string, body: object) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SITE },
    body: JSON.stringify(body),
  })
const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''
const scriptsOf = (answer: Response) => / script-src ([^;]*)/.exec(policyOf(answer))?.[1] ?? ''

/** What the score is below ENOUGH of, or nothing. */
async function faultsOf(path: string, cookies: Record<string, string> = {}): Promise<string[]> {
  const answer = await get(path, cookies)
  const { score, results } = observatory({
    address: SITE + path,
    headers: answer.headers,
    html: await answer.text(),
    // Not ours to answer: what a proxy in front has to do (docs/operations.md).
    redirections: [SITE + path],
    toOthers: (await get(path, { ...cookies, origin: 'https://elsewhere.example' })).headers,
  })
  if (answer.status === 200 && score >= ENOUGH) return []
  const reasons = results.filter((result) => MODIFIERS[result] <= 0)
  return [`${path}: ${answer.status}, ${score} with ${reasons.join()}`]
}

type Script = { text: string; nonce: string | undefined }

/** The scripts of a page that stand in it. */
function inlineScripts(html: string): Script[] {
  const scripts: Script[] = []
  let current: Script | null = null
  const parser = new Parser({
    onopentag(name, { src, type, nonce }) {
      current = name === 'script' && src === undefined && !type ? { text: '', nonce } : null
      if (current) scripts.push(current)
    },
    ontext(text) {
      if (current) current.text += text
    },
    onclosetag() {
      current = null
    },
  })
  parser.end(html)
  return scripts
}

/** The owner's cookie, as the sign-in sets it on https. */
async function signedIn(): Promise<{ cookie: string }> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = site()
  const answer = await post('/api/auth/sign-in', { username, password })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-session='))
  return { cookie: cookie?.split(';')[0] ?? '' }
}

/** The token that opens the own page of a booking made now. */
async function ownToken(): Promise<string> {
  const date = await claimDay()
  const email = `policy-${date}@visitor.example`
  const answer = await post('/api/bookings', {
    date,
    time: '14:00',
    duration: 'hourly',
    serviceId: 1,
    firstName: 'Aina',
    lastName: 'Rahman',
    email,
  })
  expect(answer.status).toBe(201)
  return (await bookingsOf(email, app.database))[0]?.token ?? ''
}

test('the Observatory gives every page 130 or more, payments and the console included', async () => {
  const faults: string[] = []
  for (const path of [...PUBLIC, `/manage/${token}`]) faults.push(...(await faultsOf(path)))
  for (const path of CONSOLE) faults.push(...(await faultsOf(path, owner)))
  expect(faults).toEqual([])
})

test('a page rendered for one visitor allows its own scripts by a nonce that no other answer has', async () => {
  const nonces: string[] = []
  for (const path of [...CONSOLE, `/manage/${token}`, `/zh/manage/${token}`])
    for (const repeated of [1, 2]) {
      const answer = await get(path, owner)
      const where = `${path}, ${repeated}`
      expect(answer.status, where).toBe(200)
      const sources = scriptsOf(answer).split(' ')
      const [nonce = '', ...others] = sources.flatMap(
        (source) => /^'nonce-(.*)'$/.exec(source)?.[1] ?? [],
      )
      expect(others, where).toEqual([])
      expect(nonce, where).toMatch(/^[\w+/]{22}==$/)
      nonces.push(nonce)
      const scripts = inlineScripts(await answer.text())
      expect(scripts.filter((script) => script.nonce === nonce).length, where).toBeGreaterThan(2)
      const refused = scripts.filter(
        (script) =>
          script.nonce !== nonce &&
          !sources.includes(
            `'sha256-${createHash('sha256').update(script.text).digest('base64')}'`,
          ),
      )
      expect(refused, where).toEqual([])
    }
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('nothing that the server answers allows any inline script', async () => {
  const open: string[] = []
  const asked: [path: string, headers?: Record<string, string>, method?: string][] = [
    ...[...PUBLIC, ...CONSOLE, '/nothing-here', '/en/admin', '/manage/none', '/admin-blog'].flatMap(
      (path): [string, Record<string, string>, string][] => [
        [path, {}, 'GET'],
        [path, {}, 'HEAD'],
        [path, { rsc: '1' }, 'GET'],
        [path, { 'content-type': 'application/x-www-form-urlencoded' }, 'POST'],
      ],
    ),
    ...['/api/health', '/api/none', '/robots.txt', '/icon.svg', '/pictures/none', '/x.png'].map(
      (path): [string] => [path],
    ),
    ...[
      '/sandbox/stripe/_sandbox/frame',
      '/sandbox/stripe/v3/stripe.js',
      '/%61dmin',
      '/%ff',
      '/_next/x',
    ].map((path): [string] => [path]),
  ]
  for (const [path, headers, method] of asked) {
    const answer = await get(path, headers, method)
    const policy = policyOf(answer)
    // Next answers a redirection of its configuration without any of our headers; no browser shows
    // what comes with one.
    const isBare = policy === '' && answer.status === 308
    const isStrict =
      policy.startsWith("default-src 'none'") && !/script-src [^;]*unsafe/.test(policy)
    if (!isStrict && !isBare) open.push(`${method} ${path} ${answer.status}: ${policy}`)
  }
  expect(open).toEqual([])
})
