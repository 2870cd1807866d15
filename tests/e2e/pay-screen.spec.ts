// The payment dialog on a phone: with a refusal that is said once, and with a wallet where the owner
// offers one.
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { edges, expectOneScreen, PHONE } from '@/tests/support/one-screen'
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
} from '@/tests/support/verbs'
import { TEXTS } from '@/tools/stripe-sandbox'

const DECLINED = '4000 0000 0000 0002'

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
