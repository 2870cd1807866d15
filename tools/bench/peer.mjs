// The peers of the measurement: plain Node that sends the same page as bytes, and plain Node that
// runs one query. Their addresses are in the environment.
import { createServer } from 'node:http'
import pg from 'pg'

const { PORT, PEER_PAGE, PEER_DATABASE, PEER_DATE } = process.env
const QUESTION = {
  name: 'day',
  text: `SELECT starts_at, ends_at FROM slot_reservations
    WHERE studio_id = 1 AND tstzrange(starts_at, coalesce(reserved_until, ends_at)) && tstzrange($1, $1::timestamptz + interval '1 day')`,
  values: [`${PEER_DATE}T00:00:00+08:00`],
}

const page = await fetch(PEER_PAGE, { headers: { 'accept-encoding': 'identity' } })
const { gzipSync } = await import('node:zlib')
const body = gzipSync(Buffer.from(await page.arrayBuffer()), { level: 9 })
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'gzip',
  'content-length': body.length,
}
const pool = new pg.Pool({ connectionString: PEER_DATABASE, max: 10 })

createServer(async (request, response) => {
  if (request.url !== '/query') return void response.writeHead(200, headers).end(body)
  const { rows } = await pool.query(QUESTION)
  const text = JSON.stringify(rows)
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    .end(text)
}).listen(Number(PORT))
