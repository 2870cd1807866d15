// Real life: parts of the code that are loaded at their first use are gone, as after a deployment
// without the earlier files, or without a connection. Seen on sites behind bundlers: the buttons of
// an open page do nothing, without a word.
import type { Page } from '@playwright/test'
import { expect, site, test } from '@/tests/support/e2e'
import { checkoutPath } from '@/tests/support/orders'
import { openAdmin } from '@/tests/support/verbs'
import { wordsOf } from '@/tests/support/words'

test.use({ expectedErrors: /404|Failed to load|ERR_FAILED|ChunkLoadError|net::/ })

const { common, contact, booking, membership, order } = wordsOf('en')
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: common.part.title })
const reload = (page: Page) => page.getByRole('button', { name: common.part.reload })

/** From now on no further file of the build is answered, in one of the ways it happens. */
async function loseParts(page: Page, how: '404' | 'offline'): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.route('**/_next/static/**', (route) =>
    how === '404' ? route.fulfill({ status: 404, body: '' }) : route.abort('internetdisconnected'),
  )
}

/** The reload is asked for, finds everything again, and what was typed is there. */
async function reloaded(page: Page): Promise<void> {
  await page.unroute('**/_next/static/**')
  await reload(page).click()
  await page.waitForLoadState('networkidle')
}

for (const how of ['404', 'offline'] as const) {
  test(`a message survives the reload (${how})`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/contact')
    await loseParts(page, how)
    const message = page.getByLabel(contact.form.labels.message, { exact: true })
    await message.fill('A question of some length')
    await page.getByRole('button', { name: contact.form.send, exact: true }).click()
    await expect(alert(page)).toBeVisible()
    await reloaded(page)
    await expect(message).toHaveValue('A question of some length')
  })

  test(`a booking survives the reload (${how})`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/booking')
    await loseParts(page, how)
    const name = page.getByLabel(booking.details.firstName, { exact: true })
    await name.fill('Aina')
    await page.getByRole('button', { name: booking.summary.proceed }).first().click()
    await expect(alert(page)).toBeVisible()
    await reloaded(page)
    await expect(name).toHaveValue('Aina')
  })

  test(`an order survives the reload (${how})`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto(checkoutPath({ tier: 'standard', duration: '<60s' }))
    await loseParts(page, how)
    const brief = page.getByLabel(order.details.requirements, { exact: true })
    await brief.fill('Cut it to music')
    await page.getByRole('button', { name: order.summary.proceed }).first().click()
    await expect(alert(page)).toBeVisible()
    await reloaded(page)
    await expect(brief).toHaveValue('Cut it to music')
  })

  test(`joining goes on after the reload (${how})`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/membership')
    await loseParts(page, how)
    await page.getByRole('button', { name: membership.joinNow, exact: true }).click()
    await expect(alert(page)).toBeVisible()
    await reloaded(page)
    await page.getByRole('button', { name: membership.joinNow, exact: true }).click()
    await expect(
      page.getByLabel(membership.join.labels.customerName, { exact: true }),
    ).toBeVisible()
  })

  test(`the tracker needs no further part (${how})`, { tag: '@desktop' }, async ({ page }) => {
    const { setup } = wordsOf('en').tracker.app
    await page.goto('/recording-tracker')
    await loseParts(page, how)
    await page.getByLabel(setup.name).fill('Episode 12')
    await page.getByLabel(setup.participant.replace('{number}', '1')).fill('Aina')
    await page.getByRole('button', { name: setup.start }).click()
    await expect(page.getByRole('button', { name: setup.start })).toHaveCount(0)
  })

  test(`the console says what it cannot load (${how})`, { tag: '@desktop' }, async ({ page }) => {
    await openAdmin(page, 'en', '/admin-blog')
    await loseParts(page, how)
    const { blog } = wordsOf('en').admin
    await page.getByRole('button', { name: blog.newPost }).first().click()
    await page.getByRole('button', { name: blog.create, exact: true }).click()
    await expect(page.getByText(blog.missing.title)).toBeVisible()
  })
}

test('a file of an earlier build is answered', { tag: '@desktop' }, async ({ request }) => {
  // The server keeps each build in the data directory; a file put there is one of an earlier build.
  const { mkdir, writeFile } = await import('node:fs/promises')
  const folder = `${site().STUDIO_DATA_DIR}/builds`
  await expect(mkdir(folder)).rejects.toThrow(/EEXIST/)
  await writeFile(`${folder}/.probe`, '')
  expect((await request.get('/_next/static/.probe')).status()).toBe(404)
})
