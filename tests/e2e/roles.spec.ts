// What each role finds in the console.
import { randomUUID } from 'node:crypto'
import en from '@/messages/en.json' with { type: 'json' }
import { expectSound } from '@/tests/support/accessible'
import { sessionOf } from '@/tests/support/admin'
import { paidBooking } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { openAdmin } from '@/tests/support/verbs'

test('crew see today, the calendar and a session, note and greet, and nothing else', async ({
  page,
  context,
  request,
  slot,
}) => {
  const id = await paidBooking(request, slot)
  await context.addCookies([await sessionOf('crew')])
  await page.goto('/admin/today')
  const nav = page.getByRole('navigation', { name: en.admin.frame.places })
  await expect(nav.getByRole('link', { name: en.admin.frame.today })).toBeVisible()
  await expect(nav.getByRole('link', { name: en.admin.frame.inbox })).toHaveCount(0)
  await expect(page.getByRole('button', { name: en.admin.search.open })).toHaveCount(0)
  await expectSound(page)
  await page.goto(`/admin/bookings/${id}`)
  await page.getByRole('button', { name: en.admin.sheet.note }).click()
  const text = `Cable ${randomUUID().slice(0, 6)}`
  await page.getByLabel(en.admin.sheet.noteText).fill(text)
  await page.getByRole('dialog').getByRole('button', { name: en.admin.form.save }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: en.admin.sheet.money })).toHaveCount(0)
  await expectSound(page)
  await page.goto('/admin/customers')
  await expect(page).toHaveURL(/\/admin\/today$/)
})

test(
  'the owner invites somebody, who chooses a name and works as crew until the role ends',
  { tag: '@desktop' },
  async ({ page, browser }) => {
    const email = `crew-${randomUUID().slice(0, 8)}@example.com`
    const { users, invitation } = en.admin
    await openAdmin(page, 'en', '/admin/people')
    await page.getByRole('button', { name: users.invite }).click()
    await page.getByLabel(users.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: users.send }).click()
    await expect(page.getByText(email)).toBeVisible()
    await expectSound(page)
    const mail = await lastMailTo(email)
    const link = /href="([^"]*\/admin\/login\/invitation#[^"]+)"/.exec(mail.html)?.[1] ?? ''
    const theirs = await browser.newContext()
    const tab = await theirs.newPage()
    await tab.goto(link)
    const name = `siti-${randomUUID().slice(0, 8)}`
    await tab.getByLabel(invitation.username).fill(name)
    await tab.getByLabel(invitation.password).fill('tripod and two lamps')
    await expectSound(tab)
    await tab.getByRole('button', { name: invitation.submit }).click()
    await expect(tab).toHaveURL(/\/admin\/today$/)

    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: users.signOut }).click()
    await expect(row.getByText(users.neverSeen)).toBeVisible()
    // Nothing of the console is readable on the other device any more.
    await tab.reload()
    await expect(tab).toHaveURL(/\/admin\/login/)
    await tab.goBack()
    await expect(tab).toHaveURL(/\/admin\/login/)
    await theirs.close()
  },
)

test(
  'a manager finds three pages of the settings, and the owner’s lead to Today',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await context.addCookies([await sessionOf('manager')])
    await page.goto('/admin/settings')
    const { pages, search } = en.admin.settingsIndex
    const titles = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(titles).toHaveText(
      [pages.hours, pages.closed, pages.mail].map(({ title }) => new RegExp(`^${title}`)),
    )
    await page.getByRole('searchbox', { name: search }).fill(en.admin.settings.tax.rate)
    await expect(page.getByRole('status').first()).toContainText('No setting')
    for (const owners of ['studio', 'prices', 'payment', 'rules', 'website']) {
      await page.goto(`/admin/settings/${owners}`)
      await expect(page).toHaveURL(/\/admin\/today$/)
    }
    await page.goto('/admin/settings/closed')
    await expect(page.getByRole('table')).toHaveCount(12)
    await expectSound(page)
  },
)

test('crew are given no list of things to do, and their links fill the bar of a phone', async ({
  page,
  context,
}) => {
  await context.addCookies([await sessionOf('crew')])
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { name: en.admin.today.tomorrow })).toBeVisible()
  await expect(page.getByRole('heading', { name: en.admin.today.todo })).toHaveCount(0)
  if ((page.viewportSize()?.width ?? 0) > 600) return
  const more = await page.getByRole('button', { name: en.admin.frame.more }).boundingBox()
  expect((more?.x ?? 0) + (more?.width ?? 0)).toBeCloseTo(page.viewportSize()?.width ?? 0, 0)
})

test('a booking that there is not is said to be missing, inside the console', async ({
  page,
  context,
}) => {
  await context.addCookies([await sessionOf('manager')])
  await page.goto('/admin/bookings/999999999')
  await expect(page.getByRole('heading', { name: en.admin.gone.title })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: en.admin.gone.back }).click()
  await expect(page).toHaveURL(/\/admin\/today$/)
})
