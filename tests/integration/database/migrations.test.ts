import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
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

test('members of before count when a code has ever come back from their inbox; others wait, with their sessions taken back', async () => {
  const sql = await connect(await emptyDatabase())
  const apply = async (name: string) =>
    sql.query(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))
  const proof = '20261123130000_membership_proof'
  for (const name of names.filter((each) => each < proof)) await apply(name)
  await sql.query(`
    INSERT INTO studios (name) VALUES ('A');
    INSERT INTO services (studio_id, name, description, icon, hourly_rate) VALUES (1, 'Audio', 'd', 'i', 99);
    INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, sessions_completed, sessions_remaining, total_spent)
      SELECT n, n || '@example.com', 1, 'CODE' || n, 1, 9, 107.17 FROM unnest(ARRAY['session', 'browser', 'code', 'nobody']) n;
    INSERT INTO membership_sessions (membership_id, session_date, session_time, duration) SELECT id, '2026-01-05', '09:00', 'hourly' FROM memberships;
    INSERT INTO sessions (id, kind, email, expires_at) VALUES ('s', 'member', 'session@example.com', '2026-01-01');
    INSERT INTO known_browsers (browser_hash, account_hash) VALUES ('b', encode(sha256('member:browser@example.com'), 'hex'));
    INSERT INTO sign_in_codes (email, browser_hash, code_hash, expires_at, used_at) VALUES ('code@example.com', 'b', 'c', now(), now()), ('nobody@example.com', 'b', 'c', now(), NULL)`)
  await apply(proof)
  const { rows } = await sql.query(`
    SELECT customer_name AS name, counts, email_proven_at = joined_at AS since, earlier_counted AS earlier, sessions_completed AS done, total_spent::float AS spent,
      (SELECT count(*)::int FROM membership_sessions s WHERE s.membership_id = m.id AND s.reverses_id IS NOT NULL) AS taken FROM memberships m ORDER BY id`)
  await sql.end()
  const counted = { counts: true, since: true, earlier: true, done: 1, spent: 107.17, taken: 0 }
  expect(rows).toEqual([
    ...['session', 'browser', 'code'].map((name) => ({ name, ...counted })),
    { name: 'nobody', counts: false, since: null, earlier: null, done: 0, spent: 0, taken: 1 },
  ])
})
