// What a person does on the site, in the words of the studio. Names come from the dictionaries, so
// each verb works in all three languages; that English has the names outside checks rely on is
// shown by tests/unit/i18n/names.test.ts.
import type { Locator, Page } from '@playwright/test'
import { TEXTS, type BankWay } from '@/tools/stripe-sandbox'
import { expect } from './e2e'
import { ownersCookie } from './admin'
import { inLanguage, languageOf, wordsOf, type Language } from './words'

export { inLanguage, languageOf, wordsOf, type Language }
export type Duration = 'hourly' | 'half-day' | 'full-day' | 'weekly'
export type Wish = {
  service?: string
  duration?: Duration
  hours?: number
  addOn?: string
  date: string
  time?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  requirements?: string
}
/** What POST /api/bookings answers, as far as tests look at it. */
export type Held = { id: number; totalAmount: string; holdExpiresAt: string }

const FUTURE = '12 / 34'

/** Opens the booking page and fills everything in, up to but without Proceed to Payment. */
export async function fillBooking(
  page: Page,
  wish: Wish,
  language: Language = 'en',
): Promise<void> {
  await page.goto(inLanguage(language, '/booking'))
  await fillOpenBooking(page, wish, language)
}

/** The same on a booking page that is open already. */
export async function fillOpenBooking(
  page: Page,
  wish: Wish,
  language: Language = 'en',
): Promise<void> {
  const { booking } = wordsOf(language)
  const { details } = booking
  await openStep(page, 'service', language)
  await page
    .getByRole('radiogroup', { name: booking.service.title })
    .getByRole('radio', { name: wish.service ?? /./ })
    .first()
    .check()
  if (wish.duration || wish.hours) await openStep(page, 'duration', language)
  if (wish.duration)
    await page.getByRole('radio', { name: booking.duration[wish.duration], exact: true }).check()
  for (let hours = 1; hours < (wish.hours ?? 1); hours++)
    await page.getByRole('button', { name: booking.duration.more, exact: true }).click()
  await openStep(page, 'date', language)
  await chooseDay(page, wish.date)
  await openStep(page, 'time', language)
  await page.getByRole('radio', { name: wish.time ?? '10:00', exact: true }).check()
  const fields = {
    details: { firstName: wish.firstName ?? 'Aina', email: wish.email ?? emailFor(wish) },
    more: {
      lastName: wish.lastName ?? 'Rahman',
      phone: wish.phone,
      requirements: wish.requirements,
    },
  }
  for (const step of ['more', 'details'] as const) {
    await openStep(page, step, language)
    for (const [name, value] of Object.entries(fields[step]))
      if (value)
        await page.getByLabel(details[name as keyof typeof details], { exact: true }).fill(value)
    if (step === 'more' && wish.addOn)
      await page.getByRole('checkbox', { name: wish.addOn }).check()
  }
}

type Step = 'service' | 'duration' | 'room' | 'date' | 'time' | 'details' | 'more'

