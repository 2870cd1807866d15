// The booking's own page, from the mail's link: read, moved, shown to guests, and closed to
// everybody else.
import type { APIRequestContext } from '@playwright/test'
import { longDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { heldByCall } from '@/tests/support/bookings'
import { payIntent } from '@/tests/support/stripe'
import { expect, test } from '@/tests/support/e2e'
import { attachmentOf, lastMailTo } from '@/tests/support/mailbox'
import {
  chooseDay,
  emailFor,
  expectNotice,
  inLanguage,
  openAdmin,
  payWith,
  pressTwice,
  wordsOf,
  type Duration,
  type Language,
} from '@/tests/support/verbs'
import type { Slot } from '@/tests/support/slots'
import { LANGUAGES } from '@/tests/support/words'

/** A paid session of service 1, and the address its mail leads to. */
async function soldSession(
  request: APIRequestContext,
  slot: Slot,
  language: Language,
  duration: Duration = 'hourly',
) {
  const { id, email, intent } = await heldByCall(request, { ...slot, duration }, language)
  await payIntent(intent)
  const mail = await lastMailTo(email)
  const link = /href="([^"]+\/manage\/[\w-]{22})"/.exec(mail.html)?.[1] ?? ''
  return { id, email, mail, link }
}

const line = (file: string, name: string) =>
  new RegExp(`^${name}[:;](.*)$`, 'm').exec(
    file.replace(/\r\n[ \t]/g, '').replaceAll('\r', ''),
  )?.[1]

test(
  'a session is moved from the mail’s link, and calendar and guests follow',
  { tag: '@phone' },
  async ({ page, request, another, slot, anotherSlot }) => {
    const language = 'zh'
    const { manage, services } = wordsOf(language)
    const [{ id, email, mail, link }, next] = [
      await soldSession(request, slot, language),
      await anotherSlot(),
    ]
    expect(link).toContain(inLanguage(language, '/manage/'))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: manage.title, level: 1 })).toBeVisible()
    const session = page.getByRole('article', { name: manage.session.title })
    for (const fact of [
      longDate(slot.date, language),
      slot.time,
      `#${id}`,
      'RM107.17',
      services.lengths.hourly,
    ])
      await expect(session).toContainText(fact)
    await expectSound(page)

    await page.getByRole('button', { name: manage.move.open }).click()
    await expect(page.getByRole('radio', { name: slot.time, exact: true })).toBeDisabled()
    await chooseDay(page, next.date)
    await page.getByRole('radio', { name: next.time, exact: true }).check()
    await expectSound(page)
    const confirm = manage.move.confirm
      .replace('{date}', longDate(next.date, language))
      .replace('{time}', next.time)
    await pressTwice(page, page.getByRole('button', { name: confirm }), '**/reschedule')
    await expectNotice(page, manage.move.done.title, next.time)
    await expect(session).toContainText(longDate(next.date, language))
    await expect(page.getByRole('heading', { name: manage.title, level: 1 })).toBeFocused()
    await page.reload()
    await expect(session).toContainText(next.time)

    const moved = await lastMailTo(
      email,
      new RegExp(wordsOf(language).mail.rescheduled.subject.split(/[:：]/)[0] ?? ''),
    )
    const [before, after] = [
      await attachmentOf(mail, /\.ics$/),
      await attachmentOf(moved, /\.ics$/),
    ]
    expect([line(after, 'UID'), line(before, 'SEQUENCE'), line(after, 'SEQUENCE')]).toEqual([
      line(before, 'UID'),
      '0',
      '1',
    ])
    expect(moved.html).toContain(link)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: manage.calendar.file }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`booking-${id}.ics`)

    const share = await page
      .getByRole('link', { name: manage.guests.whatsapp })
      .getAttribute('href')
    const guestLink = /https?:\/\/\S+$/.exec(decodeURIComponent(share ?? ''))?.[0] ?? ''
    const guest = await (await another()).newPage()
    await guest.goto(guestLink)
    await expect(guest.getByRole('heading', { name: manage.guest.title, level: 1 })).toBeVisible()
    await expect(guest.getByRole('main')).toContainText(longDate(next.date, language))
    for (const secret of ['Aina', email, '107.17', `#${id}`, link.split('/').at(-1) ?? ''])
      expect(await guest.content()).not.toContain(secret)
    await expectSound(guest)
  },
)

test.use({ expectedErrors: /status of 402/ })

