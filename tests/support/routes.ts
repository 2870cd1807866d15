// The application's own route handlers and admin pages, found by looking: a new one is under test
// without being named here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]
export type ApiRoute = {
  file: string
  /** As the folders spell it: /api/bookings/[id]/cancel. */
  path: string
  /** Every access the file declares. */
  access: string[]
}

/**
 * What anybody may call (docs/decisions/020 A3), and what proves its caller by other means: a token
 * in the address, a signature, a secret, the member's session. Everything that does not stand here
 * is the administrators'. A new public call is added here by whoever dares to.
 */
export const PUBLIC: Record<string, readonly Method[]> = {
  '/api/auth/invitation': ['POST'],
  '/api/auth/member-code': ['POST'],
  '/api/auth/member-sign-in': ['POST'],
  '/api/auth/member-sign-out': ['POST'],
  '/api/auth/passkeys/challenge': ['POST'],
  '/api/auth/sign-in': ['POST'],
  '/api/auth/sign-in/passkey': ['POST'],
  '/api/auth/sign-out': ['POST'],
  '/api/availability': ['GET'],
  '/api/availability/[date]': ['GET'],
  '/api/availability/days': ['GET'],
  '/api/bank-details': ['POST'],
  '/api/bank-details/state': ['POST'],
  '/api/blog-posts': ['GET'],
  '/api/bookings': ['POST'],
  '/api/bookings/code': ['POST'],
  '/api/bookings/[id]/transfer': ['POST'],
  '/api/bookings/free/[id]': ['GET'],
  '/api/bookings/payment/[paymentIntentId]': ['GET'],
  '/api/bookings/payment/[paymentIntentId]/state': ['GET'],
  '/api/calendar/[token]': ['GET'],
  '/api/contacts': ['POST'],
  '/api/create-payment-intent': ['POST'],
  '/api/cron/tick': ['GET', 'POST'],
  '/api/health': ['GET'],
  '/api/internal/expire': ['POST'],
  '/api/manage/[token]': ['GET'],
  '/api/manage/[token]/availability': ['GET'],
  '/api/manage/[token]/availability/days': ['GET'],
  '/api/manage/[token]/billing': ['PATCH'],
  '/api/manage/[token]/calendar': ['GET'],
  '/api/manage/[token]/reschedule': ['POST'],
  '/api/manage/[token]/footage': ['POST'],
  '/api/manage/[token]/payment': ['GET', 'POST'],
  '/api/manage/[token]/receipts/[number]': ['GET'],
  '/api/manage/[token]/story': ['GET'],
  '/api/manage/[token]/slip': ['POST'],
  '/api/manage/[token]/upgrade': ['POST'],
  '/api/memberships': ['POST'],
  '/api/memberships/me': ['GET'],
  '/api/memberships/me/earlier': ['POST'],
  '/api/memberships/me/proof': ['POST'],
  '/api/memberships/me/sessions': ['GET'],
  '/api/memberships/me/sessions/[id]': ['DELETE'],
  '/api/next-slot': ['GET'],
  '/api/payment-config': ['GET'],
  '/api/portfolio': ['GET'],
  '/api/services': ['GET'],
  '/api/uploads/[name]': ['GET'],
  '/api/video-editing-orders': ['POST'],
  '/api/video-editing-orders/discount': ['GET'],
  '/api/video-editing-orders/payment/[paymentIntentId]': ['GET'],
  '/api/video-editing-orders/payment/[paymentIntentId]/state': ['GET'],
  '/api/webhooks/stripe': ['POST'],
}

/**
 * What an administrator may do only within ten minutes of a proof of identity (docs/decisions/061,
 * 065), with a body for which it is asked. Whatever says where money or secrets go stands here: what
 * refunds, exports, erases or changes a price or an account. What records money that comes in does
 * above the sum of the setting `received`, which is nothing where these are called.
 */
