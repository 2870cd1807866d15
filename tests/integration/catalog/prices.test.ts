// Prices from a date (docs/decisions/050): read by the instant of the sale, whether a job ran or not.
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { holdSlot } from '@/lib/bookings/book'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { contentVersions } from '@/lib/cache/content-versions'
import { changeService } from '@/lib/catalog/change'
import { addPriceSet, applyBegunPrices, changePriceSet, removePriceSet } from '@/lib/catalog/prices'
import { bookableByDate, bookableService, pricesByDate, servicesAt } from '@/lib/catalog/queries'
import { priceSetBody, serviceBody } from '@/lib/catalog/schema'
import { senOf } from '@/lib/money'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, refusal, wish, workingDay } from '@/tests/support/shop'

const shop = openShop()
const NOW = new Date()
const DAY = addDays(studioDate(NOW), 1)
const MIDNIGHT = toInstant(DAY, '00:00')
const BEFORE = new Date(MIDNIGHT.getTime() - 1)
const by = (now = NOW) => ({ actor: 'owner', now })
const setOf = (from: string, hourlyRate: string, more: object = {}) =>
  priceSetBody.parse({ from, rates: [{ serviceId: 1, hourlyRate, ...more }] })
const hourly = async (at: Date) => (await bookableService(1, at))?.rates.hourly
const shown = (error: unknown) => error as { code: string; details: Record<string, unknown> }

// A seeded generator: the same histories in every run.
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('for any sets, instants and runs of the job, the price is that of the last set by then', async () => {
  const without = await hourly(NOW)
  for (let seed = 1; seed <= 12; seed++) {
    const next = random(seed)
    await shop.rows(`DELETE FROM price_sets`)
    await shop.rows(`UPDATE services SET hourly_rate = 99.00, half_day_rate = 90 WHERE id = 1`)
    const sets = new Map<number, { sen: number; half: number | null }>()
    for (let count = next(6); count > 0; count--) {
      const from = addDays(studioDate(NOW), 1 + next(30))
      const begins = toInstant(from, '00:00').getTime()
      if (sets.has(begins)) continue
      const [sen, half] = [1_000 + next(50_000), next(3) === 0 ? null : 1_000 + next(9_000)]
      sets.set(begins, { sen, half })
      const halfDayRate = half === null ? null : half / 100
      await addPriceSet({ body: setOf(from, String(sen / 100), { halfDayRate }), ...by() })
    }
    const kept = await bookableByDate()
    const instants = Array.from(
      { length: 20 },
      () => NOW.getTime() + next(32 * 24 * 60) * 60_000,
    ).concat(...[...sets.keys()].map((begins) => [begins - 1, begins, begins + 1]))
    for (const instant of instants.sort((a, b) => a - b)) {
      if (next(4) === 0) await applyBegunPrices(new Date(instant))
      const last = Math.max(...[...sets.keys()].filter((begins) => begins <= instant), 0)
      const { sen, half } = sets.get(last) ?? { sen: 9_900, half: 9_000 }
      const service = await bookableService(1, new Date(instant))
      expect([service?.rates.hourly, service?.rates.halfDay]).toEqual([sen, half])
      expect(kept(new Date(instant)).get(1)?.rates.hourly).toBe(sen)
    }
  }
  expect(without).toBe(9_900)
})

test('at midnight, holds, payment links and by-hand bookings cost what was shown when they were made', async () => {
  await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const held = await checkout({ date: workingDay(), time: '10:00' })
  const byLink = adminBookingBody.parse({
    serviceId: 1,
    firstName: 'Aina',
    email: 'aina@example.com',
    date: workingDay(),
    time: '12:00',
    paid: 'link',
    locale: 'en',
  })
  const link = await createAdminBooking(byLink, by(BEFORE))
  await applyBegunPrices(MIDNIGHT)
  expect(senOf(link.totalAmount)).toBe(10_717)
  const stored = await shop.rows(`SELECT total_amount::text FROM bookings ORDER BY id`)
  expect(stored).toEqual([{ total_amount: '107.17' }, { total_amount: '107.17' }])
  const [{ token = '' } = {}] = await shop.rows(
    `SELECT manage_token AS token FROM bookings WHERE id = $1`,
    [link.id],
  )
  const params = { token: String(token) }
  const byToken = (body: object) =>
    callRoute(payByLink, `/api/manage/${params.token}/payment`, { body, params })
  expect((await byToken({ amount: '162.38' })).status).toBe(409)
  const asked = (await (await byToken({ amount: '107.17' })).json()) as { clientSecret: string }
  await shop.payments.pay(asked.clientSecret.split('_secret_')[0] ?? '')
  await shop.payments.pay(held.intent)
  await shop.payments.release()
  const paid = { outcome: 'confirmed', amount: '107.17' }
  expect(await shop.rows(`SELECT outcome, amount::text FROM payments`)).toEqual([paid, paid])
  const after = await createAdminBooking({ ...byLink, time: '14:00' }, by(MIDNIGHT))
  expect(senOf(after.totalAmount)).toBe(16_238)
})

test('who saw the old price and asks after midnight is told the new one, before the job too', async () => {
  await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const asked = { ...wish(), date: workingDay(), totalSen: 10_717 }
  const { booking } = await holdSlot({ ...asked, now: BEFORE })
  expect(senOf(booking.totalAmount)).toBe(10_717)
  const other = { ...wish(), date: workingDay(), time: '14:00', totalSen: 10_717 }
  expect(await refusal(holdSlot({ ...other, now: MIDNIGHT }))).toMatchObject({
    code: 'price_changed',
  })
  const { booking: later } = await holdSlot({ ...other, totalSen: 16_238, now: MIDNIGHT })
  expect(senOf(later.totalAmount)).toBe(16_238)
})

