// The browser tests' `test`: a page whose console must stay clean, and a time in the studio that no
// other test has.
import { test as base, expect as strict, type BrowserContext } from '@playwright/test'
import { dayOf, slotOf, type Slot } from './slots'
import { staleTexts, translatePages } from './translator'

/**
 * The environment of the site under test: SITE_URL, STRIPE_API_BASE, MAIL_WEB_PORT, DATABASE_URL
 * and the rest of .env.example.
 */
export const site = (): Record<string, string> =>
  JSON.parse(process.env.STUDIO_TEST_SITE ?? '{}') as Record<string, string>

// `npm run dev` compiles what is visited for the first time, and has advice of its own in the console.
const isDev = site().NODE_ENV === 'development'
const DEV_ADVICE = /nextjs\.org\/docs\/messages\//

export const expect = isDev ? strict.configure({ timeout: 60_000 }) : strict

const studio = () => ({ url: site().SITE_URL ?? '', dataDir: site().STUDIO_DATA_DIR ?? '' })

/** A whole working day, as the fixture `day`, for what runs outside a test. */
export const claimDay = (): Promise<string> => dayOf(studio())

/**
 * Runs in the page: says in its console what the page's policy refused; not every browser does so
 * of itself.
 */
function tellRefusals() {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event
    const what = `${blockedURI} ${sample} (${sourceFile}:${lineNumber})`
    console.error(`the page's policy refused ${effectiveDirective}: ${what}`)
  })
}

type Options = {
  /**
   * Every page is translated by the browser: `loaded`, as somebody asks for it by its menu; `early`,
   * before the page's code runs, as Chrome does in a language that is always translated.
   */
  translated: 'loaded' | 'early' | null
  /** Console lines that a test causes on purpose, e.g. /status of 402/ where a card is declined. */
  expectedErrors: RegExp | null
}
type Fixtures = Options & {
  /** One more visitor: a context of its own, watched like the first. */
  another: () => Promise<BrowserContext>
  /** An hour of a working day that is this test's alone. The hours around it may be others'. */
  slot: Slot
  /** Further such hours. */
  anotherSlot: () => Promise<Slot>
  /** A whole working day that is no holiday, far ahead, and this test's alone ("yyyy-mm-dd"). */
  day: string
}

export const test = base.extend<Fixtures & { watch: (context: BrowserContext) => Promise<void> }>({
  expectedErrors: [null, { option: true }],
  translated: [null, { option: true }],

  baseURL: async ({}, use) => use(site().SITE_URL),

  watch: [
    async ({ context, expectedErrors, translated }, use, testInfo) => {
      if (isDev) testInfo.setTimeout(testInfo.timeout * 3)
      const lines: string[] = []
      const note = (line: string) => {
        if (expectedErrors?.test(line) || (isDev && DEV_ADVICE.test(line))) return
        lines.push(line)
      }
      const watch = async (watched: BrowserContext) => {
        await watched.addInitScript(tellRefusals)
        if (translated) await translatePages(watched, translated)
        watched.on('console', (message) => {
          if (message.type() === 'error')
            note(`console.error: ${message.text()} (${message.location().url})`)
        })
        watched.on('weberror', (error) =>
          note(`uncaught: ${error.error().stack ?? error.error().message}`),
        )
      }
      await watch(context)
      await use(watch)
      if (testInfo.status !== testInfo.expectedStatus) return
      expect(lines, 'the browser’s console').toEqual([])
      if (translated)
        for (const page of context.pages())
          expect(await staleTexts(page), 'texts of a translated page').toEqual([])
    },
    { auto: true },
  ],

  another: async (
    { browser, watch, contextOptions, baseURL, viewport, isMobile, hasTouch, locale, timezoneId },
    use,
  ) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL,
        viewport,
        isMobile,
        hasTouch,
        locale,
        timezoneId,
      })
      await watch(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },

  slot: async ({}, use) => use(await slotOf(studio())),
  anotherSlot: async ({}, use) => use(() => slotOf(studio())),
  day: async ({}, use) => use(await claimDay()),
})
