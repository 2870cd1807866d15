// What holds on every public page: each is visited once per language, and every rule looks at it
// then. A fault names its rule, its page and its width.
import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { axeFaults } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { brokenWords } from '@/tests/support/line-breaks'
import { faintLines } from '@/tests/support/text-contrast'
import {
  codeFaults,
  focusFaults,
  foreignRequests,
  motionFaults,
  pictureFaults,
  openRequests,
  settled,
  shiftFaults,
} from '@/tests/support/page-rules'
import { rawWordFaults } from '@/tests/support/raw-words'
import { textFaults } from '@/tests/support/text-faults'
import { inLanguage, type Language } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

const POST = '/blog/planning-your-first-episode-in-kuala-lumpur'
const LOST = '/nothing-here'
const PAGES = [
  ...PUBLIC_PAGES,
  POST,
  LOST,
  '/admin/login',
  '/video-editing-checkout',
  '/video-editing-success',
  '/booking-success',
  '/bank-details',
]
/** Sent in pieces, and their scripts with the first. */
const PER_REQUEST = /^\/admin\/login/
/** So many tests per language, for both workers to have something to do. */
const SLICES = 3

// 640 px is 1280 at 200 %.
const WIDTHS = [320, 480, 640, 768, 1024, 1440, 1920]
// The dear rules look at few widths; together they see every layout there is. Chinese has the
// shortest lines, Malay the longest words.
const TEXT_WIDTHS: Record<Language, number[]> = {
  en: WIDTHS,
  ms: WIDTHS,
  zh: [320, 768, 1024, 1440],
}
const AXE_WIDTH: Partial<Record<Language, number>> = { en: 1440, ms: 320 }
const CONTRAST_WIDTH: Record<Language, number> = { en: 1440, ms: 320, zh: 1024 }

test.describe.configure({ timeout: 300_000 })
test.use({ expectedErrors: /status of 404.*nothing-here/ })

const resize = (page: Page, width: number, height = 900) => page.setViewportSize({ width, height })

/** The pages of a slice, the first of each long, so that no slice has all of those. */
const slice = (index: number) => PAGES.filter((_, at) => at % SLICES === index)

for (const language of LANGUAGES)
  for (let index = 0; index < SLICES; index++)
    test(
      `every rule holds on every page (${language}, ${index + 1} of ${SLICES})`,
      { tag: '@desktop' },
      async ({ page, baseURL }) => {
        const open = openRequests(page)
        const foreign = foreignRequests(page, baseURL ?? '')
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const faults: string[] = []
        for (const path of slice(index)) {
          const report = (rule: string, found: string[]) =>
            faults.push(...found.map((fault) => `${rule}: ${inLanguage(language, path)}: ${fault}`))
          await resize(page, 1440)
          const answer = await page.goto(inLanguage(language, path))
          const status = path === LOST ? 404 : 200
          if (answer?.status() !== status) report('status', [`${answer?.status()}`])
          await settled(page, open)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          report('keys', await rawWordFaults(page, language))
          report('code', await codeFaults(page, path))
          if (!PER_REQUEST.test(path)) report('shifts', await shiftFaults(page))
          report('hosts', foreign.splice(0))
          report('motion', await motionFaults(page))
          report('pictures', await pictureFaults(page))
          if (language !== 'en') {
            await resize(page, 360)
            report('words', await brokenWords(page, language))
          }
          for (const width of TEXT_WIDTHS[language]) {
            await resize(page, width)
            const at = (found: string[]) => found.map((fault) => `${width} px: ${fault}`)
            report('text', at(await textFaults(page)))
            if (width === AXE_WIDTH[language])
              report('axe', at((await axeFaults(page)).map((fault) => JSON.stringify(fault))))
            if (width === CONTRAST_WIDTH[language]) {
              // Header and footer are the same on every page.
              const { lines, judged, faint } = await faintLines(
                page,
                path === '/' ? 'body' : 'main',
              )
              report('contrast', at(faint))
              if (lines < 2) report('contrast', at([`only ${lines} lines of text`]))
              if (path === '/' && judged < 20) report('contrast', at([`only ${judged} judged`]))
            }
          }
          if (language === 'en') {
            await resize(page, 640, 400)
            report('focus', await focusFaults(page))
          }
        }
        expect(faults).toEqual([])
      },
    )

test('each rule notices a page that breaks it @desktop', async ({ page, baseURL }) => {
  const open = openRequests(page)
  const foreign = foreignRequests(page, baseURL ?? '')
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: '' }))
  await page.goto('/contact')
  await settled(page, open)
  await page.setViewportSize({ width: 320, height: 900 })
  const healthy = await textFaults(page)
  // Half a second after a change of the window's size a browser counts no shifts.
  await page.waitForTimeout(600)
  await page.evaluate(() => {
    const main = document.querySelector('main')!
    main.insertAdjacentHTML(
      'afterbegin',
      `<p style="width: 900px">Wider than the window</p>
       <p style="background: linear-gradient(#999, #999); color: #aaa">Faint letters here</p>
       <img src="https://elsewhere.example/dot.png">
       <button style="outline: none; box-shadow: none">No ring</button>
       <h2 style="width: 5.5em">Kita bersama-sama</h2>
       <h2 style="width: 2em">播客录音室</h2>`,
    )
    main.animate([{ opacity: 1 }, { opacity: 0.99 }], { duration: 1_000, iterations: Infinity })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'button:focus-visible { outline: none !important; box-shadow: none !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
  await page
    .locator('main img')
    .first()
    .evaluate((image) => image.removeAttribute('loading'))
  await expect.poll(() => foreign).toEqual(['https://elsewhere.example/dot.png'])
  await expect.poll(async () => (await shiftFaults(page)).join()).toContain('shifts by')
  expect(healthy).toEqual([])
  expect((await textFaults(page)).join()).toContain('horizontal overflow')
  expect((await motionFaults(page)).join()).toContain('moves')
  expect((await axeFaults(page)).map(([rule]) => rule)).toContain('image-alt')
  expect((await focusFaults(page)).join()).toContain('No ring')
  expect((await pictureFaults(page)).join()).toContain('elsewhere.example')
  expect((await brokenWords(page, 'ms')).join()).toContain('bersama-|sama')
  expect((await brokenWords(page, 'zh')).join()).toMatch(/录\|音|音\|室/)
  await page
    .locator('main img')
    .first()
    .evaluate((image) => image.remove())
  expect((await faintLines(page, 'main')).faint.join()).toContain('Faint letters here')
})
