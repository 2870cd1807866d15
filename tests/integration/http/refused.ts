import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Handler } from '@/lib/route'
import messages from '@/messages/en.json'
import { callRoute } from '@/tests/support/call'

/** A route.ts in its folder under app/api, with the methods it exports. */
export const routeAt = (folder: string): Record<string, Handler> =>
  jest.requireActual(`${process.cwd()}/app/api/${folder}/route.ts`)

export type Request = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  params?: Record<string, string>
}
/** What must come back; `field` is one that `fields` must name. */
export type Expected = [status: number, code: string, field?: string]

const sentences = new Set(
  Object.values(messages.errors).filter((text): text is string => typeof text === 'string'),
)
const hints = new Set(Object.values(messages.errors.fields))

/**
 * A fingerprint of every row of every table but those that count refused calls, and when a session
 * was seen.
 */
async function fingerprint(sql: pg.Client, text: string): Promise<string> {
  // Planned once: that takes longer than reading the rows.
  const tables = await sql.query<{ name: string; content: string }>({ name: 'fingerprint', text })
  return createHash('sha256').update(JSON.stringify(tables.rows)).digest('hex')
}

/** The query of that fingerprint. */
async function allRows(sql: pg.Client): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'rate_limits', 'troubles', 'failed_attempts') ORDER BY 1`,
  )
  // The first sign-in that failed leaves a key.
  const counted = rows.filter(({ name }) => name !== 'local_keys')
  const each = counted.map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(string_agg((to_jsonb(t) - 'last_seen_at')::text, E'\\n' ORDER BY to_jsonb(t)::text), '') AS content
       FROM ${name} t`,
  )
  return `${each.join(' UNION ALL ')} ORDER BY 1`
}

/** Hooks: after each test of the file every row of the database must be as it was. */
export function nothingChanges(world: { sql: pg.Client }): void {
  let query: string
  let before: string
  beforeAll(async () => {
    query = await allRows(world.sql)
    before = await fingerprint(world.sql, query)
  })
  afterEach(async () => {
    const was = before
    // only the test that changed something fails, not all after it
    before = await fingerprint(world.sql, query)
    expect(before).toBe(was)
  })
}

/**
 * Calls one method and checks the whole promise of docs/decisions/020 A6: status, error body,
 * headers. Returns the body.
 */
export async function expectRefusal(
  folder: string,
  path: string,
  request: Request,
  [status, code, field]: Expected,
) {
  const method = request.method ?? (request.body === undefined ? 'GET' : 'POST')
  const handler = routeAt(folder)[method]
  if (!handler) throw new Error(`${folder} exports no ${method}`)
  const response = await callRoute(handler, path, { ...request, method })
  const text = await response.text()
  expect({ status: response.status, body: text }).toEqual({
    status,
    body: expect.stringContaining(`"code":"${code}"`),
  })
  const body = JSON.parse(text) as {
    message: string
    code: string
    fields?: Record<string, string>
  }
  expect(sentences).toContain(body.message)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  if (status === 503 || status === 429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  if (status === 405) expect(response.headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  for (const hint of Object.values(body.fields ?? {})) expect(hints).toContain(hint)
  if (field) expect(Object.keys(body.fields ?? {})).toContain(field)
  // Nothing of the machinery may show: no stack, no SQL, no names of libraries.
  expect(text).not.toMatch(/prisma|postgres|zod|stripe\.|node_modules| at \/|SELECT|INSERT/i)
  expect(
    Object.keys(body).filter(
      (key) =>
        ![
          'message',
          'code',
          'fields',
          'subtotal',
          'taxAmount',
          'totalAmount',
          'price',
          'rushPrice',
          'discount',
          'paymentIntentId',
        ].includes(key),
    ),
  ).toEqual([])
  return body
}
