import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SITE_NAME } from '@/lib/pool'
import { SAYS_SINCE, OLD_VERSION } from '@/lib/recovery/migrations'
import { DEFAULT_OFFICE_WEEK } from '@/lib/studio'
import { holidays } from '@/prisma/seed-data/holidays'
import { connect, emptyDatabase } from '@/tests/support/database'
import { transactionPooler } from '@/tests/support/transaction-pooler'
import { failing, migrate, migrating, names, prisma, query, recorded } from './commands'

/**
 * Every table, column, key and index of a database as text, less what only the hand-written
 * migrations can say.
 */
async function shape(url: string) {
  const rows: { line: string }[] = await query(
    url,
    `SELECT concat_ws(' ', table_name, column_name, udt_name, character_maximum_length, numeric_precision, numeric_scale, datetime_precision,
        is_nullable, 'default', coalesce(column_default, 'none')) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
        AND table_name NOT IN (SELECT table_name FROM information_schema.views WHERE table_schema = 'public')
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u') AND conrelid::regclass::text <> '_prisma_migrations'
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'public'::regnamespace AND indpred IS NULL AND indexprs IS NULL AND NOT indisexclusion AND indrelid::regclass::text <> '_prisma_migrations'
    ORDER BY 1`,
  )
  return rows.map(({ line }) => line)
}

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder with our migrations and one more, last of all, of this text; returns its `rewrite`. */
function withOneMore(text: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'studio-migrations-'))
  folders.push(cwd)
  const rewrite = (script: string) =>
    writeFileSync(join(cwd, 'prisma/migrations/29991231000000_more/migration.sql'), script)
  cpSync('prisma/migrations', join(cwd, 'prisma/migrations'), { recursive: true })
  mkdirSync(join(cwd, 'prisma/migrations/29991231000000_more'))
  rewrite(text)
  return { cwd, rewrite }
}

/** A folder with our migrations before one of them. */
function before(name: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'studio-migrations-'))
  folders.push(cwd)
  for (const one of names.filter((other) => other < name))
    cpSync(join('prisma/migrations', one), join(cwd, 'prisma/migrations', one), { recursive: true })
  return cwd
}

test.each([
  ['another closing hour of weekdays', { weekday: { opens: 9, closes: 19 } }, 19],
  ['the usual one', { weekday: { opens: 8, closes: 21 } }, null],
  ['no hours of its own', null, null],
])('edits stay due at the same hour: %s', async (_, hours, due) => {
  const url = await emptyDatabase()
  await migrate(url, before('20261126040000_office_days'))
  if (hours)
    await query(
      url,
      `INSERT INTO settings (key, value) VALUES ('hours', '${JSON.stringify(hours)}')`,
    )
  await migrate(url)
  expect(await query(url, `SELECT value FROM settings WHERE key = 'office'`)).toEqual(
    due === null ? [] : [{ value: { ...DEFAULT_OFFICE_WEEK, dueHour: due } }],
  )
})

test.each([
  ['begins at 1001 where nothing was sold', null, 1001],
  ['begins at 1001 above the few that were', 83, 1001],
  ['goes on above the many that were', 2_044, 2_045],
])('the number of the next booking and of the next order %s', async (_, last, next) => {
  const url = await emptyDatabase()
  await migrate(url, before('20261126170000_numbers_from_1001'))
  const sequences = ['bookings_id_seq', 'video_editing_orders_id_seq']
  if (last)
    for (const sequence of sequences) await query(url, `SELECT setval('${sequence}', ${last})`)
  await migrate(url)
  for (const sequence of sequences)
    expect(await query(url, `SELECT nextval('${sequence}')::int AS next`)).toEqual([{ next }])
})

