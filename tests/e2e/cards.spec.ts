// Cards that are refused and banks that ask: the same booking and the same intent until it is paid.
import { expect, test } from '@/tests/support/e2e'
import { intentsOf, paymentsOf } from '@/tests/support/stripe'
import { TEXTS } from '@/tools/stripe-sandbox'
import {
  answerBank,
  expectConfirmed,
  expectNotice,
  holdSession,
  payWith,
  wordsOf,
} from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const ASKS_THE_BANK = '4000 0027 6000 3184'
const REFUSAL = TEXTS.ms.refusals.card_declined ?? ''

test.use({ expectedErrors: /status of 402/ })

test('a declined card can be followed by a good one', { tag: '@phone' }, async ({ page, slot }) => {
  const language = 'ms'
  const { payment } = wordsOf(language)
  const held = await holdSession(page, slot, language)
  await payWith(page, DECLINED)
  await expectNotice(page, payment.notices.paymentFailed, REFUSAL)
  await expect(
    page.getByRole('dialog').getByRole('alert').filter({ hasText: REFUSAL }),
  ).toBeVisible()

  await payWith(page, GOOD)
  await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
  expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 1, paid: 1 })
})

for (const language of ['zh'] as const)
  test(`a bank approves (${language})`, { tag: '@phone' }, async ({ page, slot }) => {
    const held = await holdSession(page, slot, language)
    await payWith(page, ASKS_THE_BANK)
    // Not the dialog below it: whoever types the bank's code types it there.
    await expect(page.getByTitle('3-D Secure authentication')).toBeFocused()
    await answerBank(page, 'approve')
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  })

test('a bank that refuses, and another card', { tag: '@desktop' }, async ({ page, slot }) => {
  const language = 'en'
  const { payment, purchase } = wordsOf(language)
  const held = await holdSession(page, slot, language)
  await payWith(page, ASKS_THE_BANK)
  await answerBank(page, 'refuse')
  await expectNotice(page, payment.notices.paymentFailed, purchase.session.incomplete)
  expect((await intentsOf(held.id)).map(({ status }) => status)).toEqual([
    'requires_payment_method',
  ])

  await payWith(page, GOOD)
  await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
  const { intents, paid } = await paymentsOf(held.id)
  expect({ intents, paid }).toEqual({ intents: 1, paid: 1 })
})
