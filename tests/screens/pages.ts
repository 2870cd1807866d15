import { expect, type Page } from '@playwright/test'
import { claimDay } from '@/tests/support/e2e'
import { orderEdit, openCheckout } from '@/tests/support/orders'
import { adminSignIn, bookSession, expectConfirmed, fillBooking, inLanguage, payWith, wordsOf, type Language } from '@/tests/support/verbs'

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

/** Every page that `npm run screens` looks at; one contact sheet each. New pages are added here. */
export const SCREENS: Screen[] = [
  { name: 'home', open: visit('/') },
  ...['services', 'portfolio', 'membership', 'recording-tracker', 'contact', 'blog', 'faq', 'terms', 'privacy', 'refund-policy'].map((name) => ({ name, open: visit(`/${name}`) })),
  { name: 'blog-post', open: visit('/blog/planning-your-first-episode-in-kuala-lumpur') },
  { name: 'booking-empty', open: visit('/booking') },
  { name: 'booking-filled', open: async (page, language) => fillBooking(page, { date: await claimDay(), phone: '+60 12-345 6789' }, language) },
  { name: 'payment-dialog', windowOnly: true, open: async (page, language) => void (await bookSession(page, { date: await claimDay() }, language)) },
  {
    name: 'confirmation',
    async open(page, language) {
      await bookSession(page, { date: await claimDay(), phone: '+60 12-345 6789' }, language)
      await payWith(page, '4242424242424242')
      await expectConfirmed(page)
      await expect(page.getByText(wordsOf(language).confirmation.status.paid, { exact: true })).toBeVisible()
    },
  },
  { name: 'video-checkout', open: async (page, language) => openCheckout(page, { tier: 'premium', duration: '5-10 mins', rush: true }, language) },
  { name: 'video-checkout-empty', open: visit('/video-editing-checkout') },
  {
    name: 'video-success',
    async open(page, language) {
      await orderEdit(page, { tier: 'premium', duration: '5-10 mins', rush: true }, language)
      await payWith(page, '4242424242424242')
      await expect(page.getByRole('article')).toBeVisible()
    },
  },
  { name: 'not-found', open: visit('/nowhere-to-be-found') },
  { name: 'admin-login', open: visit('/admin/login') },
  { name: 'admin', open: adminSignIn },
]