export const PROVEN: readonly [
  Method,
  path: string,
  body?: Record<string, unknown>,
  params?: Record<string, string>,
][] = [
  ...(['transfer', 'tax', 'einvoice', 'received', 'site'] as const).map(
    (key): [Method, string, Record<string, unknown>, Record<string, string>] => [
      'PATCH',
      '/api/settings/[key]',
      {},
      { key },
    ],
  ),
  ['POST', '/api/settings/[key]/confirm', { change: 1 }, { key: 'transfer' }],
  [
    'PATCH',
    '/api/admin/bookings/[id]/contact',
    { firstName: 'x', email: 'other@example.com', phone: null, locale: 'en' },
  ],
  ['PATCH', '/api/admin/orders/[id]/contact', { financeEmail: 'other@example.com' }],
  ['PATCH', '/api/admin/payments/[id]', { note: 'x' }],
  ['POST', '/api/admin/payments/[id]/bank-details', {}],
  ['PATCH', '/api/referral-rewards/[id]', { status: 'paid' }],
  [
    'POST',
    '/api/admin/bookings',
    {
      ...{ serviceId: 1, firstName: 'x', email: 'x@example.com', date: '2027-01-04' },
      ...{ time: '10:00', duration: 'hourly', hours: 1, paid: { method: 'cash' } },
    },
  ],
  [
    'POST',
    '/api/admin/bookings/[id]/extend',
    { hours: 1, pay: { method: 'cash' }, priceSen: 100_00 },
  ],
  ['POST', '/api/admin/payments/[id]/refund', {}],
  [
    'POST',
    '/api/admin/payments',
    { bookingId: 1, method: 'cash', amountSen: 1, date: '2026-01-01', reference: null },
  ],
  ['PATCH', '/api/bookings/[id]/cancel', { refund: 'full' }],
  ['PATCH', '/api/video-editing-orders/[id]/status', { status: 'refunded' }],
  ['GET', '/api/admin/payments/[id]/bank-details/account'],
  ['GET', '/api/admin/bookings/export'],
  ['GET', '/api/admin/customers/export'],
  ['GET', '/api/admin/receipts/export'],
  ['GET', '/api/admin/receipts/archive'],
  ['GET', '/api/admin/payouts/export'],
  ['POST', '/api/admin/people/export', { email: 'aina@example.com' }],
  ['POST', '/api/admin/people/erase', { email: 'aina@example.com' }],
  ['PATCH', '/api/services/[id]', { hourlyRate: '1.00' }],
  [
    'POST',
    '/api/services',
    { name: 'x', description: 'x', icon: 'fa-microphone', hourlyRate: '1.00' },
  ],
  ['POST', '/api/admin/users', { email: 'crew@example.com', role: 'crew', locale: 'en' }],
  ['PATCH', '/api/admin/users/[id]', { role: 'crew' }],
  ['DELETE', '/api/admin/users/[id]/sessions'],
  ['POST', '/api/admin/bookings/[id]/transfer', { received: true }],
  ['POST', '/api/admin/codes', { code: 'RAYA2027', name: 'Raya', percent: 10 }],
  ['POST', '/api/admin/calendar-addresses', {}],
  [
    'POST',
    '/api/admin/prices',
    { from: '2027-01-01', rates: [{ serviceId: 1, hourlyRate: '99.00' }] },
  ],
  [
    'PATCH',
    '/api/admin/prices/[id]',
    { from: '2027-01-01', rates: [{ serviceId: 1, hourlyRate: '99.00' }] },
  ],
  ['DELETE', '/api/admin/prices/[id]'],
  ['POST', '/api/auth/passkeys/options', {}],
  [
    'POST',
    '/api/auth/passkeys',
    { passkey: { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x' } } },
  ],
  ['DELETE', '/api/auth/passkeys/[id]'],
  ['DELETE', '/api/auth/sessions/[id]'],
  ['GET', '/api/auth/proof'],
]

const by = (why: string, ...calls: string[]) => calls.map((call) => [call, why] as const)

/**
 * Every other change that an administrator can make, and why it needs no proof of identity: it says
 * nothing of where money or secrets go.
 */
export const UNPROVEN: ReadonlyMap<string, string> = new Map([
  ...by(
    'it asks for a proof of its own',
    'PATCH /api/auth/password',
    'POST /api/auth/proof',
    'POST /api/auth/two-step',
    'PUT /api/auth/two-step',
    'DELETE /api/auth/two-step',
  ),
  ...by('it only puts an offer off', 'PATCH /api/auth/two-step'),
  ...by(
    'it takes something away that led somewhere',
    'DELETE /api/admin/calendar-addresses/[id]',
    'DELETE /api/admin/codes/[id]',
    'DELETE /api/admin/feeds/[id]',
    'DELETE /api/admin/payments/[id]/bank-details',
    'DELETE /api/admin/push',
    'DELETE /api/admin/users/invitations/[id]',
    'DELETE /api/services/[id]',
  ),
  ...by(
    'it shows this session what it can see, and ends with it',
    'POST /api/admin/push',
    'PUT /api/admin/push',
    'POST /api/admin/push/test',
  ),
  ...by(
    'it is about time and rooms',
    'DELETE /api/admin/blocks/[id]',
    'POST /api/admin/blocks',
    'PATCH /api/admin/bookings/[id]/arrival',
    'POST /api/admin/bookings/[id]/undo',
    'POST /api/admin/closings/preview',
    'POST /api/admin/feeds',
    'POST /api/admin/feeds/[id]/reading',
    'PATCH /api/bookings/[id]/keep',
    'PATCH /api/bookings/[id]/reschedule',
    'PATCH /api/bookings/[id]/status',
    'PATCH /api/holidays/[date]',
    'DELETE /api/holidays/[date]',
    'POST /api/holidays',
    'PATCH /api/rooms/[id]',
    'POST /api/rooms',
    'POST /api/admin/setup/[step]',
  ),
  ...by(
    'it is texts, pictures and notes',
    'DELETE /api/admin/bookings/[id]/notes/[noteId]',
    'POST /api/admin/bookings/[id]/notes',
    'PATCH /api/admin/contacts',
    'PATCH /api/contacts/[id]',
    'PATCH /api/blog-posts/[id]',
    'DELETE /api/blog-posts/[id]',
    'POST /api/blog-posts/preview',
    'POST /api/blog-posts',
    'PATCH /api/portfolio/[id]',
    'DELETE /api/portfolio/[id]',
    'POST /api/portfolio',
    'PATCH /api/services/[id]/stripe',
    'POST /api/uploads',
    'PATCH /api/video-editing-orders/[id]/footage',
  ),
  ...by(
    'it mails whoever a mail was for',
    'POST /api/admin/contacts/[id]/reply',
    'POST /api/admin/mails/[id]/resend',
    'DELETE /api/admin/mails/[id]',
  ),
  ...by(
    'it is about who somebody is, not where their money goes',
    'DELETE /api/admin/customers/[key]/merge/[id]',
    'POST /api/admin/customers/[key]/merge',
    'POST /api/memberships/[id]/proof',
    'PATCH /api/memberships/[id]',
  ),
])

/**
 * What those may call who run the sessions (docs/decisions/047); their own account included.
 * Everything else of the administrators' is the managers', but what stands in OWNERS.
 */
export const CREWS: Record<string, readonly Method[]> = {
  '/api/admin/bookings/[id]/arrival': ['PATCH'],
  '/api/admin/bookings/[id]/notes': ['POST'],
  '/api/admin/bookings/[id]/undo': ['POST'],
  '/api/admin/calendar-addresses': ['POST'],
  '/api/admin/calendar-addresses/[id]': ['DELETE'],
  '/api/admin/push': ['POST', 'PUT', 'DELETE'],
  '/api/admin/push/test': ['POST'],
  '/api/admin/today': ['GET'],
  '/api/auth/passkeys': ['POST'],
  '/api/auth/passkeys/[id]': ['DELETE'],
  '/api/auth/passkeys/options': ['POST'],
  '/api/auth/password': ['PATCH'],
  '/api/auth/proof': ['GET', 'POST'],
  '/api/auth/sessions/[id]': ['DELETE'],
  '/api/auth/two-step': ['POST', 'PUT', 'PATCH', 'DELETE'],
}

/** Exports, prices, tax, accounts, what was done and by whom. */
export const OWNERS: Record<string, readonly Method[]> = {
  '/api/admin/audit': ['GET'],
  '/api/admin/bookings/export': ['GET'],
  '/api/admin/codes': ['POST'],
  '/api/admin/codes/[id]': ['DELETE'],
  '/api/admin/customers/export': ['GET'],
  '/api/admin/people': ['GET'],
  '/api/admin/people/erase': ['POST'],
  '/api/admin/people/export': ['POST'],
  '/api/admin/payouts/export': ['GET'],
  '/api/admin/prices': ['POST'],
  '/api/admin/prices/[id]': ['PATCH', 'DELETE'],
  '/api/admin/receipts/archive': ['GET'],
  '/api/admin/receipts/export': ['GET'],
  '/api/admin/setup/[step]': ['POST'],
  '/api/admin/users': ['POST'],
  '/api/admin/users/[id]': ['PATCH'],
  '/api/admin/users/[id]/sessions': ['DELETE'],
  '/api/admin/users/invitations/[id]': ['DELETE'],
  '/api/settings/[key]/confirm': ['POST'],
  '/api/services': ['POST'],
  '/api/services/[id]': ['PATCH', 'DELETE'],
  '/api/services/[id]/stripe': ['PATCH'],
}

const filesNamed = (folder: string, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file === name || file.endsWith(`/${name}`))
    .map((file) => join(folder, file))
    .sort()

/** Every route handler under app/api, but the one that answers for paths that do not exist. */
export const apiRoutes = (): ApiRoute[] =>
  filesNamed('app/api', 'route.ts')
    .map((file) => ({
      file,
      path: `/${file.slice('app/'.length, -'/route.ts'.length)}`,
      access: [...readFileSync(file, 'utf8').matchAll(/access: '(\w+)'/g)].map(
        ([, access = '']) => access,
      ),
    }))
    .filter(({ path }) => !path.includes('[...'))

/** The address of a route for a row, or a token, that could exist. */
export const addressFor = (path: string, id = '1'): string =>
  path
    .replace('[date]', '2026-12-01')
    .replace(/\[(token|paymentIntentId)\]/, 'x'.repeat(22))
    .replace(/\[\w+\]/g, id)

/** The same parts of the address as Next hands them to the handler. */
export const paramsFor = (path: string, id = '1'): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\[(\w+)\]/g)].map(([whole, name = '']) => [
      name,
      addressFor(`${whole}`, id),
    ]),
  )

