// Who may import whom: the table of the architecture, row by row, for import-x/no-restricted-paths
// (which resolves relative, aliased and dynamic imports alike). `target` is the importing file,
// `from` what it may not import.

const zone = (target, from, message, except) =>
  from.map((path) => ({ target, from: path, message, ...(except && { except }) }))

const PURE = [
  '**/lib/*/{rules,schema}.ts',
  '**/lib/{money,time,text,site,studio,credentials}.ts',
  '**/lib/i18n/routing.ts',
]
const BROWSER = [
  ...PURE,
  '**/lib/i18n/**',
  '**/lib/{problem,site-url,pictures,pages,json-ld}.ts',
  '**/lib/pictures.json',
]
const APPLICATION = ['app/**/*', 'lib/**/*', 'components/**/*', 'middleware.ts']

export const zones = [
  // app/**: components, lib/*/{data,schema,rules}, guards; mutations in route handlers only
  ...zone(
    'app/**/*',
    ['lib/db.ts', 'lib/generated', 'lib/payments/client.ts'],
    'Pages and handlers use the domain folders of lib, never the database or Stripe itself.',
  ),
  ...zone(
    ['app/!(api)/**/!(route).{ts,tsx}', 'app/*.{ts,tsx}'],
    ['lib/*/mutations.ts'],
    'Only route handlers call mutations; a page sends a request.',
  ),
  // Where each use case has a file of its own, a page may import what reads.
  ...zone(
    ['app/!(api)/**/!(route).{ts,tsx}', 'app/*.{ts,tsx}'],
    ['lib/{availability,bookings,orders,calendar,payments,jobs}/**/*'],
    'Only route handlers call use cases; a page reads.',
    ['**/lib/*/{data,manage,owner,attention,rules,schema}.ts'],
  ),
  // components/ui: primitives know no domain
  ...zone('components/ui/**/*', ['lib', 'app'], 'Primitives know no domain: pass it in.'),
  ...zone(
    'components/ui/**/*',
    ['components/!(ui)/**', 'components/*.{ts,tsx}'],
    'Primitives know no domain: pass it in.',
  ),
  // components/<domain>: ui, lib/*/{schema,rules}, money, time, i18n
  ...zone(
    ['components/!(ui)/**/*', 'components/*.{ts,tsx}'],
    ['lib/**/*'],
    'Components get their data from the page.',
    BROWSER,
  ),
  // lib/*/{rules,schema}, money, time: each other and zod
  ...zone(
    ['lib/*/{rules,schema}.ts', 'lib/{money,time,text}.ts'],
    ['lib/**/*'],
    'Rules are pure: no database, no environment, no request.',
    PURE,
  ),
  // lib and components never reach up; the site never needs its own test bench
  ...zone('lib/**/*', ['app', 'components'], 'lib is below app and components.'),
  ...zone('components/**/*', ['app'], 'components are below app.'),
  ...zone(
    APPLICATION,
    ['sandbox', 'tests', 'scripts'],
    'The application must run without its sandbox, tests and scripts.',
  ),
]
