// The demo's content, for a new database and for a new version's additions: what set-up gives a
// studio (lib/setup/content.ts), and works and posts on top. What was seeded once is
// remembered by its natural key in the setting `seeded` and never looked at again: whatever the
// owner renames or deletes stays renamed or deleted.
import { databaseSentence } from '@/lib/database-errors'
import { ensureFirstAdmin } from '@/lib/auth/first-admin'
import { closeDatabase, transaction } from '@/lib/db'
import { DEFAULT_MARKETING } from '@/lib/studio'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import {
  FIRST_ROOM,
  firstServices,
  insertHolidays,
  insertRoom,
  insertServices,
  knownHolidays,
  lockCatalog,
} from '@/lib/setup/content'
import { PORTFOLIO } from './seed-data/portfolio'
import { blogPosts } from './seed-data/posts'
import { EXAMPLE_VISIT } from './seed-data/visit'

const LEDGER = 'seeded'

const inOrder = <Row>(rows: Row[]) => rows.map((row, index) => ({ ...row, position: index + 1 }))

/**
 * Adds what this version's seed has and the database never had; also the first administrator, when
 * the environment names one.
 */
export async function seed(): Promise<void> {
  const services = firstServices()
  const settings = [
    { key: 'tax', value: DEFAULT_TAX },
    { key: 'marketing', value: DEFAULT_MARKETING },
    { key: 'visit', value: EXAMPLE_VISIT },
  ]
  const [portfolio, posts, days] = [inOrder(PORTFOLIO), blogPosts(), knownHolidays()]

  await transaction(async (tx) => {
    await lockCatalog(tx)
    const row = await tx.setting.findUnique({ where: { key: LEDGER } })
    const seeded = new Set(row?.value as string[] | undefined)
    const before = seeded.size

    const add = async <Row>(
      table: string,
      rows: Row[],
      key: (row: Row) => string,
      insert: (rows: Row[]) => Promise<unknown>,
    ) => {
      const fresh = rows.filter((each) => !seeded.has(`${table}:${key(each)}`))
      if (fresh.length > 0) await insert(fresh)
      for (const each of fresh) seeded.add(`${table}:${key(each)}`)
    }
    const skipDuplicates = true

    await add(
      'studios',
      [FIRST_ROOM],
      ({ name }) => name,
      () => insertRoom(tx),
    )
    await add(
      'services',
      services,
      ({ name }) => name,
      (data) => insertServices(tx, data),
    )
    await add(
      'settings',
      settings,
      ({ key }) => key,
      (data) => tx.setting.createMany({ data, skipDuplicates }),
    )
    await add(
      'holidays',
      days,
      ({ date }) => date,
      (data) => insertHolidays(tx, data),
    )
    await add(
      'portfolio_items',
      portfolio,
      ({ title }) => title,
      (data) => tx.portfolioItem.createMany({ data, skipDuplicates }),
    )
    await add(
      'blog_posts',
      posts,
      ({ slug }) => slug,
      (data) => tx.blogPost.createMany({ data, skipDuplicates }),
    )

    const value = [...seeded]
    if (seeded.size > before)
      await tx.setting.upsert({
        where: { key: LEDGER },
        create: { key: LEDGER, value },
        update: { value },
      })
  })
  await ensureFirstAdmin()
}

if (/\bseed\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  void seed()
    .then(() => console.log('The database is seeded.'))
    .finally(() => closeDatabase())
    .catch((error) => {
      console.error(databaseSentence(error) ?? error)
      process.exitCode = 1
    })
}
