// What comes late, code or an answer, takes a place that was kept for it: nothing else moves.
import type { Page } from '@playwright/test'
import { claimDay, expect, test } from '@/tests/support/e2e'
import { emailOf, proveEmail } from '@/tests/support/orders'
import { shiftFaults } from '@/tests/support/page-rules'
import { openFilled, proceedButton, wordsOf } from '@/tests/support/verbs'

// Longer than the half second after a press in which a browser does not count what moves.
const LATE_MS = 800

/** From now on every answer to the page's code comes late. */
const beLate = (page: Page) =>
  page.route(/\/api\/|\/_next\/static\/.*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS))
    await route.continue()
  })

test.use({ viewport: { width: 1440, height: 900 } })

test('a member’s card does not shift @desktop', async ({ page }) => {
  await proveEmail(page.context(), emailOf('shifts'), { member: true })
  await page.addInitScript(() => localStorage.setItem('member', '1'))
  await beLate(page)
  await page.goto('/membership')
  const { member } = wordsOf('en').membership
  await expect(page.getByRole('heading', { name: member.card.title })).toBeVisible()
  expect(await shiftFaults(page)).toEqual([])
})

test('the forms that a member signs in and joins with @desktop', async ({ page }) => {
  const { membership } = wordsOf('en')
  await page.goto('/membership')
  await beLate(page)
  await page.getByRole('button', { name: membership.member.signIn, exact: true }).click()
  const email = page.getByLabel(membership.member.code.email, { exact: true })
  await expect(email).toBeFocused()
  expect(await shiftFaults(page)).toEqual([])
  await email.fill(emailOf('shifts.of.a.long.email'))
  await page.getByRole('button', { name: membership.member.code.send, exact: true }).click()
  await expect(page.getByLabel(membership.member.code.code, { exact: true })).toBeFocused()
  expect(await shiftFaults(page)).toEqual([])

  await page.getByRole('button', { name: membership.joinNow, exact: true }).click()
  await expect(page.getByLabel(membership.join.labels.customerName, { exact: true })).toBeFocused()
  await expect(page.getByRole('option', { name: membership.join.choose })).toBeAttached()
  expect(await shiftFaults(page)).toEqual([])
})

test.describe('a week', () => {
  test.use({ expectedErrors: /status of 403.*\/api\/bookings/ })
  test('chosen before, and the proof that it needs @desktop', async ({ page }) => {
    await beLate(page)
    await openFilled(page, { date: await claimDay(), time: '09:00', duration: 'weekly' })
    expect(await shiftFaults(page)).toEqual([])
    await proceedButton(page).click()
    await expect(page.getByText(wordsOf('en').booking.proof.lead, { exact: true })).toBeVisible()
    expect(await shiftFaults(page)).toEqual([])
  })
})
