// The scorer of tests/support against the published table: one case for each result.
import { MODIFIERS, observatory, type Observed } from '@/tests/support/observatory'

const STRICT = {
  'content-type': 'text/html',
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'nonce-abc'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
type Changes = {
  headers?: Record<string, string | null>
  cookies?: string[]
  html?: string
  redirections?: string[] | null
  toOthers?: Record<string, string>
}

function seen({ headers = {}, cookies = [], ...rest }: Changes = {}): Observed {
  const merged = new Headers()
  for (const [name, value] of Object.entries({ ...STRICT, ...headers }))
    if (value !== null) merged.set(name, value)
  for (const cookie of cookies) merged.append('set-cookie', cookie)
  return {
    address: 'https://studio.example/booking',
    headers: merged,
    html: rest.html ?? '<script src="/a.js"></script>',
    redirections:
      rest.redirections === undefined ? ['https://studio.example/booking'] : rest.redirections,
    toOthers: new Headers(rest.toOthers),
  }
}

const policy = (text: string): Changes => ({ headers: { 'content-security-policy': text } })
const DEFAULT_NONE = "default-src 'none'"

test('a strict page has 100, and bonuses for policy, framing, referrer and resources', () => {
  const { score, results } = observatory(seen())
  expect(score).toBe(130)
  expect(results.filter((result) => MODIFIERS[result] !== 0)).toEqual([
    'csp-implemented-with-no-unsafe-default-src-none',
    'referrer-policy-private',
    'x-frame-options-implemented-via-csp',
    'cross-origin-resource-policy-implemented-with-same-origin',
  ])
})

test('a page with nothing at all has 10', () => {
  const nothing = Object.fromEntries(Object.keys(STRICT).map((name) => [name, null]))
  // 100 - 25 - 20 - 20 - 5 - 20; no bonus below 90.
  expect(observatory(seen({ headers: nothing, redirections: [] })).score).toBe(10)
})

test('bonuses count only above 90 without them', () => {
  expect(observatory(seen({ headers: { 'x-content-type-options': null } })).score).toBe(125)
  expect(observatory(seen({ headers: { 'strict-transport-security': null } })).score).toBe(80)
})

test.each<[string, Changes]>([
  ['csp-implemented-with-no-unsafe-default-src-none', policy(`${DEFAULT_NONE}; style-src 'self'`)],
  ['csp-implemented-with-no-unsafe', policy("default-src 'self'")],
  [
    'csp-implemented-with-no-unsafe',
    policy("default-src 'self'; script-src 'nonce-a' 'unsafe-inline'"),
  ],
  [
    'csp-implemented-with-no-unsafe-default-src-none',
    policy(`${DEFAULT_NONE}; script-src 'nonce-a' 'strict-dynamic' https: 'unsafe-inline'`),
  ],
  [
    'csp-implemented-with-unsafe-inline-in-style-src-only',
    policy(`${DEFAULT_NONE}; style-src 'self' 'unsafe-inline'`),
  ],
  [
    'csp-implemented-with-unsafe-inline-in-style-src-only',
    policy(`${DEFAULT_NONE}; style-src https:`),
  ],
  [
    'csp-implemented-with-insecure-scheme-in-passive-content-only',
    policy(`${DEFAULT_NONE}; img-src http://a.example`),
  ],
  ['csp-implemented-with-unsafe-eval', policy(`${DEFAULT_NONE}; script-src 'self' 'unsafe-eval'`)],
  [
    'csp-implemented-with-unsafe-inline',
    policy(`${DEFAULT_NONE}; script-src 'self' 'unsafe-inline'`),
  ],
  ['csp-implemented-with-unsafe-inline', policy(`${DEFAULT_NONE}; script-src 'self' data:`)],
  ['csp-implemented-with-unsafe-inline', policy(`${DEFAULT_NONE}; object-src *`)],
  ['csp-implemented-with-unsafe-inline', policy("style-src 'self'")],
  ['csp-implemented-with-insecure-scheme', policy(`${DEFAULT_NONE}; connect-src http://a.example`)],
  ['csp-header-invalid', policy("default-src 'none'; default-src 'self'")],
  ['csp-header-invalid', policy("default-src 'none'; script-src 'strict-dynamic'")],
  ['csp-not-implemented', { headers: { 'content-security-policy': null } }],

  ['cookies-not-found', {}],
  [
    'cookies-secure-with-httponly-sessions-and-samesite',
    {
      cookies: [
        '__Host-session=1; Secure; HttpOnly; SameSite=Lax',
        'language=en; Secure; SameSite=Lax',
      ],
    },
  ],
  ['cookies-secure-with-httponly-sessions', { cookies: ['language=en; Secure'] }],
  ['cookies-without-secure-flag-but-protected-by-hsts', { cookies: ['language=en; SameSite=Lax'] }],
  [
    'cookies-session-without-secure-flag-but-protected-by-hsts',
    { cookies: ['session=1; HttpOnly; SameSite=Lax'] },
  ],
  [
    'cookies-without-secure-flag',
    { cookies: ['language=en'], headers: { 'strict-transport-security': null } },
  ],
  ['cookies-samesite-flag-invalid', { cookies: ['language=en; Secure; SameSite=Sometimes'] }],
  ['cookies-samesite-flag-invalid', { cookies: ['language=en; SameSite=None'] }],
  ['cookies-anticsrf-without-samesite-flag', { cookies: ['csrf=1; Secure'] }],
  ['cookies-session-without-httponly-flag', { cookies: ['session=1; Secure; SameSite=Lax'] }],
  [
    'cookies-session-without-secure-flag',
    { cookies: ['session=1; HttpOnly'], headers: { 'strict-transport-security': null } },
  ],

  ['cross-origin-resource-sharing-not-implemented', {}],
  [
    'cross-origin-resource-sharing-implemented-with-public-access',
    { toOthers: { 'access-control-allow-origin': '*' } },
  ],
  [
    'cross-origin-resource-sharing-implemented-with-restricted-access',
    { toOthers: { 'access-control-allow-origin': 'https://friend.example' } },
  ],
  [
    'cross-origin-resource-sharing-implemented-with-universal-access',
    {
      toOthers: {
        'access-control-allow-origin': 'https://elsewhere.example',
        'access-control-allow-credentials': 'true',
      },
    },
  ],

  ['redirection-to-https', {}],
  ['redirection-not-needed-no-http', { redirections: null }],
  ['redirection-off-host-from-http', { redirections: ['https://www.studio.example/'] }],
  [
    'redirection-not-to-https-on-initial-redirection',
    { redirections: ['http://www.studio.example/', 'https://www.studio.example/'] },
  ],
  ['redirection-not-to-https', { redirections: ['http://www.studio.example/'] }],
  ['redirection-missing', { redirections: [] }],

  [
    'referrer-policy-private',
    { headers: { 'referrer-policy': 'strict-origin-when-cross-origin' } },
  ],
  ['referrer-policy-private', { headers: { 'referrer-policy': 'unsafe-url, no-referrer' } }],
  ['referrer-policy-not-implemented', { headers: { 'referrer-policy': null } }],
  ['referrer-policy-unsafe', { headers: { 'referrer-policy': 'origin' } }],
  ['referrer-policy-header-invalid', { headers: { 'referrer-policy': 'never' } }],

  ['hsts-implemented-max-age-at-least-six-months', {}],
  [
    'hsts-implemented-max-age-less-than-six-months',
    { headers: { 'strict-transport-security': 'max-age=86400' } },
  ],
  ['hsts-not-implemented', { headers: { 'strict-transport-security': null } }],
  ['hsts-header-invalid', { headers: { 'strict-transport-security': 'forever' } }],
  [
    'hsts-header-invalid',
    { headers: { 'strict-transport-security': 'max-age=63072000, max-age=63072000' } },
  ],

  ['sri-not-implemented-but-all-scripts-loaded-from-secure-origin', {}],
  ['sri-not-implemented-response-not-html', { headers: { 'content-type': 'text/plain' } }],
  ['sri-not-implemented-but-no-scripts-loaded', { html: '<p>text</p>' }],
  [
    'sri-implemented-and-all-scripts-loaded-securely',
    { html: '<script src="/a.js" integrity="sha256-a"></script>' },
  ],
  [
    'sri-implemented-and-external-scripts-loaded-securely',
    { html: '<script src="https://a.example/a.js" integrity="sha256-a"></script>' },
  ],
  [
    'sri-not-implemented-but-external-scripts-loaded-securely',
    { html: '<script src="https://a.example/a.js"></script><script src="/b.js"></script>' },
  ],
  [
    'sri-implemented-but-external-scripts-not-loaded-securely',
    { html: '<script src="//a.example/a.js" integrity="sha256-a"></script>' },
  ],
  [
    'sri-not-implemented-and-external-scripts-not-loaded-securely',
    { html: '<script src="http://a.example/a.js"></script>' },
  ],

  ['x-content-type-options-nosniff', {}],
  ['x-content-type-options-not-implemented', { headers: { 'x-content-type-options': null } }],
  ['x-content-type-options-header-invalid', { headers: { 'x-content-type-options': 'sniff' } }],

  ['x-frame-options-implemented-via-csp', {}],
  [
    'x-frame-options-sameorigin-or-deny',
    { headers: { 'content-security-policy': DEFAULT_NONE, 'x-frame-options': 'DENY' } },
  ],
  [
    'x-frame-options-allow-from-origin',
    {
      headers: {
        'content-security-policy': DEFAULT_NONE,
        'x-frame-options': 'ALLOW-FROM https://a.example',
      },
    },
  ],
  ['x-frame-options-not-implemented', policy(DEFAULT_NONE)],
  [
    'x-frame-options-header-invalid',
    { headers: { 'content-security-policy': DEFAULT_NONE, 'x-frame-options': 'NEVER' } },
  ],

  ['cross-origin-resource-policy-implemented-with-same-origin', {}],
  [
    'cross-origin-resource-policy-implemented-with-same-site',
    { headers: { 'cross-origin-resource-policy': 'same-site' } },
  ],
  [
    'cross-origin-resource-policy-implemented-with-cross-origin',
    { headers: { 'cross-origin-resource-policy': 'cross-origin' } },
  ],
  [
    'cross-origin-resource-policy-not-implemented',
    { headers: { 'cross-origin-resource-policy': null } },
  ],
  [
    'cross-origin-resource-policy-header-invalid',
    { headers: { 'cross-origin-resource-policy': 'nobody' } },
  ],
])('%s is found: %j', (result, changes) =>
  expect(observatory(seen(changes)).results).toContain(result),
)

test('what is not judged is refused', () => {
  expect(() => observatory(seen(policy(`${DEFAULT_NONE}, ${DEFAULT_NONE}`)))).toThrow('Several')
  expect(() =>
    observatory(
      seen({ html: '<meta http-equiv="Content-Security-Policy" content="script-src *">' }),
    ),
  ).toThrow('meta')
})
