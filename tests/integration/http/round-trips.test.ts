// How many statements a visitor's call sends to the database, each a round trip: the cost of a call
// grows with them.
import pg from 'pg'
import { invalidateContent, markContentFresh } from '@/lib/cache/remembered'
import { db } from '@/lib/db'
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
const freeDays = () =>
  callRoute(
    routeAt('availability/days').GET as never,
    `/api/availability/days?from=${workingDay()}&to=${workingDay(40)}`,
  )
const nextSlot = () => callRoute(routeAt('next-slot').GET as never, '/api/next-slot')
const paymentConfig = () => callRoute(routeAt('payment-config').GET as never, '/api/payment-config')
const book = (time: string) =>
  callRoute(routeAt('bookings').POST as never, '/api/bookings', {
    method: 'POST',
    body: { serviceId: 1, firstName: 'Aina', email: 'aina@example.com', date: workingDay(), time },
  })

test('free times of a day and of days, and the next free slot take one query each, a booking two', async () => {
  markContentFresh(performance.now() + 60_000)
  await freeTimes() // Reads the hours, holidays and services.
  await book('09:00') // And the tax.
  expect(await statementsOf(freeTimes)).toHaveLength(1)
  expect(await statementsOf(freeDays)).toHaveLength(1)
  expect(await statementsOf(nextSlot)).toHaveLength(1)
  expect(await statementsOf(() => book('11:00'))).toHaveLength(2)
})

test('what a browser must know of payments takes no query and is as new as the content', async () => {
  const walletsOf = async () =>
    ((await (await paymentConfig()).json()) as { wallets: boolean }).wallets
  markContentFresh(performance.now() + 60_000)
  expect(await walletsOf()).toBe(false)
  expect(await statementsOf(paymentConfig)).toEqual([])
  await db().setting.create({ data: { key: 'methods', value: { wallets: true } } })
  invalidateContent()
  expect(await walletsOf()).toBe(true)
})

test('where nobody watches the content it is read with every question', async () => {
  await freeTimes()
  expect((await statementsOf(freeTimes)).length).toBeGreaterThan(3)
})

test('no statement is prepared by name, which a pooler between would not know', async () => {
  const sent = [...(await statementsOf(freeTimes)), ...(await statementsOf(() => book('09:00')))]
  expect(sent.length).toBeGreaterThan(4)
  expect(sent.flatMap(({ name }) => name || [])).toEqual([])
})
