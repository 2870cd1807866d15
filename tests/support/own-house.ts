import type pg from 'pg'
import { addDays, studioDate, weekday } from '@/lib/time'
import type { App } from '@/scripts/local/app'
import { test } from './e2e'
import { startOnOwnDatabase } from './instances'

/**
 * Tests on a site of their own; `fill` changes its rows before it starts. A file with several says
 * ONE_SITE: beside each other, each of them would have a site started for it.
 */
export const ownHouse = (fill: (sql: pg.Client) => Promise<unknown> = async () => {}) =>
  test.extend<object, { house: App & { database: string } }>({
    house: [
      async ({}, use) => {
        const app = await startOnOwnDatabase(fill)
        await use(app)
        await app.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ house }, use) => use(house.url),
  })

/** One after the other. */
export const ONE_SITE = { mode: 'default' } as const

/** A working day, as far as weekends go; every test of a file has a week of its own. */
export const dayAfter = (weeks: number): string => {
  const date = addDays(studioDate(new Date()), 30 + weeks * 7)
  return addDays(date, weekday(date) === 0 || weekday(date) === 6 ? 2 : 0)
}