const SIGNED_IN = ['(signed-in)', '(paper)'].map((group) => `app/[locale]/(console)/${group}`)

/**
 * Every page that only an administrator sees, without its locale: /admin, /admin/account,
 * /admin-blog …
 */
export const adminPages = (): string[] =>
  SIGNED_IN.flatMap((group) =>
    filesNamed(group, 'page.tsx')
      // A slot shows a page that has its own address.
      .filter((file) => !file.includes('/@'))
      .map((file) => file.slice(group.length, -'/page.tsx'.length).replace(/\/\([^)]*\)/g, ''))
      .map((path) => addressFor(path)),
  )

/** Headers that have made other applications skip a check, or could. */
export const BYPASS_HEADERS: Record<string, Record<string, string>> = {
  plain: {},
  'a forged inner request': { 'x-middleware-subrequest': Array(5).fill('middleware').join(':') },
  'a forged inner request, other folder': {
    'x-middleware-subrequest': Array(5).fill('src/middleware').join(':'),
  },
  'a forged rewrite': {
    'x-middleware-rewrite': '/en/admin',
    'x-matched-path': '/en/admin',
    'x-invoke-path': '/en/admin',
  },
  'the router': { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
  'the router, prefetching': { rsc: '1', 'next-router-prefetch': '1' },
  'the router, prefetching a segment': {
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_tree',
  },
  'a resumed render': { 'next-resume': '1' },
}
