// tests/fixtures/dated-migrations.sql is a database that the dated migrations made. It was one of the
// first published state with twelve bookings, three orders and two members, came by the documented
// steps to the last commit before the baseline, and there the site sold 71 bookings and ten orders
// more on it, of every kind. Nobody in it exists.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { adminOfToken, provenEmailOf } from '@/lib/auth/queries'
import { managedBooking } from '@/lib/bookings/manage'
import { tellBooking } from '@/lib/bookings/notices'
import { closeDatabase, db, transaction } from '@/lib/db'
import { tellOrder } from '@/lib/orders/notices'
import { managedOrder } from '@/lib/orders/queries'
import { documentPdf } from '@/lib/receipts/pdf'
import { documentById, documentsOfToken } from '@/lib/receipts/queries'
import { documentNumber, type DocumentKind } from '@/lib/receipts/rules'
import { connect, emptyDatabase } from '@/tests/support/database'
import { everyRow, type Cells, type Rows } from '@/tests/support/every-row'
import { readPdf } from '@/tests/support/pdf'
import { failing, isReadAgain, migrate, names, prisma, query, recorded } from './commands'

const LAST = '20261126010000_payment_method'
/** Columns that a later migration dropped on purpose, as table.column. */
const DROPPED = new Set([
  ...['subtotal', 'tax_amount', 'tax_rate', 'tax_label'].map((column) => `bookings.${column}`),
  ...['discount_amount', 'tax_amount', 'tax_rate', 'tax_label'].map(
    (column) => `video_editing_orders.${column}`,
  ),
  ...['subtotal', 'tax_amount', 'total_amount'].map((column) => `booking_upgrades.${column}`),
  // A block is a row of its own, and a room's services are.
  ...['kind', 'reason', 'series'].map((column) => `slot_reservations.${column}`),
  'services.studio_id',
  // A mail about a booking or an order says what is so when it is sent.
  ...['kind', 'payload'].map((column) => `mails.${column}`),
])

async function restored(): Promise<string> {
  const url = await emptyDatabase()
  const sql = await connect(url)
  await sql.query(readFileSync('tests/fixtures/dated-migrations.sql', 'utf8'))
  // Everybody in it signed in just now.
  await sql.query(
    `UPDATE sessions SET created_at = now(), last_seen_at = now(), expires_at = now() + interval '1 hour'`,
  )
  await sql.end()
  return url
}

/** In whatever order: columns, constraints, indexes, functions, views, triggers, sequences. */
const catalogue = async (url: string): Promise<string[]> =>
  (
    await query(
      url,
      `SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod),
          attnotnull, attgenerated, pg_get_expr(adbin, adrelid)) AS line
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
      UNION ALL SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', pg_get_functiondef(oid), proacl) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
      UNION ALL SELECT concat_ws(' ', relname, (SELECT string_agg(line, ' ' ORDER BY line) FROM regexp_split_to_table(pg_get_viewdef(oid), ',?\s*\n\s*') AS line))
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
      UNION ALL SELECT concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT concat_ws(' ', relname, seqtypid::regtype, seqstart, seqincrement, seqmax, refobjid::regclass)
        FROM pg_sequence JOIN pg_class ON oid = seqrelid JOIN pg_depend ON objid = seqrelid AND deptype = 'a'
      UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
      ORDER BY 1`,
    )
  ).map(({ line }) => line)

const tokenOf = (name: string) => createHash('sha256').update(name).digest('base64url')

let url: string
let before: Rows
let after: Rows
const table = (name: string) => [...(before.get(name)?.values() ?? [])]
beforeAll(async () => {
  url = await restored()
  const sql = await connect(url)
  before = await everyRow(sql)
  await migrate(url)
  after = await everyRow(sql)
  await sql.end()
  process.env.DATABASE_URL = url
})
afterAll(closeDatabase)

