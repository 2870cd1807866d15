// How long a start takes until the first page is answered, beside the bare page's.
import type pg from 'pg'
import { BUILD_URL, type Site } from '@/tests/support/site'
import type { Bare } from './bare'
import { median } from './lighthouse'
import { STARTS } from './limits'

/**
 * Medians from the start of the process to its first answer, in milliseconds: of ours on the
 * content that the build was made from and after an edit of what the first page shows, and of the
 * bare page.
 */
export type Starts = { ours: number; edited: number; bare: number; faults: string[] }

type Start = () => Promise<{ url: string; stop(): Promise<unknown> }>

/**
 * Starts all three in turn. The build must have been made from the site's database, which must not
 * have been edited since.
 */
export async function startsOf(of: { site: Site; bare: Bare; sql: pg.Client }): Promise<Starts> {
  // At the address that the build was made for, as in production: elsewhere a start first expires
  // every page.
  const start: Start = () => of.site.startAnother({ SITE_URL: BUILD_URL })
  const edit = (by: number) =>
    of.sql.query('UPDATE services SET hourly_rate = hourly_rate + $1 WHERE id = 1', [by])
  const times = { ours: [] as number[], edited: [] as number[], bare: [] as number[] }
  for (let round = 0; round < STARTS.rounds; round++) {
    times.bare.push(await timeOf(of.bare.startAnother))
    times.ours.push(await timeOf(start))
    await edit(1)
    times.edited.push(await timeOf(start))
    await edit(-1)
  }
  const [ours, edited, bare] = [median(times.ours), median(times.edited), median(times.bare)]
  const faults = ours > STARTS.times * bare ? [`more than ${STARTS.times} × the bare page`] : []
  return { ours, edited, bare, faults }
}

async function timeOf(start: Start): Promise<number> {
  const begun = performance.now()
  const running = await start()
  await fetch(running.url).then((response) => response.arrayBuffer())
  const time = performance.now() - begun
  await running.stop()
  return time
}
