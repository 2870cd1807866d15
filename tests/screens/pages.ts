import { expect, type Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { claimDay } from '@/tests/support/e2e'
import { emailOf, openCheckout, orderEdit, proveEmail } from '@/tests/support/orders'
import {
  openAdmin,
  bookSession,
  expectConfirmed,
  fillBooking,
  inLanguage,
  openFilled,
  payWith,
  proceedButton,
  wordsOf,
  type Language,
} from '@/tests/support/verbs'
import { soldSessions } from './history'

export type Screen = {
  name: string
  /** Leads a fresh visitor to the state to be looked at. */
  open(page: Page, language: Language): Promise<void>
  /** Only what fits the window: for dialogs, which cover it. */
  windowOnly?: boolean
}

const visit = (path: string) => async (page: Page, language: Language) => {
  await page.goto(inLanguage(language, path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const signedIn = (path: string) => async (page: Page, language: Language) => {
  await openAdmin(page, language)
  await visit(path)(page, language)
}

/** Every page that `npm run screens` looks at; one contact sheet each. */
export const SCREENS: Screen[] = [
  ...PUBLIC_PAGES.filter((path) => path !== '/booking').map((path) => ({
    name: path === '/' ? 'home' : path.slice(1),
    open: visit(path),
  })),
  { name: 'blog-post', open: visit('/blog/planning-your-first-episode-in-kuala-lumpur') },
  { name: 'booking-empty', open: visit('/booking') },
  {
    name: 'booking-filled',
    open: async (page, language) =>
      fillBooking(page, { date: await claimDay(), phone: '+60 12-345 6789' }, language),
  },
  {
    name: 'payment-dialog',
    windowOnly: true,
    open: async (page, language) =>
      void (await bookSession(page, { date: await claimDay() }, language)),
  },
  {
    name: 'confirmation',
    async open(page, language) {
      await bookSession(page, { date: await claimDay(), phone: '+60 12-345 6789' }, language)
      await payWith(page, '4242424242424242')
      await expectConfirmed(page)
      await expect(
        page.getByText(wordsOf(language).confirmation.status.paid, { exact: true }),
      ).toBeVisible()
    },
  },
  {
    name: 'video-checkout',
    open: async (page, language) =>
      openCheckout(page, { tier: 'premium', duration: '5-10 mins', rush: true }, language),
  },
  { name: 'video-checkout-empty', open: visit('/video-editing-checkout') },
  {
    name: 'video-success',
    async open(page, language) {
      await orderEdit(page, { tier: 'premium', duration: '5-10 mins', rush: true }, language)
      await payWith(page, '4242424242424242')
      await expect(page.getByRole('article')).toBeVisible()
    },
  },
  {
    name: 'manage-booking',
    async open(page, language) {
      await bookSession(page, { date: await claimDay(), requirements: 'Two guests' }, language)
      await payWith(page, '4242424242424242')
      await page.getByRole('link', { name: wordsOf(language).confirmation.tools.booking }).click()
      await page.waitForURL(/\/manage\//)
      await expect(page.getByRole('article')).toBeVisible()
    },
  },
  {
    name: 'manage-order',
    async open(page, language) {
      await orderEdit(page, { tier: 'premium', duration: '5-10 mins', rush: true }, language)
      await payWith(page, '4242424242424242')
      await page.getByRole('link', { name: wordsOf(language).confirmation.tools.order }).click()
      await expect(
        page.getByRole('heading', { level: 1, name: wordsOf(language).orderPage.title }),
      ).toBeVisible()
    },
  },
  {
    name: 'membership-form',
    async open(page, language) {
      await visit('/membership')(page, language)
      await page
        .getByRole('button', { name: wordsOf(language).membership.joinNow, exact: true })
        .click()
      await expect(
        page.getByLabel(wordsOf(language).membership.join.labels.customerName, { exact: true }),
      ).toBeFocused()
    },
  },
  {
    name: 'membership-code',
    async open(page, language) {
      const { member } = wordsOf(language).membership
      await visit('/membership')(page, language)
      await page.getByRole('button', { name: member.signIn, exact: true }).click()
      await page.getByLabel(member.code.email, { exact: true }).fill(emailOf('screens'))
      await page.getByRole('button', { name: member.code.send, exact: true }).click()
      await expect(page.getByLabel(member.code.code, { exact: true })).toBeFocused()
    },
  },
  {
    name: 'member-card',
    async open(page, language) {
      await proveEmail(page.context(), emailOf('card'), { member: true })
      // As after signing in here: the page then keeps the card's place.
      await page.addInitScript(() => localStorage.setItem('member', '1'))
      await visit('/membership')(page, language)
      await expect(
        page.getByRole('heading', { name: wordsOf(language).membership.member.card.title }),
      ).toBeVisible()
    },
  },
  {
    name: 'member-begun',
    async open(page, language) {
      const { begun } = wordsOf(language).membership.member
      await proveEmail(page.context(), emailOf('begun'), { member: 'begun' })
      await page.addInitScript(() => localStorage.setItem('member', '1'))
      await visit('/membership')(page, language)
      await expect(page.getByRole('button', { name: begun.take, exact: true })).toBeVisible()
    },
  },
  {
    name: 'member-earlier',
    async open(page, language) {
      const email = emailOf('earlier')
      await orderEdit(page, { tier: 'basic', duration: '<60s', email }, language)
      await payWith(page, '4242424242424242')
      await expect(page.getByRole('article')).toBeVisible()
      await proveEmail(page.context(), email, { member: true })
      await page.addInitScript(() => localStorage.setItem('member', '1'))
      await visit('/membership')(page, language)
      const { earlier } = wordsOf(language).membership.member
      await expect(page.getByRole('button', { name: earlier.yes, exact: true })).toBeVisible()
    },
  },
  {
    name: 'booking-week',
    async open(page, language) {
      const { proof } = wordsOf(language).booking
      await openFilled(
        page,
        { date: await claimDay(), time: '09:00', duration: 'weekly' },
        language,
      )
      await proceedButton(page, language).click()
      await expect(page.getByText(proof.lead, { exact: true })).toBeVisible()
    },
  },
  { name: 'not-found', open: visit('/nowhere-to-be-found') },
  { name: 'admin-login', open: visit('/admin/login') },
  { name: 'admin-bookings', open: openAdmin },
  {
    name: 'admin-charts',
    async open(page, language) {
      await soldSessions()
      await openAdmin(page, language)
      await page.getByText(wordsOf(language).admin.stats.title, { exact: true }).click()
      await expect(
        page.getByRole('figure', { name: wordsOf(language).admin.stats.byHour }),
      ).toBeVisible()
    },
  },
  ...[
    'services',
    'portfolio',
    'contacts',
    'calendar',
    'orders',
    'receipts',
    'members',
    'attention',
    'settings',
    'audit',
  ].map((area) => ({ name: `admin-${area}`, open: signedIn(`/admin/${area}`) })),
  { name: 'admin-account', open: signedIn('/admin/account') },
  { name: 'admin-blog', open: signedIn('/admin-blog') },
]
