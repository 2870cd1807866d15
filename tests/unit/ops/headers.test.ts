// What next.config.mjs says of each answer, by the matcher that Next itself uses for it.
import { PHASE_PRODUCTION_SERVER } from 'next/constants'

const { pathToRegexp } = jest.requireActual<{ pathToRegexp(source: string): RegExp }>(
  'next/dist/compiled/path-to-regexp',
)

type Rule = { source: string; headers: { key: string; value: string }[] }
let rules: Rule[]
beforeAll(async () => {
  process.env.SITE_URL = 'https://studio.example'
  const { default: configured } = (await import('@/next.config.mjs')) as {
    default(phase: string): Promise<{ headers(): Promise<Rule[]> }>
  }
  rules = await (await configured(PHASE_PRODUCTION_SERVER)).headers()
})

/** Of rules with the same header the last one counts. */
const headersOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    rules
      .filter(({ source }) => pathToRegexp(source).test(path))
      .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])),
  )

test.each([
  '/',
  '/ms/services',
  '/robots.txt',
  '/logo.svg',
  '/api/bookings',
  '/nothing/here',
  '/admin',
  '/manage/xxxxxxxxxxxxxxxxxxxxxx',
  '/api/uploads/x.webp',
  '/_next/static/chunks/a.js',
  '/_next/image',
  '/sandbox/stripe/v3/stripe.js',
])('%s is pinned to https, read as what it is, and framed by nobody', (path) => {
  const headers = headersOf(path)
  expect(headers).toMatchObject({
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  })
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  expect(headers['Content-Security-Policy']).toContain("base-uri 'none'")
})

test('the policy of pages loads from where it says, and no plug-ins', () => {
  const policy = headersOf('/')['Content-Security-Policy'] ?? ''
  for (const directive of ["default-src 'none'", "object-src 'none'", "form-action 'self'"])
    expect(policy.split('; ')).toContain(directive)
  expect(policy).not.toContain("'unsafe-eval'")
})

// A policy without these hosts shows an empty card form as soon as Stripe uses one, on real keys only.
test('pages let the provider’s script and frames come from the hosts under its own', () => {
  const { 'Content-Security-Policy': policy = '', 'Permissions-Policy': permissions = '' } =
    headersOf('/booking')
  const sourcesOf = (name: string) =>
    policy
      .split('; ')
      .find((directive) => directive.startsWith(`${name} `))
      ?.split(' ')
  for (const name of ['script-src', 'frame-src'])
    expect(sourcesOf(name)).toEqual(
      expect.arrayContaining(['https://js.stripe.com', 'https://*.js.stripe.com']),
    )
  expect(permissions).toContain('payment=(self "https://js.stripe.com" "https://*.js.stripe.com")')
})

test('no page may write style elements, but for those of two packages', () => {
  const [styles = ''] =
    /\bstyle-src [^;]*/.exec(headersOf('/')['Content-Security-Policy'] ?? '') ?? []
  expect(styles.replace(/'sha256-[^']{44}'/g, 'HASH')).toBe("style-src 'self' HASH HASH HASH")
})

test.each(['/api/bookings', '/api', '/_next/static/chunks/a.js', '/sandbox/stripe/v3/stripe.js'])(
  '%s is no document, and loads nothing',
  (path) =>
    expect(headersOf(path)['Content-Security-Policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
)

test.each([
  ['/', 'same-origin'],
  ['/admin', 'same-origin'],
  ['/api/bookings', 'same-origin'],
  ['/_next/static/chunks/a.js', 'same-origin'],
  ['/api/uploads/x.webp', 'cross-origin'],
  ['/pictures/hero-1280.avif', 'cross-origin'],
  ['/favicon.ico', 'cross-origin'],
  ['/ms/og/hero/services/opengraph-image', 'cross-origin'],
])('%s may be loaded by pages of: %s', (path, policy) =>
  expect(headersOf(path)['Cross-Origin-Resource-Policy']).toBe(policy),
)

test.each([
  ['/', 'strict-origin-when-cross-origin'],
  ['/manage/xxxxxxxxxxxxxxxxxxxxxx', 'no-referrer'],
  ['/zh/manage/xxxxxxxxxxxxxxxxxxxxxx', 'no-referrer'],
])('%s tells other sites: %s', (path, policy) =>
  expect(headersOf(path)['Referrer-Policy']).toBe(policy),
)

test.each([
  ['/_next/static/media/text.4f2a-s.p.woff2', '*'],
  ['/_next/static/chunks/a.js', undefined],
  ['/', undefined],
])('%s may be read by pages of: %s', (path, origin) =>
  expect(headersOf(path)['Access-Control-Allow-Origin']).toBe(origin),
)

test('an uploaded picture opened by itself is no page of this site, and loads nothing', () =>
  expect(headersOf('/api/uploads/x.webp')['Content-Security-Policy']).toBe(
    "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'",
  ))

test('only the sandbox’s own frame may be framed, by this site, and it has no inline scripts', () => {
  const policy = headersOf('/sandbox/stripe/_sandbox/frame')['Content-Security-Policy'] ?? ''
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
})

test.each([
  ['/', true],
  ['/ms/manage/xxxxxxxxxxxxxxxxxxxxxx', true],
  ['/admin', true],
  ['/sandbox/stripe/_sandbox/frame', true],
  ['/api/bookings', false],
])('%s says what a document may ask the browser for: %s', (path, isDocument) =>
  expect('Permissions-Policy' in headersOf(path)).toBe(isDocument),
)
