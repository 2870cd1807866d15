// What comes out of a printer: one sheet where one is enough, and nothing that cannot be pressed there.
import type { Page } from '@playwright/test'
import { bookingsOf, heldByCall } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { emailOf, type Placed } from '@/tests/support/orders'
import { ADMIN } from '@/tests/support/site'
import { payIntent } from '@/tests/support/stripe'
import { emailFor, wordsOf } from '@/tests/support/verbs'

const { confirmation, manage, nav, orderPage, receipt, services } = wordsOf('en')
const LONG_NAME = 'Nattapongsiriwattanakulchaiyaphumwongsawatdirattanakul'.slice(0, 53)
const REQUIREMENTS = 'Two guests in person, one on video.\nPlease no scented candles.'
/** What is left of A4 between the margins, at 96 dpi. */
const SHEET = { width: 703, height: 1032 }

/** The sheets of A4 that the page is printed on. */
async function sheetsOf(page: Page): Promise<number> {
  const file = await page.pdf({
    format: 'A4',
    margin: { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' },
  })
  return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test(
  'a booking’s page and its receipt are one sheet each',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const { id, intent } = await heldByCall(page.request, { ...slot, requirements: REQUIREMENTS })
    await payIntent(intent)
    const read = async () =>
      (await (await page.request.get(`/api/bookings/payment/${intent}`)).json()) as {
        manageToken: string
        receipt: string | null
      }
    await expect.poll(async () => (await read()).receipt).not.toBeNull()
    const { manageToken, receipt: number } = await read()

    await page.goto(`/manage/${manageToken}`)
    await expect(page.getByRole('article')).toContainText(`#${id}`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('heading', { name: confirmation.location.title })).toBeVisible()
    for (const text of [
      manage.move.title,
      manage.calendar.file,
      manage.help.title,
      receipt.list.title,
    ])
      await expect(page.getByText(text, { exact: true }).first()).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await sheetsOf(page)).toBe(1)

    await page.goto(`/manage/${manageToken}/receipts/${number}`)
    await expect(page.getByText(String(number)).first()).toBeVisible()
    await expect(page.getByText(receipt.page.pdf)).toBeHidden()
    expect(await sheetsOf(page)).toBe(1)
  },
)

test(
  'a cancelled booking of a long name is one sheet',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const { id, intent } = await heldByCall(page.request, {
      ...slot,
      firstName: LONG_NAME,
      requirements: REQUIREMENTS,
    })
    await payIntent(intent)
    await page.goto(`/booking-success?payment_intent=${intent}&redirect_status=succeeded`)
    await expect(page.getByRole('article')).toContainText(`#${id}`)
    const owner = (await another()).request
    await owner.post('/api/auth/sign-in', { data: ADMIN })
    const cancelled = await owner.patch(`/api/bookings/${id}/cancel`, { data: { refund: 'none' } })
    expect(cancelled.status()).toBe(200)
    const [booked] = await bookingsOf(emailFor(slot))
    await page.goto(`/manage/${booked?.token}`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(manage.standing.cancelled.title)).toBeVisible()
    await expect(page.getByRole('article')).toContainText('scented candles')
    expect(await sheetsOf(page)).toBe(1)
  },
)

test(
  'an order’s page is one sheet, without what is filled in or asked there',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const placed = await request.post('/api/video-editing-orders', {
      data: {
        ...{ tier: 'standard', duration: '60-120s', rushService: true, requirements: REQUIREMENTS },
        ...{ customerName: LONG_NAME, customerEmail: emailOf('print') },
      },
    })
    const { clientSecret } = (await placed.json()) as Placed
    const intent = clientSecret.split('_secret_')[0] ?? ''
    await payIntent(intent)
    const read = async () =>
      (await (await request.get(`/api/video-editing-orders/payment/${intent}`)).json()) as {
        manageToken: string
        receipt: string | null
      }
    await expect.poll(async () => (await read()).receipt).not.toBeNull()
    await page.goto(`/manage/${(await read()).manageToken}`)
    await expect(page.getByLabel(orderPage.footage.label)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article')).toContainText('scented candles')
    await expect(page.getByLabel(orderPage.footage.label)).toBeHidden()
    for (const text of [receipt.list.title, orderPage.help.title])
      await expect(page.getByText(text, { exact: true })).toBeHidden()
    expect(await sheetsOf(page)).toBe(1)
  },
)

test(
  'the ticket after a payment has the width of its sheet, and nothing that needs a press',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const { intent } = await heldByCall(page.request, slot)
    await payIntent(intent)
    await page.goto(`/booking-success?payment_intent=${intent}&redirect_status=succeeded`)
    const ticket = page.getByRole('article')
    await expect(ticket).toContainText(slot.time)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(SHEET)
    const lines = await ticket.getByText(`${slot.time}–`).evaluate((time) => {
      const letters = document.createRange()
      letters.selectNodeContents(time)
      return new Set([...letters.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines).toBe(1)
    await expect(page.getByText(confirmation.assistance.title, { exact: true })).toBeHidden()
    expect(await sheetsOf(page)).toBeLessThanOrEqual(2)
  },
)

test(
  'the services are printed without navigation and photograph, and with every rate',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/services')
    await expect(page.getByRole('cell').first()).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: services.title })).toBeVisible()
    await expect(page.locator('main img[alt=""]').first()).toBeHidden()
    await expect(page.getByRole('main').getByText(nav.bookNow).first()).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('cell').first()).toBeVisible()
  },
)
