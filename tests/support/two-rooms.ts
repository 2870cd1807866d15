import { addDays, studioDate, weekday } from '@/lib/time'
import type { App } from '@/scripts/local/app'
import { test } from './e2e'
import { startOnOwnDatabase } from './instances'

const SECOND_ROOM = `
  UPDATE studios SET name = 'Amber Room';
  INSERT INTO studios (name, description, picture, translations, position) VALUES ('Teal Room',
    'Four seats and a view of the towers.', '/pictures/lights-1280.webp',
    '{"zh": {"name": "青室", "description": "四个座位，可望双塔。"}}', 9);
  INSERT INTO service_rooms (service_id, studio_id)
    SELECT services.id, studios.id FROM services, studios
    WHERE services.position = 1 AND NOT is_add_on AND studios.name = 'Teal Room'`

/**
 * Tests on a site of their own with two rooms, of which the first service has both. `more` is SQL that
 * is run after that.
 */
export const twoRooms = (more = '') =>
  test.extend<object, { house: App & { database: string } }>({
    house: [
      async ({}, use) => {
        const app = await startOnOwnDatabase((sql) => sql.query(`${SECOND_ROOM};${more}`))
        await use(app)
        await app.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ house }, use) => use(house.url),
  })

/** A working day, as far as weekends go; every test of a file has a week of its own. */
export const dayAfter = (weeks: number): string => {
  const date = addDays(studioDate(new Date()), 30 + weeks * 7)
  return addDays(date, weekday(date) === 0 || weekday(date) === 6 ? 2 : 0)
}
