// How many statements a visitor's call sends to the database, each a round trip: what a call costs
// grows with them.
import pg from 'pg'
import { contentSeen } from '@/lib/cache/remembered'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { routeAt } from './refused'

openShop()
const holder = globalThis as { studioContent?: object | undefined }
afterEach(() => (holder.studioContent = undefined))

/** The texts of the statements that were sent while `work` ran. */
async function statementsOf(work: () => Promise<Response>): Promise<string[]> {
  const sent: string[] = []
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = jest
    .spyOn(pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }, 'query')
    .mockImplementation(function (this: unknown, ...args: unknown[]) {
      const [first] = args
      sent.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
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

test('free times and the next free slot are one question each, a booking at most eleven', async () => {
  contentSeen(performance.now() + 60_000)
  await freeTimes() // reads the hours, holidays and services
  await book('09:00') // and the tax
  expect(await statementsOf(freeTimes)).toHaveLength(1)
  expect(await statementsOf(nextSlot)).toHaveLength(1)
  expect((await statementsOf(() => book('11:00'))).length).toBeLessThanOrEqual(11)
})

test('where nobody watches the content it is read with every question', async () => {
  await freeTimes()
  expect((await statementsOf(freeTimes)).length).toBeGreaterThan(3)
})
