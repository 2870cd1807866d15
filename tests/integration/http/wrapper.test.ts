import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { json, method, route, type Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

// Settings that Next reads from a route's file.
const SEGMENT = ['maxDuration']

/**
 * Exports of a route.ts that are no handler made by route(). Whatever Next would not call either is
 * refused too.
 */
const bypassing = (module: Record<string, unknown>) =>
  Object.entries(module)
    .filter(
      ([name, value]) =>
        name !== '__esModule' &&
        !SEGMENT.includes(name) &&
        !(METHODS.includes(name) && (value as Partial<Handler>).viaRoute === true),
    )
    .map(([name]) => name)

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)route\.[jt]sx?$/.test(file))
  .sort()

describe('every route handler is made by route() of lib/http', () => {
  test('a handler of its own making is found out', () => {
    expect(bypassing({ __esModule: true, ...route({}), GET: () => new Response() })).toEqual([
      'GET',
    ])
    expect(bypassing(route({}))).toEqual([])
  })

  test('there are handlers to look at', () => expect(files.length).toBeGreaterThan(0))

  test.each(files)('app/%s is made by it', (file) => {
    const module = jest.requireActual<Record<string, unknown>>(join(process.cwd(), 'app', file))
    expect(Object.keys(module).some((name) => METHODS.includes(name))).toBe(true)
    expect(bypassing(module)).toEqual([])
  })
})

test.each([
  ['an answer', 200, { GET: method({ access: 'public', handle: async () => json({ 词: 'é' }) }) }],
  ['a refusal', 405, {}],
])('%s says how many bytes it has', async (_what, status, methods) => {
  const response = await callRoute(route(methods).GET, '/api/services')
  const body = await response.text()
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body))
})

test('OPTIONS names the methods that a route has, and no others', async () => {
  const { GET, OPTIONS } = route({
    GET: method({ access: 'public', handle: async () => json({}) }),
    PATCH: method({ access: 'manager', handle: async () => json({}) }),
  })
  const response = await callRoute(OPTIONS, '/api/services', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS')
  expect((await callRoute(GET, '/api/services')).status).toBe(200)
})

test('of a name that comes several times the last counts, and all where the route reads a list', async () => {
  const { GET } = route({
    GET: method({
      access: 'public',
      query: z.object({ key: z.array(z.string()), mode: z.optional(z.string()) }),
      lists: ['key'],
      handle: async ({ query }) => json(query),
    }),
  })
  const read = async (query: string) => (await callRoute(GET, `/api/services?${query}`)).json()
  expect(await read('key=a&mode=x&key=b&mode=y')).toEqual({ key: ['a', 'b'], mode: 'y' })
  expect(await read('key=a')).toEqual({ key: ['a'] })
  expect(await read('mode=x')).toEqual({ key: [], mode: 'x' })
})
