import fc from 'fast-check'
import { savings, SESSIONS_PER_FREE } from '@/lib/memberships/rules'

const rate = fc.integer({ min: 0, max: 1_000_000 })
const count = fc.integer({ min: 0, max: 500 })

test('what is paid and what is saved make up the price without membership, in whole sen', () => {
  fc.assert(
    fc.property(rate, count, (hourly, sessions) => {
      const sum = savings(hourly, sessions)
      expect(sum.paid + sum.free).toBe(sessions)
      expect(sum.with + sum.saved).toBe(sum.without)
      expect(Object.values(sum).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(
        true,
      )
    }),
  )
})

test('one more session never costs less, and every free one was earned by ten paid ones', () => {
  fc.assert(
    fc.property(rate, count, (hourly, sessions) => {
      const [now, next] = [savings(hourly, sessions), savings(hourly, sessions + 1)]
      expect(next.with).toBeGreaterThanOrEqual(now.with)
      expect(now.paid).toBeGreaterThanOrEqual(now.free * SESSIONS_PER_FREE)
      expect(next.free - now.free).toBe(
        now.paid - now.free * SESSIONS_PER_FREE === SESSIONS_PER_FREE ? 1 : 0,
      )
    }),
  )
})

test.each([
  [
    'Audio Podcast Basic',
    99_00,
    11,
    { without: 1_089_00, with: 990_00, saved: 99_00, paid: 10, free: 1 },
  ],
  [
    'Video Podcast Premium',
    248_00,
    11,
    { without: 2_728_00, with: 2_480_00, saved: 248_00, paid: 10, free: 1 },
  ],
  [
    'ten sessions, none free yet',
    99_00,
    10,
    { without: 990_00, with: 990_00, saved: 0, paid: 10, free: 0 },
  ],
  [
    'a free session does not count towards the next',
    100_00,
    21,
    { without: 2_100_00, with: 2_000_00, saved: 100_00, paid: 20, free: 1 },
  ],
  [
    'two rounds',
    100_00,
    22,
    { without: 2_200_00, with: 2_000_00, saved: 200_00, paid: 20, free: 2 },
  ],
])('savings are right: %s', (_name, hourly, sessions, expected) => {
  expect(savings(hourly, sessions)).toEqual(expected)
})

test.each([
  [99.5, 11],
  [-1, 11],
  [9900, 1.5],
  [9900, -1],
  [Number.NaN, 1],
])('%p sen and %p sessions are refused', (hourly, sessions) => {
  expect(() => savings(hourly, sessions)).toThrow(RangeError)
})
