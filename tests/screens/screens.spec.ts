import { expect, test, type Page } from '@playwright/test'
import { site } from '@/tests/support/e2e'
import type { Language } from '@/tests/support/verbs'
import { faultsOf, watchShifts } from './inspect'
import { SCREENS, type Screen } from './pages'
import { writeSheet, type Shot } from './sheet'

const LANGUAGES: Language[] = ['en', 'ms', 'zh']
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

for (const screen of SCREENS) {
  test(screen.name, async ({ browser }) => {
    const shots: Shot[] = []
    const faults: string[] = []
    for (const language of LANGUAGES)
      for (const viewport of WINDOWS) {
        const context = await browser.newContext({
          viewport,
          baseURL: site().SITE_URL,
          reducedMotion: 'reduce',
          locale: 'en-MY',
        })
        const page = await context.newPage()
        const label = `${language} ${viewport.width}`
        try {
          await look(page, screen, language)
          if (!screen.windowOnly) await scrollThrough(page)
          faults.push(...(await faultsOf(page)).map((fault) => `${label}: ${fault}`))
        } catch (error) {
          faults.push(`${label}: ${(error as Error).message}`)
        }
        // From the top, or what sticks to the window stands in the middle of the picture.
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        // Also when it went wrong: the sheet then shows how far it came.
        shots.push({
          label,
          width: viewport.width,
          png: await page.screenshot({ fullPage: !screen.windowOnly, animations: 'disabled' }),
        })
        await context.close()
      }
    await writeSheet(screen.name, screen.name, shots)
    expect(faults).toEqual([])
  })
}

async function look(page: Page, screen: Screen, language: Language): Promise<void> {
  await watchShifts(page)
  await screen.open(page, language)
  // A payment form's frames never fall silent; what opens a dialog has waited for its content.
  await page.waitForLoadState(screen.windowOnly ? 'load' : 'networkidle')
  await page.evaluate(() => document.fonts.ready)
  // A picture of the whole page shows nothing of what is only laid out when somebody comes near it.
  // Adopted: the site's policy refuses style elements.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*{content-visibility:visible!important}')
    document.adoptedStyleSheets.push(sheet)
  })
}

/** To the end, step by step: pictures are fetched when they come near. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 60))
    }
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  )
}