/** Opens a step of the booking page; below 80rem all but one are folded. */
export async function openStep(page: Page, step: Step, language: Language = 'en'): Promise<void> {
  const { booking, rooms } = wordsOf(language)
  const title = step === 'room' ? rooms.choose : booking[step].title
  const body = page.locator(`#step-${step}-body`)
  const row = page
    .getByRole('region', { name: title, exact: true })
    .getByRole('button', { expanded: false })
    .and(page.locator(`[aria-controls="step-${step}-body"]`))
  await expect(page.locator('fieldset').first()).toBeEnabled()
  // A house with several rooms loads their step when there is something to choose, and an error that
  // arrives opens its step before this press.
  await expect(async () => {
    if (await row.isVisible()) await row.click({ timeout: 1_000 })
    await expect(body).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** An address that belongs to this wish alone, so that its mails can be found. */
export const emailFor = (wish: Wish): string =>
  `visitor-${wish.date}-${(wish.time ?? '10:00').replace(':', '')}@example.com`

/**
 * Leaves in the tab what a visitor would find after a refresh: the whole form filled in, from the
 * next address on.
 */
export async function giveDraft(page: Page, wish: Wish): Promise<void> {
  const {
    date,
    time = '10:00',
    duration = 'hourly',
    firstName = 'Aina',
    lastName = 'Rahman',
    email = emailFor(wish),
    phone = '',
    requirements = '',
  } = wish
  const draft = JSON.stringify({
    serviceId: 1,
    duration,
    date,
    time,
    firstName,
    lastName,
    email,
    phone,
    requirements,
  })
  await page.addInitScript((text) => {
    // Once: afterwards the tab's memory is the page's own business.
    if (window !== window.top || sessionStorage.getItem(`given ${text}`)) return
    sessionStorage.setItem(`given ${text}`, 'yes')
    sessionStorage.setItem('booking-draft', text)
  }, draft)
}

/** Opens the booking page with everything filled in: for tests of what comes after the form. */
export async function openFilled(page: Page, wish: Wish, language: Language = 'en'): Promise<void> {
  await giveDraft(page, wish)
  await page.goto(inLanguage(language, '/booking'))
  // Where the steps fold, this one is a row.
  await expect(
    page.getByRole('radio', { name: wish.time ?? '10:00', exact: true, includeHidden: true }),
  ).toBeChecked()
}

/** Turns the calendar to the day's month and picks the day. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  await dayButton(page, date).then((day) => day.click())
}

/** The calendar's button of a day, after turning to its month. */
export async function dayButton(page: Page, date: string): Promise<Locator> {
  const language = await languageOf(page)
  const next = page.getByRole('button', {
    name: wordsOf(language).booking.calendar.next,
    exact: true,
  })
  await expect(next).toBeVisible()
  const day = page.locator(`[data-day="${date}"]`)
  for (let months = 0; months < 7 && (await day.count()) === 0; months++) await next.click()
  return day
}

/** Books up to the open payment dialog, with the card form ready; what the server holds. */
export async function bookSession(
  page: Page,
  wish: Wish,
  language: Language = 'en',
): Promise<Held> {
  await fillBooking(page, wish, language)
  return proceedToPayment(page)
}

/** The same without filling in the form step by step. */
export async function holdSession(
  page: Page,
  wish: Wish,
  language: Language = 'en',
): Promise<Held> {
  await openFilled(page, wish, language)
  return proceedToPayment(page)
}

/** Presses Proceed to Payment and waits for the card form; what the server holds. */
export async function proceedToPayment(page: Page): Promise<Held> {
  const answer = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/bookings' && response.ok(),
  )
  await proceedButton(page, await languageOf(page)).click()
  const held = (await (await answer).json()) as Held
  await expectCardForm(page)
  return held
}

export const proceedButton = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('button', { name: wordsOf(language).booking.summary.proceed, exact: true })

/** Waits for the payment dialog with its card form. */
export async function expectCardForm(
  page: Page,
  of: 'session' | 'edit' = 'session',
): Promise<void> {
  const language = await languageOf(page)
  await expect(
    page.getByRole('dialog', { name: wordsOf(language).purchase[of].complete }),
  ).toBeVisible()
  await expect(cardFrame(page).getByLabel(TEXTS[language].number)).toBeVisible()
}

export const cardFrame = (page: Page) =>
  page.getByTitle('Secure payment input frame').first().contentFrame()

/** Fills the card form: any future date and any code go with a test card. */
export async function fillCard(page: Page, card: string): Promise<void> {
  const texts = TEXTS[await languageOf(page)]
  const frame = cardFrame(page)
  await frame.getByLabel(texts.number).fill(card)
  await frame.getByLabel(texts.expiry).fill(FUTURE)
  await frame.getByLabel(texts.cvc).fill('123')
}

export const payButton = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('button', { name: wordsOf(language).payment.form.pay, exact: true })

/** Fills the card in and presses Complete Secure Payment. What follows depends on the card. */
export async function payWith(page: Page, card: string): Promise<void> {
  await fillCard(page, card)
  await payButton(page, await languageOf(page)).click()
}

/** Chooses FPX with a bank, or GrabPay, and presses the button: the payer is led to its page. */
export async function leaveFor(page: Page, way: BankWay): Promise<void> {
  const language = await languageOf(page)
  const texts = TEXTS[language]
  const frame = cardFrame(page)
  await frame.getByRole('tab', { name: texts[way] }).click()
  if (way === 'fpx') await frame.getByLabel(texts.bank).selectOption('Maybank2U')
  await payButton(page, language).click()
  await expect(page.getByRole('heading', { name: texts.page[`${way}Title`] })).toBeVisible()
}

/** Answers the page of the bank or wallet, which leads back to the site. */
export async function answerPage(page: Page, answer: 'approve' | 'refuse'): Promise<void> {
  const { page: texts } = TEXTS[await languageOf(page)]
  const name = answer === 'approve' ? texts.authorize : texts.refuse
  await page.getByRole('button', { name, exact: true }).click()
}

/** Answers the bank's 3-D Secure page. */
export async function answerBank(page: Page, answer: 'approve' | 'refuse'): Promise<void> {
  const { page: bank } = TEXTS[await languageOf(page)]
  const frame = page.getByTitle('3-D Secure authentication').contentFrame()
  await frame
    .getByRole('button', { name: answer === 'approve' ? bank.complete : bank.fail, exact: true })
    .click()
}

/** Waits for the confirmation page of a paid booking; its ticket. */
export async function expectConfirmed(page: Page): Promise<Locator> {
  const { confirmation } = wordsOf(await languageOf(page))
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('heading', { name: confirmation.header })).toBeVisible()
  return page.getByRole('article')
}

/** Waits for a notice. */
export async function expectNotice(page: Page, title: string, text: string): Promise<void> {
  const notice = page
    .locator('[data-sonner-toast]')
    .filter({ hasText: title })
    .filter({ hasText: text })
  await expect(notice.first()).toBeVisible()
}

/**
 * Opens one of the owner's pages in the session that the run signed in with (site-start.ts); the
 * list of bookings unless `path` says another.
 */
export async function openAdmin(
  page: Page,
  language: Language = 'en',
  path = '/admin',
): Promise<void> {
  await page.context().addCookies([ownersCookie()])
  await page.goto(inLanguage(language, path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * Holds every answer of an address back until it is let go, so that a wait lasts as long as it
 * takes to see it.
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(address, (route) => gate.then(() => route.continue()))
  return letGo
}

/** Both presses before the first one's answer, which may put something else under the pointer. */
export async function pressTwice(page: Page, button: Locator, address: string): Promise<void> {
  const letGo = await holdBack(page, address)
  await button.dblclick()
  letGo()
}

/** The page's code has taken over this control. */
export const hydrated = (control: Locator): Promise<void> =>
  expect
    .poll(() =>
      control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
