// Real life: exports of a studio that has been open for years, as spreadsheets and scripts fetch
// them. Seen with compression that is put around a framework's streams: above the size of a buffer
// they never end. tests/unit/server/streamed.test.ts has every size; here is the whole server.
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { startWithoutPayments } from '@/tests/support/instances'
import { ADMIN } from '@/tests/support/site'

const ROWS = 6_000
const DECODERS = { br: createBrotliDecompress, gzip: createGunzip, deflate: createInflate }
const EXPORT = '/api/admin/bookings/export?all=1'

let app: Awaited<ReturnType<typeof startWithoutPayments>>
let cookie: string

test.describe('real life: the export of bookings', { tag: '@desktop' }, () => {
  test.beforeAll(async () => {
    app = await startWithoutPayments((sql) =>
      sql.query(`
        WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at,
          total_amount, manage_token, status, cancelled_at)
        SELECT 1, 1, 'Aina ' || n, n || '@example.com', '2026-01-05', '09:00', '2026-01-05T01:00Z',
          '2026-01-05T02:00Z', 107.17, 'token' || n, 'cancelled', now()
        FROM generate_series(1, ${ROWS}) n RETURNING id)
        INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
        SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made`),
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

  test('is the same in every encoding, also for a reader that is slow', async () => {
    const whole = await text(await open('identity'))
    expect(whole.split('\r\n').length).toBeGreaterThan(ROWS)
    for (const encoding of ['gzip', 'deflate', 'br'] as const) {
      const answer = await open(encoding)
      expect(answer.headers['content-encoding']).toBe(encoding)
      const decoder = DECODERS[encoding]()
      const read = text(decoder)
      for await (const chunk of answer) {
        decoder.write(chunk)
        await sleep(5)
      }
      decoder.end()
      expect((await read) === whole, encoding).toBe(true)
    }
  })
})

function open(encoding: string): Promise<IncomingMessage> {
  const headers = { cookie, 'accept-encoding': encoding }
  return new Promise((done, fail) => {
    const outgoing = request(app.url + EXPORT, { headers, agent: false }, done)
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('nothing arrives any more')))
    outgoing.on('error', fail).end()
  })
}
