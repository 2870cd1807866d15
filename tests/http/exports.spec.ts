// Real life: exports of a studio that has been open for years, as spreadsheets and scripts fetch
// them. Seen with compression that is put around a framework's streams: above the size of a buffer
// they never end.
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { startWithoutPayments } from '@/tests/support/instances'
import { apiRoutes } from '@/tests/support/routes'
import { ADMIN } from '@/tests/support/site'

// By first name, so many of each, with so many characters of wishes: 1 KB, 64 KB and 5 MB of text.
const NAMES = {
  Satu: [8, 10, 1_024],
  Dua: [650, 10, 65_536],
  Tiga: [2_800, 1_900, 5 * 1024 * 1024],
} as const
const DECODERS = { br: createBrotliDecompress, gzip: createGunzip, deflate: createInflate }
/** Every route that streams its answer, and how its rows with a first name are asked for. */
const STREAMED: Record<string, (name: string) => string> = {
  'app/api/admin/bookings/export/route.ts': (name) =>
    `/api/admin/bookings/export?all=1&search=${name}`,
}
/** The same of a month's documents, of which this studio has none in November. */
const OF_MONTHS: Record<string, string[]> = {
  'app/api/admin/receipts/archive/route.ts': ['/api/admin/receipts/archive?month=2026-11'],
  'app/api/admin/receipts/export/route.ts': [
    ...[
      '/api/admin/receipts/export?month=2026-11',
      '/api/admin/receipts/export?month=2026-11&as=xlsx',
    ],
  ],
}

const METRICS = 'metrics-of-the-exports'
/** A month of so many receipts is more than any buffer takes, and minutes of work. */
const RECEIPTS = 10_000
const MANY = '/api/admin/receipts/archive?month=2026-03'

let app: Awaited<ReturnType<typeof startWithoutPayments>>
let cookie: string

