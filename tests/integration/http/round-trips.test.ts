// How many statements a visitor's call sends to the database, each a round trip: the cost of a call
// grows with them.
import pg from 'pg'
import { markContentFresh } from '@/lib/cache/remembered'
import { mayPrepare } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { routeAt } from './refused'

openShop()
const holder = globalThis as { studioContent?: object | undefined }
afterEach(() => (holder.studioContent = undefined))

type Sent = { text: string; name?: string }

/** The statements that were sent while `work` ran. */
async function statementsOf(work: () => Promise<Response>): Promise<Sent[]> {
  const sent: Sent[] = []
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = jest
    .spyOn(pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }, 'query')
    .mockImplementation(function (this: unknown, ...args: unknown[]) {
      const [first] = args
      sent.push(typeof first === 'string' ? { text: first } : (first as Sent))
      return original.apply(this, args)
    })
  try {
    expect((await work()).ok).toBe(true)
  } finally {
    spy.mockRestore()
  }
  return sent
}

const freeTimes = () =>
  callRoute(routeAt('availability/[date]').GET as never, `/api/availability/${workingDay()}`)
const nextSlot = () => callRoute(routeAt('next-slot').GET as never, '/api/next-slot')
const book = (time: string) =>
  callRoute(routeAt('bookings').POST as never, '/api/bookings', {
    method: 'POST',
    body: { serviceId: 1, firstName: 'Aina', email: 'aina@example.com', date: workingDay(), time },
  })

test('free times and the next free slot take one query each, a booking two', async () => {
  markContentFresh(performance.now() + 60_000)
  await freeTimes() // Reads the hours, holidays and services.
  await book('09:00') // And the tax.
  expect(await statementsOf(freeTimes)).toHaveLength(1)
  expect(await statementsOf(nextSlot)).toHaveLength(1)
  expect(await statementsOf(() => book('11:00'))).toHaveLength(2)
})

test('where nobody watches the content it is read with every question', async () => {
  await freeTimes()
  expect((await statementsOf(freeTimes)).length).toBeGreaterThan(3)
})

test('visitors’ queries are planned once for each connection, except behind a pooler', async () => {
  markContentFresh(performance.now() + 60_000)
  await book('09:00')
  const named = (await statementsOf(() => book('11:00'))).flatMap(({ name }) => name || [])
  expect(named).toEqual(['rate_limit', 'hold_slot'])
  const DATABASE_URL = 'postgresql://studio@localhost/studio?schema=public'
  expect(mayPrepare({ DATABASE_URL })).toBe(true)
  expect(mayPrepare({ DATABASE_URL: `${DATABASE_URL}&pgbouncer=true` })).toBe(false)
  expect(mayPrepare({ DATABASE_URL, VERCEL: '1' })).toBe(false)
})

test('behind a pooler that lends connections for a transaction no statement has a name', async () => {
  const address = process.env.DATABASE_URL ?? ''
  process.env.DATABASE_URL = `${address}${address.includes('?') ? '&' : '?'}pgbouncer=true`
  try {
    await jest.isolateModulesAsync(async () => {
      const { direct, Prisma } = await import('@/lib/db')
      const sent = await statementsOf(async () =>
        Response.json(await direct(Prisma.sql`/* reservations_within */ SELECT 1 AS one`)),
      )
      expect(sent).toMatchObject([{ text: '/* reservations_within */ SELECT 1 AS one' }])
      expect(sent[0]).not.toHaveProperty('name')
    })
  } finally {
    process.env.DATABASE_URL = address
  }
})