test('the database has bookings, money, members and documents of every kind', async () => {
  const kinds = (name: string, column: string) =>
    new Set(table(name).map((row) => row[column] ?? null))
  expect(table('bookings')).toHaveLength(83)
  expect(kinds('bookings', 'status')).toEqual(
    new Set(['pending', 'confirmed', 'completed', 'cancelled']),
  )
  expect(kinds('bookings', 'duration')).toEqual(
    new Set(['hourly', 'half-day', 'full-day', 'weekly']),
  )
  expect(kinds('bookings', 'is_free_session')).toEqual(new Set(['true', 'false']))
  expect(kinds('booking_upgrades', 'status')).toEqual(new Set(['held', 'applied', 'ended']))
  expect(kinds('payments', 'outcome')).toEqual(
    new Set([null, 'confirmed', 'refunded', 'needs_attention']),
  )
  expect(kinds('payments', 'refund_status')).toEqual(new Set([null, 'succeeded', 'failed']))
  expect(kinds('payments', 'dispute_status')).toEqual(new Set([null, 'chargeback', 'lost', 'over']))
  expect(kinds('payments', 'method')).toEqual(
    new Set([null, 'card', 'cash', 'duitnow', 'transfer', 'terminal']),
  )
  expect(kinds('receipts', 'kind')).toEqual(new Set(['receipt', 'credit_note', 'debit_note']))
  expect(kinds('sales', 'kind')).toEqual(new Set(['session', 'upgrade', 'edit']))
  expect(kinds('sessions', 'kind')).toEqual(new Set(['admin', 'member']))
  expect(kinds('video_editing_orders', 'status').size).toBeGreaterThan(5)
  expect(table('memberships').length).toBeGreaterThan(5)
})

/** What the rooms' migration made of others. */
const MADE = ['service_rooms', 'blocks']
/** Versions of content, which a migration that changes content counts up. */
const COUNTED = 'content_versions'

test('a dispute of before is one of the whole payment, and read again', () => {
  const sums = new Set<string>()
  for (const row of after.get('payments')?.values() ?? []) {
    const [received, status] = [row.received_amount ?? row.amount, row.dispute_status]
    const isOpen = status === 'inquiry' || status === 'chargeback'
    expect(row).toMatchObject({
      disputed_amount: isOpen ? received : '0.00',
      lost_amount: status === 'lost' ? received : '0.00',
      sync_due: row.disputed === 'true' ? 'true' : expect.any(String),
    })
    sums.add(String(status))
  }
  expect(sums).toEqual(new Set(['null', 'chargeback', 'lost', 'over']))
})

test('no row is lost, made or changed', () => {
  const changes: string[] = []
  for (const [name, rows] of before) {
    if (name === COUNTED) continue
    for (const [id, cells] of rows) {
      const now = after.get(name)?.get(id)
      const isBlock = name === 'slot_reservations' && cells.kind === 'block'
      if (!now && !isBlock) changes.push(`${name} ${id} is gone`)
      for (const [column, value] of Object.entries(now ? cells : {}))
        if (
          !DROPPED.has(`${name}.${column}`) &&
          !isReadAgain(name, column, cells) &&
          now?.[column] !== value
        )
          changes.push(`${name} ${id} ${column}: ${value} → ${now?.[column]}`)
    }
    for (const id of after.get(name)?.keys() ?? [])
      if (!rows.has(id) && !MADE.includes(name)) changes.push(`${name} ${id} is new`)
  }
  expect(changes).toEqual([])
})

test('nobody is told again what they knew', async () => {
  const queued = await db().mail.count()
  const bookings = table('bookings').filter(({ confirmed_at }) => confirmed_at !== null)
  const orders = table('video_editing_orders').filter(({ paid_at }) => paid_at !== null)
  await transaction(async (tx) => {
    for (const { id } of bookings) await tellBooking(tx, Number(id))
    for (const { id } of orders) await tellOrder(tx, Number(id))
  })
  expect(await db().mail.count()).toBe(queued)
})

