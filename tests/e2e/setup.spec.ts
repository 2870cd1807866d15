// From an empty database through set-up to a service that can be booked.
import type { App } from '@/scripts/local/app'
import { expect, site, test as base } from '@/tests/support/e2e'
import { startOnEmptyDatabase } from '@/tests/support/instances'
import { wordsOf } from '@/tests/support/verbs'

const { admin } = wordsOf('en')
const { setup, signIn } = admin
const test = base.extend<object, { empty: App }>({
  empty: [
    async ({}, use) => {
      const app = await startOnEmptyDatabase()
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ empty }, use) => use(empty.url),
})

test(
  'the first sign-in opens set-up, which makes a shop of an empty database',
  { tag: '@desktop' },
  async ({ page, request }) => {
    test.setTimeout(120_000)
    expect(await (await request.get('/api/services')).json()).toEqual([])
    expect(await (await request.get('/api/availability/2026-12-25')).json()).toMatchObject({
      opensAt: null,
      closed: true,
    })

    await page.goto('/admin')
    await page.getByLabel(signIn.username, { exact: true }).fill(site().ADMIN_USERNAME ?? '')
    await page.getByLabel(signIn.password, { exact: true }).fill(site().ADMIN_PASSWORD ?? '')
    await page.getByRole('button', { name: signIn.submit, exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/setup$/)

    const step = (name: 'payments' | 'mail' | 'holidays' | 'services' | 'finish') =>
      page.getByRole('region', { name: setup[name].title, exact: true })
    await step('payments').getByRole('button', { name: setup.payments.check }).click()
    await expect(step('payments')).toContainText('Stripe accepted the keys')
    await step('mail').getByLabel(setup.mail.to).fill('owner@example.com')
    await step('mail').getByRole('button', { name: setup.mail.send }).click()
    await expect(step('mail')).toContainText('The mail server took an email')
    await step('holidays').getByRole('button', { name: setup.holidays.add }).click()
    await expect(step('holidays')).toContainText('Known until')
    await step('services').getByRole('button', { name: setup.services.add }).click()
    await expect(step('services')).toContainText('9 services and 2 add-ons')
    await step('finish').getByRole('button', { name: setup.finish.action }).click()

    await expect(page).toHaveURL(/\/admin$/)
    const open = page.getByRole('region', { name: setup.open.title, exact: true })
    await expect(open.getByRole('link', { name: setup.open.paymentsSandbox })).toBeVisible()
    await expect(open.getByRole('link', { name: setup.open.servicesNone })).toHaveCount(0)

    expect(await (await request.get('/api/availability/2026-12-25')).json()).toMatchObject({
      opensAt: '10:00',
      holiday: 'Christmas Day',
    })
    await page.goto('/booking')
    await expect(page.getByRole('radio', { name: /Audio Podcast Basic/ })).toBeVisible()
    const services = (await (await request.get('/api/services')).json()) as { id: number }[]
    const booked = await request.post('/api/bookings', {
      data: {
        serviceId: services[0]?.id,
        firstName: 'Aina',
        email: 'aina@example.com',
        date: '2026-12-25',
        time: '10:00',
      },
    })
    expect([booked.status(), await booked.json()]).toMatchObject([
      201,
      { status: 'pending', totalAmount: '107.17' },
    ])
  },
)
