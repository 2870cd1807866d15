// The commands as an operator runs them, on a shop that goes on selling.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { keepUpload } from '@/lib/uploads/keep'
import { connect, emptyDatabase } from '@/tests/support/database'
import { everyRow, type Rows } from '@/tests/support/every-row'
import { hold, openShop, workingDay } from '@/tests/support/shop'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'studio-backup-'))
process.env.STUDIO_DATA_DIR = join(folder, 'data')
const shop = openShop()
afterAll(() => rmSync(folder, { recursive: true }))

const command = async (words: string[], changes: Record<string, string> = {}) => {
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', ...words], {
    // A machine without PostgreSQL's programs.
    env: { ...process.env, DATABASE_URL: shop.database.url, ...changes, PATH: '' },
  })
  return stdout
}
const backup = async () =>
  (await command(['scripts/backup.ts', '--to', join(folder, 'backups')])).split('\n')[0]!
const restore = (from: string, url: string, data: string, ...more: string[]) =>
  command(['scripts/restore.ts', from, ...more], { DATABASE_URL: url, STUDIO_DATA_DIR: data })
const failing = (attempt: Promise<string>) =>
  attempt.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )

async function rowsAt(url: string): Promise<Rows> {
  const sql = await connect(url)
  return everyRow(sql).finally(() => sql.end())
}
const uploadsIn = (data: string) =>
  readdirSync(join(data, 'uploads')).map((name) => [
    name,
    readFileSync(join(data, 'uploads', name)).toString('hex'),
  ])

/** Sells and uploads until it is ended. */
function load() {
  let isOn = true
  let made = 0
  const work = async (nth: number) => {
    for (let at = 0; isOn; at++) {
      const [day, hour] = [nth * 20 + Math.floor(at / 12), 9 + (at % 12)]
      await hold({
        who: `guest-${nth}-${at}`,
        date: workingDay(day),
        time: `${String(hour).padStart(2, '0')}:00`,
      })
      if (at % 4 === 0)
        await keepUpload({ data: randomBytes(5_000), ending: 'webp', actor: 'owner', about: {} })
      made++
    }
  }
  const workers = [0, 1, 2].map(work)
  return {
    made: () => made,
    end: async () => {
      isOn = false
      await Promise.all(workers)
    },
  }
}

test('a backup of a shop at work is one moment of it, and comes back whole', async () => {
  await shop.sold({ who: 'aina', date: workingDay(70) })
  await shop.rows(`UPDATE studios SET name = $1`, ['Studio\u2028"A"\\ \n 录音室'])
  const selling = load()
  while (selling.made() < 8) await new Promise((done) => setTimeout(done, 20))
  const before = selling.made()
  const at = await backup()
  const during = selling.made() - before
  await selling.end()
  expect(during).toBeGreaterThan(0)

  const url = await emptyDatabase()
  const data = join(folder, 'restored')
  const said = await restore(at, url, data)
  expect(said).toContain('Sales that Stripe knows and the database does not: 0')
  expect(said).toMatch(/npm run after-restore -- --since \S+ --apply/)

  const [source, restored] = [await rowsAt(shop.database.url), await rowsAt(url)]
  const bookings = restored.get('bookings')!.size
  expect(bookings).toBeGreaterThanOrEqual(before)
  expect(bookings).toBeLessThan(source.get('bookings')!.size)
  // Holds and sales only add rows: each that was restored is as it was made.
  for (const [table, rows] of restored)
    for (const [id, cells] of rows)
      if (table !== 'content_versions' && table !== 'receipt_counters')
        expect([table, id, cells]).toEqual([table, id, source.get(table)?.get(id)])
  // What one transaction writes is there together.
  expect(restored.get('sales')!.size).toBe(bookings)
  expect(restored.get('slot_reservations')!.size).toBe(bookings)
  const kept = new Map(uploadsIn(join(folder, 'data')).map(([name, bytes]) => [name, bytes]))
  const back = uploadsIn(data)
  const named = [...restored.get('audit_log')!.values()].filter((row) => row.action === 'upload')
  expect(back.length).toBe(named.length)
  for (const [name, bytes] of back) expect(bytes).toBe(kept.get(name))
}, 120_000)

