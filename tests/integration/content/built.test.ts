// Which pages of a build are out of date when a server starts.
import { contentFingerprint, staleTags } from '@/lib/cache/prerendered'
import { openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()

test.each([
  ['services', `UPDATE services SET hourly_rate = hourly_rate + 1 WHERE id = 1`],
  ['rooms', `UPDATE studios SET name = 'Studio X'`],
  ['rooms', `DELETE FROM service_rooms WHERE service_id = 1`],
  ['holidays', `INSERT INTO holidays (date, name) VALUES ('2027-05-01', 'Labour Day')`],
  ['settings', `INSERT INTO settings (key, value) VALUES ('test', '1')`],
  ['portfolio', `INSERT INTO portfolio_items (title, description) VALUES ('Show', 'D')`],
  ['codes', `INSERT INTO codes (code, name, percent) VALUES ('RAYA', 'Raya', 10)`],
  ['blog', `INSERT INTO blog_posts (slug, title, excerpt, content) VALUES ('s', 'T', 'E', 'C')`],
  [
    'blocks',
    `INSERT INTO blocks (studio_id, first_day, last_day) VALUES (1, '${workingDay()}', '${workingDay()}')`,
  ],
])('a change of %s since the build expires its pages alone: %s', async (tag, change) => {
  const built = await contentFingerprint()
  expect(staleTags(built, await contentFingerprint())).toEqual([])
  await shop.rows(change)
  expect(staleTags(built, await contentFingerprint())).toEqual([tag])
})

test('bookings expire no page; another address expires all', async () => {
  const built = await contentFingerprint()
  await shop.sold()
  const now = await contentFingerprint()
  expect(staleTags(built, now)).toEqual([])
  expect(staleTags(built, { ...now, siteUrl: 'https://studio.example' })).toBeNull()
})
