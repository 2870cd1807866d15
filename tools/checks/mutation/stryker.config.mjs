// npm run mutation: Stryker changes the pure rules, one place at a time, and runs the unit tests of
// that place; a change that no test notices is printed. Part of it:
// npm run mutation -- --mutate=lib/money.ts
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'lib/money.ts',
    'lib/time.ts',
    'lib/sales/{money,quote}.ts',
    'lib/availability/rules.ts',
    'lib/bookings/{status,price,moving,hold-limits}.ts',
    'lib/orders/rules.ts',
    'lib/receipts/{rules,sold}.ts',
    'lib/memberships/rules.ts',
    'lib/payments/{reconcile,rules}.ts',
  ],
  testRunner: 'jest',
  jest: { configFile: 'tools/checks/mutation/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A busy machine must not look like a noticed change: what runs out of time counts as noticed.
  timeoutMS: 60_000,
  // What the tests of the rules do not read.
  ignorePatterns: [
    '.next',
    '.studio',
    'dist',
    'public',
    'tools/*',
    '!tools/checks',
    'tools/checks/*',
    '!tools/checks/mutation',
    'tests/*',
    '!tests/{unit,support}',
  ],
  tempDirName: '.studio/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
}
