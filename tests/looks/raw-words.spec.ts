// No page of the console shows a key of the dictionary or a word of the program to managers and crew.
// pages.spec.ts and admin-pages.spec.ts look at every page as the owner and as a visitor.
import { AREAS, areaPath } from '@/lib/admin/rules'
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

for (const role of ['manager', 'crew'] as const)
  test(
    `as ${role} no page of the console says anything by a key`,
    { tag: '@desktop' },
    async ({ page, context }) => {
      await context.addCookies([await sessionOf(role)])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const faults: string[] = []
      for (const path of role === 'crew' ? CREWS : PAGES) {
        const answer = await page.goto(inLanguage(LANGUAGE, path))
        if (answer && answer.status() >= 400) continue
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        faults.push(...(await rawWordFaults(page, LANGUAGE)).map((raw) => `${path}: ${raw}`))
      }
      expect(faults).toEqual([])
    },
  )