test('what the dropped columns said is in the sales', () => {
  const sen = (cells: Cells[], column: string) =>
    cells.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  const sales = [...(after.get('sales')?.values() ?? [])]
  const applied = table('booking_upgrades').filter(({ status }) => status === 'applied')
  const salesOf = (booking: Cells) =>
    sales.filter(
      ({ id, kind, booking_id }) =>
        booking_id === booking.id &&
        (kind === 'session' || applied.some(({ sale_id }) => sale_id === id)),
    )
  for (const booking of table('bookings'))
    for (const column of ['subtotal', 'tax_amount', 'total_amount'])
      expect([booking.id, column, sen(salesOf(booking), column)]).toEqual([
        booking.id,
        column,
        sen([booking], column),
      ])
  for (const order of table('video_editing_orders')) {
    const sale = sales.filter(({ order_id }) => order_id === order.id)
    expect([order.id, sen(sale, 'tax_amount')]).toEqual([order.id, sen([order], 'tax_amount')])
    const lines = JSON.parse(sale[0]?.lines ?? '[]') as { kind: string; amountSen: number }[]
    const off = lines.filter(({ kind }) => kind === 'discount')
    expect(0 - off.reduce((sum, { amountSen }) => sum + amountSen, 0)).toBe(
      sen([order], 'discount_amount'),
    )
  }
})

test('its schema is that of a database that was migrated from empty', async () => {
  const fresh = await emptyDatabase()
  await migrate(fresh)
  expect(await catalogue(url)).toEqual(await catalogue(fresh))
})

test('every manage link opens and shows what it showed', async () => {
  for (const { id, status, total_amount, date, time, manage_token } of table('bookings'))
    expect(await managedBooking(manage_token ?? '', 'en', new Date())).toMatchObject({
      ...{ id: Number(id), status, date, time },
      totalAmount: total_amount,
    })
  for (const { id, status, total_amount, manage_token } of table('video_editing_orders'))
    expect(await managedOrder(manage_token ?? '')).toMatchObject({
      ...{ id: Number(id), status },
      totalSen: Math.round(Number(total_amount) * 100),
    })
})

test('who was signed in still is', async () => {
  expect(await adminOfToken(tokenOf('owner'))).toMatchObject({ id: 2, username: 'owner' })
  expect(await adminOfToken(tokenOf('first-owner'))).toMatchObject({ id: 1, username: 'first' })
  for (const [name, email] of [
    ['member', 'aina@example.com'],
    ['first-member', 'nur@example.com'],
  ] as const) {
    const headers = { cookie: `member=${tokenOf(name)}` }
    expect(await provenEmailOf(new NextRequest('http://localhost:3000/', { headers }))).toBe(email)
  }
})

test('every receipt and note says what it said, and is listed under its link', async () => {
  const sen = (amount: string | null | undefined) => Math.round(Number(amount) * 100)
  const words = (text: string) => text.replace(/[\s,]+/g, '')
  const drawn = new Set<string>()
  expect(table('receipts').length).toBeGreaterThan(80)
  for (const row of table('receipts')) {
    const document = await documentById(Number(row.id))
    const number = documentNumber(row.kind as DocumentKind, Number(row.number))
    const { buyer, lines, locale, method, reference } = row
    expect(document).toMatchObject({
      ...{ number, locale, method, reference },
      issuedAt: new Date(row.issued_at ?? ''),
      buyer: JSON.parse(buyer ?? '') as object,
      lines: JSON.parse(lines ?? '') as object[],
      price: { subtotalSen: sen(row.subtotal), totalSen: sen(row.total_amount) },
    })
    const payment = before.get('payments')?.get(row.payment_id ?? '')
    const sold =
      before.get('bookings')?.get(payment?.booking_id ?? '') ??
      before.get('video_editing_orders')?.get(payment?.order_id ?? '')
    expect(await documentsOfToken(sold?.manage_token ?? '')).toContainEqual(
      expect.objectContaining({ number }),
    )
    // Drawing takes a while: one of each kind in each language.
    if (drawn.has(`${row.kind} ${locale}`)) continue
    drawn.add(`${row.kind} ${locale}`)
    const { text } = readPdf(await documentPdf(document!))
    for (const fact of [number, row.total_amount ?? '', document!.buyer.name])
      expect(words(text)).toContain(words(fact))
  }
  expect(drawn.size).toBeGreaterThan(5)
})

