// The owner's day with one thumb: how many touches each task takes at most, on a phone of 390 by 844.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import en from '@/messages/en.json' with { type: 'json' }
import { addDays, studioDate, studioTime } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { expect, site } from '@/tests/support/e2e'
import { ownHouse } from '@/tests/support/own-house'

const { admin } = en
const { today, sheet, newBooking, inbox, customers } = admin

const test = ownHouse().extend<{ thumb: Thumb }>({
  thumb: async ({ page }, use) => use(new Thumb(page)),
})
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Counts what a thumb does. */
class Thumb {
  touches = 0
  constructor(readonly page: Page) {}
  async tap(target: Locator): Promise<void> {
    await expect(target).toBeInViewport()
    this.touches += 1
    await target.tap()
  }
  link = (name: string | RegExp) => this.page.getByRole('link', { name, exact: true })
  button = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true })
}

type Made = { id: number; updatedAt: string }

async function signIn(page: Page): Promise<void> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = site()
  const answer = await page.request.post('/api/auth/sign-in', { data: { username, password } })
  expect(answer.ok()).toBe(true)
}

async function book(page: Page, about: Record<string, unknown>): Promise<Made> {
  const answer = await page.request.post('/api/admin/bookings', {
    data: {
      ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', phone: '012-345 6789' },
      ...{ duration: 'hourly', hours: 1, roomId: null, paid: { method: 'cash' } },
      despite: ['past', 'closed', 'outside_hours', 'blocked', 'turnaround'],
      ...about,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Made
}

async function openToday(page: Page): Promise<void> {
  await signIn(page)
  await page.goto('/admin/today')
}

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test('who is here and who comes next is seen at once, reached by one touch @phone', async ({
  page,
  thumb,
}) => {
  await signIn(page)
  const now = new Date()
  const [date, time] = [studioDate(now), `${studioTime(now).slice(0, 2)}:00`]
  const tomorrow = addDays(date, 1)
  // Two hours: it runs until the last test, also when the clock strikes meanwhile.
  await book(page, { date, time, lastName: 'Rahman', hours: 2 })
  await book(page, { date: tomorrow, time: '10:00', firstName: 'Hakim', lastName: 'Ismail' })
  await page.goto('/admin/today')
  await expect(page.getByRole('article').getByText('Aina Rahman')).toBeInViewport()
  expect(thumb.touches).toBe(0)
  await expect(thumb.link(today.callName.replace('{name}', 'Aina Rahman'))).toHaveAttribute(
    'href',
    'tel:+60123456789',
  )
  const chat = thumb.link(today.whatsAppName.replace('{name}', 'Aina Rahman'))
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/60123456789\?text=Hi%20Aina/)
  await expect(chat).toBeInViewport()
  await expectSound(page)

  await thumb.tap(page.getByRole('article').getByRole('button', { name: today.arrived }))
  await expect(page.getByText(/Arrived \d\d:\d\d/)).toBeVisible()
  expect(thumb.touches).toBe(1)
  await thumb.tap(thumb.button(admin.acts.undo))
  await expect(page.getByRole('article').getByRole('button', { name: today.arrived })).toBeVisible()
})

test('a booking is found with one touch and the last four digits of a number @phone', async ({
  page,
  thumb,
}) => {
  await openToday(page)
  await thumb.tap(page.getByRole('button', { name: admin.search.open, exact: true }))
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('6789')
  await expect(page.getByRole('option', { name: /Hakim Ismail/ }).first()).toBeInViewport()
  expect(thumb.touches).toBe(1)
  await thumb.tap(page.getByRole('option', { name: /Hakim Ismail/ }).first())
  await expect(page).toHaveURL(/\/admin\/(bookings|customers)\/\d+$/)
})

test('a phone with a passkey signs in with one touch @phone', async ({ page, thumb, context }) => {
  await signIn(page)
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2' as const, transport: 'internal' as const, hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.goto('/admin/account')
  await page.getByLabel(admin.account.passkeys.name, { exact: true }).fill('This phone')
  await page.getByRole('button', { name: admin.account.passkeys.add }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'This phone' })).toBeVisible()
  await context.clearCookies({ name: 'session' })
  // A browser that offers no passkeys beside passwords: nothing signs in before the touch.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto('/admin/login')
  await thumb.tap(page.getByRole('button', { name: admin.signIn.passkey }))
  await expect(page).toHaveURL('/admin/today')
  expect(thumb.touches).toBe(1)
})

