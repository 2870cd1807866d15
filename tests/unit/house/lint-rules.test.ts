import { execFileSync } from 'node:child_process'

type Snippet = { path: string; code: string }

const PATHS = 'import-x/no-restricted-paths'
const IMPORTS = 'no-restricted-imports'
const SYNTAX = 'no-restricted-syntax'

const uses = (source: string) => `import * as it from '${source}'\nexport const one = it\n`
const asks = (source: string) => `export const one = () => import('${source}')\n`

// [file, code, the rule that must report it]
const REFUSED: [path: string, code: string, rule: string][] = [
  // app
  ['app/[locale]/page.tsx', uses('@/lib/db'), PATHS],
  ['app/[locale]/page.tsx', uses('../../lib/db'), PATHS],
  ['app/[locale]/page.tsx', asks('@/lib/db'), PATHS],
  ['app/api/x/route.ts', uses('@/lib/db'), PATHS],
  ['app/api/x/route.ts', uses('@/lib/generated/prisma/client'), PATHS],
  ['app/api/x/route.ts', uses('@/lib/payments/client'), PATHS],
  ['app/api/x/route.ts', uses('stripe'), IMPORTS],
  ['app/[locale]/og/draw.ts', uses('next/og'), IMPORTS],
  ['app/[locale]/booking/page.tsx', uses('@/lib/catalog/change'), PATHS],
  ['app/sitemap.ts', uses('@/lib/catalog/change'), PATHS],
  ['app/[locale]/booking/page.tsx', uses('@/lib/bookings/cancel'), PATHS],
  ['app/sitemap.ts', uses('@/lib/availability/room'), PATHS],
  ['components/booking/x.tsx', uses('@/lib/bookings/book'), PATHS],
  ['app/[locale]/page.tsx', uses('@/scripts/local/postgres'), PATHS],
  ['app/[locale]/page.tsx', uses('@/tests/support/database'), PATHS],
  ['app/api/x/route.ts', uses('@/scripts/migrate'), PATHS],
  // components/ui
  ['components/ui/x.tsx', uses('@/lib/money'), PATHS],
  ['components/ui/x.tsx', uses('@/components/booking/options'), PATHS],
  ['components/ui/x.tsx', uses('@/components/intl'), PATHS],
  // components/<domain>
  ['components/booking/x.tsx', uses('@/lib/bookings/queries'), PATHS],
  ['components/booking/x.tsx', uses('@/lib/catalog/change'), PATHS],
  ['components/booking/x.tsx', asks('@/lib/catalog/change'), PATHS],
  ['components/booking/x.tsx', uses('@/lib/db'), PATHS],
  ['components/booking/x.tsx', uses('../../lib/env'), PATHS],
  ['components/booking/x.tsx', uses('stripe'), IMPORTS],
  ['components/x.tsx', uses('@/lib/env'), PATHS],
  ['components/booking/x.tsx', uses('@/app/[locale]/fonts'), PATHS],
  ['components/booking/x.tsx', uses('@/tools/stripe-sandbox/server'), PATHS],
  // lib/*/{data,mutations}
  ['lib/bookings/queries.ts', uses('next/headers'), IMPORTS],
  ['lib/bookings/mutations.ts', uses('next/navigation'), IMPORTS],
  ['lib/payments/mutations.ts', uses('next/headers'), IMPORTS],
  ['lib/bookings/queries.ts', uses('stripe'), IMPORTS],
  ['lib/bookings/queries.ts', uses('@/components/ui/button'), PATHS],
  // lib/*/{rules,schema}, money, time
  ['lib/bookings/status.ts', uses('@/lib/db'), PATHS],
  ['lib/bookings/status.ts', uses('../env'), PATHS],
  ['lib/bookings/schema.ts', uses('@/lib/bookings/queries'), PATHS],
  ['lib/bookings/status.ts', uses('next/headers'), IMPORTS],
  ['lib/bookings/status.ts', uses('node:crypto'), IMPORTS],
  ['lib/time.ts', uses('date-fns'), IMPORTS],
  ['lib/money.ts', uses('./db'), PATHS],
  ['lib/bookings/status.ts', 'export const now = () => new Date()\n', SYNTAX],
  ['lib/bookings/status.ts', 'export const now = () => Date.now()\n', SYNTAX],
  ['lib/time.ts', 'export const now = () => performance.now()\n', SYNTAX],
  ['components/x.tsx', 'export const now = () => Date.now()\n', SYNTAX],
  ['components/x.tsx', 'export const now = () => new Date()\n', SYNTAX],
  ['lib/orders/accept.ts', uses('@/lib/availability/queries'), PATHS],
  ['lib/orders/rules.ts', uses('@/lib/availability/rules'), PATHS],
  // fields
  ['components/x.tsx', 'export const X = () => <input maxLength={9} />\n', SYNTAX],
  ['components/x.tsx', 'export const X = { maxLength: 9 }\n', SYNTAX],
  ['components/x.tsx', 'export const X = () => <select />\n', SYNTAX],
  ['app/[locale]/page.tsx', 'export default () => <select />\n', SYNTAX],
  ['app/[locale]/page.tsx', 'export default () => <textarea maxLength={9} />\n', SYNTAX],
  ['components/x.tsx', "export const x = () => import('@/components/ui/toast')\n", SYNTAX],
  // links to an address or a number
  ['components/x.tsx', 'export const x = (to: string) => `mailto:${to}`\n', SYNTAX],
  ['app/[locale]/page.tsx', "export const x = (to: string) => 'tel:' + to\n", SYNTAX],
  ['lib/mail/x.tsx', 'export const x = (to: string) => `https://wa.me/${to}`\n', SYNTAX],
  ['lib/contacts/rules.ts', 'export const x = (to: string) => `mailto:${to}`\n', SYNTAX],
  // the log
  [
    'lib/push/x.ts',
    "import { log } from '@/lib/log'\nexport const x = (error: unknown) => log.error({ err: error }, 'x')\n",
    SYNTAX,
  ],
  // the sandbox
  ['tools/stripe-sandbox/x.ts', uses('@/lib/money'), PATHS],
  ['tools/stripe-sandbox/tests/x.ts', uses('@/tests/support/stripe-sandbox'), PATHS],
  ['tests/support/x.ts', uses('@/tools/stripe-sandbox/server'), PATHS],
  ['scripts/local/x.ts', uses('@/tools/stripe-sandbox/server'), PATHS],
  // everything
  ['lib/bookings/queries.ts', uses('@/app/[locale]/fonts'), PATHS],
  ['lib/bookings/queries.ts', uses('@/tools/stripe-sandbox/server'), PATHS],
  ['lib/settings/site.ts', uses('@/tests/support/database'), PATHS],
  ['lib/settings/site.ts', 'export const url = process.env.SITE_URL\n', SYNTAX],
  ['app/[locale]/page.tsx', 'const { env } = process\nexport const url = env.SITE_URL\n', SYNTAX],
  [
    'components/x.tsx',
    "import { env } from 'node:process'\nexport const url = env.SITE_URL\n",
    SYNTAX,
  ],
  [
    'lib/settings/site.ts',
    'export const x = (y: any) => y\n',
    '@typescript-eslint/no-explicit-any',
  ],
  [
    'lib/settings/site.ts',
    '// @ts-expect-error later\nexport const x: number = ""\n',
    '@typescript-eslint/ban-ts-comment',
  ],
  [
    'lib/settings/site.ts',
    'export function x() {\n  try {\n    x()\n  } catch {}\n}\n',
    'no-empty',
  ],
  ['lib/settings/site.ts', '// eslint-disable-next-line no-var\nexport var x = 1\n', 'no-var'],
  [
    'components/booking/x.tsx',
    "import { useState } from 'react'\nexport function X({ a }: { a: boolean }) {\n  if (a) useState(1)\n  return null\n}\n",
    'react-hooks/rules-of-hooks',
  ],
]

