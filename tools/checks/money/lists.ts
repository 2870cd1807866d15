// The owner's lists, read page by page through the product's routes: each row is in them exactly once.
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { ALERT_KINDS } from '@/lib/admin/attention/schema'
import { COLUMNS } from '@/lib/admin/receipts/export'
import { ask, type Route } from '@/tests/history/product'
import { tally } from '@/tests/history/tried'
import { OWNER, type World } from '@/tests/history/world'

type Row = { id: number }
type Question = Record<string, string>

/** Rows of the lists that are missing, or there twice. */
export async function listedWrongly(world: World): Promise<string[]> {
  return [
    ...(await bookingLists(world)),
    ...(await orderLists(world)),
    ...(await wrongPages(world, 'listChanges', {}, 'SELECT id FROM audit_log')),
    ...(await bookingFile(world)),
    ...(await documentFiles(world)),
    ...(await attentionLists()),
  ]
}

// What ended unpaid is listed only when all are asked for.
const ENDED_UNPAID = `status = 'cancelled' AND coalesce(cancel_reason, '') IN ('expired', 'released', 'replaced')`

async function bookingLists(world: World): Promise<string[]> {
  const problems: string[] = []
  for (const sort of ['newest', 'session', 'session-last'])
    problems.push(
      ...(await wrongPages(world, 'listBookings', { sort, all: '1' }, 'SELECT id FROM bookings')),
    )
  for (const status of ['confirmed', 'completed', 'cancelled']) {
    const rows = `SELECT id FROM bookings WHERE status = '${status}' AND NOT (${ENDED_UNPAID})`
    problems.push(...(await wrongPages(world, 'listBookings', { status }, rows)))
  }
  return problems
}

async function orderLists(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ status: string }>(
    'SELECT DISTINCT status FROM video_editing_orders',
  )
  const shown = `SELECT id FROM video_editing_orders WHERE NOT (${ENDED_UNPAID})`
  const problems = await wrongPages(world, 'listOrders', {}, shown)
  for (const { status } of rows) {
    const own = `SELECT id FROM video_editing_orders WHERE status = '${status}'`
    problems.push(...(await wrongPages(world, 'listOrders', { status }, own)))
  }
  return problems
}

/** How the pages of one list differ from the rows that belong in it. */
async function wrongPages(
  world: World,
  route: Route,
  question: Question,
  rows: string,
): Promise<string[]> {
  const expected = (await world.sql.query<Row>(rows)).rows.map(({ id }) => id)
  const limit = expected.length > 100 ? '100' : '2'
  const shown: number[] = []
  let cursor: string | null = null
  do {
    const query: Question = { ...question, limit, ...(cursor !== null && { cursor }) }
    const reply = await ask(route, { cookie: OWNER.cookie, query })
    if (reply.status !== 200)
      return [`${route} answered ${reply.status} to ${JSON.stringify(query)}`]
    shown.push(...(reply.body as unknown as Row[]).map(({ id }) => id))
    cursor = reply.cursor
    if (cursor !== null) tally(world, 'a further page')
  } while (cursor !== null && shown.length <= expected.length)
  return differences(`${route} ${JSON.stringify(question)}`, shown, expected)
}

function differences<T>(list: string, shown: readonly T[], expected: readonly T[]): string[] {
  const missing = expected.filter((one) => !shown.includes(one))
  const extra = shown.filter((one, nth) => shown.indexOf(one) !== nth || !expected.includes(one))
  return [
    ...(missing.length > 0 ? [`${list} lacks ${missing.slice(0, 5).join(', ')}`] : []),
    ...(extra.length > 0 ? [`${list} has ${extra.slice(0, 5).join(', ')} too much`] : []),
  ]
}

const fileOf = async (route: Route, query: Question): Promise<string[][]> => {
  const { text } = await ask(route, { cookie: OWNER.cookie, query })
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => parsed(line))
}

/** The fields of a line of a CSV file; what is between quotes may contain commas. */
const parsed = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

async function bookingFile(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<Row>('SELECT id FROM bookings')
  const shown = (await fileOf('exportBookings', { all: '1' })).map(([id]) => Number(id))
  return differences(
    'the file of bookings',
    shown,
    rows.map(({ id }) => id),
  )
}

type Document = { number: string; month: string; sen: number }

/** The files of all months contain each document once, and their sums are those of the documents. */
async function documentFiles(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<Document>(
    `SELECT CASE kind WHEN 'receipt' THEN 'R-' WHEN 'credit_note' THEN 'CN-' ELSE 'DN-' END || lpad(number::text, 6, '0') AS number,
      to_char(issued_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') AS month, (CASE kind WHEN 'credit_note' THEN -total_amount ELSE total_amount END * 100)::int AS sen
      FROM receipts`,
  )
  const problems: string[] = []
  for (const month of new Set(rows.map((row) => row.month))) {
    const own = rows.filter((row) => row.month === month)
    const lines = await fileOf('exportReceipts', { month })
    const firsts = lines.filter((line) => line[LINE] === '1')
    problems.push(
      ...differences(
        `the receipts of ${month}`,
        firsts.map(([number]) => number),
        own.map(({ number }) => number),
      ),
    )
    const said = lines.reduce((sum, line) => sum + Math.round(Number(line[TOTAL]) * 100), 0)
    const known = own.reduce((sum, { sen }) => sum + sen, 0)
    if (said !== known) problems.push(`the receipts of ${month} come to ${said} sen, not ${known}`)
    const foreign = lines.filter((line) => line[CURRENCY] !== 'MYR')
    if (foreign.length > 0) problems.push(`the receipts of ${month} are not all in ringgit`)
  }
  return problems
}
const [LINE, TOTAL, CURRENCY] = (['line', 'line_total', 'currency'] as const).map((name) =>
  COLUMNS.indexOf(name),
) as [number, number, number]

/** A payment waits under one heading of Needs attention, and is counted once. */
async function attentionLists(): Promise<string[]> {
  const lists = await attentionPayments()
  const ids = ALERT_KINDS.flatMap((kind) => lists[kind]).map(({ id }) => id)
  const twice = ids.filter((id, nth) => ids.indexOf(id) !== nth)
  const count = await attentionCount()
  return [
    ...twice.map((id) => `payment ${id} waits twice`),
    ...(count < ids.length ? [`${ids.length} payments wait, and ${count} things are counted`] : []),
  ]
}
