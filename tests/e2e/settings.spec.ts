// The settings: found by a search, each at its field, and the closed days of a year.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expectSound } from '@/tests/support/accessible'
import { expect, site, test } from '@/tests/support/e2e'
import { inLanguage, openAdmin, wordsOf } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

const { calendar, closedYear, form, settings, settingsIndex } = wordsOf('en').admin

test('the search leads to a field of a folded part, by keyboard, in each language, without asking the server', async ({
  page,
  isMobile,
}) => {
  // The longest words at a phone's width.
  for (const language of isMobile ? (['ms'] as const) : LANGUAGES) {
    const { settings: words, settingsIndex: index } = wordsOf(language).admin
    await openAdmin(page, language, '/admin/settings')
    await expectSound(page)
    const field = page.getByRole('searchbox', { name: index.search })
    await expect(field).toBeEnabled()
    const asked: string[] = []
    // The page's own code may still be on its way.
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') asked.push(request.url())
    })
    await field.pressSequentially(words.counters.livestream)
    await expect(page.getByRole('link', { name: words.counters.livestream })).toBeVisible()
    page.removeAllListeners('request')
    expect(asked).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const found = page.getByLabel(words.counters.livestream)
    await expect(found).toBeFocused()
    await expect(found).toBeInViewport()
    await expect(page).toHaveURL(/\/admin\/settings\/website#setting-counters-livestream$/)
    await expectSound(page)
    await page.reload()
    await expect(found).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: index.search })).toBeVisible()
  }
})