test('a backup of a quiet shop comes back row by row, with its numbers and its checks', async () => {
  await shop.sold({ who: 'aina' })
  const { url: upload } = await keepUpload({
    ...{ data: randomBytes(2_000), ending: 'webp', actor: 'owner', about: {} },
  })
  const source = await rowsAt(shop.database.url)
  const at = await backup()
  const manifest = readFileSync(join(at, 'manifest.json'), 'utf8')
  expect(manifest).toContain('"SECRET_KEY"')
  expect(manifest).not.toContain(process.env.SECRET_KEY)
  expect(manifest).not.toContain(process.env.STRIPE_SECRET_KEY)

  const url = await emptyDatabase()
  const data = join(folder, 'quiet')
  await restore(at, url, data)
  expect(await rowsAt(url)).toEqual(source)
  expect(uploadsIn(data).map(([name]) => `/api/uploads/${name}`)).toEqual([upload])

  const sql = await connect(url)
  const checks = `SELECT (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND convalidated) AS keys,
    (SELECT string_agg(tgname || tgenabled::text, ' ' ORDER BY tgname) FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
    nextval('bookings_id_seq')::int AS next`
  expect((await sql.query(checks)).rows).toEqual(await shop.rows(checks))
  await expect(sql.query(`UPDATE audit_log SET actor = 'x'`)).rejects.toThrow()
  await sql.end()

  expect(await failing(restore(at, url, data))).toMatch(/^The database .+ is not empty/)
  const site = await connect(`${url}?application_name=studio`)
  expect(await failing(restore(at, url, data, '--replace'))).toMatch(/^The site runs/)
  await site.end()
  const fresh = await connect(url)
  await fresh.query(
    `DELETE FROM mails; CREATE ROLE studio_replaced; GRANT USAGE ON SCHEMA public TO studio_replaced`,
  )
  const { stderr } = await run(
    process.execPath,
    ['scripts/run.mjs', 'scripts/restore.ts', at, '--replace'],
    { env: { ...process.env, DATABASE_URL: url, STUDIO_DATA_DIR: data, PATH: '' } },
  )
  expect(stderr).toContain('the rights of studio_replaced: run prisma/run-role.sql again.')
  await fresh.query('DROP ROLE studio_replaced')
  await fresh.end()
  expect(await rowsAt(url)).toEqual(source)
}, 120_000)

test('a backup that could not be finished is none', async () => {
  const { url } = await keepUpload({
    ...{ data: randomBytes(2_000), ending: 'webp', actor: 'owner', about: {} },
  })
  const file = join(folder, 'data/uploads', url.split('/').at(-1) ?? '')
  rmSync(file)
  mkdirSync(file) // Cannot be read.
  const to = join(folder, 'unfinished')
  expect(await failing(command(['scripts/backup.ts', '--to', to]))).not.toBe('')
  // Nothing that fills the disk each night.
  expect(readdirSync(to)).toEqual([])
  rmSync(file, { recursive: true })
}, 60_000)

test('rows of a megabyte each are backed up and restored in little memory', async () => {
  await shop.rows(`INSERT INTO blog_posts (slug, title, excerpt, content)
    SELECT 'long-' || n, 'Long', 'Long', repeat(md5(n::text), 32768) FROM generate_series(1, 160) AS n`)
  const little = { NODE_OPTIONS: '--max-old-space-size=160' }
  const said = await command(['scripts/backup.ts', '--to', join(folder, 'long')], little)
  const url = await emptyDatabase()
  await command(['scripts/restore.ts', said.split('\n')[0] ?? ''], {
    ...little,
    DATABASE_URL: url,
    STUDIO_DATA_DIR: join(folder, 'long-data'),
  })
  const sql = await connect(url)
  const { rows } = await sql.query<{ same: string }>(
    `SELECT md5(string_agg(content, '' ORDER BY id)) AS same FROM blog_posts`,
  )
  await sql.end()
  expect(rows).toEqual(
    await shop.rows(`SELECT md5(string_agg(content, '' ORDER BY id)) AS same FROM blog_posts`),
  )
}, 120_000)

