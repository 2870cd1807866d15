// Every server action of the console, as something that anybody can send a request to: it allows what
// the call does that it stands for, and nothing else.
process.env.RATE_LIMIT_SCALE = '1'
import { POST as contacts } from '@/app/api/contacts/route'
import { PATCH as service } from '@/app/api/services/[id]/route'
import { actionOf } from '@/lib/http/action'
import { sha256 } from '@/lib/http/request'
import { callRoute } from '@/tests/support/call'
import { paramsFor, PROVEN } from '@/tests/support/routes'
import {
  asHandler,
  consoleActions,
  sentHeaders,
  type ServerAction,
} from '@/tests/support/server-actions'
import { openWorld, workingDay } from './world'

jest.mock('next/headers', () => ({ headers: () => sentHeaders() }))

const world = openWorld()
let actions: ServerAction[]
beforeAll(async () => void (actions = await consoleActions()))

type Answer = { status: number; body: Record<string, unknown> }
type Action = ServerAction['action']
async function submit(action: Action, sent: unknown, headers = {}): Promise<Answer> {
  const response = await callRoute(asHandler(action), '/admin', {
    method: 'POST',
    body: JSON.stringify(sent) ?? '',
    headers: { cookie: world.adminCookie, ...headers },
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const named = (name: string) => actions.find((one) => one.name === name)!.action
const form = (body: object, params = {}, language = 'en') => ({ params, body, language })

// Trying often is counted where that is limited, and refused tries too.
async function rows(): Promise<Record<string, string>> {
  const { rows: tables } = await world.sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('sessions', 'rate_limits') ORDER BY 1`,
  )
  const sums: [string, string][] = []
  for (const { name } of tables) {
    const { rows: found } = await world.sql.query<{ sum: string }>(
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM "${name}" t`,
    )
    sums.push([name, found[0]?.sum ?? ''])
  }
  return Object.fromEntries(sums)
}

// What each would need, so that only the session or the origin can be what it lacks.
const BODY = {
  ...{ text: 'x', name: 'x', title: 'x', date: workingDay(6), wholeDay: true, repeats: null },
  ...{ roomId: null, firstName: 'x', email: 'x@example.com', minutes: '20' },
}

const WRONG = { minutes: '?', version: '?' }

test('there are actions to walk, each with its route', () => {
  expect(actions.length).toBeGreaterThan(8)
  for (const { handler, method, action } of actions)
    expect([handler.viaRoute, handler.method, typeof action]).toEqual([true, method, 'function'])
})

test('an action that says where money or secrets go asks for a proof, as its route does', () => {
  const proven = PROVEN.map(([method, path]) => `${method} ${path}`)
  const asks = actions.map(({ method, path, handler }) => [
    `${method} ${path}`,
    handler.spec?.proof !== undefined,
  ])
  expect(asks).toEqual(asks.map(([call]) => [call, proven.includes(String(call))]))
  expect(asks).toContainEqual(['PATCH /api/settings/[key]', true])
})

test('only an administrator passes any of them, from this site alone, and nothing is changed', async () => {
  const before = await rows()
  for (const { name, path, action } of actions) {
    const sent = form(BODY, { ...paramsFor(path), ...(path.includes('[key]') && { key: 'hold' }) })
    for (const cookie of ['', `session=${sha256('x')}`, 'member=x', `visitor=${world.adminCookie}`])
      expect([name, await submit(action, sent, { cookie })]).toEqual([
        name,
        { status: 401, body: { message: 'Please sign in.', code: 'unauthorized' } },
      ])
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect([name, await submit(action, sent, headers)]).toMatchObject([name, { status: 403 }])
  }
  expect(await rows()).toEqual(before)
})

test('whatever is sent that is no form is refused, and nothing is changed', async () => {
  const before = await rows()
  const nothing = [undefined, null, 1, 'x', [], {}, [form(BODY)], { ...form(BODY), params: null }]
  const parts = [
    { params: { id: 1 } },
    { body: [] },
    { body: 'x' },
    { language: 1 },
    { idempotencyKey: 1 },
    { body: null },
  ]
  for (const { name, action } of actions)
    for (const sent of [...nothing, ...parts.map((part) => ({ ...form(BODY), ...part }))]) {
      const { status } = await submit(action, sent)
      expect([name, sent, [400, 404].includes(status)]).toEqual([name, sent, true])
    }
  expect(await rows()).toEqual(before)
})

test('a refusal is word for word that of the call', async () => {
  for (const { name, method, path, handler, action } of actions) {
    const params = { ...paramsFor(path), ...(path.includes('[key]') && { key: 'hold' }) }
    const answer = await callRoute(handler, path, {
      method,
      params,
      body: WRONG,
      headers: { cookie: world.adminCookie, 'x-language': 'ms' },
    })
    const refused = await submit(action, form(WRONG, params, 'ms'))
    expect([name, refused]).toEqual([name, { status: answer.status, body: await answer.json() }])
    expect(refused.status).toBeGreaterThanOrEqual(400)
  }
})

test('a note is kept and recorded, its text as it was typed', async () => {
  const sent = form({ text: '$20 in coins' }, { id: String(world.sold.booking) })
  expect(await submit(named('submitNote'), sent)).toMatchObject({
    status: 201,
    body: { text: '$20 in coins', author: 'owner' },
  })
  const { rows: notes } = await world.sql.query('SELECT text, author FROM booking_notes')
  expect(notes).toEqual([{ text: '$20 in coins', author: 'owner' }])
  const { rows: log } = await world.sql.query(
    `SELECT actor, entity_id FROM audit_log WHERE action = 'note'`,
  )
  expect(log).toEqual([{ actor: 'owner', entity_id: String(world.sold.booking) }])
})

test('a setting is saved once: the same version again is somebody else’s change', async () => {
  const save = named('submitSetting')
  const first = await submit(save, form({ minutes: '20' }, { key: 'hold' }))
  expect(first).toMatchObject({ status: 200, body: { updatedAt: expect.any(String) } })
  const version = first.body.updatedAt
  const second = form({ minutes: '25', version }, { key: 'hold' })
  expect((await submit(save, second)).status).toBe(200)
  expect(await submit(save, second)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
})

test('a proof of identity is asked for where the route asks for one', async () => {
  const aged = `UPDATE sessions SET proved_at = now() - interval '11 minutes'`
  await world.sql.query(aged)
  const change = actionOf(service)
  const sent = form({ hourlyRate: '1.00', version: new Date().toISOString() }, { id: '1' })
  expect(await submit(change, sent)).toMatchObject({
    status: 403,
    body: { code: 'proof_required', ways: ['password'] },
  })
  await world.sql.query('UPDATE sessions SET proved_at = now()')
  expect((await submit(change, sent)).status).toBe(409)
})

test('a route’s limit counts what comes by an action', async () => {
  const write = actionOf(contacts)
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await submit(write, form({}))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})
