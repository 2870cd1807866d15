// A house with two rooms: one service at the same hour in both, a room that a visitor chooses. A house
// with one room says nothing of rooms.
import pg from 'pg'
import { expectSound } from '@/tests/support/accessible'
import { expect, test as base } from '@/tests/support/e2e'
import { startOnOwnDatabase } from '@/tests/support/instances'
import { dayAfter, ONE_SITE } from '@/tests/support/own-house'
import { twoRooms } from '@/tests/support/two-rooms'
import {
  dayButton,
  expectConfirmed,
  fillBooking,
  fillOpenBooking,
  inLanguage,
  openStep,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const CARD = '4242 4242 4242 4242'
const SERVICE = /Audio Podcast Basic/

const test = twoRooms(`
  UPDATE studios SET hours = '{"weekday":{"opens":8,"closes":22},"weekend":{"opens":10,"closes":17}}'
    WHERE name = 'Teal Room'`)
test.describe.configure(ONE_SITE)

test.describe(() => {
  test.use({ expectedErrors: /status of 409/ }) // the third visitor's
  test(
    'two rooms are booked at the same hour by the same service, and a third visitor is refused',
    { tag: '@desktop' },
    async ({ page, another }) => {
      test.setTimeout(120_000)
      const wish = { service: 'Audio Podcast Basic', date: dayAfter(0), time: '10:00' }
      const visitors = [
        page,
        ...(await Promise.all([another(), another()])).map((one) => one.newPage()),
      ]
      const [first, second, third] = await Promise.all(visitors)
      if (!first || !second || !third) throw new Error('Three visitors')
      for (const [nth, visitor] of [first, second, third].entries())
        await fillBooking(visitor, { ...wish, email: `rooms-${nth}@example.com` })
      const held = [await proceedToPayment(first), await proceedToPayment(second)]
      expect(new Set(held.map(({ id }) => id)).size).toBe(2)
      await proceedButton(third).click()
      await expect(third.getByRole('radio', { name: wish.time, exact: true })).toBeDisabled()
      await expect(third.getByRole('dialog')).toHaveCount(0)

      const names = []
      for (const visitor of [first, second]) {
        await payWith(visitor, CARD)
        const ticket = await expectConfirmed(visitor)
        names.push(/Room\s*(Amber Room|Teal Room)/.exec((await ticket.textContent()) ?? '')?.[1])
      }
      expect(names.sort()).toEqual(['Amber Room', 'Teal Room'])
    },
  )
})

test('a visitor chooses a room', async ({ page, isMobile }) => {
  const date = dayAfter(isMobile ? 1 : 2)
  const language = isMobile ? 'zh' : 'en'
  const { rooms } = wordsOf(language)
  const teal = isMobile ? '青室' : 'Teal Room'
  await page.goto(inLanguage(language, '/booking'))
  await expect(page.getByRole('radiogroup', { name: rooms.choose })).toHaveCount(0)
  await fillOpenBooking(page, { date, email: `chosen-${language}@example.com` }, language)
  const choice = page.getByRole('radiogroup', { name: rooms.choose })
  const eight = page.getByRole('radio', { name: '08:00', exact: true })
  const isChosen = async (room: string) => {
    await openStep(page, 'room', language)
    await expect(choice.getByRole('radio', { name: room })).toBeChecked()
  }
  const choose = async (room: string) => {
    await openStep(page, 'room', language)
    await choice.getByRole('radio', { name: room }).check()
    await openStep(page, 'time', language)
  }
  await isChosen(rooms.any)
  await choose(teal)
  // Eight o'clock is in the hours of this room alone.
  await eight.check()
  await expectSound(page)
  await page.reload()
  await isChosen(teal)
  await openStep(page, 'time', language)
  await expect(eight).toBeChecked()
  await choose('Amber Room')
  await expect(eight).toHaveCount(0)
  await choose(teal)
  await eight.check()
  await proceedToPayment(page)
  await payWith(page, CARD)
  await expect(await expectConfirmed(page)).toContainText(teal)
  await page.getByRole('link', { name: wordsOf(language).confirmation.tools.booking }).click()
  await expect(page.getByRole('article')).toContainText(teal)
  await page.getByRole('button', { name: wordsOf(language).manage.move.open }).click()
  await expect(page.getByRole('radio', { name: '21:00', exact: true })).toBeVisible()
  await expectSound(page)
})

test('pages name the rooms where their hours differ', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/', '/contact', '/faq']) {
    await page.goto(path)
    const visit = page.getByRole('contentinfo')
    for (const text of ['Amber Room', 'Teal Room', '08:00–22:00'])
      await expect(visit.getByText(text).first()).toBeVisible()
  }
  const things = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(things.join()).toContain('Teal Room: Monday to Friday 08:00–22:00')
  await page.goto('/contact')
  const [business] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(business).toContain('"containsPlace"')
  await page.goto('/booking')
  await page.getByRole('radio', { name: SERVICE }).check()
  await dayButton(page, dayAfter(3)).then((day) => day.click())
  for (const text of ['Monday to Friday 08:00–22:00', 'Monday to Friday 09:00–21:00'])
    await expect(page.getByText(text)).toBeVisible()
})

