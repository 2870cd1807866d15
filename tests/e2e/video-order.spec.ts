// Ordering an edit: from the link of Home's choice to a paid order, at the server's price, whatever
// the link says.
import type { Page } from '@playwright/test'
import { TEXTS } from '@/tools/stripe-sandbox'
import { longDate } from '@/lib/time'
import { expectAccessible } from '@/tests/support/accessible'
import { control, payIntent, paymentsOf } from '@/tests/support/stripe'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import {
  checkoutPath,
  emailOf,
  expectOrdered,
  openCheckout,
  orderEdit,
  ordersOf,
  proceed,
  proceedToOrder,
  proveEmail,
  type Edit,
} from '@/tests/support/orders'
import { expectNotice, payButton, payWith, wordsOf, type Language } from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const { order: words, payment, purchase, editing, confirmation, orderPage } = wordsOf('en')
const rm = (amount: string) => new RegExp(`RM${amount.replace('.', '\\.')}`)
const summary = (page: Page) => page.getByRole('complementary', { name: words.summary.title })
const success = (query: Record<string, string>) =>
  `/video-editing-success?${new URLSearchParams(query)}`
const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''

/**
 * The order's own page (docs/decisions/020 C10), just paid: what was ordered, what comes next, and
 * whom to ask.
 */
async function expectOwnPage(
  page: Page,
  language: Language,
  id: number,
  next: 'footage' | 'editing' = 'footage',
): Promise<void> {
  const { orderPage: texts } = wordsOf(language)
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible()
  await expect(page.getByRole('article', { name: texts.ticket })).toContainText(`#${id}`)
  await expect(page.getByRole('listitem').and(page.locator('[aria-current="step"]'))).toContainText(
    texts.steps[next].title,
  )
  const chat = await page
    .getByRole('main')
    .getByRole('link', { name: texts.help.button })
    .getAttribute('href')
  expect(decodeURIComponent(chat ?? '')).toContain(`#${id}`)
  await expectAccessible(page)
}

test.use({ expectedErrors: /status of (40[49]|402)/ })

test('from its link to the paid order, with all that was said on its ticket @desktop', async ({
  page,
}) => {
  const email = emailOf('standard')
  const placed = await orderEdit(page, { tier: 'standard', duration: '60-120s', email })
  expect(placed.totalAmount).toBe('129.90')
  await expect(
    page.getByRole('dialog').getByText(rm('129.90')).filter({ visible: true }),
  ).toBeVisible()
  await payWith(page, GOOD)
  const ticket = await expectOrdered(page)
  const [order] = await ordersOf(email)
  expect(order).toMatchObject({ id: placed.id, status: 'paid', total: '129.90' })
  for (const fact of [
    `#${placed.id}`,
    email,
    editing.standard.name,
    rm('129.90'),
    longDate(order?.due ?? '', 'en'),
  ])
    await expect(ticket).toContainText(fact)
  await expect(ticket.getByText(confirmation.status.paid, { exact: true })).toBeVisible()
  expect(await paymentsOf(placed.id, 'order_id')).toEqual({ intents: 1, declined: 0, paid: 1 })
  await expect(page.getByText('Subtitles in Malay')).toBeVisible()
  await expectAccessible(page)
})

test('an edit is ordered from Home to the mail, with a declined card, then a good one @desktop', async ({
  page,
}) => {
  test.slow()
  const email = emailOf('declined')
  await page.goto('/')
  await page.getByText(editing.open, { exact: true }).click()
  await page.getByRole('radio', { name: editing.standard.name, exact: true }).check()
  await page.getByRole('radio', { name: editing.lengths.s120, exact: true }).check()
  await page.getByRole('switch', { name: editing.rush }).check()
  await page.getByRole('button', { name: editing.checkout, exact: true }).click()
  await expect(page).toHaveURL(/\/video-editing-checkout\?/)
  await expect(summary(page)).toContainText(rm('175.37'))
  await page.getByLabel('Name', { exact: true }).fill('Aina Rahman')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true }), 'kept over a refresh').toHaveValue(email)

  const placed = await proceed(page)
  await expectAccessible(page)
  await payWith(page, '4000 0000 0000 0002')
  await expectNotice(page, payment.notices.paymentFailed, 'Your card was declined.')
  await page.getByRole('button', { name: payment.close, exact: true }).last().click()
  expect(await proceed(page), 'closing and asking again is the same order and intent').toEqual(
    placed,
  )
  await payWith(page, GOOD)
  await expectNotice(page, payment.paid, 'Your video editing order has been submitted!')
  await expect(await expectOrdered(page)).toContainText(`#${placed.id}`)
  expect(await paymentsOf(placed.id, 'order_id')).toEqual({ intents: 1, declined: 1, paid: 1 })
  expect(await ordersOf(email)).toHaveLength(1)
  const mail = await lastMailTo(email)
  expect(mail.subject).toContain(`#${placed.id}`)
  for (const body of [mail.html, mail.text]) expect(body).toMatch(rm('175.37'))

  await page.getByRole('link', { name: confirmation.tools.footage }).click()
  await expectOwnPage(page, 'en', placed.id)
  expect(mail.html).toContain(page.url())
  const headers = (await page.reload())?.headers()
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(headers?.['cache-control']).toContain('no-store')
  await expect(page).toHaveTitle(new RegExp(orderPage.title))
  for (const secret of [email, 'pi_']) expect(await page.content()).not.toContain(secret)
})

