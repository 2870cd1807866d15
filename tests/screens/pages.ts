import { expect, type Page } from '@playwright/test'
import { claimDay } from '@/tests/support/e2e'
import { emailOf, openCheckout, orderEdit, proveEmail } from '@/tests/support/orders'
import {
  openAdmin,
  bookSession,
  expectConfirmed,
  fillBooking,
  inLanguage,
  payWith,
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

/** Every page that `npm run screens` looks at; one contact sheet each. New pages are added here. */
export const SCREENS: Screen[] = [
  { name: 'home', open: visit('/') },
  ...[
    'services',
    'portfolio',
    'membership',
    'recording-tracker',
    'contact',
    'blog',
    'faq',
    'terms',
    'privacy',
    'refund-policy',
  ].map((name) => ({ name, open: visit(`/${name}`) })),
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
    'members',
    'attention',
    'settings',
    'audit',
  ].map((tab) => ({ name: `admin-${tab}`, open: signedIn(`/admin?tab=${tab}`) })),
  { name: 'admin-account', open: signedIn('/admin/account') },
  { name: 'admin-blog', open: signedIn('/admin-blog') },
]
