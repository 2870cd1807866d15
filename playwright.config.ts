import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, installedBrowser } from './scripts/browser.mjs'

const executablePath = installedBrowser()

const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

export default defineConfig({
  globalSetup: './tests/support/site-start.ts',
  outputDir: 'test-results',
  // Two cores: while one test waits for a timer or the server, a third worker fills the gap. More
  // browsers would only make everything slower, and slow looks like broken.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Once in CI, where `npm test` lists each test that needed it; locally a failure is shown.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Calls that a worker passes on cannot be held or failed by a test (offline.spec.ts allows it).
    serviceWorkers: 'block',
    headless: true,
    locale: 'en-MY',
    timezoneId: 'America/St_Johns',
    // A trace costs an eighth of the whole run's time, passed or failed. To get one, run the failed
    // test with --trace=retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath && { executablePath }) },
  },
  // A test for one width only has the tag @desktop or @phone, never both, which would run it nowhere;
  // one that a width between them could break, @tablet as well. One without a tag is about no width:
  // npm test runs it on a desktop, npm run screens on a phone. They run in this order: a phone's few
  // tests are long, and a long one at the end would leave the other worker idle.
  projects: [
    // What needs the running site and no browser.
    { name: 'http', testDir: 'tests/http' },
    { name: 'phone', testDir: 'tests/e2e', grep: /@phone/, use: PHONE },
    { name: 'tablet', testDir: 'tests/e2e', grep: /@tablet/, use: TABLET },
    { name: 'desktop', testDir: 'tests/e2e', grepInvert: /@phone/, use: DESKTOP },

    // npm run screens: what is seen. Its tests name their width, or run on phone and desktop.
    { name: 'looks-phone', testDir: 'tests/looks', grepInvert: /@desktop/, use: PHONE },
    { name: 'looks-tablet', testDir: 'tests/looks', grep: /@tablet/, use: TABLET },
    { name: 'looks-desktop', testDir: 'tests/looks', grepInvert: /@phone/, use: DESKTOP },
    {
      name: 'other-width',
      testDir: 'tests/e2e',
      grepInvert: /@(desktop|phone|tablet)/,
      use: PHONE,
    },
    { name: 'screens', testDir: 'tests/screens', timeout: 600_000 },
  ],
})
