import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sha256 } from '@/lib/http/request'
import { connect, emptyDatabase } from '@/tests/support/database'

const run = promisify(execFile)
const names = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** What an operator types. */
const migrate = async (url: string, ...options: string[]) => {
  const { stdout } = await run(
    process.execPath,
    ['scripts/run.mjs', 'scripts/migrate.ts', ...options],
    { env: { ...process.env, DATABASE_URL: url } },
  )
  return stdout.trim()
}

/**
 * Every table, column, key and index of a database as text, less what only the hand-written
 * migrations can say.
 */
async function shape(url: string) {
  const sql = await connect(url)
  const { rows } = await sql.query<{ line: string }>(`
    SELECT concat_ws(' ', table_name, column_name, udt_name, character_maximum_length, numeric_precision, numeric_scale, datetime_precision,
        is_nullable, 'default', coalesce(column_default, 'none')) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
        AND table_name NOT IN (SELECT table_name FROM information_schema.views WHERE table_schema = 'public')
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u') AND conrelid::regclass::text <> '_prisma_migrations'
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'public'::regnamespace AND indpred IS NULL AND indexprs IS NULL AND NOT indisexclusion AND indrelid::regclass::text <> '_prisma_migrations'
    ORDER BY 1`)
  await sql.end()
  return rows.map(({ line }) => line)
}

async function recorded(url: string) {
  const sql = await connect(url)
  const { rows } = await sql.query(
    'SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at FROM _prisma_migrations ORDER BY 1',
  )
  await sql.end()
  return rows
}

describe('npm run migrate', () => {
  test('schema.prisma says what the migrations build, nothing more or less', async () => {
    const [fromMigrations, fromSchema] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(fromMigrations)
    const sql = await connect(fromSchema)
    await sql.query(await migrate(fromSchema, '--diff', '--from-empty'))
    await sql.end()
    const wanted = await shape(fromSchema)
    expect(wanted.length).toBeGreaterThan(200)
    expect(await shape(fromMigrations)).toEqual(wanted)
  })

  test('applies each migration once, in order, and the second time does nothing', async () => {
    const url = await emptyDatabase()
    expect((await migrate(url)).split('\n')).toEqual(names)
    expect(await migrate(url)).toBe('The database is up to date.')
    expect(await recorded(url)).toEqual(
      names.map((name) => ({ name, finished: true, rolled_back_at: null })),
    )
  })

  test('two instances that start at once both succeed and apply each migration once', async () => {
    const url = await emptyDatabase()
    const answers = await Promise.all([migrate(url), migrate(url)])
    expect(answers.sort()).toEqual([names.join('\n'), 'The database is up to date.'].sort())
    expect(await recorded(url)).toEqual(
      names.map((name) => ({ name, finished: true, rolled_back_at: null })),
    )
  })

  // 127.1 leads to this machine, but is none of the names that are exempt.
  test('a server of another machine without TLS is refused in one sentence', async () => {
    const url = (await emptyDatabase()).replace('127.0.0.1', '127.1')
    const failure = await migrate(url).catch((error: { stderr: string }) => error)
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database of DATA/),
    })
    expect((failure as { stderr: string }).stderr.trim().split('\n')).toHaveLength(1)
    expect(await migrate(`${url}?sslmode=disable`)).toContain('init')
  })
})

test('answers that were kept for repetition before they were encrypted are found and repeated all the same', async () => {
  const sql = await connect(await emptyDatabase())
  const apply = async (name: string) =>
    sql.query(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))
  const sealing = '20261123141000_sealed_answers'
  for (const name of names.filter((each) => each < sealing)) await apply(name)
  await sql.query(`
    INSERT INTO idempotency_keys (endpoint, key, request_hash, visitor_token, status, response) VALUES
      ('bookings', 'key-of-a-booking', 'h', 'visitor', 201, '{"id": 7, "email": "Aina@example.com"}'),
      ('orders', 'key-of-an-order', 'h', 'visitor', 201, '{"id": 8, "customerEmail": "lim@example.com"}'),
      ('orders', 'key-still-at-work', 'h', 'visitor', NULL, NULL)`)
  await apply(sealing)
  const { rows } = await sql.query(
    `SELECT key_hash, visitor_hash, email_hash, sealed_token, status, sealed_response::json AS answer
     FROM idempotency_keys ORDER BY sealed_response::json ->> 'id'`,
  )
  await sql.end()
  const before = { visitor_hash: sha256('visitor'), sealed_token: 'visitor' }
  expect(rows.map(({ answer, ...row }) => ({ ...row, id: answer?.id ?? null }))).toEqual([
    {
      ...before,
      key_hash: sha256('key-of-a-booking'),
      email_hash: sha256('aina@example.com'),
      status: 201,
      id: 7,
    },
    {
      ...before,
      key_hash: sha256('key-of-an-order'),
      email_hash: sha256('lim@example.com'),
      status: 201,
      id: 8,
    },
    { ...before, key_hash: sha256('key-still-at-work'), email_hash: null, status: null, id: null },
  ])
})

describe('a database of before the migrations became one', () => {
  /** A migrated database whose records say that it got there by `name`, with a row in it. */
  async function migratedBy(name: string) {
    const url = await emptyDatabase()
    await migrate(url)
    const sql = await connect(url)
    await sql.query('UPDATE _prisma_migrations SET migration_name = $1 WHERE migration_name = $2', [
      name,
      names[0],
    ])
    await sql.query(`INSERT INTO studios (name) VALUES ('Kept')`)
    await sql.end()
    return url
  }
  const studios = async (url: string) => {
    const sql = await connect(url)
    const { rows } = await sql.query('SELECT name FROM studios')
    await sql.end()
    return rows.map(({ name }) => name)
  }

  test('is taken over with its rows when it had all of them, and only once', async () => {
    const last = '20261123131000_held_hours'
    const url = await migratedBy(last)
    const wanted = [last, ...names]
      .sort()
      .map((name) => ({ name, finished: true, rolled_back_at: null }))
    for (let times = 0; times < 2; times++) {
      expect(await migrate(url)).toBe('The database is up to date.')
      expect(await recorded(url)).toEqual(wanted)
    }
    expect(await studios(url)).toEqual(['Kept'])
  })

  test('is refused in one sentence and left as it is when it had some of them', async () => {
    const url = await migratedBy('20261123020000_room')
    const before = await recorded(url)
    const failure = await migrate(url).catch((error: { stderr: string }) => error)
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^This database ends at migration 20261123020000_room, .+\n$/),
    })
    expect(await recorded(url)).toEqual(before)
    expect(await studios(url)).toEqual(['Kept'])
  })
})