const ADDED_LATER = ['2028-02-13', '2028-02-14', '2028-02-29']
test.each([
  ['are added to the list of 2028', ADDED_LATER, '', ADDED_LATER],
  [
    'stay away where the owner removed one',
    ADDED_LATER,
    `INSERT INTO audit_log (actor, action, entity, entity_id) VALUES ('owner', 'delete', 'holiday', '2028-02-14')`,
    ['2028-02-13', '2028-02-29'],
  ],
  ['are left out with the rest of 2028', holidays().map(({ date }) => date), '', []],
])('the three days that 2028 lacked %s', async (_, lacking, change, added) => {
  const url = await emptyDatabase()
  await migrate(url, before('20261126204100_holidays_of_2028'))
  const rows = holidays().filter(({ date }) => !lacking.includes(date))
  const all = `'${JSON.stringify(rows).replaceAll("'", "''")}'`
  const shape = 'date text, name text, translations jsonb, tentative boolean'
  await query(
    url,
    `INSERT INTO holidays (date, name, translations, tentative) SELECT * FROM jsonb_to_recordset(${all}) AS x(${shape}); ${change}`,
  )
  await migrate(url)
  expect(
    await query(url, `SELECT date, name, translations, tentative FROM holidays ORDER BY date`),
  ).toEqual(holidays().filter(({ date }) => !lacking.includes(date) || added.includes(date)))
})

