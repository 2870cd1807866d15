// Without JavaScript the booking page says what there is, what it costs and whom to call, and leads
// to pages of links and forms on which a time is held.
import type { Page } from '@playwright/test'
import { bookingsOf } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { formatRM, senOf } from '@/lib/money'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { longDate, studioTime } from '@/lib/time'
import { inLanguage, wordsOf, type Language } from '@/tests/support/verbs'
import { lastMailTo, mailsTo } from '@/tests/support/mailbox'
import { LANGUAGES } from '@/tests/support/words'

type Service = {
  id: number
  name: string
  hourlyRate: string
  isAddOn: boolean
  translations: Partial<Record<string, { name: string }>>
}

test.use({ javaScriptEnabled: false })

const tagOf = (language: Language) => ({ tag: language === 'ms' ? '@phone' : '@desktop' })
const detailsPath = (date: string, time: string) =>
  `/booking/plain/details?service=1&date=${date}&time=${time}`

/** The form's parts in a language. */
function formOf(page: Page, language: Language = 'en') {
  const { booking, plainBooking } = wordsOf(language)
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phone' | 'requirements') =>
    page.getByLabel(booking.details[name], { exact: true })
  const hold = page.getByRole('button', { name: plainBooking.details.hold, exact: true })
  const fill = async (email: string) => {
    await field('firstName').fill('Aina')
    await field('email').fill(email)
  }
  return { field, hold, fill, problem: page.locator('#problem'), words: plainBooking }
}

const expectHeld = (page: Page, language: Language = 'en') =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(
    wordsOf(language).plainBooking.hold.title,
  )

for (const language of LANGUAGES) {
  test(
    `services, rates, address and phone (${language})`,
    tagOf(language),
    async ({ page, request }) => {
      await page.goto(inLanguage(language, '/booking'))
      // Locators by text leave out what is in a noscript.
      await expect(page.locator('noscript p')).toHaveText(wordsOf(language).booking.noScript)
      await expect(page.locator('noscript p')).toBeVisible()
      const services = ((await (await request.get('/api/services')).json()) as Service[]).filter(
        ({ isAddOn }) => !isAddOn,
      )
      expect(services.length).toBeGreaterThanOrEqual(6)
      for (const { name, hourlyRate, translations } of services) {
        const card = page
          .getByText(translations[language]?.name ?? name, { exact: true })
          .locator('..')
        await expect(card).toBeVisible()
        await expect(card).toContainText(formatRM(senOf(hourlyRate)))
      }
      await expect(page.getByRole('main').getByText(DEFAULT_SITE.address.unit)).toBeVisible()
      await expect(
        page.getByRole('main').getByRole('link', { name: DEFAULT_SITE.phone }),
      ).toHaveAttribute('href', /^tel:\+60/)
    },
  )

  test(
    `from the booking page to a held time, by links and forms (${language})`,
    tagOf(language),
    async ({ page, day, baseURL }) => {
      const { booking, plainBooking, manage } = wordsOf(language)
      const email = `plain-${language}-${day}@example.com`
      await page.goto(inLanguage(language, '/booking'))
      await page.locator('noscript a').click()
      await expect(page).toHaveURL(new URL(inLanguage(language, '/booking/plain'), baseURL).href)

      await page.locator('#step-service').getByRole('link').first().click()
      await page.getByRole('link', { name: booking.duration['half-day'] }).first().click()
      const weekends = page.getByRole('link', { name: plainBooking.when.weekends, exact: true })
      await weekends.click()
      await expect(weekends).toHaveAttribute('aria-current', 'true')
      const times = page.locator('#step-time').getByRole('listitem').getByRole('link')
      await expect(times.first()).toBeVisible()
      expect(await times.count()).toBeLessThanOrEqual(10)
      await page.getByRole('link', { name: plainBooking.when.any, exact: true }).click()
      await page.getByLabel(plainBooking.when.from, { exact: true }).fill(day)
      await page.getByRole('button', { name: plainBooking.when.show, exact: true }).click()
      await expect(
        page.locator('#step-time').getByRole('heading', { level: 3 }).first(),
      ).toHaveText(longDate(day, language))
      await expect(times).toHaveCount(10)
      await times.filter({ hasText: '13:00–17:00' }).first().click()

      const { fill, field, hold } = formOf(page, language)
      await fill(email)
      await field('requirements').fill('Dua tetamu，两位嘉宾')
      const before = new Date()
      await hold.click()
      await expectHeld(page, language)
      const [row] = await bookingsOf(email)
      expect(row).toMatchObject({ date: day, time: '13:00', status: 'pending', intent: null })
      const main = page.getByRole('main')
      // Until when, in the studio's time: five minutes from when it was held.
      const until = [0, 1].map((minute) =>
        studioTime(new Date(before.getTime() + (5 + minute) * 60_000)),
      )
      await expect(main).toContainText(new RegExp(until.join('|')))
      await expect(main).toContainText(plainBooking.hold.zone)
      await expect(main).toContainText(longDate(day, language))
      await expect(main).toContainText(`#${row?.id}`)
      await expect(main).toContainText(manage.session.reference)
      const whatsapp = await main
        .getByRole('link', { name: plainBooking.hold.whatsapp })
        .getAttribute('href')
      expect(decodeURIComponent(whatsapp ?? '')).toContain(`#${row?.id}`)
      await expect(main.getByRole('link', { name: DEFAULT_SITE.phone }).first()).toHaveAttribute(
        'href',
        /^tel:\+60/,
      )
      await page.reload()
      await expectHeld(page, language)
    },
  )
}

