// The recorder against a clock of the test's own: to completion with a pause, a refresh in the
// middle, markers and exports.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, wordsOf, type Language } from '@/tests/support/verbs'

const app = (language: Language) => wordsOf(language).tracker.app
const MINUTE = 60_000

async function begin(page: Page, language: Language): Promise<void> {
  const { setup } = app(language)
  await page.clock.install({ time: new Date('2026-11-24T02:00:00Z') })
  await page.goto(inLanguage(language, '/recording-tracker'))
  const start = page.getByRole('button', { name: setup.start, exact: true })
  await expect(start).toBeDisabled()
  await page.getByLabel(setup.name, { exact: true }).fill('Night shift, episode 12')
  await page.getByLabel(setup.participant.replace('{number}', '1'), { exact: true }).fill('Aina')
  await page.getByLabel(setup.types.panel, { exact: true }).check()
  await start.click()
  await expect(page.getByRole('timer')).toBeVisible()
}

async function preview(
  page: Page,
  language: Language,
  format: 'youtube' | 'podcast' | 'csv',
): Promise<string> {
  await page.getByLabel(app(language).export[format], { exact: true }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: app(language).export.download, exact: true }).click()
  const file = await download
  const text = await readFile(await file.path(), 'utf8')
  // A text area knows no carriage returns.
  expect(await page.getByLabel(app(language).export.preview, { exact: true }).inputValue()).toBe(
    text.replaceAll('\r\n', '\n'),
  )
  expect(file.suggestedFilename()).toMatch(
    /^night-shift-episode-12-(chapters\.txt|chapters\.json|run-sheet\.csv)$/,
  )
  return text
}

async function run(page: Page, language: Language): Promise<void> {
  const { live, markers, milestone, done, setup } = app(language)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const timer = page.getByRole('timer')
  await begin(page, language)
  await page.clock.fastForward(2 * MINUTE)
  await expect(timer).toHaveText(/^00:02:0\d$/)
  await page.keyboard.press('m')
  await page
    .getByLabel(markers.label.replace('{number}', '1').replace(/\{time\}.*/, ''), { exact: false })
    .first()
    .fill('=The story, "live"')
  await page.clock.fastForward(4 * MINUTE)
  await expect(page.getByRole('status').filter({ hasText: milestone.opening })).toBeAttached()

  await press(live.pause)
  const paused = await timer.textContent()
  await page.clock.fastForward(30 * MINUTE)
  await page.reload()
  await expect(timer).toHaveText(paused ?? '')
  await press(live.resume)
  await page.clock.fastForward(10 * MINUTE)
  await press(live.mark)
  await page.reload()
  await page.clock.fastForward(44 * MINUTE)
  await expect(timer).toHaveText(/^01:00:/)
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByText(live.done, { exact: true })).toHaveCount(5)
  await press(live.stop)

  const card = page.getByRole('region', { name: done.title })
  await expect(card).toContainText('Night shift, episode 12')
  await expect(card).toContainText('01:00:')
  await expect(page.getByLabel(setup.name, { exact: true })).toHaveValue('')
  await expect(
    page.getByRole('link', { name: wordsOf(language).tracker.book, exact: true }),
  ).toHaveAttribute('href', inLanguage(language, '/booking'))

  const youtube = (await preview(page, language, 'youtube')).split('\n')
  expect(youtube).toHaveLength(8)
  expect(youtube[0]).toBe(`00:00 ${app(language).export.opening}`)
  expect(youtube[1]).toMatch(/^02:0\d =The story, "live"$/)
  expect(youtube[2]).toBe(`05:00 ${milestone.opening}`)
  const podcast = JSON.parse(await preview(page, language, 'podcast')) as {
    version: string
    chapters: { startTime: number; title: string }[]
  }
  expect(podcast.version).toBe('1.2.0')
  expect(podcast.chapters.map(({ title }) => title)).toEqual(
    youtube.map((line) => line.replace(/^\S+ /, '')),
  )
  const csv = await preview(page, language, 'csv')
  expect(csv.startsWith('\uFEFF"')).toBe(true)
  expect(csv).toContain(`"'=The story, ""live"""`)
}

test(
  'an hour is recorded with a pause, two refreshes and two markers',
  { tag: '@desktop' },
  async ({ page }) => run(page, 'en'),
)
test('the same is recorded in Chinese', { tag: '@phone' }, async ({ page }) => run(page, 'zh'))

test(
  'the level is drawn ten times a second, and not at all under reduced motion',
  { tag: '@desktop' },
  async ({ page }) => {
    const level = () =>
      page
        .getByRole('img', { name: app('ms').live.level })
        .evaluate((box: HTMLElement) => box.style.getPropertyValue('--level'))
    await begin(page, 'ms')
    const seen = new Set<string>()
    for (let i = 0; i < 10; i++) {
      await page.clock.runFor(100)
      seen.add(await level())
    }
    expect(seen.size).toBeGreaterThan(8)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await expect(page.getByRole('timer')).toBeVisible()
    const still = await level()
    await page.clock.runFor(1_000)
    expect(await level()).toBe(still)
  },
)

// shadcn-ui 3643, lemmy-ui 1070.
test(
  'no field has letters so small that a phone enlarges the page around it',
  { tag: '@phone' },
  async ({ page }) => {
    const { live, markers } = app('en')
    const sizes = () =>
      page
        .getByRole('textbox')
        .evaluateAll((fields) =>
          fields.map((field) => parseFloat(getComputedStyle(field).fontSize)),
        )
    await begin(page, 'en')
    await page.getByRole('button', { name: live.mark, exact: true }).click()
    await expect(page.getByText(markers.empty)).toHaveCount(0)
    await page.getByRole('button', { name: live.stop, exact: true }).click()
    await expect(page.getByLabel(app('en').export.preview, { exact: true })).toBeVisible()
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16)
  },
)

test('a broken stored session is ignored', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('recording-session', '{"status":"recording","bankedMs":"x"}'),
  )
  await page.goto('/recording-tracker')
  await expect(page.getByRole('heading', { name: app('en').setup.title })).toBeVisible()
  await expect(page.getByRole('timer')).toBeHidden()
})
