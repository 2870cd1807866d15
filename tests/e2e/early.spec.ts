// Visitors who are faster than hydration: what works without code works at once, what needs it is
// disabled until then. No input is lost, and no click is replayed later.
import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { bookingsOf, heldByCall } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { ADMIN } from '@/tests/support/site'
import { payIntent } from '@/tests/support/stripe'
import {
  expectCardForm,
  expectNotice,
  giveDraft,
  holdBack,
  inLanguage,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

/** What the document of a page ends with. */
const lastOf = (path: string) => (path.startsWith('/admin') ? '#main' : 'footer')

/** Opens the page with its code held back; the returned function releases it. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const release = await holdBack(page, '**/_next/static/**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator(lastOf(path))).toBeAttached()
  return release
}

/** The page has done everything it does by itself after hydration. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())))

test('what needs the page’s code is closed until it is there, and nothing is pressed later @desktop', async ({
  page,
}) => {
  const release = await openWithoutCode(page, '/booking')
  const proceed = proceedButton(page)
  await expect(proceed).toBeDisabled()
  await proceed.click({ force: true })
  release()
  await expect(proceed).toBeEnabled()
  await idle(page)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await proceed.click()
  const { missing } = wordsOf('en').booking
  await expectNotice(page, missing.title, missing.note)
  await expect(page).toHaveURL('/booking')
})

/** Presses the button with this name in the moment it opens, before the page does anything else. */
const pressWhenOpen = (page: Page, name: string) =>
  page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('button[type=submit]')].find(
        (each) => each.checkVisibility() && each.textContent.trim() === wanted,
      )
      if (!button || button.disabled) return
      observer.disconnect()
      button.click()
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  }, name)

test('a form that was filled in before can be sent in the moment it opens', async ({
  page,
  slot,
}) => {
  await giveDraft(page, slot)
  await pressWhenOpen(page, wordsOf('en').booking.summary.proceed)
  await page.goto('/booking')
  await expectCardForm(page)
})

test('no longer session can be chosen before the page can count it @desktop', async ({
  page,
  request,
  day,
}) => {
  const { email, intent } = await heldByCall(request, { date: day, time: '10:00' })
  await payIntent(intent)
  await lastMailTo(email)
  const release = await openWithoutCode(page, `/manage/${(await bookingsOf(email))[0]?.token}`)
  const longer = page.locator('input[value="hourly-2"]')
  await expect(longer).toBeDisabled()
  release()
  await longer.check()
  const { title } = wordsOf('en').manage.upgrade
  await expect(
    page.getByRole('region', { name: title }).getByRole('button', { name: /RM/ }),
  ).toBeVisible()
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

test('a sign-in typed before the page’s code is there stays, and is sent when it is pressed @desktop', async ({
  page,
}) => {
  const { admin } = wordsOf('en')
  const sent: string[] = []
  page.on('request', (request) => {
    // A browser with passkeys fetches a challenge at once, to offer them in the field of the name.
    if (request.method() !== 'GET' && !request.url().endsWith('/passkeys/challenge'))
      sent.push(request.url())
  })
  const release = await openWithoutCode(page, '/admin/login')
  const username = page.getByLabel(admin.signIn.username, { exact: true })
  const password = page.getByLabel(admin.signIn.password, { exact: true })
  const submit = page.getByRole('button', { name: admin.signIn.submit, exact: true })
  await username.fill(ADMIN.username)
  await password.fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(submit).toBeDisabled()
  await expect(page).toHaveURL('/admin/login')
  release()
  await expect(submit).toBeEnabled()
  await idle(page)
  expect(sent).toEqual([])
  await expect(username).toHaveValue(ADMIN.username)
  await expect(password).toHaveValue(ADMIN.password)
  await submit.click()
  await expect(page).toHaveURL('/admin/today')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 404.*nothing-here/ })

  test('no button can be pressed that does nothing @desktop', async ({ page }) => {
    const dead: string[] = []
    for (const path of [
      ...PUBLIC_PAGES,
      '/blog/planning-your-first-episode-in-kuala-lumpur',
      '/video-editing-checkout',
      '/video-editing-success',
      '/booking-success',
      '/admin/login',
      '/nothing-here',
    ]) {
      await page.goto(path)
      await expect(page.locator(lastOf(path))).toBeAttached()
      const found = await page.locator('button:enabled').evaluateAll((buttons) =>
        buttons
          // The browser opens popovers and submits forms that have an address.
          .filter((button) => !button.matches('[popovertarget], form[action] [type=submit]'))
          .map((button) => button.outerHTML.slice(0, 160)),
      )
      dead.push(...found.map((button) => `${path}: ${button}`))
    }
    expect(dead).toEqual([])
  })

  test('the menu, the languages, the questions, the filters and the map work @desktop', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    const { nav, common } = wordsOf('en')
    await page.goto('/')
    await page.getByRole('button', { name: nav.menu, exact: true }).click()
    await page
      .getByRole('navigation', { name: nav.main })
      .getByRole('link', { name: nav.services, exact: true })
      .click()
    await expect(page).toHaveURL('/services')

    await page.goto('/contact')
    await expect(page.getByRole('link', { name: common.map.show })).toHaveAttribute(
      'href',
      /^https:\/\/www\.openstreetmap\.org\/\?mlat=/,
    )

    await page.goto('/faq')
    const question = page.locator('details').first()
    await expect(question.locator('p')).toBeHidden()
    await question.locator('summary').click()
    await expect(question.locator('p')).toBeVisible()

    await page.getByRole('button', { name: new RegExp(`^${nav.language}`) }).click()
    await page.locator('#language-menu').getByRole('link', { name: '简体中文' }).click()
    await expect(page).toHaveURL(inLanguage('zh', '/'))

    await page.goto('/portfolio')
    const recordings = page.locator('[data-kind]').filter({ visible: true })
    const all = await recordings.count()
    await page.locator('.chip').nth(1).click()
    const some = await recordings.count()
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
  })
})