test('a role that may not see all rows makes no backup', async () => {
  await shop.rows(`CREATE ROLE studio_sees_less LOGIN PASSWORD 'less'`)
  try {
    await shop.rows(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO studio_sees_less;
      GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO studio_sees_less;
      ALTER TABLE services ENABLE ROW LEVEL SECURITY`)
    const url = new URL(shop.database.url)
    url.username = 'studio_sees_less'
    url.password = 'less'
    const attempt = command(['scripts/backup.ts', '--to', join(folder, 'less')], {
      DATABASE_URL: url.href,
    })
    expect(await failing(attempt)).toContain('row-level security policy for table "services"')
  } finally {
    await shop.rows(`ALTER TABLE services DISABLE ROW LEVEL SECURITY;
      DROP OWNED BY studio_sees_less; DROP ROLE studio_sees_less`)
  }
}, 60_000)

test('a backup waits for a migration, which may write a table anew', async () => {
  const migration = await connect(shop.database.url)
  try {
    await migration.query(`BEGIN; SELECT pg_advisory_xact_lock(72707369);
      ALTER TABLE services ADD COLUMN drawn float DEFAULT random()`)
    const waiting = backup()
    const isThere = `SELECT FROM pg_stat_activity
      WHERE application_name = 'studio backup' AND datname = current_database()`
    while ((await shop.rows(isThere)).length === 0);
    await new Promise((done) => setTimeout(done, 500))
    await migration.query('COMMIT')
    const manifest = JSON.parse(readFileSync(join(await waiting, 'manifest.json'), 'utf8')) as {
      tables: Record<string, { rows: number }>
    }
    const rows = await shop.rows('SELECT FROM services')
    expect(rows.length).toBeGreaterThan(0)
    expect(manifest.tables.services?.rows).toBe(rows.length)
  } finally {
    await migration.query('ALTER TABLE services DROP COLUMN drawn')
    await migration.end()
  }
}, 60_000)

test('limits of the role or the database end neither a backup nor a restore', async () => {
  await shop.sold({ who: 'aina', date: workingDay(71) })
  const at = await backup()
  const url = await emptyDatabase()
  const sql = await connect(url)
  await sql.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET statement_timeout = 40', current_database());
    EXECUTE format('ALTER DATABASE %I SET transaction_timeout = 400', current_database()); END $$`)
  await sql.end()
  await restore(at, url, join(folder, 'limited'))
  const to = join(folder, 'limited-backups')
  await command(['scripts/backup.ts', '--to', to], {
    DATABASE_URL: url,
    STUDIO_DATA_DIR: join(folder, 'limited'),
  })
  expect(readdirSync(to)).toHaveLength(1)
}, 120_000)

test('a bucket that breaks a connection once is asked again', async () => {
  const bytes = randomBytes(2_000)
  const { url } = await keepUpload({ data: bytes, ending: 'webp', actor: 'owner', about: {} })
  const asked: string[] = []
  const bucket = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (asked.length === 1) request.socket.destroy()
    else if (request.url?.endsWith(url.split('/').at(-1) ?? '')) response.end(bytes)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done))
  const to = join(folder, 'bucket')
  const said = await command(['scripts/backup.ts', '--to', to], {
    UPLOADS_S3_BUCKET_URL: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/studio`,
    UPLOADS_S3_ACCESS_KEY_ID: 'key',
    UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
  })
  bucket.close()
  expect(said).toContain(' and 1 uploads.')
  expect(asked).toHaveLength(2)
}, 60_000)

test('a backup that lacks an upload is written, and says which with code 2', async () => {
  const { url } = await keepUpload({
    ...{ data: randomBytes(2_000), ending: 'webp', actor: 'owner', about: {} },
  })
  const name = url.split('/').at(-1) ?? ''
  const bytes = readFileSync(join(folder, 'data/uploads', name))
  rmSync(join(folder, 'data/uploads', name))
  const to = join(folder, 'lacking')
  const ended = await command(['scripts/backup.ts', '--to', to]).then(
    () => null,
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      ...{ code, stderr, folder: stdout.split('\n')[0] ?? '' },
    }),
  )
  expect(ended).toMatchObject({
    code: 2,
    stderr: `The storage has no upload ${name}, which a row mentions.\nThe backup is written. Uploads that it lacks: 1.\n`,
  })
  expect(readdirSync(to)).toEqual([ended?.folder.split('/').at(-1)])
  const [empty, data] = [await emptyDatabase(), join(folder, 'lacking-data')]
  await restore(ended?.folder ?? '', empty, data)
  expect(await rowsAt(empty)).toEqual(await rowsAt(shop.database.url))
  writeFileSync(join(folder, 'data/uploads', name), bytes)
}, 60_000)

test('a backup that was changed, anywhere, is refused before anything is touched', async () => {
  const kept = await keepUpload({
    ...{ data: randomBytes(2_000), ending: 'webp', actor: 'owner', about: {} },
  })
  const upload = `uploads/${kept.url.split('/').at(-1)}`
  const at = await backup()
  const url = await emptyDatabase()
  const services = 'database/services.jsonl.gz'
  const lines = (change: (lines: string[]) => string[]) => (bytes: Buffer) =>
    gzipSync(change(gunzipSync(bytes).toString('utf8').split('\n')).join('\n'))
  // A file, what becomes of it (null: it is gone), and what is said.
  const damages: [string, ((bytes: Buffer) => string | Buffer) | null, RegExp][] = [
    [
      'database/bookings.jsonl.gz',
      (bytes) => `${bytes.toString('latin1')}x`,
      /damaged: database.bookings/,
    ],
    [services, (bytes) => bytes.subarray(0, -9), /damaged: database.services/],
    [
      services,
      lines(([first = '', ...rest]) => [first.replace('t', 'T'), ...rest]),
      /damaged: .*services.*changed/,
    ],
    [services, lines((all) => all.slice(1)), /damaged: .*services.*changed/],
    [services, null, /damaged: database.services/],
    [
      upload,
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]),
      /damaged: uploads.*changed/,
    ],
    [upload, null, /damaged: uploads/],
    [
      'manifest.json',
      (bytes) => bytes.toString().replace(/"format": ?\d+/, '"format": 99'),
      /the form 99/,
    ],
    // Copied in part.
    ['manifest.json', (bytes) => bytes.subarray(0, -20), /damaged: manifest/],
    ['manifest.json', null, /is no backup/],
  ]
  for (const [file, damage, says] of damages) {
    const whole = readFileSync(join(at, file))
    const changed = damage?.(whole)
    if (changed === undefined) rmSync(join(at, file))
    else writeFileSync(join(at, file), changed)
    expect(await failing(restore(at, url, join(folder, 'none')))).toMatch(says)
    writeFileSync(join(at, file), whole)
  }
  const sql = await connect(url)
  const { rows } = await sql.query(`SELECT to_regclass('bookings') AS bookings`)
  await sql.end()
  expect(rows).toEqual([{ bookings: null }])
  // It is whole again.
  await restore(at, url, join(folder, 'none'))
}, 120_000)