test('somebody who is late is told in two touches, and noted as a no-show in two @phone', async ({
  page,
  thumb,
}) => {
  await openToday(page)
  await thumb.tap(page.getByRole('article').getByRole('link', { name: 'Aina Rahman', exact: true }))
  const late = thumb.link(sheet.late)
  await expect(late).toBeInViewport()
  await expect(late).toHaveAttribute('href', /wa\.me\/60123456789\?text=.*on%20your%20way/)
  const noShow = page
    .getByRole('complementary')
    .getByRole('button', { name: sheet.noShow, exact: true })
  await thumb.tap(noShow)
  await expect(thumb.button(admin.acts.undo)).toBeVisible()
  expect(thumb.touches).toBe(2)
  await expectSound(page)
  await thumb.tap(thumb.button(admin.acts.undo))
  await expect(noShow).toHaveAttribute('aria-pressed', 'false')
})

test('an hour more is sold with a link in three touches, two of them in the sheet @phone', async ({
  page,
  thumb,
}) => {
  await openToday(page)
  await thumb.tap(thumb.link('Hakim Ismail'))
  await thumb.tap(thumb.button(sheet.hour))
  await thumb.tap(page.getByRole('dialog').getByRole('button', { name: /pay by link/ }))
  const send = thumb.link(sheet.extend.send.replace('{name}', 'Hakim Ismail'))
  await expect(send).toHaveAttribute('href', /wa\.me\/60123456789\?text=.*manage/)
  await expectSound(page)
  expect(thumb.touches).toBe(3)
})

test('a session is moved in four touches, with the mail as it will read @phone', async ({
  page,
  thumb,
}) => {
  await openToday(page)
  await thumb.tap(thumb.link('Hakim Ismail'))
  await thumb.tap(thumb.button(sheet.moveTo))
  const dialog = page.getByRole('dialog')
  await thumb.tap(dialog.getByRole('button', { name: '15:00', exact: true }))
  await expect(dialog.getByText(/^New time: /)).toBeVisible()
  await expectSound(page)
  await thumb.tap(dialog.getByRole('button', { name: /^Move to .*tell them$/ }))
  await expect(dialog).toHaveCount(0)
  expect(thumb.touches).toBe(4)
  await expect(page.getByText(/15:00–17:00/)).toBeVisible()
})

