// The owner makes prices from a date: visitors see the old ones until then.
import { randomInt } from 'node:crypto'
import { expectSound } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { expectNotice, openAdmin, wordsOf } from '@/tests/support/verbs'
import { addDays, studioDate } from '@/lib/time'

const { admin } = wordsOf('en')
const { prices } = admin

test(
  'prices from a date are made, previewed and dropped, and visitors see those of today',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const services = async () =>
      (await (await request.get('/api/services')).json()) as { name: string; hourlyRate: string }[]
    const before = await services()
    const [service] = before
    if (!service) throw new Error('No service is offered')
    // A second try finds the set of the first one.
    const day = addDays(studioDate(new Date()), 400 + randomInt(300))
    await openAdmin(page, 'en', '/admin/prices')
    await page.getByRole('button', { name: prices.add }).click()
    const dialog = page.getByRole('dialog')
    const rates = dialog.getByRole('group', { name: service.name, exact: true })
    const hour = rates.getByLabel(new RegExp(`^${prices.columns.hourlyRate}`))
    await hour.fill('321')
    await dialog.getByRole('button', { name: prices.save }).click()
    // Without a day nothing is sent.
    await expect(dialog.getByLabel(new RegExp('^From'))).toBeFocused()
    await dialog.getByLabel(new RegExp('^From')).fill(day)
    await dialog.getByRole('button', { name: prices.save }).click()
    await expectNotice(page, admin.save.success, prices.saved)
    await expect(dialog).toBeHidden()
    const set = page.getByRole('article').filter({ hasText: 'RM321.00' })
    await expect(set).toContainText('1 rate differs')
    await set.getByRole('link', { name: prices.preview }).click()
    const preview = page.locator('#preview')
    await expect(preview.getByRole('listitem').filter({ hasText: service.name })).toContainText(
      'RM321',
    )
    await expectSound(page)
    expect(await services()).toEqual(before)
    await set.getByRole('button', { name: new RegExp(`^${admin.form.delete}`) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: admin.form.delete }).click()
    await expect(set).toBeHidden()
    await expect(preview).toBeHidden()
  },
)
