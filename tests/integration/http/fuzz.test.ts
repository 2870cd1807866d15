// Bad input over every route and every server action of the console, made from the routes' own
// shapes, the same for the same seed: whatever comes, no answer is a 5xx and every answer comes.
// `npm run fuzz` runs many more.
process.env.CRON_SECRET = 'the-secret-of-the-cron-service'
import { writeSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Handler } from '@/lib/route'
import { log } from '@/lib/log'
import { sha256 } from '@/lib/http/request'
import { anyValue, oneOf, pairOf, seeded, withEach, type Shape } from '@/tests/support/bad-input'
import { callRoute } from '@/tests/support/call'
import { asHandler, consoleActions, sentHeaders } from '@/tests/support/server-actions'
import { watchForHangs } from '@/tests/support/watch-for-hangs'
import { addressFor, apiRoutes, METHODS, paramsFor, type Method } from '@/tests/support/routes'
import { openWorld, SOLD_MANAGE } from './world'

jest.mock('next/headers', () => ({ headers: () => sentHeaders() }))

const INPUTS = Number(process.env.STUDIO_FUZZ_INPUTS || 400)
const SEED = Number(process.env.STUDIO_FUZZ_SEED || 20261123)

const world = openWorld()
const random = seeded(SEED)
const guard = watchForHangs()
afterAll(() => guard.stop())

type Target = { path: string; method: Method; handler: Handler }
type Input = { query: Record<string, unknown>; body: unknown; raw?: string }

async function targets(): Promise<Target[]> {
  const modules = await Promise.all(
    apiRoutes().map(async ({ file, path }) => ({
      path,
      handlers: (await import(resolve(file))) as Record<Method, Handler>,
    })),
  )
  const routes = modules.flatMap(({ path, handlers }) =>
    METHODS.flatMap((method) => {
      const handler = handlers[method]
      return handler?.spec ? [{ path, method, handler }] : []
    }),
  )
  return [...routes, ...(await submitted())]
}

/** The server actions: what they are sent has the parts of an address and a body in it. */
async function submitted(): Promise<Target[]> {
  const nothing = z.object({})
  return (await consoleActions()).map(({ name, action, handler: { spec } }) => {
    const { params = nothing, body = nothing } = spec ?? {}
    const form = z.object({ params, body, language: z.string() })
    const handler = Object.assign(asHandler(action), {
      spec: { ...spec, body: form } as typeof spec,
    })
    return { path: `/${name}`, method: 'POST' as const, handler }
  })
}

const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '{"a":',
  '"\\ud800"',
  '{"\\ud800":"\\ud800"}',
  '['.repeat(9000),
]

/** Every other input is a pair of extremes; a twentieth of the bodies is no object at all. */
function inputFor({ handler: { spec } }: Target, number: number): Input {
  const make = number % 2 === 0 ? pairOf : anyValue
  const of = (shape: Shape | undefined) => (shape ? make(shape, random) : undefined)
  const query = of(spec?.query)
  return {
    query: (query && typeof query === 'object' ? query : {}) as Input['query'],
    body: of(spec?.body),
    ...(random() < 0.05 && { raw: oneOf(random, BODIES) }),
  }
}

const PARTS = [
  'site',
  'tax',
  '1',
  '2',
  '3',
  '99',
  '2147483647',
  '2147483648',
  '2000-01-01',
  '2100-12-31',
  '9999-12-31',
]
const textOf = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

async function ask(
  { path, method, handler }: Target,
  { query, body, raw }: Input,
  part = random() < 0.5 ? '1' : oneOf(random, PARTS),
) {
  const params = {
    ...paramsFor(path, part),
    ...(path.includes('[token]') && { token: SOLD_MANAGE }),
    ...(path.includes('[paymentIntentId]') && { paymentIntentId: world.sold.intent }),
  }
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => one !== undefined)
        .map((one) => [name, textOf(one)]),
    ),
  )
  const address = addressFor(path, part).replace('2026-12-01', part)
  const response = await callRoute(handler, `${address}?${search}`, {
    method,
    ...(method !== 'GET' && { body: raw ?? body ?? {} }),
    params,
    headers: {
      cookie: `${world.adminCookie}; ${oneOf(random, [world.cookie, world.soldCookie])}`,
      ...(raw !== undefined && { 'content-type': 'application/json' }),
    },
  })
  await response.arrayBuffer() // an export fails while it is read
  return response.status
}

/** For whoever ran `npm run fuzz`: what came back, and what took longest. */
const report = (statuses: Record<string, number>, { ms, what }: { ms: number; what: string }) =>
  void writeSync(1, `\nanswers ${JSON.stringify(statuses)}\nslowest ${ms} ms: ${what}\n`)

/** Calls may sign the owner out, change the password or switch the second step on. */
const signInAgain = () =>
  world.sql.query(
    `INSERT INTO sessions (id, kind, user_id, expires_at)
     SELECT $1, 'admin', id, now() + interval '1 hour' FROM users WHERE username = 'owner'
     ON CONFLICT (id) DO UPDATE SET last_seen_at = now(), proved_at = now()`,
    [sha256(world.adminCookie.slice('session='.length))],
  )

// Half of a character, as JSON's \ud800 makes one, and the byte that PostgreSQL keeps in no text.
test.each([
  ['half a character', 'a\ud800b'],
  ['a NUL', 'a\0b'],
])('%s in each field of each call: no answer is a 5xx', async (_what, text) => {
  jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const faults: string[] = []
  for (const target of await targets())
    for (const kind of ['query', 'body'] as const)
      for (const value of withEach(target.handler.spec?.[kind] ?? z.object({}), text)) {
        const what = `${target.method} ${target.path} ${JSON.stringify(value)}`
        guard.at(what)
        await signInAgain()
        const input = { query: {}, body: undefined, [kind]: value }
        const status = await ask(target, input, '1').catch((error: unknown) => String(error))
        if (typeof status === 'string' || status >= 500) faults.push(`${status} ${what}`)
      }
  expect(faults).toEqual([])
})

test(
  `${INPUTS} inputs, seed ${SEED}: no answer is a 5xx, and every answer comes`,
  async () => {
    const all = await targets()
    expect(all.length).toBeGreaterThan(50)
    jest.spyOn(log, 'error').mockImplementation(() => undefined) // its cause is in the list below
    const faults = new Map<string, string>()
    const seen = new Set<string>()
    const statuses: Record<string, number> = {}
    let slowest = { ms: 0, what: '' }
    for (let number = 0; number < INPUTS; number++) {
      const target = all[(number >> 1) % all.length] as Target
      const input = inputFor(target, number)
      const what = `${target.method} ${target.path} ${JSON.stringify(input).slice(0, 600)}`
      guard.at(what)
      await signInAgain()
      const begun = performance.now()
      const status = await ask(target, input).catch((error: unknown) => String(error))
      const ms = Math.round(performance.now() - begun)
      if (ms > slowest.ms) slowest = { ms, what }
      statuses[status] = (statuses[status] ?? 0) + 1
      seen.add(`${target.method} ${target.path}`)
      if (typeof status === 'string' || status >= 500)
        faults.set(`${target.method} ${target.path} ${status}`, what)
    }
    if (process.env.STUDIO_FUZZ_INPUTS) report(statuses, slowest)
    expect([...faults.values()]).toEqual([])
    if (INPUTS >= 2 * all.length) expect(seen.size).toBe(all.length)
  },
  24 * 3_600_000,
)
