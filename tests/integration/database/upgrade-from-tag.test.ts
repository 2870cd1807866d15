// The database of tests/fixtures/dated-migrations.sql as the last release had it, by the migrations of
// that tag, upgraded to this code. npm run check:upgrade -- v1.0.0 names another tag.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminOfToken } from '@/lib/auth/queries'
import { managedBooking } from '@/lib/bookings/manage'
import { closeDatabase } from '@/lib/db'
import { managedOrder } from '@/lib/orders/queries'
import { documentById, documentsOfToken } from '@/lib/receipts/queries'
import { documentNumber, type DocumentKind } from '@/lib/receipts/rules'
import { connect, emptyDatabase } from '@/tests/support/database'
import { everyRow, type Rows } from '@/tests/support/every-row'
import { isReadAgain, migrate, names, query } from './commands'

/** What the migrations since the last release drop (table.column) or make rows of, on purpose. */
const DROPPED = new Set<string>([])
const MADE = new Set<string>([])
/** Versions of content, which a migration that changes content counts up. */
const COUNTED = 'content_versions'

const folder = mkdtempSync(join(tmpdir(), 'studio-tag-'))
const git = (...words: string[]) => execFileSync('git', words, { maxBuffer: 1 << 27 })

/**
 * The newest release before this commit: its tag, or in a clone without tags the commit that named the
 * version; null where there is no history.
 */
function lastRelease(): string | null {
  if (process.env.STUDIO_UPGRADE_FROM) return process.env.STUDIO_UPGRADE_FROM
  const tags = 'tag --list v* --merged HEAD --no-contains HEAD --sort=-v:refname'
  const named = 'log HEAD~1 -1 --format=%H -G"version": -- package.json'
  try {
    return firstLine(...tags.split(' ')) ?? firstLine(...named.split(' '))
  } catch {
    return null
  }
}

const firstLine = (...words: string[]) =>
  git(...words)
    .toString()
    .split('\n')[0] || null

/** A folder with the migrations of that release, and without one with ours. */
function released(): string {
  const release = lastRelease()
  if (release === null) return '.'
  const archive = git('archive', '--format=tar', release, 'prisma/migrations')
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return folder
}

let url: string
let before: Rows
let after: Rows
const table = (name: string) => [...(before.get(name)?.values() ?? [])]
beforeAll(async () => {
  url = await emptyDatabase()
  const sql = await connect(url)
  await sql.query(readFileSync('tests/fixtures/dated-migrations.sql', 'utf8'))
  await migrate(url, released())
  await sql.query(
    `UPDATE sessions SET created_at = now(), last_seen_at = now(), expires_at = now() + interval '1 hour'`,
  )
  before = await everyRow(sql)
  await migrate(url)
  after = await everyRow(sql)
  await sql.end()
  process.env.DATABASE_URL = url
})
afterAll(async () => {
  await closeDatabase()
  rmSync(folder, { recursive: true })
})

test('it has all migrations and rows of every kind of sale', async () => {
  const records = await query(url, 'SELECT migration_name AS name FROM _prisma_migrations')
  expect(records.map(({ name }) => name as string)).toEqual(expect.arrayContaining(names))
  for (const name of ['bookings', 'video_editing_orders', 'memberships', 'payments', 'sales'])
    expect([name, table(name).length > 5]).toEqual([name, true])
})

test('no row is lost, made or changed', () => {
  const changes: string[] = []
  for (const [name, rows] of before) {
    if (name === COUNTED) continue
    for (const [id, cells] of rows) {
      const now = after.get(name)?.get(id)
      if (!now) changes.push(`${name} ${id} is gone`)
      for (const [column, value] of Object.entries(now ? cells : {}))
        if (
          !DROPPED.has(`${name}.${column}`) &&
          !isReadAgain(name, column, cells) &&
          now?.[column] !== value
        )
          changes.push(`${name} ${id} ${column}: ${value} → ${now?.[column]}`)
    }
    for (const id of after.get(name)?.keys() ?? [])
      if (!rows.has(id) && !MADE.has(name)) changes.push(`${name} ${id} is new`)
  }
  expect(changes).toEqual([])
})

test('every link opens, with what it showed', async () => {
  for (const { id, status, total_amount, manage_token } of table('bookings'))
    expect(await managedBooking(manage_token ?? '', 'en', new Date())).toMatchObject({
      ...{ id: Number(id), status, totalAmount: total_amount },
    })
  for (const { id, status, manage_token } of table('video_editing_orders'))
    expect(await managedOrder(manage_token ?? '')).toMatchObject({ id: Number(id), status })
})

test('every receipt and note says what it said, and is listed under its link', async () => {
  const tokens = new Map(
    [...table('bookings'), ...table('video_editing_orders')].map((row) => [row.manage_token, row]),
  )
  const listed = new Set<string>()
  for (const token of tokens.keys())
    for (const { number } of await documentsOfToken(token ?? '')) listed.add(number)
  expect(table('receipts').length).toBeGreaterThan(80)
  for (const row of table('receipts')) {
    const number = documentNumber(row.kind as DocumentKind, Number(row.number))
    expect(await documentById(Number(row.id))).toMatchObject({
      ...{ number, locale: row.locale, method: row.method, reference: row.reference },
      issuedAt: new Date(row.issued_at ?? ''),
      buyer: JSON.parse(row.buyer ?? '') as object,
      lines: JSON.parse(row.lines ?? '') as object[],
    })
    expect(listed).toContain(number)
  }
})

test('the owner is still signed in', async () => {
  const token = createHash('sha256').update('owner').digest('base64url')
  expect(await adminOfToken(token)).toMatchObject({ id: 2, username: 'owner' })
})
