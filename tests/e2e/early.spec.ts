// Whoever is faster than the page's code loses nothing: neither a click nor what was typed.
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { ADMIN } from '@/tests/support/site'
import { expectNotice, holdBack, proceedButton, wordsOf } from '@/tests/support/verbs'

/** Opens the page with its code held back; the function it resolves with lets it come. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const release = await holdBack(page, '**/_next/static/**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  return release
}

test('a button pressed before the page’s code is there does what it says once it is @desktop', async ({
  page,
}) => {
  const release = await openWithoutCode(page, '/booking')
  await proceedButton(page).click()
  await proceedButton(page).click()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  release()
  const { missing } = wordsOf('en').booking
  await expectNotice(page, missing.title, missing.note)
  await expect(page).toHaveURL('/booking')
})

test('popovers open and links lead on without it @desktop', async ({ page }) => {
  const release = await openWithoutCode(page, '/')
  await page.getByRole('button', { name: /^Language/ }).click()
  await expect(page.locator('#language-menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .click()
  await expect(page).toHaveURL('/services')
  release()
})

test('a sign-in typed and sent before the page’s code is there signs in @desktop', async ({
  page,
}) => {
  const { admin } = wordsOf('en')
  const release = await openWithoutCode(page, '/admin/login')
  await page.getByLabel(admin.signIn.username, { exact: true }).fill(ADMIN.username)
  await page.getByLabel(admin.signIn.password, { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/login')
  release()
  await expect(page.getByRole('heading', { name: admin.title, level: 1 })).toBeVisible()
})