test.describe('one language is enough', { tag: '@desktop' }, () => {
  test('what is wrong comes first and has the focus; everything typed is still there', async ({
    page,
    slot: { date, time },
  }) => {
    await page.goto(detailsPath(date, time))
    const { field, hold, problem } = formOf(page)
    await field('lastName').fill('O’Neil <b>')
    await field('email').fill('aina@')
    await field('phone').fill('12')
    await field('requirements').fill('Two guests\n你好')
    await hold.click()
    await expect(problem).toBeFocused()
    await expect(problem.getByRole('link')).toHaveText([/^First Name: /, /^Email: /, /^Phone: /])
    await expect(page).toHaveTitle(new RegExp(`^${wordsOf('en').plainBooking.meta.problem}`))
    await expect(field('firstName')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('email')).toHaveAccessibleDescription(/valid email/)
    await expect(field('lastName')).toHaveValue('O’Neil <b>')
    await expect(field('email')).toHaveValue('aina@')
    await expect(field('phone')).toHaveValue('12')
    await expect(field('requirements')).toHaveValue('Two guests\n你好')
    await problem.getByRole('link', { name: /^Email/ }).click()
    await expect(field('email')).toBeFocused()
    // The same after a reload; and mended it is held.
    await page.reload()
    await expect(field('phone')).toHaveValue('12')
    await field('firstName').fill('Aina')
    await field('email').fill(`plain-bad-${date}-${time.slice(0, 2)}@example.com`)
    await field('phone').fill('')
    await hold.click()
    await expectHeld(page)
  })

  test('another browser that is given the address finds an empty form', async ({
    page,
    another,
    slot: { date, time },
  }) => {
    await page.goto(detailsPath(date, time))
    await formOf(page).field('lastName').fill('Rahman')
    await formOf(page).hold.click()
    await expect(formOf(page).problem).toBeVisible()
    const stranger = await (await another()).newPage()
    await stranger.goto(page.url())
    await expect(formOf(stranger).problem).toContainText(wordsOf('en').plainBooking.details.stale)
    await expect(formOf(stranger).field('lastName')).toHaveValue('')
  })

  test('a time that was taken meanwhile: others are offered, and nothing has to be typed again', async ({
    page,
    request,
    day,
  }) => {
    const email = `plain-late-${day}@example.com`
    await page.goto(detailsPath(day, '10:00'))
    const { fill, hold, problem, field, words } = formOf(page)
    await fill(email)
    const other = { serviceId: 1, firstName: 'Ben', email: `ben-${day}@example.com` }
    const taken = await request.post('/api/bookings', {
      data: { ...other, date: day, time: '10:00' },
    })
    expect(taken.status()).toBe(201)
    await hold.click()
    await expect(problem).toBeFocused()
    await expect(problem).toContainText(wordsOf('en').errors.slot_taken)
    const others = page.getByRole('group', { name: words.details.another }).getByRole('radio')
    await expect(others).toHaveCount(10)
    await expect(others.and(page.locator(`[value="${day} 10:00"]`))).toHaveCount(0)
    await expect(field('email')).toHaveValue(email)
    await hold.click() // nothing chosen: said beside the times
    await expect(problem).toBeFocused()
    await expect(page.getByText(wordsOf('en').booking.required.time)).toBeVisible()
    await page.locator(`input[value="${day} 11:00"]`).check()
    await hold.click()
    await expectHeld(page)
    expect(await bookingsOf(email)).toMatchObject([{ date: day, time: '11:00', status: 'pending' }])
  })

  test('a time that is gone before the form is opened is said there', async ({
    page,
    request,
    day,
  }) => {
    const other = { serviceId: 1, firstName: 'Ben', email: `ben-first-${day}@example.com` }
    await request.post('/api/bookings', { data: { ...other, date: day, time: '10:00' } })
    await page.goto(detailsPath(day, '10:00'))
    await expect(formOf(page).problem).toContainText(wordsOf('en').plainBooking.details.gone)
    await expect(page.locator(`input[type="radio"][value="${day} 09:00"]`)).toBeVisible()
  })

  test('pressed twice, and once more after going back: one hold', async ({
    page,
    slot: { date, time },
  }) => {
    const email = `plain-twice-${date}-${time.slice(0, 2)}@example.com`
    await page.goto(detailsPath(date, time))
    const { fill, hold } = formOf(page)
    await fill(email)
    await hold.dblclick()
    await expectHeld(page)
    const address = page.url()
    await page.goBack()
    await expect(hold).toBeVisible()
    await fill(email)
    await hold.click()
    await expectHeld(page)
    expect(page.url()).toBe(address)
    expect(await bookingsOf(email)).toHaveLength(1)
  })

  test('the keyboard alone holds a time', async ({ page, day }) => {
    const email = `plain-keys-${day}@example.com`
    await page.goto(`/booking/plain?service=1&date=${day}`)
    const start = page.locator('#step-time').getByRole('link').filter({ hasText: '10:00–' }).first()
    await start.focus()
    await page.keyboard.press('Enter')
    const { field } = formOf(page)
    await field('firstName').focus()
    await page.keyboard.type('Aina')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expectHeld(page)
    expect(await bookingsOf(email)).toHaveLength(1)
  })

  test('a hold that has ended says so; an unknown address is a 404', async ({ page, day }) => {
    await page.goto(detailsPath(day, '10:00'))
    const { fill, hold } = formOf(page)
    await fill(`plain-over-${day}@example.com`)
    await hold.click()
    await expectHeld(page)
    const held = page.url()
    // Another time of the same visitor gives this one back.
    await page.goto(`/booking/plain?service=1&date=${day}`)
    await page.locator('#step-time').getByRole('listitem').getByRole('link').last().click()
    await fill(`plain-over-${day}@example.com`)
    await hold.click()
    await expectHeld(page)
    await page.goto(held)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      wordsOf('en').plainBooking.hold.ended,
    )
    const wrong = await page.request.get(held.replace(/manage\/.{22}/, `manage/${'x'.repeat(22)}`))
    expect(wrong.status()).toBe(404)
  })

  test('none of these pages is kept, listed or prerendered', async ({
    request,
    slot: { date, time },
  }) => {
    const keys: (string | undefined)[] = []
    for (const path of ['/booking/plain', detailsPath(date, time), detailsPath(date, time)]) {
      const answer = await request.get(path)
      const html = await answer.text()
      expect([path, answer.status()]).toEqual([path, 200])
      expect(answer.headers()['cache-control']).toContain('no-store')
      expect(html).toMatch(/<meta name="robots" content="noindex, nofollow"\/>/)
      // Nothing waits for a script to be put in its place.
      expect(html.slice(0, html.indexOf('</main>'))).toContain('<h1')
      keys.push(/name="key" value="([^"]+)"/.exec(html)?.[1])
    }
    expect(keys[0]).toBeUndefined()
    expect(keys[1]).toMatch(/^[\w-]{22}$/)
    expect(keys[2]).not.toBe(keys[1])
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/plain')
  })
})

