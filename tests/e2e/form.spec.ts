// The booking form before anything is sent: what it asks for, what it refuses, what it offers.
import type { Locator, Page } from '@playwright/test'
import { holidays } from '@/prisma/seed-data/holidays'
import { addDays, longDate, studioDate, weekday } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import {
  chooseDay,
  dayButton,
  expectNotice,
  fillBooking,
  openFilled,
  openStep,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

const { booking, errors } = wordsOf('en')
const today = () => studioDate(new Date())

/**
 * The next public holiday that the demo is sold with; when there is none left, its list needs
 * another year.
 */
function nextHoliday() {
  const holiday = holidays().find(({ date, tentative }) => !tentative && date > addDays(today(), 1))
  if (!holiday) throw new Error('No holiday is seeded any more')
  return {
    ...holiday,
    day: new Intl.DateTimeFormat('en-GB', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(holiday.date)),
  }
}

/** Not within the last minute of a studio day: page and test would not agree on what today is. */
async function awayFromMidnight(): Promise<void> {
  while (studioDate(new Date(Date.now() + 60_000)) !== today())
    await new Promise((done) => setTimeout(done, 1_000))
}

const services = (page: Page) =>
  page.getByRole('radiogroup', { name: booking.service.title }).getByRole('radio')
const duration = (page: Page, length: 'hourly' | 'half-day' | 'full-day') =>
  page.getByRole('radio', { name: booking.duration[length], exact: true })
const times = (page: Page) => page.getByRole('region', { name: booking.time.title })
const field = (page: Page, name: keyof typeof booking.details) =>
  page.getByLabel(booking.details[name], { exact: true })

/** The first date from `from` on for which `fits`. */
function dateFrom(from: string, fits: (date: string) => boolean): string {
  let date = from
  while (!fits(date)) date = addDays(date, 1)
  return date
}

test('nothing filled in: the notice, a message at each field, the focus on the first', async ({
  page,
}) => {
  await page.goto('/booking')
  await openStep(page, 'more')
  await field(page, 'requirements').fill('Three guests')
  await proceedButton(page).click()
  await expectNotice(page, booking.missing.title, booking.missing.note)
  await expect(
    page.getByRole('radiogroup', { name: booking.service.title }),
  ).toHaveAccessibleDescription(booking.required.serviceId)
  await expect(page.getByRole('region', { name: booking.date.title })).toContainText(
    booking.required.date,
  )
  await expect(page.getByRole('region', { name: booking.time.title })).toContainText(
    booking.required.time,
  )
  await expect(field(page, 'firstName')).toHaveAccessibleDescription(
    `${booking.details.nameHint} ${errors.fields.required}`,
  )
  await expect(field(page, 'email')).toHaveAccessibleDescription(errors.fields.required)
  await expect(field(page, 'lastName')).toHaveAccessibleDescription(booking.details.nameHint)
  await expect(services(page).first()).toBeFocused()
  await expect(field(page, 'requirements')).toHaveValue('Three guests')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('each required field alone is asked for', { tag: '@desktop' }, async ({ page, slot }) => {
  await openFilled(page, slot)
  const proceed = async (says: string) => {
    await proceedButton(page).click()
    await expectNotice(page, booking.missing.title, booking.missing.note)
    await expect(page.getByText(says, { exact: true })).toBeVisible()
  }
  for (const name of ['firstName', 'email'] as const) {
    const value = await field(page, name).inputValue()
    await field(page, name).fill('   ')
    await proceed(errors.fields.required)
    await expect(field(page, name)).toBeFocused()
    await field(page, name).fill(value)
  }
})

test(
  'one wrong field has its message and the focus, and everything else is kept',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await fillBooking(page, { ...slot, phone: '+60 12-345 6789', email: 'aina@example' })
    await proceedButton(page).click()
    await expect(field(page, 'email')).toBeFocused()
    await expect(field(page, 'email')).toHaveAccessibleDescription(errors.fields.email)
    await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(booking.missing.title)).toBeHidden()
    await expect(field(page, 'phone')).toHaveValue('+60 12-345 6789')
    await expect(page.getByRole('radio', { name: slot.time, exact: true })).toBeChecked()
    await field(page, 'email').fill('aina@example.com')
    await expect(field(page, 'email')).not.toHaveAccessibleDescription(/./)
  },
)

test(
  'past days cannot be chosen, days beyond the horizon neither',
  { tag: '@desktop' },
  async ({ page }) => {
    test.setTimeout(120_000)
    await awayFromMidnight()
    await page.goto('/booking')
    await expect(await dayButton(page, today())).toBeEnabled()
    const yesterday = addDays(today(), -1)
    if (yesterday.slice(0, 7) === today().slice(0, 7))
      await expect(
        page.getByRole('button', { name: longDate(yesterday, 'en'), exact: true }),
      ).toBeDisabled()
    await expect(
      page.getByRole('button', { name: booking.calendar.previous, exact: true }),
    ).toBeDisabled()
    await expect(await dayButton(page, addDays(today(), 180))).toBeEnabled()
    await expect(
      page.getByRole('button', { name: booking.calendar.next, exact: true }),
    ).toBeDisabled()
  },
)

test(
  'a full day does not fit a weekend: said with the way on',
  { tag: '@desktop' },
  async ({ page }) => {
    const saturday = dateFrom(addDays(today(), 100), (date) => weekday(date) === 6)
    await page.goto('/booking')
    await services(page).first().check()
    await duration(page, 'full-day').check()
    await chooseDay(page, saturday)
    await expect(times(page)).toContainText(booking.time.tooLong)
    await expect(times(page)).toContainText('10:00–17:00')
    await times(page).getByRole('button', { name: booking.time.useHalfDay }).click()
    await expect(duration(page, 'half-day')).toBeChecked()
    await expect(times(page).getByRole('radio')).toHaveCount(4)
  },
)

test(
  'a day on which a length fits nowhere is said to be full, and is free for a shorter one',
  { tag: '@desktop' },
  async ({ page, request, day }) => {
    const noon = { date: day, time: '12:00', duration: 'half-day', serviceId: 1 }
    const rival = { ...noon, firstName: 'Bala', email: `noon-${day}@example.com` }
    expect((await request.post('/api/bookings', { data: rival })).status()).toBe(201)
    await page.goto('/booking')
    await services(page).first().check()
    await duration(page, 'full-day').check()
    const full = await dayButton(page, day)
    const said = booking.calendar.fullDay
    await expect(full).toHaveAccessibleName(said.replace('{date}', longDate(day, 'en')))
    await expect(full).toHaveAttribute('aria-disabled', 'true')
    await full.press('Enter')
    await expect(
      page.getByRole('status').filter({ hasText: said.replace('{date}', '') }),
    ).toBeVisible()
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
    await expectSound(page)
    await duration(page, 'hourly').check()
    await expect(full).toHaveAccessibleName(longDate(day, 'en'))
    await full.click()
    await expect(times(page).getByRole('radio', { disabled: false })).toHaveCount(8)
  },
)

test(
  'a public holiday is named, in the calendar and beside its times',
  { tag: '@desktop' },
  async ({ page }) => {
    const { date, name, day } = nextHoliday()
    await page.goto('/booking')
    await services(page).first().check()
    await chooseDay(page, date)
    await expect(
      page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: day }),
    ).toBeVisible()
    await expect(times(page)).toContainText(name)
    await expect(times(page).getByRole('radio')).toHaveCount(7)
  },
)

