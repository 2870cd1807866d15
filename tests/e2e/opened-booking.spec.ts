// A booking that is opened beside a page, every way of leaving it, and what is done in the next one.
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { expectNotice, openAdmin, wordsOf } from '@/tests/support/verbs'

const { admin } = wordsOf('en')
const { form, frame, search, sheet, tabs } = admin

const opened = (page: Page) => page.getByRole('complementary')

async function bookedAt(page: Page, date: string, time: string): Promise<number> {
  const answer = await page.request.post('/api/admin/bookings', {
    data: {
      ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', phone: '012-345 6789' },
      ...{ date, time, duration: 'hourly', hours: 1, roomId: null },
      ...{ paid: { method: 'cash' }, despite: ['outside_hours', 'turnaround'] },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

async function find(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: search.open, exact: true }).first().click()
  await page.getByPlaceholder(search.placeholder).fill(String(id))
  await page
    .getByRole('option')
    .filter({ hasText: `#${id} ` })
    .click()
  await expect(page).toHaveURL(`/admin/bookings/${id}`)
}

async function openBeside(page: Page, id: number): Promise<void> {
  await find(page, id)
  await expect(opened(page).getByText(`#${id} `)).toBeVisible()
}

/** Where another area was left for, the next booking is loaded by itself. */
async function openAlone(page: Page, id: number): Promise<void> {
  await Promise.all([page.waitForEvent('load'), find(page, id)])
  await expect(page.getByRole('main').getByText(`#${id} `)).toBeVisible()
}

/** In a booking beside its page, or as a page of its own. */
async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: sheet.note, exact: true }).last().click()
  await page.getByLabel(sheet.noteText).fill(text)
  await page.getByRole('button', { name: form.save, exact: true }).click()
  await expectNotice(page, admin.save.success, sheet.noteSaved)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(text)).toBeVisible()
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** What leads out of the booking that is opened, and the address after it. */
const WAYS: Record<string, [leave: (page: Page) => Promise<unknown>, address: RegExp]> = {
  'Today in the bar': [(page) => place(page, frame.today).click(), /\/admin\/today$/],
  'another place in the bar': [(page) => place(page, tabs.calendar).click(), /\/admin\/calendar/],
  'a new booking': [(page) => place(page, frame.create).click(), /\/admin\/bookings\/new$/],
  'a shortcut': [
    async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('i')
    },
    /\/admin\/inbox/,
  ],
  'a result of the search': [
    async (page) => {
      await page.keyboard.press('/')
      await page.getByPlaceholder(search.placeholder).fill(tabs.customers)
      await page.getByRole('option', { name: tabs.customers }).first().click()
    },
    /\/admin\/customers/,
  ],
  'a link inside it': [
    (page) => opened(page).getByRole('link', { name: sheet.again, exact: true }).click(),
    /\/admin\/bookings\/new\?again=/,
  ],
  'its own button': [
    (page) => opened(page).getByRole('button', { name: frame.closeBooking, exact: true }).click(),
    /\/admin\/today$/,
  ],
  'the Escape key': [(page) => opened(page).press('Escape'), /\/admin\/today$/],
  'the browser’s back': [(page) => page.goBack(), /\/admin\/today$/],
  'a notification': [
    (page) =>
      page.evaluate(() => {
        const data = { url: new URL('/admin/attention', location.href).href }
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      }),
    /\/admin\/attention/,
  ],
}

for (const [way, [leave, address]] of Object.entries(WAYS))
  test(
    `what is done in a booking is shown, after another was left by ${way}`,
    { tag: '@desktop' },
    async ({ page, day }) => {
      await openAdmin(page, 'en', '/admin/today')
      const first = await bookedAt(page, day, '10:00')
      const second = await bookedAt(page, day, '14:00')
      await openBeside(page, first)
      await leave(page)
      await expect(page).toHaveURL(address)
      await expect(opened(page).getByText(`#${first} `)).toHaveCount(0)
      await (address.test('/admin/today') ? openBeside : openAlone)(page, second)
      await writeNote(page, 'A second microphone')
      await find(page, first)
      await writeNote(page, 'A tripod')
    },
  )
