// node scripts/run.mjs tools/bench/rows.ts: what rows weigh in the database, and what a past reservation
// costs to write, index by index. Shares and bytes of one run, which do not depend on other work.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@/scripts/local/migrate'
import { ensureDatabase, freePort, startPostgres } from '@/scripts/local/postgres'
import { fillHistory } from './history'

const ROWS = 20_000
const TABLES = ['bookings', 'sales', 'payments', 'slot_reservations', 'customers']
const INSERT = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
  INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at)
  SELECT 1, b.id, hour, hour + interval '1 hour'
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM bookings) b,
    LATERAL (SELECT timestamptz '2001-01-01' - b.n * interval '1 hour' AS hour) AS past`
const WITHOUT: Record<string, string> = {
  everything: 'SELECT',
  'the exclusion constraint':
    'ALTER TABLE slot_reservations DROP CONSTRAINT slot_reservations_no_overlap',
  'the index on studio_id, starts_at': 'DROP INDEX slot_reservations_studio_id_starts_at_idx',
  'the index on booking_id': 'DROP INDEX slot_reservations_booking_id_idx',
  'the index on upgrade_id': 'DROP INDEX slot_reservations_upgrade_id_idx',
  'foreign keys and triggers': "SET LOCAL session_replication_role = 'replica'",
}

type Explained = { 'QUERY PLAN': { 'Execution Time': number; Triggers?: unknown }[] }

const folder = mkdtempSync(join(tmpdir(), 'studio-rows-'))
chmodSync(folder, 0o711) // PostgreSQL runs as another user when we are root.
const server = await startPostgres({ dataDir: join(folder, 'postgres'), port: await freePort() })
try {
  await ensureDatabase(server, 'studio')
  await migrate(server.url('studio'))
  const sql = new pg.Client({ connectionString: server.url('studio') })
  await sql.connect()
  sql.on('error', (error) => console.error(error.message))
  await sql.query("INSERT INTO studios (id, name) VALUES (1, 'Studio') ON CONFLICT DO NOTHING")
  await sql.query("SELECT setval('studios_id_seq', 1)")
  await sql.query(
    `INSERT INTO services (id, name, description, icon, hourly_rate, half_day_rate, full_day_rate, weekly_rate)
     VALUES (1, 'Podcast', '', '', 99, 300, 500, 2000) ON CONFLICT DO NOTHING`,
  )
  await fillHistory(sql, ROWS)
  for (const table of TABLES) {
    const { rows } = await sql.query<{ count: string; row: string; indexes: string }>(
      `SELECT count(*), round(avg(pg_column_size(t.*))) AS row,
        round(pg_indexes_size('${table}') / greatest(count(*), 1)) AS indexes FROM ${table} t`,
    )
    console.log(table, rows[0])
  }
  for (let round = 0; round < 2; round++)
    for (const [name, change] of Object.entries(WITHOUT)) {
      await sql.query('BEGIN')
      await sql.query('TRUNCATE slot_reservations')
      await sql.query(change)
      const { rows } = await sql.query<Explained>(INSERT)
      const [plan] = rows[0]?.['QUERY PLAN'] ?? []
      await sql.query('ROLLBACK')
      if (round > 0)
        console.log(
          name === 'everything' ? name : `without ${name}`,
          plan?.['Execution Time'],
          JSON.stringify(plan?.Triggers),
        )
    }
  await sql.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
