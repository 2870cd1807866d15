import { expect, test } from '@playwright/test'
import en from '@/messages/en.json' with { type: 'json' }
import ms from '@/messages/ms.json' with { type: 'json' }
import zh from '@/messages/zh.json' with { type: 'json' }
import { expectAccessible } from '@/tests/support/accessible'
import { ADMIN } from '@/tests/support/site'

const { SITE_URL } = JSON.parse(process.env.STUDIO_TEST_SITE ?? '{}') as Record<string, string>
const ONCE = { tag: '@desktop' }

test(
  'the owner signs in with the keyboard alone, lands where they were going, and out',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto(`${SITE_URL}/admin?all=1`)
    await expect(page).toHaveURL(/\/admin\/login\?next=/)
    await expectAccessible(page)
    await page.getByLabel('Username').focus()
    await page.keyboard.type(ADMIN.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('alert').filter({ hasText: en.errors.sign_in_failed }),
    ).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(ADMIN.username)
    await expect(page.getByLabel('Password')).toBeFocused()
    // The wrong password is selected, so typing replaces it.
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(`${SITE_URL}/admin?all=1`)
    await expect(page.getByRole('heading', { level: 1, name: en.admin.title })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(en.admin.filters.ended).uncheck()
    await expect(page).toHaveURL(`${SITE_URL}/admin`)

    await page.getByRole('button', { name: en.admin.session.signOut, exact: true }).click()
    await expect(page).toHaveURL(`${SITE_URL}/admin/login`)
    await page.goBack()
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goto(`${SITE_URL}/admin`)
    await expect(page).toHaveURL(/\/admin\/login\?next=%2Fadmin$/)
  },
)

test('empty fields are named beside themselves', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(`${SITE_URL}/admin/login`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(en.errors.fields.required)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(en.errors.fields.required)
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a next that leads elsewhere is not followed', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(`${SITE_URL}/admin/login?next=//evil.example/admin`)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${SITE_URL}/admin/today`)
})

test(
  'an area’s former address leads to the new one, also after signing in',
  ONCE,
  async ({ page }) => {
    for (const [former, address] of [
      ['/admin?tab=orders&q=Siti', '/admin/orders?q=Siti'],
      ['/ms/admin?tab=calendar&view=day', '/ms/admin/calendar?view=day'],
      ['/zh/admin?tab=bookings', '/zh/admin'],
    ] as const) {
      await page.goto(`${SITE_URL}${former}`)
      const url = new URL(page.url())
      expect(url.pathname).toMatch(/\/admin\/login$/)
      expect(url.searchParams.get('next')).toBe(address)
    }
    await page.getByLabel(zh.admin.signIn.username).fill(ADMIN.username)
    await page.getByLabel(zh.admin.signIn.password).fill(ADMIN.password)
    await page.getByRole('button', { name: zh.admin.signIn.submit }).click()
    await expect(page).toHaveURL(`${SITE_URL}/zh/admin`)
    await page.goto(`${SITE_URL}/zh/admin?tab=audit&entity=order`)
    await expect(page).toHaveURL(`${SITE_URL}/zh/admin/audit?entity=order`)
  },
)

for (const [prefix, { admin, errors }] of [
  ['/ms', ms],
  ['/zh', zh],
] as const)
  test(
    `the former address leads to the new one in ${prefix}`,
    { tag: prefix === '/ms' ? '@phone' : '@desktop' },
    async ({ page }) => {
      await page.goto(`${SITE_URL}${prefix}/admin`)
      await expect(page).toHaveURL(new RegExp(`${prefix}/admin/login`))
      await page.getByLabel(admin.signIn.username).fill(ADMIN.username)
      await page.getByLabel(admin.signIn.password).fill('wrong')
      await page.getByRole('button', { name: admin.signIn.submit }).click()
      await expect(page.getByRole('alert').filter({ hasText: errors.sign_in_failed })).toBeVisible()
      await page.getByLabel(admin.signIn.password).fill(ADMIN.password)
      await page.getByRole('button', { name: admin.signIn.submit }).click()
      await expect(page).toHaveURL(`${SITE_URL}${prefix}/admin`)
      await expect(page.getByRole('heading', { level: 1, name: admin.title })).toBeVisible()
      await expectAccessible(page)
    },
  )