test.describe('real life: the export of bookings', () => {
  test.beforeAll(async () => {
    app = await startWithoutPayments(
      async (sql) => {
        for (const [name, [rows, wishes]] of Object.entries(NAMES))
          await sql.query(
            `
        WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at,
          total_amount, manage_token, status, cancelled_at, requirements)
        SELECT 1, 1, $1 || ' ' || n, n || '@example.com', '2026-01-05', '09:00', '2026-01-05T01:00Z',
          '2026-01-05T02:00Z', 107.17, $1 || n, 'cancelled', now(), repeat('x', $3::int)
        FROM generate_series(1, $2::int) n RETURNING id)
        INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
        SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made`,
            [name, rows, wishes],
          )
        await sql.query(
          `WITH paid AS (INSERT INTO payments (purpose, amount, currency, status, outcome, reason,
            stripe_payment_intent_id, idempotency_key, succeeded_at, handled_at, note, updated_at)
          SELECT 'unmatched', 107.17, 'myr', 'succeeded', 'needs_attention', 'unmatched', 'pi_of_march_' || n,
            'march ' || n, now(), now(), 'x', now() FROM generate_series(1, $1::int) n RETURNING id)
        INSERT INTO receipts (kind, number, payment_id, locale, issued_at, seller, buyer, lines, subtotal,
          tax_amount, tax_rate, tax_label, total_amount)
        SELECT 'receipt', row_number() OVER (), id, 'en', '2026-03-05T01:00Z',
          '{"name":"Studio","registration":"","taxRegistration":"","address":"Jalan 1","email":"a@example.com","phone":""}',
          '{"name":"Aina","email":"a@example.com","phone":null,"billing":null}',
          '[{"text":"A session","english":"A session","amountSen":9900}]', 99, 8.17, 0.0825, 'Tax', 107.17 FROM paid`,
          [RECEIPTS],
        )
      },
      { METRICS_TOKEN: METRICS },
    )
    const answer = await fetch(`${app.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(cookie).toMatch(/^session=./)
  })
  test.afterAll(() => app.stop())

  test('has every route that streams', () => {
    const streaming = apiRoutes().filter(({ file }) =>
      /http\/streamed'|archiveAnswer\(/.test(readFileSync(file, 'utf8')),
    )
    expect(streaming.map(({ file }) => file)).toEqual(
      [...Object.keys(STREAMED), ...Object.keys(OF_MONTHS)].sort(),
    )
  })

  for (const address of Object.values(OF_MONTHS).flat())
    test(`${address} arrives whole in every encoding`, async () => {
      const whole = await buffer(await open(address, 'identity'))
      expect(whole.length).toBeGreaterThan(0)
      for (const encoding of ['gzip', 'deflate', 'br'] as const) {
        const answer = await open(address, encoding)
        expect(answer.statusCode).toBe(200)
        const isPacked = answer.headers['content-encoding'] === encoding
        const read = await buffer(isPacked ? answer.pipe(DECODERS[encoding]()) : answer)
        expect(read.length).toBe(whole.length)
      }
    })

  for (const [file, addressOf] of Object.entries(STREAMED))
    for (const [name, [rows, , bytes]] of Object.entries(NAMES))
      test(`${file} sends ${bytes} bytes whole in every encoding, also to a slow reader`, async () => {
        const whole = await text(await open(addressOf(name), 'identity'))
        expect(whole.split('\r\n').length).toBeGreaterThan(rows)
        expect(whole.length).toBeGreaterThanOrEqual(bytes)
        for (const encoding of ['gzip', 'deflate', 'br'] as const) {
          const answer = await open(addressOf(name), encoding)
          expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
          const decoder = DECODERS[encoding]()
          const read = text(decoder)
          for await (const chunk of answer) {
            decoder.write(chunk)
            await sleep(2)
          }
          decoder.end()
          expect((await read) === whole, encoding).toBe(true)
        }
      })

  // Seen with a phone at the edge of its network: a few such downloads took every connection.
  test('who reads a byte a second holds no connection of the database, and nothing is made ahead', async () => {
    test.setTimeout(120_000)
    const before = await figures()
    // More than the pool has connections.
    const paths = [...Array(4).fill(MANY), ...Array(8).fill(addressOfAll())] as string[]
    const answers: IncomingMessage[] = []
    // One after the other: of twelve that began at once on a busy machine, one was cut off before its answer.
    for (const path of paths) answers.push(await open(path, 'identity'))
    const reading = setInterval(() => answers.forEach((answer) => answer.read(1)), 1_000)
    try {
      let last = await figures()
      // What fits into the buffers on the way is made, and then nothing more.
      await expect
        .poll(
          async () => {
            await sleep(2_000)
            const [cpu, now] = [last.cpu, await figures()]
            last = now
            return now.cpu - cpu
          },
          { timeout: 60_000, intervals: [0] },
        )
        .toBeLessThan(0.7)
      expect(last.used).toBeLessThanOrEqual(1)
      expect(last.memory - before.memory).toBeLessThan(200 * 1024 * 1024)
      const health = await fetch(`${app.url}/api/health`)
      expect([health.status, await health.json()]).toMatchObject([200, { database: 'ok' }])
      for (const answer of answers) expect(answer.readableEnded).toBe(false)
    } finally {
      clearInterval(reading)
      for (const answer of answers) answer.destroy()
    }
  })
})

const addressOfAll = () => '/api/admin/bookings/export?all=1'

/** What the instance says of itself: connections in use, seconds of work, bytes. */
async function figures() {
  const headers = { authorization: `Bearer ${METRICS}` }
  const page = await (await fetch(`${app.url}/metrics`, { headers })).text()
  const value = (name: string) =>
    Number(
      page
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  return {
    used: value('studio_database_connections{state="used"}'),
    cpu: value('process_cpu_seconds_total'),
    memory: value('process_resident_memory_bytes'),
  }
}

function open(path: string, encoding: string): Promise<IncomingMessage> {
  const headers = { cookie, 'accept-encoding': encoding }
  return new Promise((done, fail) => {
    const outgoing = request(app.url + path, { headers, agent: false }, done)
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('nothing arrives any more')))
    outgoing.on('error', fail).end()
  })
}
