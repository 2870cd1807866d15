// Whatever way a number or a name is written, its booking is found.
import fc from 'fast-check'
import { listBookings } from '@/lib/admin/bookings/queries'
import { filterOf } from '@/lib/admin/bookings/schema'
import { phoneColumns } from '@/lib/phones'
import { anyNumber, spelled } from '@/tests/support/numbers'
import { hold, openShop } from '@/tests/support/shop'
import '@/tests/support/properties'
import { db } from '@/lib/db'

openShop()
const found = async (search: string) =>
  (
    await listBookings({ limit: 50, cursor: null, filter: filterOf({ search }), locale: 'en' })
  ).rows.map(({ id }) => id)

test('any spelling of a number finds the booking with any other spelling of it', async () => {
  const id = await hold()
  const other = await hold({ who: 'mei', time: '13:00', phone: null })
  await fc.assert(
    fc.asyncProperty(
      anyNumber.chain((number) => fc.tuple(fc.constant(number), spelled(number), spelled(number))),
      fc.integer({ min: 4, max: 9 }),
      async ([number, stored, typed], last) => {
        await db().booking.update({ where: { id }, data: phoneColumns(stored.slice(0, 60)) })
        expect([stored, typed, await found(typed)]).toEqual([stored, typed, [id]])
        const end = number.slice(-last)
        expect([stored, end, await found(end)]).toEqual([stored, end, [id]])
      },
    ),
    { numRuns: 150 },
  )
  expect(await found(String(other))).toContain(other)
}, 120_000)

// Each: the two fields as stored, then how the owner may type it.
const PART = fc.constantFrom(
  ...['Siew Ling', 'Lim', 'Éric', 'D’Souza', "O'Brien", 'Zoë', 'Nurul ‘Ain', 'Jose\u0301'],
  ...['Nguyễn', 'Đặng', 'Łukasz', 'Øyvind', 'Muhammad', 'bin Abdullah', 'a/l Muthu', 'Ｔａｎ'],
  ...['Anne-Marie', 'Anne‑Marie', 'ŽIŽEK', 'Ångström'],
)
const WAYS: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  (name) => name.normalize('NFD'),
  (name) => name.replace(/[’‘']/g, '`'),
  (name) => name.replace(/[’‘`]/g, "'"),
  (name) => `\u202a${name}\u202c`,
  (name) => name.replaceAll(' ', '\u00a0'),
  (name) => name.replaceAll('-', '–'),
]

test('any spelling of a name finds its booking, in either order of its parts', async () => {
  const id = await hold()
  await hold({ who: 'qqq', time: '13:00', firstName: 'Qqq', lastName: 'Qqq' })
  await fc.assert(
    fc.asyncProperty(
      PART,
      PART,
      fc.constantFrom(...WAYS),
      fc.constantFrom(' ', ', ', '  '),
      async (firstName, lastName, way, between) => {
        await db().booking.update({ where: { id }, data: { firstName, lastName } })
        for (const typed of [
          way(firstName) + between + way(lastName),
          way(lastName) + between + way(firstName),
        ])
          expect([firstName, lastName, typed, await found(typed)]).toEqual([
            ...[firstName, lastName, typed],
            [id],
          ])
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)

test('a Chinese name is found whole, in either order, by a part, and by no other', async () => {
  const id = await hold({ firstName: '伟明', lastName: '陈' })
  await hold({ who: 'mei', time: '13:00', firstName: '美', lastName: '王' })
  for (const typed of ['陈伟明', '伟明 陈', '陈 伟明', '伟明', '陈', '明'])
    expect([typed, await found(typed)]).toEqual([typed, [id]])
})

test('a booking’s number, with and without its sign', async () => {
  const id = await hold({ phone: null })
  for (const typed of [String(id), `#${id}`, `＃${id}`, `# ${id}`])
    expect([typed, await found(typed)]).toEqual([typed, [id]])
})