const ALLOWED: [path: string, code: string][] = [
  ['app/api/x/route.ts', uses('@/lib/catalog/change')],
  ['app/api/x/answer.ts', uses('@/lib/catalog/change')],
  ['app/[locale]/page.tsx', uses('@/lib/bookings/queries')],
  ['components/booking/x.tsx', uses('@/lib/bookings/schema')],
  ['components/booking/x.tsx', uses('@/components/ui/button')],
  ['components/booking/x.tsx', uses('@/lib/money')],
  ['components/payment/x.tsx', uses('@stripe/stripe-js')],
  ['components/ui/x.tsx', uses('./cn')],
  ['lib/payments/client.ts', uses('stripe')],
  ['lib/bookings/status.ts', uses('zod/mini')],
  ['lib/bookings/status.ts', uses('@/lib/availability/rules')],
  ['lib/bookings/status.ts', 'export const end = (now: Date) => new Date(now.getTime() + 1)\n'],
  ['lib/bookings/queries.ts', uses('@/lib/db')],
  ['lib/env.ts', 'export const url = process.env.SITE_URL\n'],
  ['scripts/x.ts', 'export const url = process.env.SITE_URL\n'],
  ['tests/unit/x.test.ts', uses('stripe')],
  ['tests/support/x.ts', uses('@/tools/stripe-sandbox')],
]

function lint(snippets: Snippet[]): string[][] {
  const options = { input: JSON.stringify(snippets), maxBuffer: 1 << 24 }
  return JSON.parse(
    execFileSync(process.execPath, ['tests/support/lint-snippets.mjs'], options).toString(),
  ) as string[][]
}

describe('the lint rules of the project', () => {
  // All in one process: most of its time goes into starting it.
  const allowed = lint([...REFUSED, ...ALLOWED].map(([path, code]) => ({ path, code })))
  const refused = allowed.splice(0, REFUSED.length)

  test('refuse what the architecture forbids', () => {
    const silent = REFUSED.filter(([, , rule], index) => !refused[index]?.includes(rule))
    expect(silent).toEqual([])
  })

  test('leave alone what it allows', () => {
    expect(ALLOWED.map(([path], index) => [path, allowed[index]])).toEqual(
      ALLOWED.map(([path]) => [path, []]),
    )
  })
})