describe('npm run migrate', () => {
  test('schema.prisma says what the migrations build, nothing more or less', async () => {
    const [fromMigrations, fromSchema] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(fromMigrations)
    const sql = await connect(fromSchema)
    await sql.query(await prisma(fromSchema, 'from-empty'))
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

  test('two commands at once both succeed and apply each migration once', async () => {
    const url = await emptyDatabase()
    const answers = await Promise.all([migrate(url), migrate(url)])
    const applied = answers.flatMap((answer) => answer.split('\n'))
    expect(applied.filter((line) => /^\d/.test(line)).sort()).toEqual(names)
    expect(await recorded(url)).toEqual(
      names.map((name) => ({ name, finished: true, rolled_back_at: null })),
    )
  })

  test('keeps the records of `prisma migrate deploy`, which goes on from them and is gone on from', async () => {
    const [ours, prismas] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(ours)
    expect((await prisma(prismas, 'deploy')).split('\n')).toEqual(names)
    const columns = `SELECT attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = '_prisma_migrations'::regclass AND attnum > 0
      UNION ALL SELECT conname, pg_get_constraintdef(oid), NULL, NULL FROM pg_constraint
        WHERE conrelid = '_prisma_migrations'::regclass ORDER BY 1`
    expect(await query(ours, columns)).toEqual(await query(prismas, columns))
    const records = `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
      length(id), finished_at >= started_at AS in_order FROM _prisma_migrations ORDER BY 1`
    expect(await query(ours, records)).toEqual(await query(prismas, records))
    expect(await prisma(ours, 'deploy')).toBe('')
    expect(await migrate(prismas)).toBe('The database is up to date.')
  })

  test('waits for the lock that `prisma migrate deploy` takes', async () => {
    const url = await emptyDatabase()
    const sql = await connect(url)
    await sql.query('SELECT pg_advisory_lock(72707369)')
    const done = migrate(url)
    let hasEnded = false
    void done.finally(() => (hasEnded = true))
    const isWaiting = async () => {
      const { rowCount } = await sql.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369 AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return rowCount === 1
    }
    while (!(await isWaiting()) && !hasEnded);
    expect(hasEnded).toBe(false)
    expect(await query(url, `SELECT to_regclass('bookings') AS bookings`)).toEqual([
      { bookings: null },
    ])
    await sql.end()
    expect((await done).split('\n')).toEqual(names)
  })

  test('does its work through a pooler of transactions, every time', async () => {
    const url = await emptyDatabase()
    const pooler = await transactionPooler(url, 3)
    expect((await migrate(pooler.url)).split('\n')).toEqual(names)
    for (let time = 0; time < 3; time++)
      expect(await migrate(pooler.url)).toBe('The database is up to date.')
    const locks = `SELECT FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`
    expect(await query(url, locks)).toEqual([])
    pooler.close()
  })

  test('one that is killed at work keeps no other waiting', async () => {
    const url = await emptyDatabase()
    const { cwd, rewrite } = withOneMore('SELECT pg_sleep(60);')
    await migrate(url)
    const killed = spawn(process.execPath, [resolve('scripts/run.mjs'), 'scripts/migrate.ts'], {
      env: { ...process.env, DATABASE_URL: url },
      cwd,
    })
    const sleeping = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
    while ((await query(url, sleeping)).length === 0);
    killed.kill('SIGKILL')
    rewrite('SELECT 1;')
    const begun = Date.now()
    expect(await migrate(url, cwd)).toBe('29991231000000_more')
    expect(Date.now() - begun).toBeLessThan(30_000)
  })

  describe('with a migration that needs the old version stopped', () => {
    const needy = '-- The old version must be stopped: it writes half.\nSELECT 1;'
    const sentence =
      'This update needs the old version stopped (29991231000000_more: it writes half.).'

    test('is refused while the site is connected, and done once it is not', async () => {
      const url = await emptyDatabase()
      const { cwd } = withOneMore(needy)
      await migrate(url)
      const site = await connect(`${url}?application_name=${SITE_NAME}`)
      expect(await failing(migrate(url, cwd))).toEqual({
        code: 1,
        stderr: expect.stringContaining(`${sentence} It runs: 1 of its connections are open.`),
      })
      await site.end()
      expect(await migrate(url, cwd)).toBe('29991231000000_more')
    })

    test('goes on regardless when told, and on an empty database', async () => {
      const { cwd } = withOneMore(needy)
      const [url, empty] = [await emptyDatabase(), await emptyDatabase()]
      await migrate(url)
      const sites = await Promise.all(
        [url, empty].map((one) => connect(`${one}?application_name=${SITE_NAME}`)),
      )
      expect(await migrate(url, cwd, '--while-running')).toBe('29991231000000_more')
      expect((await migrate(empty, cwd)).split('\n')).toEqual([...names, '29991231000000_more'])
      for (const site of sites) await site.end()
    })
  })

  test('every migration since the first release says whether the old version may run', () => {
    const later = names.filter((name) => name >= SAYS_SINCE)
    const silent = later.filter(
      (name) => !OLD_VERSION.test(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8')),
    )
    expect(silent).toEqual([])
  })

  test('leaves nothing of a migration that fails, says where and why, and goes on when it is corrected', async () => {
    const url = await emptyDatabase()
    const half = `CREATE TABLE half (id INT);\nINSERT INTO studios (name) VALUES ('Half');\n`
    const { cwd, rewrite } = withOneMore(`${half}INSERT INTO half VALUES (1, 2);`)
    const left = `SELECT to_regclass('half') AS half, (SELECT count(*)::int FROM studios) AS studios`
    expect(await failing(migrate(url, cwd))).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Migration 29991231000000_more failed at line 3: INSERT has more expressions than target columns\nNothing of it .+\n$/,
      ),
    })
    expect(await query(url, left)).toEqual([{ half: null, studios: 0 }])
    expect((await recorded(url)).map(({ name }) => name)).toEqual(names)
    // A rule that is looked at only at the end of the transaction.
    rewrite(`${half}INSERT INTO services (id, name, description, icon, hourly_rate) SELECT 1, 'A', 'd', 'i', 99;
      INSERT INTO bookings (id, service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, manage_token)
      VALUES (1, 1, (SELECT max(id) FROM studios), 'A', 'a@example.com', '2026-12-01', '10:00', now(), now() + interval '1 hour', 99, 't');
      INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      VALUES ('session', 1, '[{"amountSen": 9800}]', 98, 0, 0, 'Tax', 98);`)
    expect((await failing(migrate(url, cwd)))?.stderr).toMatch(
      /^Migration 29991231000000_more failed: the sales of booking 1 do not agree with it\n/,
    )
    expect(await query(url, left)).toEqual([{ half: null, studios: 0 }])
    rewrite(half)
    expect(await migrate(url, cwd)).toBe('29991231000000_more')
    expect(await query(url, left)).toEqual([{ half: 'half', studios: 1 }])
  })

  test('refuses a database where something else began a migration and did not end it', async () => {
    const url = await emptyDatabase()
    const { cwd } = withOneMore('SELECT 1/0;')
    await migrate(url)
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', 'x', '29991231000000_more')`,
    )
    const before = await recorded(url)
    expect(await failing(migrate(url, cwd))).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Migration 29991231000000_more was begun at .+\n$/),
    })
    expect(await recorded(url)).toEqual(before)
  })

  test('refuses a database that has the tables of something else', async () => {
    const url = await emptyDatabase()
    await query(url, 'CREATE TABLE of_another_program (id INT)')
    expect(await failing(migrate(url))).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^The database of DATABASE_URL has tables \(of_another_program .+\n$/,
      ),
    })
    expect(await query(url, `SELECT to_regclass('_prisma_migrations') AS records`)).toEqual([
      { records: null },
    ])
  })

  test('no migration ends the transaction that it runs in', () => {
    const ends =
      /^\s*(BEGIN|COMMIT|ROLLBACK|START\s+TRANSACTION)\s*(WORK|TRANSACTION)?\s*;|CONCURRENTLY/im
    expect(ends.test('SELECT 1;\nCOMMIT;')).toBe(true)
    const texts = names.map((name) =>
      readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'),
    )
    expect(names.filter((_, nth) => ends.test(texts[nth] ?? ''))).toEqual([])
  })

  test('takes the time that it needs, whatever limits its role has', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await query(
      url,
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 300', current_database());
        EXECUTE format('ALTER DATABASE %I SET transaction_timeout = 600', current_database()); END $$`,
    )
    const { cwd } = withOneMore('SELECT pg_sleep(1);')
    expect(await migrate(url, cwd)).toBe('29991231000000_more')
  })

  test('lets the site read on while a long transaction has a table that it needs', async () => {
    const url = await emptyDatabase()
    const { cwd } = withOneMore('ALTER TABLE studios ADD COLUMN more INT;')
    await migrate(url)
    const long = await connect(`${url}?application_name=pg_dump`)
    await long.query('BEGIN; LOCK TABLE studios IN ACCESS SHARE MODE')
    let said = ''
    const done = migrating(url, cwd, (text) => (said += text))
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'studios'::regclass`
    const site = await connect(url)
    while ((await site.query(waiting)).rows.length === 0);
    const begun = Date.now()
    await site.query('SELECT FROM studios')
    expect(Date.now() - begun).toBeLessThan(8_000)
    while (!said.includes('waits for a table')) await new Promise((next) => setTimeout(next, 50))
    expect(said).toMatch(
      /^Migration 29991231000000_more waits for a table that is in use\..+pg_dump/,
    )
    await long.end()
    expect(await done).toBe('29991231000000_more')
    await site.end()
  }, 30_000)

  test('a database that cannot keep every name is refused', async () => {
    const name = `ascii_${Date.now()}`
    const other = await emptyDatabase()
    await query(other, `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`)
    const url = new URL(other)
    url.pathname = name
    expect((await failing(migrate(url.href)))?.stderr).toMatch(
      /^The database .+ encoding SQL_ASCII/,
    )
    await query(other, `DROP DATABASE ${name}`)
  })

  test('a schema that the site would not read is refused', async () => {
    const url = await emptyDatabase()
    await query(
      url,
      `CREATE SCHEMA own; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = own, public', current_database()); END $$`,
    )
    expect(await failing(migrate(url))).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The tables would be made in the schema own, .+\n$/),
    })
  })

  test('a role that may make no tables is told so in one sentence', async () => {
    const url = new URL(await emptyDatabase())
    await query(url.href, `CREATE ROLE studio_makes_none LOGIN PASSWORD 'none'`)
    const owner = url.href
    url.username = 'studio_makes_none'
    url.password = 'none'
    expect(await failing(migrate(url.href))).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^The database refuses the migration: permission denied for schema public\. Use the role .+\n$/,
      ),
    })
    await query(owner, 'DROP ROLE studio_makes_none')
  })

  test('a wrong password is one sentence', async () => {
    const url = new URL(await emptyDatabase())
    url.password = 'wrong'
    expect(await failing(migrate(url.href))).toEqual({
      code: 1,
      stderr: 'The database refuses the user and password of DATABASE_URL.\n',
    })
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
    expect(await migrate(`${url}?sslmode=disable`)).toBe(names.join('\n'))
  })
})