test('a link with a service has it chosen already', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/booking?service=2')
  await expect(services(page).nth(1)).toBeChecked()
  await expect(page).toHaveURL(/\/booking$/)
})

const choosable = async (radios: Locator) => {
  const all = await radios.evaluateAll((inputs: HTMLInputElement[]) =>
    inputs.map(({ value, disabled }) => ({ value, disabled })),
  )
  return all.filter(({ disabled }) => !disabled).map(({ value }) => value)
}

test(
  'the times on the page are those of the API: five dates, three lengths',
  { tag: '@desktop' },
  async ({ page, request, day }) => {
    const ahead = (days: number) => addDays(today(), days)
    const dates = [
      day,
      dateFrom(ahead(100), (date) => weekday(date) === 6),
      dateFrom(ahead(120), (date) => weekday(date) === 0),
      ahead(180),
      nextHoliday().date,
    ]
    const booked = {
      date: day,
      time: '12:00',
      duration: 'half-day',
      serviceId: 1,
      firstName: 'Bala',
      email: `rival-${day}@example.com`,
    }
    expect((await request.post('/api/bookings', { data: booked })).status()).toBe(201)

    await page.goto('/booking')
    await services(page).first().check()
    for (const date of dates.sort()) {
      // A day that is full for a longer session cannot be chosen for it.
      await duration(page, 'hourly').check()
      await chooseDay(page, date)
      for (const length of ['hourly', 'half-day', 'full-day'] as const) {
        await duration(page, length).check()
        const { availableSlots } = (await (
          await page.request.get(`/api/availability/${date}?duration=${length}&serviceId=1`)
        ).json()) as { availableSlots: string[] }
        await expect
          .poll(() => choosable(times(page).getByRole('radio')), `${date}, ${length}`)
          .toEqual(availableSlots)
      }
    }
  },
)
