// The console's search: what it finds of each kind, and when it finds nothing.
import fc from 'fast-check'
import { GET } from '@/app/api/admin/search/route'
import type { Found } from '@/lib/admin/search/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { db, Prisma } from '@/lib/db'
import { phoneColumns } from '@/lib/phones'
import { searched } from '@/lib/search'
import { anyNumber, spelled } from '@/tests/support/numbers'
import '@/tests/support/properties'
import { hold, openShop, orderCheckout, workingDay } from '@/tests/support/shop'
import { ownerCalls } from './admin-calls'

const shop = openShop()
let ask: Awaited<ReturnType<typeof ownerCalls>>['ask']
beforeEach(async () => ({ ask } = await ownerCalls(shop.database.sql)))

async function search(query: string, language = 'en'): Promise<Found> {
  const path = `/api/admin/search?${new URLSearchParams({ query })}`
  const { status, body } = await ask<Found>(GET, path, { headers: { 'x-language': language } })
  expect(status).toBe(200)
  return body
}
const byHand = (changes: object = {}) =>
  createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Hakim', lastName: 'Yusof', email: 'hakim@example.com' },
      ...{ phone: '019-876 5432', date: workingDay(2), time: '10:00', paid: 'link' },
      ...changes,
    }),
    { actor: 'owner', now: new Date() },
  )
const nothing: Found = { bookings: [], customers: [], orders: [], places: [] }
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('a name, an email and the last digits of a number find the booking, the customer and the order', async () => {
  const { id } = await byHand()
  const { order } = await orderCheckout({
    ...{ who: 'hakim', customerName: 'Hakim Yusof', customerPhone: '+60198765432' },
  })
  for (const query of ['hakim', 'Yusof, Hakim', 'hakim@example', '5432', '+60 19 876 5432']) {
    const found = await search(query)
    expect([query, found]).toEqual([
      query,
      {
        bookings: [
          {
            ...{ id, name: 'Hakim Yusof', service: expect.any(String) as string },
            ...{ date: workingDay(2), time: '10:00' },
          },
        ],
        customers: [{ key: 1, name: 'Hakim Yusof', reach: expect.any(String) as string }],
        orders: [{ id: order, name: 'Hakim Yusof', status: 'pending' }],
        places: [],
      },
    ])
  }
})

