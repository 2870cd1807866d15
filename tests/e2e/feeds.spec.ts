// The day on paper, and the addresses that calendars read.
import en from '@/messages/en.json' with { type: 'json' }
import { studioDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { openAdmin } from '@/tests/support/verbs'

const { runSheet, today, calendar, account } = en.admin

test('tomorrow is on paper by two presses, without anything of the console', async ({ page }) => {
  await openAdmin(page, 'en', '/admin/today')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '1')
  })
  await page.getByRole('link', { name: today.printTomorrow }).click()
  await expect(page).toHaveURL(/\/admin\/calendar\/sheet\?date=\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: runSheet.print }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '1')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: runSheet.print })).toBeHidden()
  await expect(page.getByRole('link', { name: runSheet.back })).toBeHidden()
})

test('the calendar’s bar leads to the sheet of its day', async ({ page }) => {
  await openAdmin(page, 'en', '/admin/calendar?view=day')
  await page.getByRole('link', { name: calendar.printDay }).click()
  await expect(page).toHaveURL(new RegExp(`sheet\\?date=${studioDate(new Date())}$`))
  await page.getByRole('link', { name: runSheet.back }).click()
  await expect(page.getByRole('button', { name: calendar.newBlock })).toBeVisible()
})

test(
  'an address for a calendar is made, read without signing in, and removed',
  { tag: '@desktop' },
  async ({ page, playwright }) => {
    const { addresses } = account
    await openAdmin(page, 'en', '/admin/account')
    await page.getByRole('button', { name: addresses.add }).click()
    const address = await page.getByLabel(addresses.address).inputValue()
    expect(address).toMatch(/\/calendar\/[\w-]{22}\.ics$/)
    await expectSound(page)
    const phone = await playwright.request.newContext()
    const read = () => phone.get(new URL(new URL(address).pathname, page.url()).href)
    const answer = await read()
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(answer.headers()['referrer-policy']).toBe('no-referrer')
    expect(answer.headers()['x-robots-tag']).toContain('noindex')
    await page.reload()
    await expect(page.getByLabel(addresses.address)).toHaveCount(0)
    const line = page.getByRole('button', {
      name: addresses.removeOf.replace('{room}', addresses.allRooms),
    })
    await expect(line.last()).toBeVisible()
    const before = await line.count()
    await line.last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: addresses.remove }).click()
    // An open dialog hides the list behind it.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(line).toHaveCount(before - 1)
    expect((await read()).status()).toBe(404)
    await phone.dispose()
  },
)
