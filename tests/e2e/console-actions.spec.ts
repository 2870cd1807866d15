// Forms of the console that are submitted by a server action: from the browser to the database, and
// by a page that was opened before the site was updated.
import type { Page, Request } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { expectNotice, openAdmin, wordsOf } from '@/tests/support/verbs'

test.use({ expectedErrors: /status of 404/ })

const { admin, common } = wordsOf('en')
const { form, settings, sheet } = admin

const bookedOn = async (page: Page, date: string): Promise<string> => {
  const answer = await page.request.post('/api/admin/bookings', {
    data: {
      ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', phone: '012-345 6789' },
      ...{ date, time: '10:00', duration: 'hourly', hours: 1, roomId: null },
      ...{ paid: { method: 'cash' }, despite: ['outside_hours', 'turnaround'] },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return `/admin/bookings/${((await answer.json()) as { id: number }).id}`
}

/** Where what changes something was sent, other than by reading. */
function changesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    const action = request.headers()['next-action']
    if (request.method() === 'GET') return
    sent.push(`${action ? 'action' : request.method()} ${new URL(request.url()).pathname}`)
  })
  return sent
}

/** From now on the actions of this page are those of a build that is gone. */
const replaceBuild = (page: Page) =>
  page.route('**/admin/**', (route, request) => {
    const headers = request.headers()
    return headers['next-action'] === undefined
      ? route.fallback()
      : route.continue({ headers: { ...headers, 'next-action': 'd4'.repeat(21) } })
  })

async function openBySearch(page: Page, booking: string): Promise<void> {
  const { search } = admin
  await page.getByRole('button', { name: search.open, exact: true }).first().click()
  const id = booking.split('/').at(-1) ?? ''
  await page.getByPlaceholder(search.placeholder).fill(id)
  await page
    .getByRole('option')
    .filter({ hasText: `#${id} ` })
    .click()
  await expect(page.getByRole('complementary')).toBeVisible()
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: sheet.note, exact: true }).click()
  await page.getByLabel(sheet.noteText).fill(text)
}
const save = (page: Page) => page.getByRole('button', { name: form.save, exact: true }).click()
const told = (page: Page) => page.getByRole('alert').filter({ hasText: common.part.text })

test(
  'a note and a group of settings are saved by their actions',
  { tag: '@desktop' },
  async ({ page, day }) => {
    await openAdmin(page, 'en', '/admin/today')
    const booking = await bookedOn(page, day)
    const changes = changesOf(page)
    // Beside the page it was opened from, then on a page of its own.
    await openBySearch(page, booking)
    for (const text of ['$20 in coins', 'And a tripod']) {
      await writeNote(page, text)
      await save(page)
      await expectNotice(page, admin.save.success, sheet.noteSaved)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(text)).toBeVisible()
      await page.reload()
      await expect(page.getByText(text)).toBeVisible()
    }

    await page.goto('/ms/admin/settings/mail')
    const words = wordsOf('ms').admin
    const notices = page.getByRole('region', { name: words.settings.notices.title })
    const summary = notices.getByLabel(words.settings.notices.summary)
    const before = await summary.isChecked()
    for (const wanted of [!before, before]) {
      await summary.setChecked(wanted)
      await notices.getByRole('button', { name: words.form.save }).click()
      await expectNotice(page, words.save.success, words.settings.saved)
      await page.reload()
      await expect(summary).toBeChecked({ checked: wanted })
    }
    expect(changes).toEqual([
      `action ${booking}`,
      `action ${booking}`,
      'action /ms/admin/settings/mail',
      'action /ms/admin/settings/mail',
    ])
  },
)

test(
  'a page that was open while the site was updated says so and loses no text',
  { tag: '@desktop' },
  async ({ page, day }) => {
    await openAdmin(page, 'en', '/admin/today')
    const booking = await bookedOn(page, day)
    await page.goto(booking)
    await replaceBuild(page)
    await writeNote(page, 'An hour of thought')
    await save(page)
    await expect(told(page)).toBeVisible()
    await expect(page.getByLabel(sheet.noteText)).toHaveValue('An hour of thought')
    await page.unrouteAll()
    await page.getByRole('button', { name: common.part.reload }).click()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: sheet.note, exact: true }).click()
    await expect(page.getByLabel(sheet.noteText)).toHaveValue('An hour of thought')
    await save(page)
    await expect(page.getByText('An hour of thought')).toBeVisible()

    await page.goto('/admin/settings/prices#setting-tax-label')
    await replaceBuild(page)
    const tax = page.getByRole('region', { name: settings.tax.title, exact: true })
    const label = tax.getByLabel(settings.tax.label)
    await label.fill('A name of a tax')
    await tax.getByRole('button', { name: form.save }).click()
    await expect(told(page)).toBeVisible()
    await expect(label).toHaveValue('A name of a tax')
    await page.unrouteAll()
    await page.getByRole('button', { name: common.part.reload }).click()
    await expect(label).toHaveValue('A name of a tax')
  },
)

test(
  'an action tells a stranger nothing, and takes nothing that is not plain',
  { tag: '@desktop' },
  async ({ page, day, playwright, baseURL }) => {
    await openAdmin(page, 'en', '/admin/today')
    const booking = await bookedOn(page, day)
    await page.goto(booking)
    const sent = page.waitForRequest((request) => request.headers()['next-action'] !== undefined)
    await writeNote(page, 'Seen by the owner')
    await save(page)
    await expectNotice(page, admin.save.success, sheet.noteSaved)
    const request = await sent
    const {
      host: _host,
      'content-length': _length,
      cookie,
      ...headers
    } = await request.allHeaders()
    const anybody = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    const ask = async (more: Record<string, string>, data = request.postData() ?? '') => {
      const answer = await anybody.post(booking, { headers: { ...headers, ...more }, data })
      return { status: answer.status(), text: await answer.text() }
    }
    expect(await ask({})).toMatchObject({ status: 401 })
    const forged = await ask({ cookie: `session=${'x'.repeat(43)}` })
    expect(forged.text).toContain('"status":401')
    expect(forged.text).not.toContain('Aina')
    const owners = { cookie: cookie ?? '' }
    expect(await ask({ ...owners, origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(await ask(owners, '["$F1"]')).toMatchObject({ status: 400 })
    expect(await ask(owners, '[{"params":{"id":"$@0"},"body":{}}]')).toMatchObject({ status: 400 })
    expect(await ask({ ...owners, 'next-action': 'd4'.repeat(21) })).toMatchObject({ status: 404 })
    await anybody.dispose()
    await page.reload()
    await expect(page.getByText('Seen by the owner')).toHaveCount(1)
  },
)