test('a second tab that knows nothing of the first takes up the same unpaid order @desktop', async ({
  page,
  context,
}) => {
  const email = emailOf('tabs')
  const first = await orderEdit(page, { tier: 'premium', duration: '<60s', email })
  const second = await context.newPage()
  const again = await orderEdit(second, { tier: 'premium', duration: '<60s', email })
  expect([again.id, again.clientSecret]).toEqual([first.id, first.clientSecret])
  await payWith(second, GOOD)
  await expectOrdered(second)
  expect(await ordersOf(email)).toMatchObject([{ id: first.id, status: 'paid' }])
})

test('the checkout refuses nothing selected, a tampered price and something missing @desktop', async ({
  page,
}) => {
  test.slow()
  for (const query of [
    '?tier=basic&duration=60-120s',
    '?tier=gold&duration=60-120s&price=80',
    '?tier=basic&duration=%3E10+mins&price=0',
    '',
  ]) {
    await page.goto(`/video-editing-checkout${query}`)
    await expect(page.getByRole('heading', { name: 'No Item Selected' })).toBeVisible()
    await expect(page.getByText('Please select a video editing package first.')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Services' }).click()
  await expect(page.locator('#editing')).toBeInViewport()

  for (const price of ['1', 'abc']) {
    await page.goto(checkoutPath({ tier: 'standard', duration: '<60s', rush: true, price }))
    await expect(summary(page).getByRole('alert')).toContainText(rm('132.07'))
    await expect(summary(page)).toContainText(rm('32.00'))
  }
  await page.goto(checkoutPath({ tier: 'standard', duration: '<60s', rush: true, price: '90' }))
  await expect(summary(page)).toContainText(rm('132.07'))
  await expect(summary(page).getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(payment.policy.noRefunds)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Requirements', { exact: true }).fill('Fast')
  await proceedToOrder(page).click()
  await expectNotice(page, 'Missing Information', 'Please fill in all required fields')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/\w/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Requirements', { exact: true })).toHaveValue('Fast')
  await expectAccessible(page)
})

test('the server away: the error says so, nothing is lost, Try Again pays @desktop', async ({
  page,
}) => {
  const email = emailOf('away')
  await openCheckout(page, { tier: 'basic', duration: '<60s', email })
  await page.route(
    '**/api/video-editing-orders',
    (route) => route.fulfill({ status: 404, body: '' }),
    { times: 1 },
  )
  await proceedToOrder(page).click()
  await expectNotice(page, 'Error', 'Failed to create order')
  const dialog = page.getByRole('dialog', { name: purchase.edit.failed })
  await dialog.getByRole('button', { name: payment.tryAgain }).click()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, GOOD)
  await expectOrdered(page)
  expect(await ordersOf(email)).toMatchObject([{ status: 'paid' }])
})

test('a member sees and pays 90 %; in another name, or as a guest who types that email, it is the table price @desktop', async ({
  page,
  another,
}) => {
  const email = emailOf('member')
  const edit: Edit = { tier: 'premium', duration: '5-10 mins', rush: true, price: '625' }
  await proveEmail(page.context(), email, { member: true })
  await page.goto(checkoutPath(edit))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(summary(page)).toContainText(words.summary.member)
  await expect(summary(page)).toContainText(rm('822.70')) // 563 + 197, and 62.70 of tax
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com')
  await expect(summary(page)).toContainText(rm('913.63'))
  await expect(summary(page)).toContainText(email)
  await page.getByLabel('Email', { exact: true }).fill(email.toUpperCase())
  await page.getByLabel('Name', { exact: true }).fill('Aina')
  const placed = await proceed(page)
  expect(placed.totalAmount).toBe('822.70')
  await payWith(page, GOOD)
  await expect(await expectOrdered(page)).toContainText(rm('822.70'))

  const guest = await (await another()).newPage()
  expect((await orderEdit(guest, { ...edit, email })).totalAmount).toBe('913.63')
})

test('the success page says what is true, for each way of coming there @desktop', async ({
  page,
  another,
}) => {
  test.slow()
  await page.goto(success({}))
  await expect(page.getByText(confirmation.generic.note)).toBeVisible()
  for (const query of [
    { payment_intent: 'pi_nobody_knows' },
    { payment_intent: 'pi_nobody_knows', redirect_status: 'odd' },
    { redirect_status: 'succeeded' },
  ]) {
    await page.goto(success(query as Record<string, string>))
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(words.success.loading)).toBeAttached()
    await expect(page.getByText(words.success.header)).toBeHidden()
  }
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')

  const email = emailOf('success')
  const edit: Edit = { tier: 'basic', duration: '60-120s', rush: true, price: '80', email }
  const placed = await orderEdit(page, edit)
  await page.goto(success({ payment_intent: 'pi_whatever', redirect_status: 'failed' }))
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(checkoutPath(edit))

  const intent = intentOf(placed.clientSecret)
  await page.goto(success({ payment_intent: intent, redirect_status: 'succeeded' }))
  await expect(page.getByRole('heading', { name: confirmation.confirming.title })).toBeVisible()
  await payIntent(intent)
  await expect(await expectOrdered(page)).toContainText(`#${placed.id}`)

  const elsewhere = await (await another()).newPage()
  await elsewhere.goto(success({ payment_intent: intent, redirect_status: 'succeeded' }))
  await expect(elsewhere.getByText(confirmation.generic.note)).toBeVisible()
  await expect(elsewhere.getByRole('article')).toBeHidden()
  await elsewhere.goto(
    success({
      payment_intent: intent,
      payment_intent_client_secret: placed.clientSecret,
      redirect_status: 'succeeded',
    }),
  )
  await expect(await expectOrdered(elsewhere)).toContainText(`#${placed.id}`)
  expect(elsewhere.url()).not.toContain('secret')

  await control('refund', { payment_intent: intent })
  await expect.poll(async () => (await ordersOf(email))[0]?.status).toBe('refunded')
  await page.reload()
  await expect(page.getByRole('heading', { name: confirmation.refunded.done })).toBeVisible()
  await expect(page.getByText(confirmation.status.paid, { exact: true })).toBeHidden()
})

test('an order in Malay, to the paid order and its mail @phone', async ({ page }) => {
  const language = 'ms'
  const email = emailOf(language)
  const { order, payment: pay, editing: names } = wordsOf(language)
  const fits = async () =>
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0)
  await openCheckout(
    page,
    { tier: 'premium', duration: '5-10 mins', rush: true, price: '625', email },
    language,
  )
  await fits()
  await expectAccessible(page)
  const placed = await proceed(page)
  await expectAccessible(page)
  await payWith(page, '4000 0000 0000 0002')
  await expectNotice(page, pay.notices.paymentFailed, TEXTS[language].refusals.card_declined ?? '')
  await payWith(page, GOOD)
  const ticket = await expectOrdered(page)
  await expect(ticket).toContainText(names.premium.name)
  await expect(ticket).toContainText(`#${placed.id}`)
  await fits()
  await expectAccessible(page)
  const mail = await lastMailTo(email)
  expect(mail.text).toContain(order.success.steps.start.slice(0, 6))
  await page.goto(/href="([^"]+\/manage\/[\w-]{22})"/.exec(mail.html)?.[1] ?? '')
  // The order came with links to its footage.
  await expectOwnPage(page, language, placed.id, 'editing')
  await fits()
  await page.goto(`/${language}/video-editing-checkout`)
  await expect(page.getByRole('heading', { name: order.none.title })).toBeVisible()
  await fits()
})
