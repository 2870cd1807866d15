// No dialog of the console and no page of any role shows a key of the dictionary or a word of the
// program. pages.spec.ts and admin-pages.spec.ts look at every page in every language.
import type { Page } from '@playwright/test'
import { AREAS, areaPath } from '@/lib/admin/rules'
import { ROLES } from '@/lib/roles'
import { sessionOf } from '@/tests/support/admin'
import { expect, test } from '@/tests/support/e2e'
import { rawWordFaults } from '@/tests/support/raw-words'
import { inLanguage } from '@/tests/support/verbs'

// Words of the program are recognised in Malay, where no sentence has them.
const LANGUAGE = 'ms'
const SETTINGS = ['hours', 'closed', 'rules', 'prices', 'payment', 'studio', 'website', 'mail']
const PAGES = [
  ...AREAS.map(areaPath),
  ...SETTINGS.map((page) => `/admin/settings/${page}`),
  ...['/admin/today', '/admin/bookings/new', '/admin/customers', '/admin/inbox', '/admin/setup'],
  ...['/admin/people', '/admin/prices'],
  ...['/admin/account', '/admin-blog'],
]
const CREWS = ['/admin/today', '/admin/calendar', '/admin/account']

test.describe.configure({ timeout: 180_000 })
// What a button would send is not sent.
test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ })

const MOST_BUTTONS = 14

/** Opens each dialog that a button of the page opens, and closes it again: how many there were. */
async function eachDialog(page: Page, look: (name: string) => Promise<void>): Promise<number> {
  const address = page.url()
  const buttons = page.locator('main button[type=button]:visible:enabled:not([aria-pressed])')
  const names = [...new Set(await buttons.allInnerTexts())].slice(0, MOST_BUTTONS)
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
  let opened = 0
  for (const name of names.filter(Boolean)) {
    const button = buttons.filter({ hasText: name }).first()
    if (!(await button.isVisible())) continue
    await button.click({ timeout: 1000 }).catch(() => null)
    const isOpen = await dialog.waitFor({ timeout: 250 }).then(
      () => true,
      () => false,
    )
    if (isOpen) {
      opened++
      await look(name)
      for (let tries = 0; tries < 3 && (await dialog.isVisible()); tries++)
        await page.keyboard.press('Escape')
    }
    if (page.url() !== address || (await dialog.isVisible())) await page.goto(address)
  }
  return opened
}

for (const role of ROLES)
  test(
    `as ${role} no page of the console and no dialog says anything by a key`,
    { tag: '@desktop' },
    async ({ page, context }) => {
      await context.addCookies([await sessionOf(role)])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const faults: string[] = []
      const look = async (where: string) =>
        void faults.push(...(await rawWordFaults(page, LANGUAGE)).map((raw) => `${where}: ${raw}`))
      await page.route('**/*', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.abort(),
      )
      let dialogs = 0
      for (const path of role === 'crew' ? CREWS : PAGES) {
        const answer = await page.goto(inLanguage(LANGUAGE, path))
        if (answer && answer.status() >= 400) continue
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(path)
        if (role === 'owner') dialogs += await eachDialog(page, (name) => look(`${path}, ${name}`))
      }
      if (role === 'owner') expect(dialogs).toBeGreaterThan(15)
      expect(faults).toEqual([])
    },
  )
