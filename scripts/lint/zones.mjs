// Who may import whom: the table of the architecture, row by row, for import-x/no-restricted-paths
// (which resolves relative, aliased and dynamic imports). `target` is the importing file, `from`
// what it may not import.

const zone = (target, from, message, except) =>
  from.map((path) => ({ target, from: path, message, ...(except && { except }) }))

const PURE = [
  '**/lib/**/{rules,schema}.ts',
  '**/lib/bookings/{status,price,moving,hold-limits,paths,session-text}.ts',
  '**/lib/availability/by-hand.ts',
  '**/lib/{limits,cut-list,ordinary,inbox,money,currencies,names,time,text,studio,credentials,undo,roles,qr}.ts',
  '**/lib/settings/{links,site}.ts',
  '**/lib/settings/{tax,transfer,duitnow}.ts',
  '**/lib/settings/visit.ts',
  '**/lib/settings/replies.ts',
  '**/lib/settings/{proof,voices}.ts',
  '**/lib/receipts/{company,mark}.ts',
  '**/lib/sales/money.ts',
  '**/lib/sales/quote.ts',
  '**/lib/sales/sale.ts',
  '**/lib/rooms/{opening,house,blocks}.ts',
  '**/lib/i18n/routing.ts',
]
const BROWSER = [
  ...PURE,
  '**/lib/i18n/**',
  '**/lib/audit/words.ts',
  '**/lib/problem.ts',
  '**/lib/seo/{site-url,pictures,pages,json-ld}.ts',
  '**/lib/seo/pictures.json',
]
const APPLICATION = [
  'app/**/*',
  'lib/**/*',
  'components/**/*',
  'middleware.ts',
  'instrumentation.ts',
]

export const zones = [
  // app: components, the domains' use cases and queries
  ...zone(
    'app/**/*',
    ['lib/db.ts', 'lib/generated', 'lib/payments/client.ts'],
    'Pages and handlers use the domain folders of lib, never the database or Stripe itself.',
  ),
  // A page reads; use cases that change something are called by route handlers.
  ...zone(
    ['app/!(api)/**/!(route).{ts,tsx}', 'app/*.{ts,tsx}'],
    [
      'lib/{availability,bookings,orders,payments,jobs,memberships,contacts,content,catalog}/**/*',
      'lib/{settings,uploads,mail,auth,admin,setup}/**/*',
    ],
    'Only route handlers call use cases; a page reads.',
    [
      '**/lib/**/{queries,rules,schema}.ts',
      '**/lib/bookings/{status,price,moving,hold-limits,paths,session-text}.ts',
      '**/lib/settings/{links,site}.ts',
      '**/lib/settings/tax.ts',
      '**/lib/settings/visit.ts',
      '**/lib/settings/replies.ts',
      '**/lib/settings/{proof,voices}.ts',
      '**/lib/receipts/{company,mark}.ts',
      '**/lib/content/markdown.ts',
      '**/lib/admin/bookings/totals.ts',
      '**/lib/auth/{page-guards,sessions,account}.ts',
      '**/lib/bookings/manage.ts',
    ],
  ),
  // components/ui: primitives know no domain
  ...zone('components/ui/**/*', ['lib', 'app'], 'Primitives know no domain: pass it in.'),
  ...zone(
    'components/ui/**/*',
    ['components/!(ui)/**', 'components/*.{ts,tsx}'],
    'Primitives know no domain: pass it in.',
  ),
  // components: the domains' schemas and rules, money, time, languages
  ...zone(
    ['components/!(ui)/**/*', 'components/*.{ts,tsx}'],
    ['lib/**/*'],
    'Components get their data from the page.',
    BROWSER,
  ),
  // rules and schemas, money, time, text: each other and zod
  ...zone(
    [
      'lib/**/{rules,schema}.ts',
      'lib/bookings/{status,price,moving,hold-limits,paths,session-text}.ts',
      'lib/availability/by-hand.ts',
      'lib/{limits,ordinary,inbox,money,names,time,text,undo}.ts',
      'lib/sales/money.ts',
      'lib/sales/quote.ts',
      'lib/sales/sale.ts',
      'lib/rooms/{opening,house,blocks}.ts',
    ],
    ['lib/**/*'],
    'Rules are pure: no database, no environment, no request.',
    PURE,
  ),
  ...zone(
    'lib/orders/**/*',
    ['lib/availability/**/*'],
    'Edits are due by office days, not by opening hours.',
  ),
  // lib and components never import from app; the site never needs its own tests.
  ...zone('lib/**/*', ['app', 'components'], 'lib is below app and components.'),
  ...zone('components/**/*', ['app'], 'components are below app.'),
  ...zone(
    APPLICATION,
    ['tools', 'tests', 'scripts'],
    'The application must run without its tools, tests and scripts.',
  ),
  // tools/stripe-sandbox is a package of its own.
  ...zone(
    'tools/stripe-sandbox/**/*',
    ['app', 'components', 'lib', 'prisma', 'scripts', 'server', 'tests', 'tools/checks'],
    'The sandbox knows nothing of the house.',
  ),
  ...zone(
    ['scripts/**/*', 'tests/**/*', 'tools/{bench,checks}/**/*'],
    ['tools/stripe-sandbox/**/*'],
    'The sandbox is an address; tests may use what its index.ts offers.',
    ['**/tools/stripe-sandbox/index.ts'],
  ),
]