for (const language of LANGUAGES)
  test(
    `the contact form is refused with everything kept, then sent once (${language})`,
    tagOf(language),
    async ({ page }) => {
      const { contact } = wordsOf(language)
      const { labels, subject, sent, send } = contact.form
      const email = `plain-contact-${language}@example.com`
      await page.goto(inLanguage(language, '/contact'))
      await page.locator('noscript').getByRole('link', { name: contact.plain.link }).click()
      const field = (name: keyof typeof labels) => page.getByLabel(labels[name], { exact: true })
      await field('name').fill('Aina 爱娜')
      await field('message').fill('Two of us\nnext week')
      await field('topics').fill('Interviews')
      await page.getByRole('button', { name: send, exact: true }).click()

      const problem = page.locator('#problem')
      await expect(problem).toContainText(`${labels.email}:`)
      await expect(problem).toContainText(`${labels.subject}:`)
      await expect(field('email')).toHaveAccessibleDescription(/./)
      await expect(field('name')).toHaveValue('Aina 爱娜')
      await expect(field('message')).toHaveValue('Two of us\nnext week')
      await expect(field('topics')).toHaveValue('Interviews')
      await field('email').fill(email)
      await field('subject').selectOption({ label: subject.booking })
      await page.getByRole('button', { name: send, exact: true }).click()

      await expect(page.getByText(sent.title)).toBeVisible()
      await page.reload()
      await expect(page.getByText(sent.title)).toBeVisible()
      await lastMailTo(email)
      const told = (await mailsTo(DEFAULT_SITE.email)).filter(({ html }) => html.includes(email))
      expect(told).toHaveLength(1)
    },
  )