test(
  'an hour becomes a half day with a co-host, for the difference only',
  { tag: '@desktop' },
  async ({ page, request, day }) => {
    const language = 'en'
    const { manage, booking, services, payment, purchase, mail: letters } = wordsOf(language)
    const { email, mail, link } = await soldSession(request, { date: day, time: '10:00' }, language)
    await page.goto(link)
    const panel = page.getByRole('region', { name: manage.upgrade.title })
    await expect(panel.getByRole('radio', { name: services.lengths.hourly })).toBeChecked()
    await panel.getByRole('radio', { name: booking.duration['half-day'] }).check()
    await panel.getByRole('checkbox').first().check()
    // (89 × 4 + 80 × 4) with tax is RM731.77; RM107.17 was paid.
    await expect(panel).toContainText('RM624.60')
    await expectSound(page)

    await panel.getByRole('button', { name: /624\.60/ }).click()
    const dialog = page.getByRole('dialog', { name: purchase.upgrade.complete })
    await expect(dialog).toContainText(payment.policy.downgrades)
    await expect(dialog.getByRole('region', { name: payment.summary.title })).toContainText(
      'RM624.60',
    )
    await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    await payWith(page, '4000 0000 0000 0002')
    await expectNotice(page, payment.notices.paymentFailed, '')
    await payWith(page, '4242 4242 4242 4242')
    await expectNotice(page, payment.paid, purchase.upgrade.paid)
    const session = page.getByRole('article', { name: manage.session.title })
    for (const fact of [
      '10:00–14:00',
      booking.duration['half-day'],
      'RM731.77',
      booking.addOns.title,
    ])
      await expect(session).toContainText(fact)
    await page.reload()
    await expect(session).toContainText('10:00–14:00')

    const upgraded = await lastMailTo(
      email,
      new RegExp(letters.upgraded.subject.split(/[:：]/)[0] ?? ''),
    )
    const [before, after] = [
      await attachmentOf(mail, /\.ics$/),
      await attachmentOf(upgraded, /\.ics$/),
    ]
    expect([line(after, 'UID'), line(after, 'DTSTART'), line(after, 'SEQUENCE')]).toEqual([
      line(before, 'UID'),
      line(before, 'DTSTART'),
      '1',
    ])
    expect(line(after, 'DTEND')).toBe(`${day.replaceAll('-', '')}T060000Z`)
  },
)

test(
  'a booking made by hand is paid on its page, by the link that its mail has and the console shows',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const { manage, admin, payment, purchase, receipt } = wordsOf('en')
    const email = emailFor(slot)
    const desk = await (await another()).newPage()
    await openAdmin(desk)
    const made = await desk.request.post('/api/admin/bookings', {
      data: { ...slot, serviceId: 1, firstName: 'Aina', email, paid: 'link' },
    })
    const { id } = (await made.json()) as { id: number }
    const link = /href="([^"]+\/manage\/[\w-]{22})"/.exec((await lastMailTo(email)).html)?.[1] ?? ''

    const details = admin.bookings.detailsOf.replace('{id}', String(id))
    const copy = desk.getByRole('button', { name: admin.bookings.share.copy })
    await desk.goto(`/admin?search=${encodeURIComponent(email)}`)
    await desk.getByRole('link', { name: details }).click()
    await expect(copy).toBeVisible()

    await page.goto(link)
    const panel = page.getByRole('region', { name: manage.pay.title })
    await expect(panel).toContainText('RM107.17')
    await expectSound(page)
    await panel.getByRole('button', { name: /107\.17/ }).click()
    const dialog = page.getByRole('dialog', { name: purchase.unpaid.complete })
    await expect(dialog).toContainText('RM107.17')
    // It is kept without an end: nothing counts down.
    await expect(dialog.getByRole('timer')).toHaveCount(0)
    await payWith(page, '4242 4242 4242 4242')
    await expectNotice(page, payment.paid, purchase.unpaid.paid)
    await expect(page.getByText(manage.status.confirmed, { exact: true })).toBeVisible()
    await expect(panel).toHaveCount(0)
    // Without a reload.
    const receipts = page.getByRole('region', { name: receipt.list.title })
    await expect(receipts.getByRole('link', { name: /R-\d{6}/ }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(manage.status.confirmed, { exact: true })).toBeVisible()

    // Its address opens the booking as a page.
    await desk.reload()
    await expect(desk.getByRole('main')).toContainText('RM107.17')
    await expect(copy).toHaveCount(0)
  },
)