test('a rate changed by hand after the set began stays, and the editor opened before the job saves', async () => {
  await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const seen = (await servicesAt(MIDNIGHT)).find(({ id }) => id === 1)
  const change = { id: 1, actor: 'owner', now: MIDNIGHT }
  const body = serviceBody.parse({ hourlyRate: '160' })
  const old = (await servicesAt(BEFORE)).find(({ id }) => id === 1)
  expect(
    shown(await refusal(changeService({ ...change, body, version: old?.updatedAt.toISOString() })))
      .code,
  ).toBe('version_conflict')
  await changeService({ ...change, body, version: seen?.updatedAt.toISOString() })
  expect(await hourly(MIDNIGHT)).toBe(16_000)
  await applyBegunPrices(MIDNIGHT)
  expect(await hourly(MIDNIGHT)).toBe(16_000)
})

test('a set may be changed and dropped until it holds, and is kept afterwards', async () => {
  const set = await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const moved = await changePriceSet({
    id: set.id,
    body: setOf(addDays(DAY, 1), '155'),
    version: set.updatedAt,
    ...by(),
  })
  expect(await hourly(MIDNIGHT)).toBe(9_900)
  const second = await addPriceSet({ body: setOf(DAY, '140'), ...by() })
  const gone = { id: second.id, version: second.updatedAt }
  expect(shown(await refusal(removePriceSet({ ...gone, ...by(MIDNIGHT) }))).details).toMatchObject({
    sentence: 'prices_begun',
  })
  await removePriceSet({ ...gone, ...by(BEFORE) })
  const late = toInstant(addDays(DAY, 1), '00:00')
  expect(await pricesByDate(late)).toMatchObject({ coming: [], past: [{ id: moved.id }] })
  expect(await hourly(late)).toBe(15_500)
})

test('refused: a day of today, one too far, a second set of a day, an unknown service, a low rate', async () => {
  await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const refused = async (body: ReturnType<typeof setOf>) =>
    shown(await refusal(addPriceSet({ body, ...by() }))).details.fields
  expect(await refused(setOf(studioDate(NOW), '150'))).toEqual({ from: 'prices_past' })
  expect(await refused(setOf(addDays(DAY, 800), '150'))).toEqual({ from: 'prices_far' })
  expect(await refused(setOf(DAY, '151'))).toEqual({ from: 'prices_taken' })
  const other = addDays(DAY, 3)
  expect(
    await refused(
      priceSetBody.parse({ from: other, rates: [{ serviceId: 999, hourlyRate: '1' }] }),
    ),
  ).toEqual({ 'rates.0.serviceId': 'choice' })
  expect(await refused(setOf(other, '1.00'))).toEqual({ 'rates.0.hourlyRate': 'rate_too_small' })
  expect(await refused(setOf(other, '90', { formerHourlyRate: '90' }))).toEqual({
    'rates.0.formerHourlyRate': 'former_rate',
  })
})

test('the version of the services moves when a set begins, so that every page is rendered again', async () => {
  await addPriceSet({ body: setOf(DAY, '150'), ...by() })
  const before = (await contentVersions()).get('services')
  expect((await contentVersions()).get('services')).toBe(before)
  // Without a write to the services: only the clock passes.
  await shop.rows(`ALTER TABLE price_sets DISABLE TRIGGER USER`)
  await shop.rows(`UPDATE price_sets SET valid_from = now() - interval '1 millisecond'`)
  await shop.rows(`ALTER TABLE price_sets ENABLE TRIGGER USER`)
  expect((await contentVersions()).get('services')).not.toBe(before)
})

test('a set that is to come is shown with what will be charged, also for what only a set before has', async () => {
  const [late, early] = [addDays(DAY, 2), addDays(DAY, 1)]
  const [second] = await shop.rows(
    `INSERT INTO services (name, description, icon, hourly_rate) VALUES ('Later', '', '', 80) RETURNING id`,
  )
  const id = Number(second?.id)
  await addPriceSet({ body: setOf(late, '120.00'), ...by() })
  const rates = [{ serviceId: id, hourlyRate: '95.00' }]
  await addPriceSet({ body: priceSetBody.parse({ from: early, rates }), ...by() })
  const { coming } = await pricesByDate(NOW)
  const charged = (await servicesAt(toInstant(late, '12:00'))).find((one) => one.id === id)
  expect(coming.map(({ from }) => from)).toEqual([early, late])
  expect(coming[1]?.services.find((one) => one.id === id)?.hourlyRate).toBe('95.00')
  expect(Number(charged?.hourlyRate)).toBe(95)
})

test('all of three hundred sets that have held are read', async () => {
  await shop.rows(
    `WITH made AS (INSERT INTO price_sets (valid_from, applied_at)
      SELECT t, t FROM generate_series(1, 300) n, LATERAL (SELECT now() - n * interval '1 day' AS t) AS d
      RETURNING id)
    INSERT INTO service_prices (set_id, service_id, hourly_rate) SELECT id, 1, 90 FROM made`,
  )
  const { coming, past } = await pricesByDate(NOW)
  expect([coming.length, past.length]).toEqual([0, 300])
  expect(past[0]?.from).toBe(addDays(studioDate(NOW), -1))
})
