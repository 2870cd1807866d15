// A session paid by transfer: chosen in the payment dialog, with the account and a QR, its slip sent,
// and what the owner finds in the account. The studio of these tests has set its account.
import type { Page } from '@playwright/test'
import { addDays, studioDate } from '@/lib/time'
import { expectAccessible } from '@/tests/support/accessible'
import { expect } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { emailOf } from '@/tests/support/orders'
import { dayAfter, ONE_SITE, ownHouse } from '@/tests/support/own-house'
import { ADMIN } from '@/tests/support/site'
import { translatedPage } from '@/tests/support/translator'
import {
  cardFrame,
  expectConfirmed,
  expectNotice,
  fillCard,
  holdSession,
  openFilled,
  payButton,
  payWith,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const DUITNOW =
  '00020201021126420014A000000615000101066033460210MD001295465204939953034585802MY5913MASJID NEGARA' +
  '6002MY627303251704936237869008996045430052017072988178750084448071617049359619050076304FD9C'
const ACCOUNT = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678' }
const test = ownHouse(async (sql) => {
  const value = { ...ACCOUNT, duitnow: DUITNOW, hours: 24 }
  await sql.query(`INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())`, [
    JSON.stringify(value),
  ])
  await sql.query(`INSERT INTO codes (code, name, percent) VALUES ('PAMERAN', 'Fair', 10)`)
})
test.describe.configure(ONE_SITE)

// A transfer waits for a proven email.
test.use({ expectedErrors: /status of 403/ })

const {
  admin,
  booking,
  codes,
  confirmation,
  errors,
  manage,
  payment,
  purchase,
  receipt,
  transfer,
} = wordsOf('en')

/** Chooses a transfer in the open payment dialog, and goes on to the booking's page. */
async function chooseTransfer(page: Page, email: string, price = 'RM107.17'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: transfer.transfer }).click()
  await expect(cardFrame(page).getByRole('tab').first()).toBeHidden()
  await dialog.getByRole('button', { name: transfer.choose }).click()
  await dialog.getByRole('button', { name: booking.proof.send.replace('{email}', email) }).click()
  const code = dialog.getByLabel(booking.proof.code)
  await expect(code).toBeVisible()
  await expectAccessible(page)
  await code.fill(/\d{6}/.exec((await lastMailTo(email, /\d{6}/)).subject)?.[0] ?? '')
  await dialog.getByRole('button', { name: booking.proof.check }).click()
  await expect(dialog.getByRole('heading', { name: transfer.held })).toBeVisible()
  const details = dialog.getByRole('region', { name: transfer.held })
  for (const fact of [price, ...Object.values(ACCOUNT)])
    await expect(details.getByText(fact, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('img', { name: transfer.qrPlain })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: transfer.toPage }).click()
  await expect(page.getByRole('heading', { name: transfer.title })).toBeVisible()
}

async function sendSlip(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: transfer.slip.upload }).click(),
  ])
  await chooser.setFiles({
    name: 'slip.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF'),
  })
  await expect(page.getByText(transfer.slip.sent)).toBeVisible()
}

/** The owner says whether the money of a slip is there. */
async function answer(desk: Page, name: string, words: string): Promise<void> {
  const signedIn = await desk.request.post('/api/auth/sign-in', { data: ADMIN })
  expect(signedIn.status()).toBe(200)
  await desk.goto('/admin/today')
  const line = desk.getByRole('listitem').filter({ hasText: `Slip from ${name} Rahman, RM107.17` })
  await expect(line).toBeVisible()
  await expectAccessible(desk)
  await line.getByRole('button', { name: new RegExp(`^${words} `) }).click()
  if (words === admin.transfer.received) {
    const dialog = desk.getByRole('alertdialog')
    await expect(dialog.getByLabel(admin.transfer.amount)).toHaveValue('107.17')
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: admin.transfer.record }).click()
    await expect(dialog).toHaveCount(0)
  }
  // It keeps its place while the page is open, with nothing more to press.
  await expect(line.getByRole('button')).toHaveCount(0)
}

test('a slip is sent, the money received, the booking confirmed', async ({
  page,
  another,
  isMobile,
}) => {
  const firstName = isMobile ? 'Aina' : 'Siti'
  const email = emailOf('slip')
  await holdSession(page, { date: dayAfter(isMobile ? 0 : 1), time: '10:00', firstName, email })
  await chooseTransfer(page, email)
  await sendSlip(page)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(manage.status.pending, { exact: true }).first()).toBeVisible()
  const desk = await (await another()).newPage()
  await answer(desk, firstName, admin.transfer.received)
  await page.reload()
  await expect(page.getByText(manage.status.confirmed, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: transfer.title })).toHaveCount(0)
})

test(
  'a slip whose money is not there ends the booking',
  { tag: '@desktop' },
  async ({ page, another }) => {
    const date = dayAfter(2)
    await holdSession(page, { date, time: '10:00', firstName: 'Bala', email: 'bala@example.com' })
    await chooseTransfer(page, 'bala@example.com')
    await sendSlip(page)
    const before = page.getByRole('heading', { name: confirmation.bring.title })
    await expect(before).toBeVisible()
    const desk = await (await another()).newPage()
    await answer(desk, 'Bala', admin.transfer.notReceived)
    await page.reload()
    await expect(page.getByText(manage.standing.cancelled.title)).toBeVisible()
    await expect(before).toHaveCount(0)
    await expect(page.getByRole('button', { name: transfer.slip.upload })).toHaveCount(0)
    await holdSession(page, { date, time: '10:00', email: 'next@example.com' })
  },
)

