// Every line of text can be read: whole, clear of the controls beside it, and standing out from the
// picture behind it.
import { PUBLIC_PAGES } from '@/lib/pages'
import { expect, test } from '@/tests/support/e2e'
import { faintLines } from '@/tests/support/ink'
import { linesOf } from '@/tests/support/lines'
import { textFaults } from '@/tests/support/text-faults'
import { inLanguage } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

test.describe.configure({ timeout: 300_000 })

const PAGES = [...PUBLIC_PAGES, '/blog/planning-your-first-episode-in-kuala-lumpur']
const WIDTHS = [320, 480, 768, 1024, 1440, 1920]

for (const language of LANGUAGES)
  test(`every line of text can be read (${language})`, { tag: '@desktop' }, async ({ page }) => {
    // The lamps of the home page stand still at their brightest.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    let overPictures = 0
    for (const path of PAGES) {
      await page.goto(inLanguage(language, path))
      await page.waitForLoadState('networkidle')
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const faults = await textFaults(page)
        // Header and footer are the same on every page.
        const lines = await linesOf(page, path === '/' ? 'body' : 'main')
        expect(lines.length).toBeGreaterThan(10)
        const onPictures = lines.filter(({ overPicture }) => overPicture)
        overPictures += onPictures.length
        const faint = onPictures.length > 0 ? await faintLines(page, onPictures) : []
        expect.soft({ path, width, faults, faint }).toEqual({ path, width, faults: [], faint: [] })
      }
    }
    expect(overPictures).toBeGreaterThan(100)
  })
