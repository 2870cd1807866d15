// What /booking-success says for each way of coming there (the table of redirect_status,
// docs/decisions/020 C8 and C9).
import { heldByCall, letActStand } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { payIntent } from '@/tests/support/stripe'
import { ADMIN } from '@/tests/support/site'
import { emailFor, expectConfirmed, inLanguage, wordsOf } from '@/tests/support/verbs'

const { confirmation } = wordsOf('en')
const success = (query: Record<string, string>) => `/booking-success?${new URLSearchParams(query)}`

test.use({ expectedErrors: /status of 404/ })

test('failed, whatever the payment is', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(success({ payment_intent: 'pi_whatever', redirect_status: 'failed' }))
  await expect(page.getByRole('heading', { name: confirmation.failed.title })).toBeVisible()
  await expect(page.getByText(confirmation.failed.note)).toBeVisible()
  await page.getByRole('link', { name: confirmation.failed.again }).click()
  await expect(page).toHaveURL(/\/booking$/)
})

test(
  'the page without parameters, or with a payment that is not one’s own, shows success without details',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const stranger = (await another()).request
    const { intent } = await heldByCall(stranger, slot)
    await payIntent(intent)
    const addresses = [
      '/booking-success',
      success({ payment_intent: 'pi_nobody_knows', redirect_status: 'succeeded' }),
      success({ payment_intent: intent, redirect_status: 'succeeded' }),
    ]
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: confirmation.header })).toBeVisible()
      await expect(page.getByText(confirmation.generic.note)).toBeVisible()
      for (const step of Object.values(confirmation.generic.steps))
        await expect(page.getByText(step)).toBeVisible()
      await expect(page.getByText(emailFor(slot))).toBeHidden()
      for (const card of [
        confirmation.location.title,
        confirmation.hours.title,
        confirmation.bring.title,
      ])
        await expect(page.getByRole('heading', { name: card })).toBeVisible()
    }
  },
)

test(
  'any other status is unknown, unless the server knows better',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    for (const query of [
      'payment_intent=pi_nobody_knows',
      'payment_intent=pi_nobody_knows&redirect_status=odd',
      'redirect_status=succeeded',
    ]) {
      await page.goto(`/booking-success?${query}`)
      await expect(page.getByRole('heading', { name: confirmation.unknown.title })).toBeVisible()
      await expect(page.getByText(confirmation.header)).toBeHidden()
    }
    const { id, intent } = await heldByCall(page.request, slot)
    await payIntent(intent)
    await page.goto(success({ payment_intent: intent }))
    await expect(await expectConfirmed(page)).toContainText(`#${id}`)
  },
)

test(
  'back from the bank’s own page in another browser: the secret opens it and leaves the address',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const { id, intent, secret } = await heldByCall((await another()).request, slot)
    await payIntent(intent)
    await page.goto(
      success({
        payment_intent: intent,
        payment_intent_client_secret: secret,
        redirect_status: 'succeeded',
      }),
    )
    await expect(await expectConfirmed(page)).toContainText(`#${id}`)
    expect(page.url()).not.toContain('secret')
    await page.reload()
    await expect(await expectConfirmed(page)).toContainText(`#${id}`)
  },
)

test(
  'succeeded, but the money is not there yet: it waits, and turns by itself',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const { id, intent } = await heldByCall(page.request, slot)
    await page.goto(success({ payment_intent: intent, redirect_status: 'succeeded' }))
    await expect(page.getByRole('heading', { name: confirmation.confirming.title })).toBeVisible()
    await payIntent(intent)
    const ticket = await expectConfirmed(page)
    await expect(ticket).toContainText(`#${id}`)
    await expect(ticket.getByText(confirmation.status.paid, { exact: true })).toBeVisible()
  },
)

test(
  'after a minute of waiting it says that an email follows, with the reference',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await page.clock.install()
    const { id, intent } = await heldByCall(page.request, slot)
    const paying = await payIntent(intent, 'pm_card_threeDSecure2Required')
    expect(paying.status).toBe('requires_action')
    await page.goto(success({ payment_intent: intent, redirect_status: 'succeeded' }))
    await expect(page.getByRole('heading', { name: confirmation.confirming.title })).toBeVisible()
    await page.clock.fastForward(61_000)
    await expect(page.getByRole('heading', { name: confirmation.later.title })).toBeVisible()
    await expect(page.getByText(`#${id}`)).toBeVisible()
    await expect(page.getByRole('link', { name: confirmation.assistance.button })).toHaveAttribute(
      'href',
      new RegExp(`wa\\.me.*${id}`),
    )
  },
)

test(
  'refunded by the owner: it says so, not Paid',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const { id, intent } = await heldByCall(page.request, slot)
    await payIntent(intent)
    await page.goto(success({ payment_intent: intent, redirect_status: 'succeeded' }))
    await expectConfirmed(page)
    const owner = (await another()).request
    await owner.post('/api/auth/sign-in', { data: ADMIN })
    expect(
      (await owner.patch(`/api/bookings/${id}/cancel`, { data: { refund: 'full' } })).status(),
    ).toBe(200)
    await letActStand(id)
    await page.reload()
    await expect(page.getByRole('heading', { name: confirmation.refunded.done })).toBeVisible()
    await expect(page.getByText(`#${id} · ${confirmation.status.refunded}`)).toBeVisible()
    await expect(page.getByText(confirmation.status.paid, { exact: true })).toBeHidden()
  },
)

for (const language of ['ms', 'zh'] as const)
  test(
    `buttons lead on in the page’s language (${language})`,
    { tag: '@desktop' },
    async ({ page }) => {
      const words = wordsOf(language).confirmation
      await page.goto(inLanguage(language, '/booking-success'))
      await expect(page.getByRole('link', { name: words.home })).toHaveAttribute(
        'href',
        `/${language}`,
      )
      await expect(page.getByRole('link', { name: words.another })).toHaveAttribute(
        'href',
        `/${language}/booking`,
      )
      await expect(page.getByRole('link', { name: words.assistance.button })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/\d+\?text=/,
      )
    },
  )