const ONE_ROOM = [
  ...['/', '/booking', '/contact', '/faq', '/booking-success', '/services'],
  ...['/ms/booking', '/zh/contact'],
]
const OTHERS = `
  INSERT INTO studios (name, state, hours, position) SELECT 'Unlikely ' || state, state,
    '{"weekday":{"opens":1,"closes":2},"weekend":{"opens":1,"closes":2}}', 90
    FROM unnest(ARRAY['hidden', 'retired']) AS state;
  INSERT INTO service_rooms (service_id, studio_id)
    SELECT services.id, studios.id FROM services, studios
    WHERE NOT is_add_on AND studios.state <> 'offered';
  INSERT INTO codes (code, name, percent, stopped_at) VALUES ('UNLIKELY', 'Unlikely fair', 10, now());
  INSERT INTO settings (key, value) VALUES ('transfer',
    '{"bank":"Unlikely bank","holder":"Unlikely","number":"","duitnow":"","hours":24}')
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`

base(
  'the pages of a house with one room are the same to the byte beside rooms, a code and a transfer that nobody can use',
  { tag: '@desktop' },
  async () => {
    base.setTimeout(300_000)
    const house = await startOnOwnDatabase((sql) =>
      sql.query(`UPDATE studios SET name = 'Unlikely one'`),
    )
    const sql = new pg.Client({ connectionString: house.database })
    await sql.connect()
    const read = async (path: string, headers = {}) =>
      (await fetch(house.url + path, { headers })).text()
    const all = async () => {
      const pages: Record<string, string> = {}
      for (const path of ONE_ROOM) {
        pages[path] = await read(path)
        // Next repeats the address that it was asked for first, with a mark of its own or without.
        pages[`${path} (data)`] = (await read(path, { RSC: '1' })).replaceAll('?_rsc=', '')
      }
      return pages
    }
    const openAt = (hour: number) =>
      `UPDATE studios SET hours = jsonb_set(hours, '{weekday,opens}', '${hour}') WHERE name = 'Unlikely one';`
    /** Every page is rendered twice after `change`, the second time with the hours of before. */
    const renderAnew = async (change: string) => {
      await sql.query(change + openAt(7))
      for (const path of ONE_ROOM)
        await expect.poll(() => read(path), { message: path }).toContain('07:00')
      await sql.query(openAt(9))
      for (const path of ONE_ROOM)
        await expect.poll(() => read(path), { message: path }).not.toContain('07:00')
    }
    try {
      // Where a rendering is cut into parts depends on the moment: one of a few must be the same.
      const before: Record<string, string>[] = []
      for (let round = 0; round < 2; round++) {
        await renderAnew('')
        before.push(await all())
      }
      for (const [path, text] of Object.entries(before[0] ?? {})) {
        expect(text.length, path).toBeGreaterThan(5_000)
        expect(text, path).not.toMatch(/Unlikely|roomId|"rooms"/)
      }
      // They are rendered again beside what nobody can use.
      await sql.query(OTHERS)
      let others = Object.keys(before[0] ?? {})
      for (let round = 0; round < 5 && others.length > 0; round++) {
        await renderAnew('')
        const after = await all()
        others = others.filter((path) => !before.some((pages) => pages[path] === after[path]))
      }
      expect(others).toEqual([])
    } finally {
      await sql.end()
      await house.stop()
    }
  },
)