test(
  'a link to a setting from when all were on one page arrives at it, and all pages are listed',
  { tag: '@desktop' },
  async ({ page }) => {
    await openAdmin(page, 'ms', '/admin/settings#setting-rooms')
    await expect(page).toHaveURL(/\/ms\/admin\/settings\/hours#setting-rooms$/)
    await expect(
      page.getByRole('heading', { name: wordsOf('ms').admin.settings.rooms.title, exact: true }),
    ).toBeFocused()
    await openAdmin(page, 'en', '/admin/settings')
    for (const { title } of Object.values(settingsIndex.pages))
      await expect(page.getByRole('link', { name: new RegExp(`^${title} .`) })).toBeVisible()
  },
)

test('days are closed from a day of the year, stand in its list, and open again in the calendar', async ({
  page,
  isMobile,
}) => {
  // Far beyond what any test books, and another month for each width.
  const month = isMobile ? '08' : '09'
  const reason = `Roof ${randomUUID().slice(0, 6)}`
  const { closed } = settingsIndex.pages
  await openAdmin(page, 'en', '/admin/settings')
  await page.getByRole('link', { name: new RegExp(`^${closed.title}`) }).click()
  await expect(page.locator('[aria-current=date]')).toHaveAccessibleName(/today/)
  // On a phone the months stand in a row.
  if (isMobile) await expect(page.locator('[aria-current=date]')).toBeInViewport()
  await expectSound(page)
  await page.goto('/admin/settings/closed?year=2031')
  await page.getByRole('link', { name: closedYear.next.replace('{year}', '2032') }).click()
  const days = page.getByRole('group', { name: closedYear.label.replace('{year}', '2032') })
  const day = days.locator(`[data-date="2032-${month}-03"]`)
  await day.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(calendar.form.date)).toHaveValue(`2032-${month}-03`)
  await expect(dialog.getByLabel(calendar.blockForm.wholeDay)).toBeChecked()
  await dialog.getByLabel(calendar.blockForm.until).fill(`2032-${month}-05`)
  await dialog.getByLabel(calendar.blockForm.reason).fill(reason)
  await dialog.getByRole('button', { name: calendar.blockForm.submit }).click()
  try {
    await expect(day).toHaveAccessibleName(new RegExp(`${reason}: ${closedYear.kinds.block}`))
    const line = page.getByRole('listitem').filter({ hasText: reason })
    await expect(line).toContainText(closedYear.wholeDay)
    await expectSound(page)
    await line.getByRole('link', { name: closedYear.inCalendar }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/calendar\\?view=day&date=2032-${month}-03`))
    await expect(page.getByText(reason).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/year=2032/)
    await expect(line).toBeVisible()
  } finally {
    const sql = new pg.Client({ connectionString: site().DATABASE_URL })
    await sql.connect()
    await sql.query(`DELETE FROM blocks WHERE reason = $1`, [reason])
    await sql.end()
  }
})

test('a season is added and removed beside the year', { tag: '@desktop' }, async ({ page }) => {
  const name = `Night hours ${randomUUID().slice(0, 6)}`
  await openAdmin(page, 'en', '/admin/settings/closed?year=2033#setting-seasons')
  const add = page.getByRole('button', { name: settings.seasons.add })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(settings.seasons.name, { exact: false }).first().fill(name)
  await dialog.getByLabel(settings.seasons.from).fill('2033-05-10')
  await dialog.getByLabel(settings.seasons.to).fill('2033-05-12')
  await dialog.getByRole('button', { name: form.save }).click()
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line).toBeVisible()
  const day = page.locator('[data-date="2033-05-11"]')
  await expect(day).toHaveAccessibleName(new RegExp(`${name}: ${closedYear.kinds.season}`))
  await expect(day).toContainText(closedYear.letters.season)
  await line.getByRole('button', { name: new RegExp(`^${form.delete}`) }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: form.delete }).click()
  await expect(line).toBeHidden()
})

test(
  'a calendar from elsewhere is added, says why it cannot be read, is named in the calendar, and removed',
  { tag: '@desktop' },
  async ({ page }) => {
    const { feeds } = settings
    const name = `Google ${randomUUID().slice(0, 6)}`
    const date = '2034-03-08'
    const sql = new pg.Client({ connectionString: site().DATABASE_URL })
    await sql.connect()
    try {
      await openAdmin(page, 'en', '/admin/settings/hours#setting-feeds-add')
      await expect(page.getByRole('button', { name: feeds.add })).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(feeds.name).fill(name)
      await dialog.getByLabel(feeds.address).fill('http://calendar.example/basic.ics')
      await dialog.getByRole('button', { name: form.save }).click()
      await expect(dialog.getByLabel(feeds.address)).toHaveAttribute('aria-invalid', 'true')
      await expectSound(page)
      await dialog.getByLabel(feeds.address).fill('webcal://localhost/basic.ics')
      await dialog.getByRole('button', { name: form.save }).click()
      await expect(dialog).toHaveCount(0)
      const line = page.getByRole('listitem').filter({ hasText: name })
      await expect(line).toContainText(feeds.errors.unreachable)
      await expectSound(page)
      await page.reload()
      await expect(line).toContainText(feeds.errors.unreachable)

      await sql.query(
        `INSERT INTO blocks (studio_id, feed_id, first_day, last_day, from_minute, to_minute, reason)
        SELECT studio_id, id, $2, $2, 600, 720, $1 || ': Podcast class' FROM feeds WHERE name = $1`,
        [name, date],
      )
      await page.goto(inLanguage('en', `/admin/calendar?date=${date}`))
      const entry = page.getByRole('button', { name: new RegExp(`${name}: Podcast class`) })
      await expect(entry).toContainText(calendar.states.feed)
      await entry.click()
      await expect(dialog).toContainText(calendar.unblock.feedText.replace('{name}', name))
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(entry).toBeFocused()

      await page.goto(inLanguage('en', '/admin/settings/hours'))
      await line.getByRole('button', { name: feeds.removeOf.replace('{name}', name) }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: feeds.remove }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(line).toHaveCount(0)
      const { rows } = await sql.query(`SELECT id FROM blocks WHERE reason LIKE $1 || '%'`, [name])
      expect(rows).toEqual([])
    } finally {
      await sql.query(`DELETE FROM feeds WHERE name = $1`, [name])
      await sql.end()
    }
  },
)

test('a field in a fold of a form is found by its address', { tag: '@phone' }, async ({ page }) => {
  await openAdmin(page, 'en', '/admin/settings/studio#setting-site-latitude')
  await expect(page.getByLabel(settings.site.latitude, { exact: true })).toBeFocused()
  await expect(page.getByLabel(settings.site.video, { exact: true })).toBeHidden()
  // In a fold within a fold.
  await openAdmin(page, 'en', '/admin/settings/studio#setting-visit-translations.ms.lobby')
  await expect(page.locator('[id="setting-visit-translations.ms.lobby"]')).toBeFocused()
})
