// The main job: choose, pay, read the confirmation, get the mail, be in the owner's list. In Chinese
// it is walked in tests/looks/axe.spec.ts.
import { longDate } from '@/lib/time'
import { expect, test } from '@/tests/support/e2e'
import { attachmentOf, lastMailTo } from '@/tests/support/mailbox'
import {
  openAdmin,
  bookSession,
  emailFor,
  expectConfirmed,
  payWith,
  wordsOf,
} from '@/tests/support/verbs'
import { paymentsOf } from '@/tests/support/stripe'

type Service = { id: number; name: string; translations: Partial<Record<string, { name: string }>> }

// Malay has the longest words. There the session has an add-on, at RM80 an hour.
const WIDTH = { en: { tag: '@desktop' }, ms: { tag: '@phone' } }
const AMOUNTS = { en: ['RM99.00', 'RM8.17', 'RM107.17'], ms: ['RM179.00', 'RM14.77', 'RM193.77'] }

for (const language of ['en', 'ms'] as const)
  test(
    `a session is booked and paid, confirmed on the page, by mail and in the owner’s list (${language})`,
    WIDTH[language],
    async ({ page, request, slot }) => {
      const { confirmation, payment, admin, manage, mail: letters } = wordsOf(language)
      const services = (await (await request.get('/api/services')).json()) as Service[]
      const service = services.find(({ name }) => name === 'Audio Podcast Basic')
      const nameOf = (one: Service | undefined) =>
        one?.translations[language]?.name ?? one?.name ?? ''
      const addOn = nameOf(services.find(({ name }) => name === 'Co-host Support'))
      const wish = {
        ...slot,
        service: nameOf(service),
        ...(language === 'ms' && { addOn }),
        phone: '+60 12-345 6789',
        requirements: 'Two guests, one in a wheelchair',
      }

      const held = await bookSession(page, wish, language)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(payment.policy.noRefunds)
      for (const amount of AMOUNTS[language])
        await expect(dialog.getByRole('region', { name: payment.summary.title })).toContainText(
          amount,
        )
      await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)

      await payWith(page, '4242 4242 4242 4242')
      const ticket = await expectConfirmed(page)
      await expect(page.getByRole('link', { name: /R-\d{6}/ })).toBeVisible()
      const column = (title: string) =>
        ticket.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
      await expect(column(confirmation.ticket.customer)).toContainText('Aina Rahman')
      await expect(column(confirmation.ticket.customer)).toContainText(emailFor(wish))
      await expect(column(confirmation.ticket.customer)).toContainText('+60 12-345 6789')
      await expect(column(confirmation.ticket.session)).toContainText(wish.service)
      await expect(column(confirmation.ticket.session)).toContainText(longDate(slot.date, language))
      await expect(column(confirmation.ticket.session)).toContainText(slot.time)
      await expect(column(confirmation.ticket.session)).toContainText(
        wordsOf(language).services.lengths.hourly,
      )
      if (wish.addOn)
        await expect(column(confirmation.ticket.session)).toContainText(`${addOn}, 1 jam`)
      await expect(column(confirmation.ticket.payment)).toContainText(AMOUNTS[language][2] ?? '')
      await expect(
        column(confirmation.ticket.payment).getByText(confirmation.status.paid, { exact: true }),
      ).toBeVisible()
      await expect(column(confirmation.ticket.payment)).toContainText(`#${held.id}`)
      await expect(page.getByText(wish.requirements)).toBeVisible()
      expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })

      const mail = await lastMailTo(emailFor(wish))
      expect(mail.html).toContain(letters.confirmed.title)
      const calendar = await attachmentOf(mail, /\.ics$/)
      expect(calendar).toContain('BEGIN:VCALENDAR')
      expect(calendar).toMatch(/^UID:/m)

      // By a click, not by its address: what the dialog did to the page must be over.
      await page.getByRole('link', { name: confirmation.tools.booking }).click()
      await expect(page.getByRole('heading', { level: 1, name: manage.title })).toBeVisible()
      expect(mail.html).toContain(page.url())

      await openAdmin(page, language)
      const row = page.getByRole('row').filter({ hasText: emailFor(wish) })
      await expect(row).toContainText(`#${held.id}`)
      await expect(row).toContainText(admin.status.confirmed)
    },
  )