test('a card is paid as before, with no further step', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await holdSession(page, { date: dayAfter(3), time: '10:00', email: 'card@example.com' })
  const button = await payButton(page).boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844)
  await expect(page.getByRole('dialog').getByText(payment.form.neverStored)).toBeVisible()
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await expectConfirmed(page)
})

test(
  'a part is paid at the studio and the rest by link: page, receipts and To do agree',
  { tag: '@desktop' },
  async ({ page, another }) => {
    const firstName = 'Devi'
    const email = emailOf('part')
    const desk = await (await another()).newPage()
    expect((await desk.request.post('/api/auth/sign-in', { data: ADMIN })).status()).toBe(200)
    const soon = addDays(studioDate(new Date()), 3)
    const made = await desk.request.post('/api/admin/bookings', {
      data: {
        ...{ serviceId: 1, firstName, lastName: 'Rahman', email, paid: 'link' },
        ...{ date: soon, time: '10:00', duration: 'hourly', hours: 1 },
        despite: ['outside_hours', 'turnaround'],
      },
    })
    expect(made.status()).toBe(201)
    const { id } = (await made.json()) as { id: number }
    const link = /href="([^"]+\/manage\/[\w-]{22})"/.exec((await lastMailTo(email)).html)?.[1] ?? ''
    const todo = async () => {
      await desk.goto('/admin/today')
      await expect(desk.getByRole('heading', { name: admin.today.todo })).toBeVisible()
      return desk.getByRole('listitem').filter({ hasText: `${firstName} Rahman` })
    }
    const receipts = page
      .getByRole('region', { name: receipt.list.title })
      .getByRole('listitem')
      .filter({ hasText: 'RM' })
    await expect((await todo()).getByText('RM107.17')).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('region', { name: manage.pay.title })).toContainText('RM107.17')
    await expect(receipts).toHaveCount(0)

    await desk.goto(`/admin/bookings/${id}`)
    await desk.getByRole('button', { name: admin.record.open }).click()
    const entry = desk.getByRole('dialog', { name: admin.record.title })
    await entry.getByLabel(admin.record.method).selectOption('cash')
    await entry.getByLabel(admin.record.amount).fill('50.00')
    await entry.getByRole('button', { name: admin.record.submit, exact: true }).click()
    await expect(entry).toHaveCount(0)
    await expect(desk.getByRole('main')).toContainText('RM57.17')
    const line = await todo()
    await expect(line).toContainText('has paid a part')
    await expect(line.getByText('RM57.17')).toBeVisible()

    await page.reload()
    const rest = page.getByRole('region', { name: manage.pay.restTitle })
    await expect(rest).toContainText('RM57.17')
    await expect(page.getByText(manage.status.pending, { exact: true }).first()).toBeVisible()
    await expect(receipts).toHaveCount(1)
    await expect(receipts).toContainText('RM50.00')
    await expectAccessible(page)
    await rest.getByRole('button', { name: /57\.17/ }).click()
    const dialog = page.getByRole('dialog', { name: purchase.unpaid.complete })
    await expect(dialog).toContainText('RM57.17')
    await payWith(page, '4242 4242 4242 4242')
    await expectNotice(page, payment.paid, purchase.unpaid.paid)
    await expect(page.getByText(manage.status.confirmed, { exact: true })).toBeVisible()
    await expect(rest).toHaveCount(0)
    await page.reload()
    await expect(receipts).toHaveCount(2)
    await expect(receipts.filter({ hasText: 'RM50.00' })).toHaveCount(1)
    await expect(receipts.filter({ hasText: 'RM57.17' })).toHaveCount(1)

    await expect(await todo()).toHaveCount(0)
    await desk.goto(`/admin/bookings/${id}`)
    await expect(desk.getByRole('main')).toContainText('RM57.17')
    await expect(desk.getByText(admin.sheet.owed, { exact: true })).toHaveCount(0)
    await expect(desk.getByRole('button', { name: admin.record.open })).toHaveCount(0)
  },
)

test.describe('real life: on a page that the browser has translated,', () => {
  // A code that nobody knows.
  test.use({ translated: 'loaded', expectedErrors: /status of 40[03]/ })

  test(
    'a wrong code is said, the right one applies, and the rest is transferred',
    { tag: '@desktop' },
    async ({ page }) => {
      const email = emailOf('translated')
      await openFilled(page, { date: dayAfter(4), time: '10:00', email })
      await translatedPage(page)
      await page.getByText(codes.title, { exact: true }).click()
      const field = page.getByLabel(codes.label, { exact: true })
      await field.fill('PAMERAN9')
      await page.getByRole('button', { name: codes.apply, exact: true }).click()
      await expect(page.locator('#booking-code-error')).toHaveText(errors.fields.code_unknown)
      await field.fill('pameran')
      await page.getByRole('button', { name: codes.apply, exact: true }).click()
      await expect(page.locator('#booking-code-error')).toHaveCount(0)
      await expect(page.getByRole('status').filter({ hasText: 'Fair: RM9.90 off' })).toBeVisible()
      expect((await proceedToPayment(page)).totalAmount).toBe('96.45')
      await chooseTransfer(page, email, 'RM96.45')
      await expect(page.getByText('RM96.45').first()).toBeVisible()
      await sendSlip(page)
      await expect(page.getByText(manage.status.pending, { exact: true }).first()).toBeVisible()
    },
  )
})