test('a receipt says what was added to its price, by the settings when it was sold', async () => {
  const other = await restored()
  const sold = `SELECT r.id, coalesce(b.created_at, o.created_at) AS at FROM receipts r JOIN payments p ON p.id = r.payment_id
    LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id`
  const half = `(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY at) FROM (${sold}) sold)`
  await query(
    other,
    `INSERT INTO settings (key, value) VALUES ('tax', '{"kind": "tax", "basisPoints": 800}')
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
     INSERT INTO audit_log (actor, action, entity, entity_id, before, created_at)
      VALUES ('owner', 'update', 'setting', 'tax', '{"kind": "service-charge", "basisPoints": 1000}', ${half})`,
  )
  await migrate(other)
  const wrong = `SELECT r.id FROM receipts r JOIN (${sold}) s USING (id)
    WHERE r.tax_kind <> CASE WHEN s.at < ${half} AND r.tax_amount > 0 THEN 'service-charge' ELSE 'tax' END`
  expect(await query(other, wrong)).toEqual([])
  const kinds = `SELECT DISTINCT tax_kind AS kind FROM receipts ORDER BY 1`
  expect(await query(other, kinds)).toEqual([{ kind: 'service-charge' }, { kind: 'tax' }])
})

describe('the records of a database that the dated migrations made', () => {
  /** The same database with other records, which `change` writes. */
  async function withRecords(change: string) {
    const other = await restored()
    await query(other, change)
    return other
  }

  test('get the baseline and what follows it, once, as `prisma migrate resolve` writes it', async () => {
    const [baseline = ''] = names
    const resolved = await restored()
    const had = (await recorded(resolved)).map(({ name }) => name)
    expect(had).toHaveLength(42)
    expect((await recorded(url)).map(({ name }) => name)).toEqual([...had, ...names])
    expect(await migrate(url)).toBe('The database is up to date.')
    await prisma(resolved, 'resolve', baseline)
    const record = `SELECT checksum, applied_steps_count, logs, rolled_back_at FROM _prisma_migrations WHERE migration_name = '${baseline}'`
    expect(await query(url, record)).toEqual(await query(resolved, record))
    expect((await prisma(resolved, 'deploy')).split('\n')).toEqual(
      names.length > 1 ? names.slice(1) : [''],
    )
  })

  test.each([
    [
      'has not come to the last',
      `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST}'`,
      /^This database lacks migration 20261126010000_payment_method, .+ with the last commit .+\n$/,
    ],
    [
      'lacks one between',
      `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%kept_money'`,
      /^This database lacks migration 20261125160000_kept_money, .+ with the last commit .+\n$/,
    ],
    [
      'has the first published state',
      `DELETE FROM _prisma_migrations WHERE migration_name NOT LIKE '2026112100000%'`,
      /^This database lacks migration 20261123131000_init, .+ with the last commit .+\n$/,
    ],
    [
      'had another last one',
      `UPDATE _prisma_migrations SET checksum = 'another' WHERE migration_name = '${LAST}'`,
      /^This database was migrated with another 20261126010000_payment_method .+\n$/,
    ],
  ])('are left as they are when it %s', async (_, change, sentence) => {
    const other = await withRecords(change)
    const had = await recorded(other)
    expect(await failing(migrate(other))).toEqual({
      code: 1,
      stderr: expect.stringMatching(sentence) as string,
    })
    expect(await recorded(other)).toEqual(had)
  })
})