test('a part of a payment goes back in three touches and its amount @phone', async ({
  page,
  thumb,
}) => {
  await openToday(page)
  await thumb.tap(page.getByRole('article').getByRole('link', { name: 'Aina Rahman', exact: true }))
  const refund = thumb.button(sheet.refund.open)
  await refund.scrollIntoViewIfNeeded()
  await thumb.tap(refund)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(admin.record.amount).fill('10.00')
  await thumb.tap(dialog.getByRole('button', { name: admin.record.submit, exact: true }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('RM10.00 refunded')).toBeVisible()
  expect(thumb.touches).toBe(3)
})

test('a telephone booking takes six touches for somebody known @phone', async ({ page, thumb }) => {
  await openToday(page)
  await thumb.tap(page.getByRole('link', { name: admin.frame.create, exact: true }))
  await page.getByLabel(newBooking.who.label).fill('6789')
  await thumb.tap(page.getByRole('option', { name: /Hakim Ismail|Aina Rahman/ }).first())
  const day = thumb.button(sheet.days.tomorrow)
  await day.scrollIntoViewIfNeeded()
  await thumb.tap(day)
  const hour = page.getByRole('button', { name: '12:00', exact: true })
  await hour.scrollIntoViewIfNeeded()
  await thumb.tap(hour)
  await thumb.tap(thumb.button(newBooking.submit))
  await expect(page.getByRole('link', { name: /the link$/ })).toHaveAttribute(
    'href',
    /wa\.me\/60123456789/,
  )
  expect(thumb.touches).toBeLessThanOrEqual(6)
})

test('a message is answered in two touches and its words @phone', async ({ page, thumb }) => {
  await signIn(page)
  const message = {
    ...{ name: 'Siti Nurhaliza', email: 'siti@example.com', subject: 'technical' },
    message: 'Is there a piano?',
  }
  const written = await page.request.post('/api/contacts', { data: message })
  expect(written.status(), await written.text()).toBe(201)
  await page.goto('/admin/today')
  const line = page.getByRole('listitem').filter({ hasText: message.name })
  const verb = line.getByRole('link', { name: today.verbs.message, exact: true })
  await verb.scrollIntoViewIfNeeded()
  await thumb.tap(verb)
  await page.getByRole('textbox', { name: inbox.answer }).fill('Yes, a Yamaha U1.')
  await expectSound(page)
  await thumb.tap(thumb.button(inbox.send))
  const answered = page.getByRole('listitem').filter({ hasText: 'Yes, a Yamaha U1.' })
  await expect(answered).toBeVisible()
  expect(thumb.touches).toBe(2)
  await expect(page.getByRole('textbox', { name: inbox.answer })).toHaveValue('')

  await page.goto('/admin/inbox')
  await expect(page.getByText(inbox.empty.new)).toBeVisible()
  await expectSound(page)
  await thumb.tap(page.getByRole('link', { name: new RegExp(`^${inbox.state.answered}`) }))
  await thumb.tap(thumb.link(message.name))
  await thumb.tap(thumb.button(inbox.archive))
  await expect(thumb.button(inbox.restore)).toBeVisible()
  await thumb.tap(thumb.button(admin.acts.undo))
  await expect(thumb.button(inbox.archive)).toBeVisible()
})

test('messages are archived by a swipe, several by a long press, and come back @phone', async ({
  page,
  thumb,
}) => {
  await signIn(page)
  const people = ['Farid Osman', 'Goh Mei Ling', 'Harish Nair']
  for (const [index, name] of people.entries()) {
    const message = {
      ...{ name, email: `person-${index}@example.com`, subject: 'other' },
      message: 'A message of several lines. '.repeat(20),
    }
    const written = await page.request.post('/api/contacts', { data: message })
    expect(written.status(), await written.text()).toBe(201)
  }
  await page.goto('/admin/inbox')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(thumb.button(inbox.select.begin)).toBeEnabled()
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const draw = async (name: string, by: { x: number; y: number }) => {
    const box = await row(name).boundingBox()
    if (!box) throw new Error(`no row of ${name}`)
    const from = { x: box.x + box.width - 40, y: box.y + 40 }
    await touch('touchStart', from)
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', { x: from.x + (by.x * step) / 8, y: from.y + (by.y * step) / 8 })
      await page.waitForTimeout(20)
    }
    // A finger that rests before it goes up does not throw the page: the next tap would only stop it.
    await page.waitForTimeout(150)
    await touch('touchEnd')
  }
  // Downwards and slanting the page scrolls, and nothing is archived.
  await draw('Farid Osman', { x: -60, y: -200 })
  await draw('Goh Mei Ling', { x: -120, y: 100 })
  for (const name of people) await expect(row(name)).toBeVisible()

  await page.evaluate(() => scrollTo(0, 0))
  await draw('Farid Osman', { x: -220, y: 4 })
  await expect(page.getByText(inbox.archived.replace('{name}', 'Farid Osman'))).toBeVisible()
  await expect(row('Farid Osman')).toHaveCount(0)
  await thumb.tap(thumb.button(admin.acts.undo))
  await expect(row('Farid Osman')).toBeVisible()

  const box = await row('Goh Mei Ling').boundingBox()
  await touch('touchStart', { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 30 })
  const acts = page.getByRole('group', { name: inbox.select.acts })
  await expect(acts).toBeVisible()
  await touch('touchEnd')
  await expect(page).toHaveURL(/inbox$/)
  await expect(page.getByRole('checkbox', { name: 'Select Goh Mei Ling' })).toBeChecked()
  await row('Harish Nair').tap()
  await expect(acts).toContainText('2 people selected')
  await expectSound(page)
  await acts.getByRole('button', { name: inbox.select.answer }).tap()
  await expect(row('Goh Mei Ling')).toHaveCount(0)
  await expect(row('Harish Nair')).toHaveCount(0)
  await expect(row('Farid Osman')).toBeVisible()
})

test('customers are selected by a long press, get one email and go into a file @phone', async ({
  page,
  thumb,
}) => {
  await signIn(page)
  const people = ['Ismail Daud', 'Joanne Teh', 'Kavitha Raj']
  for (const [index, name] of people.entries()) {
    const message = { name, email: `customer-${index}@example.com`, subject: 'other' }
    const written = await page.request.post('/api/contacts', {
      data: { ...message, message: 'Hello' },
    })
    expect(written.status(), await written.text()).toBe(201)
  }
  await page.goto('/admin/customers')
  const { select } = customers
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(thumb.button(select.begin)).toBeEnabled()
  await row('Joanne Teh').scrollIntoViewIfNeeded()
  const box = await row('Joanne Teh').boundingBox()
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 30 }])
  const acts = page.getByRole('group', { name: select.acts })
  await expect(acts).toBeVisible()
  await touch('touchEnd', [])
  await expect(page).toHaveURL(/customers$/)
  await expect(page.getByRole('checkbox', { name: 'Select Joanne Teh' })).toBeChecked()
  await row('Kavitha Raj').tap()
  await expect(acts).toContainText('2 customers selected')
  await expectSound(page)
  const mail = await acts.getByRole('link', { name: select.email }).getAttribute('href')
  expect(mail?.split(/[=,]/).sort()).toEqual(
    ['mailto:?bcc', 'customer-1@example.com', 'customer-2@example.com'].sort(),
  )
  const saved = page.waitForEvent('download')
  await acts.getByRole('link', { name: select.file }).tap()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`customers-${studioDate(new Date())}.csv`)
  const lines = readFileSync(await file.path(), 'utf8')
    .split('\r\n')
    .slice(1, -1)
  expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(['Joanne Teh', 'Kavitha Raj'])
})