test('any spelling of a number finds its booking', async () => {
  const id = await hold()
  await hold({ who: 'mei', time: '13:00', phone: null })
  await fc.assert(
    fc.asyncProperty(
      anyNumber.chain((number) => fc.tuple(spelled(number), spelled(number))),
      async ([stored, typed]) => {
        await db().booking.update({ where: { id }, data: phoneColumns(stored.slice(0, 60)) })
        expect([stored, typed, ids((await search(typed)).bookings)]).toEqual([stored, typed, [id]])
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)

describe('a number', () => {
  test('of one digit finds that booking and that order, and nobody by a part of theirs', async () => {
    const id = await hold({ phone: '012-345 6789' })
    for (const query of [String(id), `#${id}`, `＃ ${id}`]) {
      const found = await search(query)
      expect([query, ids(found.bookings), found.customers]).toEqual([query, [id], []])
    }
    expect(await search('9')).toEqual(nothing)
    expect(await search('#9')).toEqual(nothing)
  })

  test('finds its own booking first, however many phone numbers contain it', async () => {
    for (let index = 0; index < 10; index++)
      await hold({
        ...{ who: `w${index}`, date: workingDay(index), phone: `01${index}-345 1212` },
      })
    await shop.rows(`UPDATE bookings SET id = 1212 WHERE id = 1`)
    const found = ids((await search('1212')).bookings)
    expect(found).toHaveLength(8)
    expect(found.slice(0, 2)).toEqual([1212, 10])
    expect(ids((await search('#1212')).bookings)).toEqual([1212])
  })

  test('finds a hold that has ended, which no list shows', async () => {
    const { booking } = await shop.lapsed()
    expect(ids((await search(`#${booking}`)).bookings)).toEqual([booking])
    expect((await search('aina')).bookings).toEqual([])
  })

  test('is never a customer’s own', async () => {
    await byHand({ phone: null })
    await search('hakim')
    await shop.rows(`UPDATE customers SET id = 77`)
    expect(await search('77')).toEqual(nothing)
  })
})

test('fewer than two letters or digits find nothing', async () => {
  await byHand()
  for (const query of ['', ' ', 'h', '@', '##', '. h .', '%', '__'])
    expect([query, await search(query)]).toEqual([query, nothing])
})

test('places have their names in the page’s language', async () => {
  expect((await search('CALEN')).places).toEqual([{ name: 'Calendar', path: '/admin/calendar' }])
  expect((await search('kalen', 'ms')).places).toEqual([
    { name: 'Kalendar', path: '/admin/calendar' },
  ])
  expect((await search('日历', 'zh')).places).toEqual([{ name: '日历', path: '/admin/calendar' }])
})

const TEXTS = {
  bookings: `first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || phone_forms(phone, phone_e164)`,
  customers: 'known_as',
  contacts: `name || ' ' || email || ' ' || phone_forms(phone, phone_e164) || ' ' || coalesce(company, '') || ' ' || message`,
  video_editing_orders: `customer_name || ' ' || customer_email || ' ' || phone_forms(customer_phone, phone_e164)`,
}

/** How the search looks for `typed` in a table that is too large to be read. */
const planOf = (table: string, text: string, typed: string) =>
  db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    const where = searched(typed, { text: Prisma.raw(text), id: Prisma.raw('id') })
    const plan = await tx.$queryRaw`EXPLAIN SELECT id FROM ${Prisma.raw(table)}
      WHERE ${Prisma.join(where, ' AND ')}`
    return JSON.stringify(plan)
  })

test.each(Object.entries(TEXTS))(
  '%s are found by an index of words, and by one of letters for names in other than Latin ones',
  async (table, text) => {
    expect(await planOf(table, text, 'hakim')).toMatch(new RegExp(`on ${table}_search\\b`))
    expect(await planOf(table, text, '陈')).toMatch(new RegExp(`on ${table}_search_letters\\b`))
  },
)

type Plan = { 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const readInVain = (plan: Plan): number =>
  (plan['Rows Removed by Filter'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + readInVain(part), 0)

/** How many rows the statements of `work` read that they do not want. */
async function rowsReadInVain(work: () => Promise<unknown>): Promise<number> {
  const client = db()
  const asked = jest.spyOn(client, '$queryRaw')
  await work()
  const statements = asked.mock.calls.map(([text, ...values]) =>
    'sql' in text ? text : Prisma.sql(text as TemplateStringsArray, ...(values as unknown[])),
  )
  asked.mockRestore()
  let sum = 0
  for (const statement of statements) {
    const [row] = await client.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>`
      EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`
    sum += row ? readInVain(row['QUERY PLAN'][0].Plan) : 0
  }
  return sum
}

// Seen with a million bookings: answered 503 after 20 seconds.
test('real life: a Chinese name that nobody has is not looked for in every row', async () => {
  await shop.rows(`INSERT INTO customers (key, first_name, known_as, email, locale, own_at, last_at, own_member, is_member)
    SELECT 'mail:' || email, '伟明', '陈 伟明 ' || email, email, 'en', at, at, false, false
    FROM (SELECT 'guest' || n || '@example.com' AS email, now() - n * interval '1 minute' AS at
      FROM generate_series(1, 20000) n) AS guests`)
  await shop.rows('ANALYZE customers')
  const read = await rowsReadInVain(() => search('晓雯'))
  expect(read).toBeLessThan(2_000)
  expect((await search('伟明')).customers).toHaveLength(8)
})
