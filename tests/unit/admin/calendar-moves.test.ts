import fc from 'fast-check'
import {
  freeHours,
  isFreeSpan,
  lanesOf,
  lengthened,
  neighbourOf,
  spotAt,
  stepped,
} from '@/lib/admin/calendar/moves/rules'

const WEEK = { columns: 7, first: 9, last: 21 }
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

describe('where a dragged booking lands', () => {
  const grid = { ...WEEK, width: 700, hour: 40 }
  test.each([
    [{ x: 0, top: 0 }, 1, [0, 9]],
    [{ x: 699, top: 59 }, 1, [6, 10]],
    [{ x: 350, top: 61 }, 1, [3, 11]],
    [{ x: -50, top: -500 }, 1, [0, 9]],
    [{ x: 9999, top: 9999 }, 4, [6, 17]],
  ])('%j of %d h', (at, hours, [column, from]) =>
    expect(spotAt(at, grid, hours)).toEqual({ column, from, hours }),
  )
})

const grids = fc
  .record({ columns: fc.integer({ min: 1, max: 7 }), first: fc.integer({ min: 0, max: 12 }) })
  .chain(({ columns, first }) =>
    fc.integer({ min: first + 1, max: 24 }).map((last) => ({ columns, first, last })),
  )

test('whatever the pointer and the keys do, an entry stays in the grid and keeps its length', () => {
  const walks = fc.array(fc.constantFrom(...KEYS), { maxLength: 40 })
  const pixels = fc.integer({ min: -5_000, max: 5_000 })
  fc.assert(
    fc.property(
      grids,
      fc.integer({ min: 1, max: 8 }),
      walks,
      pixels,
      pixels,
      (grid, hours, walk, x, top) => {
        const long = Math.min(hours, grid.last - grid.first)
        let spot = spotAt({ x, top }, { ...grid, width: 400, hour: 44 }, long)
        for (const name of walk) spot = stepped(spot, key(name), grid) ?? spot
        expect(spot.hours).toBe(long)
        expect(spot.column).toBeGreaterThanOrEqual(0)
        expect(spot.column).toBeLessThan(grid.columns)
        expect(spot.from).toBeGreaterThanOrEqual(grid.first)
        expect(spot.from + spot.hours).toBeLessThanOrEqual(grid.last)
        expect(spot.from).toBeLessThan(24)
      },
    ),
  )
})

test('a step and its way back meet, except at an edge', () => {
  const spot = { column: 3, from: 12, hours: 2 }
  for (const [there, back] of [
    ['ArrowUp', 'ArrowDown'],
    ['ArrowLeft', 'ArrowRight'],
  ] as const)
    expect(stepped(stepped(spot, key(there), WEEK) ?? spot, key(back), WEEK)).toEqual(spot)
  expect(stepped({ ...spot, column: 6 }, key('ArrowRight'), WEEK)).toMatchObject({ column: 6 })
  expect(stepped(spot, key('Tab'), WEEK)).toBeNull()
  expect(stepped(spot, key('ArrowLeft', true), WEEK)).toBeNull()
})

test('Shift changes the length alone, from one hour to the end of the grid', () => {
  const spot = { column: 0, from: 18, hours: 1 }
  expect(stepped(spot, key('ArrowDown', true), WEEK)).toEqual({ ...spot, hours: 2 })
  expect(stepped(spot, key('ArrowUp', true), WEEK)).toEqual(spot)
  expect(lengthened(spot, 99, WEEK)).toEqual({ ...spot, hours: 3 })
  expect(lengthened(spot, -99, WEEK)).toEqual(spot)
  expect(lengthened(spot, 0.6, WEEK)).toEqual({ ...spot, hours: 2 })
})

const spans = fc.array(
  fc
    .record({ from: fc.integer({ min: 0, max: 23 }), long: fc.integer({ min: 1, max: 8 }) })
    .map(({ from, long }) => ({ from, to: Math.min(24, from + long) })),
  { maxLength: 40 },
)

test('entries that overlap stand beside each other, and none is hidden', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const lanes = lanesOf(all)
      expect(lanes).toHaveLength(all.length)
      const boxes = all.map((span, nth) => ({ ...span, lane: 0, lanes: 1, ...lanes[nth] }))
      for (const [nth, one] of boxes.entries()) {
        expect(one.lane).toBeLessThan(one.lanes)
        for (const other of boxes.slice(nth + 1)) {
          if (isFreeSpan(one, [other])) continue
          expect(other.lane).not.toBe(one.lane)
          expect(other.lanes).toBe(one.lanes)
        }
      }
    }),
  )
  expect(
    lanesOf([
      { from: 9, to: 10 },
      { from: 10, to: 11 },
    ]),
  ).toEqual([
    { lane: 0, lanes: 1 },
    { lane: 0, lanes: 1 },
  ])
})

test('a free hour is open, not over, and nobody has any of it', () => {
  const day = { closed: false, opens: 9, closes: 21 }
  fc.assert(
    fc.property(spans, fc.integer({ min: 0, max: 24 }), (taken, since) => {
      const free = freeHours(day, taken, since)
      for (let hour = 0; hour < 24; hour++) {
        const is = hour >= 9 && hour < 21 && hour + 1 > since
        const isTaken = taken.some(({ from, to }) => from < hour + 1 && hour < to)
        expect(free.includes(hour)).toBe(is && !isTaken)
      }
    }),
  )
  expect(freeHours({ ...day, closed: true }, [], 0)).toEqual([])
  expect(freeHours(day, [{ from: 9.5, to: 20 }], 0)).toEqual([20])
})

test('arrows reach every item of a grid, and only its items', () => {
  const items = fc.uniqueArray(
    fc.record({ column: fc.integer({ min: 0, max: 4 }), from: fc.integer({ min: 9, max: 20 }) }),
    { minLength: 1, maxLength: 30, selector: ({ column, from }) => `${column}-${from}` },
  )
  fc.assert(
    fc.property(items, (places) => {
      const all = places.map((place) => ({ ...place, key: `${place.column}-${place.from}` }))
      const [first] = all
      if (!first) return
      const reached = new Set([first.key])
      const waiting = [first]
      for (let at = waiting.pop(); at; at = waiting.pop())
        for (const name of KEYS) {
          const next = neighbourOf(all, at, name)
          if (!next || reached.has(next.key)) continue
          reached.add(next.key)
          waiting.push(next)
        }
      expect(reached.size).toBe(all.length)
    }),
  )
  expect(neighbourOf([], { key: 'a', column: 0, from: 9 }, 'ArrowUp')).toBeNull()
})
