// A refund that cannot go back the way it was paid: its customer enters an account in a private form,
// and the owner records the transfer.
import { addDays, studioDate, weekday } from '@/lib/time'
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { emailOf } from '@/tests/support/orders'
import { ADMIN } from '@/tests/support/site'
import { wordsOf } from '@/tests/support/verbs'

const { admin, bankDetails } = wordsOf('en')
const ms = wordsOf('ms')
const GIVEN = { holder: 'Siti binti Ali', number: '5140 1234-5678' }

/** A working day of its own, as far as weekends go. */
const day = () => {
  const date = addDays(studioDate(new Date()), 93)
  return addDays(date, weekday(date) === 0 || weekday(date) === 6 ? 2 : 0)
}

test('a refund through the form', { tag: '@desktop' }, async ({ page, another }) => {
  const email = emailOf('refund')
  const desk = await (await another()).newPage()
  expect((await desk.request.post('/api/auth/sign-in', { data: ADMIN })).status()).toBe(200)
  const made = await desk.request.post('/api/admin/bookings', {
    data: {
      ...{ serviceId: 1, firstName: 'Siti', lastName: 'Rahman', email, locale: 'ms' },
      ...{ date: day(), time: '10:00', duration: 'hourly', hours: 1, paid: { method: 'cash' } },
      despite: ['outside_hours', 'turnaround'],
    },
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const ended = await desk.request.patch(`/api/bookings/${id}/cancel`, { data: { refund: 'full' } })
  expect(ended.status()).toBe(200)

  await desk.goto('/admin/attention')
  const line = desk.getByRole('listitem').filter({ hasText: email })
  await line.getByRole('button', { name: admin.attention.givenBack }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText(admin.bankDetails.states.none)).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: admin.bankDetails.ask }).click()
  await expect(dialog.getByRole('button', { name: admin.bankDetails.askAgain })).toBeVisible()

  const { html } = await lastMailTo(email, /RM107\.17/)
  const link = /\/ms\/bank-details#[\w-]{22}/.exec(html)?.[0] ?? ''
  expect(link).not.toBe('')
  await page.goto(link)
  const form = ms.bankDetails
  await expect(page.getByText('RM107.17')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByLabel(form.fields.bank, { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(form.fields.bank, { exact: true }).selectOption('other')
  await expect(page.getByLabel(form.fields.otherBank, { exact: true })).toBeVisible()
  await page.getByLabel(form.fields.bank, { exact: true }).selectOption('Maybank')
  await page.getByLabel(form.fields.holder, { exact: true }).fill(GIVEN.holder)
  await page.getByLabel(form.fields.number, { exact: true }).fill(GIVEN.number)
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByText(form.done)).toBeVisible()
  await page.reload()
  await expect(page.getByText(form.states.answered)).toBeVisible()

  await desk.reload()
  await line.getByRole('button', { name: admin.attention.givenBack }).click()
  await dialog.getByRole('button', { name: admin.bankDetails.show }).click()
  for (const fact of ['Maybank', GIVEN.holder, '514012345678'])
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  await dialog.getByLabel(admin.giveBack.method).selectOption('transfer')
  await dialog.getByRole('button', { name: admin.record.submit }).click()
  // While it is open, the list behind it is hidden.
  await expect(dialog).toHaveCount(0)
  await expect(line).toHaveCount(0)

  // In the same tab, with a link in another language: it says that there is nothing to enter.
  await page.goto(link.replace('/ms', ''))
  await expect(page.getByText(bankDetails.states.given_back)).toBeVisible()
  await expect(page.getByRole('button', { name: bankDetails.submit })).toHaveCount(0)
})
