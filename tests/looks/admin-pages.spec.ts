// Rules for every page of the console: each page is visited once per language, in the window of a
// laptop or of a phone, and every rule is checked then.
import type { Page } from '@playwright/test'
import { AREAS, areaPath, DASHBOARD_TABS } from '@/lib/admin/rules'
import { axeFaults } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { foreignRequests, motionFaults, openRequests, settled } from '@/tests/support/page-rules'
import { rawWordFaults } from '@/tests/support/raw-words'
import { openAdmin, wordsOf, type Language } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

const PAGES = [
  ...AREAS.map(areaPath),
  ...['/admin/today', '/admin/bookings/new', '/admin/customers', '/admin/inbox'],
  ...['/admin/account', '/admin-blog'],
]

// Axe looks once at each layout, with the longest words at the narrow one; whether the page fits is
// seen in every language at every width.
const AXE_WIDTH: Partial<Record<Language, number>> = { en: 1440, ms: 360 }
const WIDTHS = [320, 360, 768, 1440]

test.describe.configure({ timeout: 300_000 })

/** What of the visitors' shell is in a page of the console. */
const shellFaults = async (page: Page) =>
  page.evaluate(() =>
    ['footer', '.site-footer', '.site-menu', 'a[href$="/booking"]:not(main a)', 'iframe'].filter(
      (selector) => document.querySelector(selector),
    ),
  )

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const language of LANGUAGES)
  for (const half of [0, 1])
    test(`every rule holds on every page of the console (${language}, ${half + 1} of 2) @desktop`, async ({
      page,
      baseURL,
    }) => {
      const { admin } = wordsOf(language)
      const open = openRequests(page)
      const foreign = foreignRequests(page, baseURL ?? '')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const faults: string[] = []
      for (const path of PAGES.filter((_, at) => at % 2 === half)) {
        const report = (rule: string, found: string[]) =>
          faults.push(...found.map((fault) => `${rule}: ${language} ${path}: ${fault}`))
        await page.setViewportSize({ width: 1440, height: 900 })
        await openAdmin(page, language, path)
        await settled(page, open)
        const area = AREAS.find((each) => path === areaPath(each))
        const tab = DASHBOARD_TABS.find((each) => each === area)
        if (tab)
          await expect(
            page
              .getByRole('navigation', { name: admin.frame.tabs })
              .getByRole('link', { name: admin.tabs[tab], exact: true }),
          ).toHaveAttribute('aria-current', 'page')
        else if (area)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(admin.tabs[area])
        report('shell', await shellFaults(page))
        report('words', await rawWordFaults(page, language))
        if (path === '/admin-blog')
          await page.getByRole('button', { name: admin.blog.newPost }).click()
        report('hosts', foreign.splice(0))
        report('motion', await motionFaults(page))
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          const wide = await overflow(page)
          if (wide > 0) report('overflow', [`${width} px: ${wide} px too wide`])
          if (width === AXE_WIDTH[language])
            report(
              'axe',
              (await axeFaults(page)).map((fault) => `${width} px: ${JSON.stringify(fault)}`),
            )
        }
      }
      expect(faults).toEqual([])
    })
