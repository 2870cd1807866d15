// The payment dialog as it is seen: on one screen of a phone, in our letters, with a refusal that is
// said once, and with a wallet where the owner offers one.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { paymentsOf } from '@/tests/support/stripe'
import {
  cardFrame,
  expectConfirmed,
  expectNotice,
  holdSession,
  openAdmin,
  payButton,
  payWith,
  wordsOf,
  type Language,
} from '@/tests/support/verbs'
import { TEXTS } from '@/tools/stripe-sandbox'

const PHONE = { width: 390, height: 844 }
const DECLINED = '4000 0000 0000 0002'

async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not on the page')
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height) }
}

/** From the title to the button, in the order of the eye, without scrolling. */
async function expectOneScreen(page: Page, language: Language): Promise<void> {
  const { payment, purchase } = wordsOf(language)
  const dialog = page.getByRole('dialog', { name: purchase.session.complete })
  const parts = [
    dialog.getByRole('heading', { name: purchase.session.complete }),
    dialog.getByRole('region', { name: payment.summary.title }),
    page.getByTitle('Secure payment input frame').first(),
    dialog.getByText(payment.form.neverStored),
    dialog.getByRole('region', { name: payment.policy.title }),
    payButton(page, language),
  ]
  let above = 0
  for (const part of parts) {
    const { top, bottom } = await edges(part)
    expect(top).toBeGreaterThanOrEqual(above)
    above = bottom
  }
  expect(above).toBeLessThanOrEqual(PHONE.height)
  expect(
    await dialog.evaluate((element) => {
      const screen = element.parentElement ?? element
      return screen.scrollHeight - screen.clientHeight
    }),
  ).toBeLessThanOrEqual(0)
}

for (const language of ['en', 'ms', 'zh'] as const)
  test(
    `all of the payment is on one screen, whatever the method (${language})`,
    { tag: '@phone' },
    async ({ page, slot }) => {
      const { payment } = wordsOf(language)
      await page.setViewportSize(PHONE)
      await holdSession(page, slot, language)
      await expectOneScreen(page, language)
      const button = await edges(payButton(page, language))
      for (const method of ['fpx', 'grabpay', 'card'] as const) {
        await cardFrame(page).getByRole('tab', { name: TEXTS[language][method] }).click()
        await expectOneScreen(page, language)
        expect(await edges(payButton(page, language))).toEqual(button)
        const form = await edges(page.getByTitle('Secure payment input frame').first())
        const note = await edges(page.getByText(payment.form.neverStored))
        expect(note.top - form.bottom).toBeLessThanOrEqual(24)
      }
    },
  )

test(
  'on a desktop too, the summary stands above the policy, and the policy above the button',
  {
    tag: '@desktop',
  },
  async ({ page, slot }) => {
    const { payment } = wordsOf('en')
    await holdSession(page, slot)
    const region = (name: string) => edges(page.getByRole('dialog').getByRole('region', { name }))
    const [summary, policy] = [
      await region(payment.summary.title),
      await region(payment.policy.title),
    ]
    const button = await edges(payButton(page))
    expect(summary.top).toBeLessThan(policy.top)
    expect(policy.bottom).toBeLessThanOrEqual(button.top)
    expect(button.bottom).toBeLessThanOrEqual(900)
    await cardFrame(page).getByRole('tab', { name: 'GrabPay' }).click()
    expect(await edges(payButton(page))).toEqual(button)
  },
)

test(
  'the card form has our letters, from files that its frame may fetch',
  {
    tag: '@desktop',
  },
  async ({ page, slot }) => {
    await holdSession(page, slot)
    const inside = page.frames().find((one) => one.url().endsWith('/_sandbox/frame'))
    await expect
      .poll(() =>
        inside?.evaluate(() =>
          [...document.fonts]
            .filter(({ status }) => status === 'loaded')
            .map(({ family }) => family.replaceAll('"', '')),
        ),
      )
      .toContain('Instrument Sans')
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.woff2')),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect((await page.request.get(file)).headers()['access-control-allow-origin']).toBe('*')
  },
)

test.describe('a declined card', () => {
  test.use({ expectedErrors: /status of 402/ })

  test(
    'is said once, with what to do next; the notice covers nothing of the dialog',
    { tag: '@phone' },
    async ({ page, slot }) => {
      const { payment } = wordsOf('en')
      await page.setViewportSize(PHONE)
      const held = await holdSession(page, slot)
      await payWith(page, DECLINED)
      await expectNotice(page, payment.notices.paymentFailed, 'Your card was declined.')
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
        /^Your card was declined\.Try another card, FPX or GrabPay\. Your slot is held until \d\d:\d\d\.$/,
      )
      await expect(cardFrame(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      await expect(cardFrame(page).getByLabel(TEXTS.en.number)).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      const toast = page.locator('[data-sonner-toast]').first()
      await expect(async () => {
        const [notice, button] = [await edges(toast), await edges(payButton(page))]
        expect(notice.top).toBeGreaterThanOrEqual(button.bottom)
        expect(notice.bottom).toBeLessThanOrEqual(PHONE.height)
      }).toPass({ timeout: 3_000 })
      expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 1, paid: 0 })
    },
  )
})

// The setting counts for every test that runs meanwhile: a wallet more in their dialogs.
test(
  'the owner offers wallets: one press pays and the webhook confirms; then they are off again',
  { tag: '@phone' },
  async ({ page, another, slot, anotherSlot }) => {
    const { admin, payment } = wordsOf('en')
    await page.setViewportSize(PHONE)
    const desk = await (await another()).newPage()
    const offer = async (wanted: boolean) => {
      await openAdmin(desk, 'en', '/admin/settings/payment')
      const methods = desk.getByRole('region', { name: admin.settings.methods.title })
      await methods.getByLabel(admin.settings.methods.wallets).setChecked(wanted)
      await methods.getByRole('button', { name: admin.form.save }).click()
      await expectNotice(desk, admin.save.success, admin.settings.saved)
      await expect
        .poll(async () => (await page.request.get('/api/payment-config')).json())
        .toMatchObject({ wallets: wanted })
    }
    await offer(true)
    try {
      const held = await holdSession(page, slot)
      const wallet = page
        .getByTitle('Secure express checkout frame')
        .contentFrame()
        .getByRole('button', { name: TEXTS.en.wallet })
      await expect(wallet).toBeVisible()
      await expect(page.getByText(payment.form.or, { exact: true })).toBeVisible()
      await expectOneScreen(page, 'en')
      expect((await edges(wallet)).bottom).toBeLessThan(
        (await edges(page.getByTitle('Secure payment input frame').first())).top,
      )
      await expectAccessible(page)
      await wallet.click()
      await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
      expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
    } finally {
      await offer(false)
    }
    await holdSession(page, await anotherSlot())
    await expect(page.getByTitle('Secure express checkout frame')).toHaveCount(0)
  },
)