test.describe('paid in one tab, the other', () => {
  // The browser reports the refused second payment.
  test.use({ expectedErrors: /status of 409/ })

  test(
    'the finance contact of a company pays by a link of their own, which shows nobody',
    { tag: '@desktop' },
    async ({ page, another, slot }) => {
      const { manage, payment, purchase, receipt } = wordsOf('ms')
      const [email, finance] = [emailFor(slot), `accounts-${emailFor(slot)}`]
      const desk = await (await another()).newPage()
      await openAdmin(desk)
      const made = await desk.request.post('/api/admin/bookings', {
        data: { ...slot, serviceId: 1, firstName: 'Aina', email, paid: 'link', locale: 'ms' },
      })
      const { id } = (await made.json()) as { id: number }
      const own =
        /href="([^"]+\/manage\/[\w-]{22})"/.exec((await lastMailTo(email)).html)?.[1] ?? ''
      const token = own.split('/').at(-1) ?? ''
      const billed = await desk.request.patch(`/api/manage/${token}/billing`, {
        data: { company: 'Contoh Sdn. Bhd.', financeEmail: finance },
      })
      expect(billed.status()).toBe(200)
      const { html } = await lastMailTo(finance, /RM107\.17/)
      const link = /href="([^"]+\/manage\/\d+-pay-[\w-]{22})"/.exec(html)?.[1] ?? ''
      expect(link).toContain('/ms/manage/')

      const answer = await page.goto(link)
      expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
      const title = manage.payer.title.replace('{id}', String(id))
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      const ticket = page.getByRole('article', { name: manage.guest.when })
      for (const fact of [longDate(slot.date, 'ms'), slot.time, `#${id}`, 'Contoh Sdn. Bhd.'])
        await expect(ticket).toContainText(fact)
      for (const secret of ['Aina', email, finance, token])
        expect(await page.content()).not.toContain(secret)
      await expectSound(page)

      const customer = await (await another()).newPage()
      await customer.goto(own)
      const panel = customer.getByRole('region', { name: wordsOf('ms').manage.pay.title })
      await expect(panel).toContainText('RM107.17')

      const toPay = page.getByRole('region', { name: manage.payer.toPay })
      await toPay.getByRole('button', { name: /107\.17/ }).click()
      const dialog = page.getByRole('dialog', { name: purchase.payer.complete })
      await expect(dialog).toContainText('RM107.17')
      await payWith(page, '4242 4242 4242 4242')
      await expectNotice(page, payment.paid, purchase.payer.paid)
      await expect(page.getByText(manage.payer.nothing, { exact: true })).toBeVisible()
      await expect(toPay).toHaveCount(0)
      await expect(ticket).toContainText(new RegExp(`${receipt.kinds.receipt} R-\\d{6}`))
      await expectSound(page)
      await page.reload()
      await expect(page.getByText(manage.payer.nothing, { exact: true })).toBeVisible()

      // Open meanwhile, the customer's page does not take it a second time.
      await panel.getByRole('button', { name: /107\.17/ }).click()
      await expect(customer.getByText(manage.status.confirmed, { exact: true })).toBeVisible()
      await expect(panel).toHaveCount(0)
    },
  )
})

test.describe('when another customer takes the slot', () => {
  // The browser reports the refused move.
  test.use({ expectedErrors: /status of 409/ })

  test(
    'the page says so beside the times, and the session stays',
    { tag: '@desktop' },
    async ({ page, request, another, slot, anotherSlot }) => {
      const { manage, errors } = wordsOf('en')
      const [{ link }, next] = [await soldSession(request, slot, 'en'), await anotherSlot()]
      await page.goto(link)
      await page.getByRole('button', { name: manage.move.open }).click()
      await chooseDay(page, next.date)
      await page.getByRole('radio', { name: next.time, exact: true }).check()
      const rival = (await another()).request
      expect(
        (
          await rival.post('/api/bookings', {
            data: { ...next, serviceId: 1, firstName: 'Bala', email: `rival-${emailFor(next)}` },
          })
        ).status(),
      ).toBe(201)
      await page.getByRole('button', { name: next.time }).click()
      await expect(page.getByRole('alert').filter({ hasText: errors.slot_taken })).toBeVisible()
      await expect(page.getByRole('radio', { name: next.time, exact: true })).toBeDisabled()
      await page.reload()
      await expect(page.getByRole('article', { name: manage.session.title })).toContainText(
        longDate(slot.date, 'en'),
      )
    },
  )
})

test(
  'a wrong token is a page that does not exist; a right one is told to no cache and no other site',
  { tag: '@desktop' },
  async ({ page, request, slot }) => {
    for (const language of LANGUAGES)
      for (const token of [
        ...['x'.repeat(22), `1-${'x'.repeat(22)}`, `1-pay-${'x'.repeat(22)}`, 'x'],
      ]) {
        const answer = await request.get(inLanguage(language, `/manage/${token}`))
        expect([token, answer.status()]).toEqual([token, 404])
        expect(await answer.text()).toContain(wordsOf(language).pages.notFound.title)
      }
    const { link } = await soldSession(request, slot, 'en')
    const headers = (await page.goto(link))?.headers() ?? {}
    expect([headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
      'no-referrer',
      'noindex, nofollow',
    ])
    expect(headers['cache-control']).toMatch(/no-store/)
    expect(headers['set-cookie']).toBeUndefined()
  },
)
