// The payment dialog as it is seen: on one screen of a phone, and in our letters.
import { expect, test } from '@/tests/support/e2e'
import { edges, expectOneScreen, PHONE } from '@/tests/support/one-screen'
import { cardFrame, holdSession, payButton, wordsOf } from '@/tests/support/verbs'
import { TEXTS } from '@/tools/stripe-sandbox'

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
