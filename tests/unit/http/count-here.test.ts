process.env.DATABASE_URL = 'postgresql://nobody@localhost/none'
import { countHere } from '@/lib/http/count-here'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const times = (count: number, call: () => number) => Array.from({ length: count }, call)

test('so many calls at once, then one for each part of the time', () => {
  const calls = countHere({ max: 10, seconds: 600 })
  expect(times(11, () => calls('a'))).toEqual([...Array<number>(10).fill(0), 60])
  jest.advanceTimersByTime(59_000)
  expect(calls('a')).toBe(1)
  jest.advanceTimersByTime(1_000)
  expect(times(2, () => calls('a'))).toEqual([0, 60])
})

test('nobody saves up more than that, and each caller has their own', () => {
  const calls = countHere({ max: 3, seconds: 60 })
  calls('a')
  jest.advanceTimersByTime(86_400_000)
  expect(times(4, () => calls('a'))).toEqual([0, 0, 0, 20])
  expect(calls('b')).toBe(0)
})

test('of many callers those who have not called for longest are forgotten', () => {
  const calls = countHere({ max: 2, seconds: 60 })
  for (let i = 0; i < 5_000; i++) times(2, () => calls(`caller ${i}`))
  // Refused, and thereby the last one who called.
  expect(calls('caller 0')).toBe(30)
  calls('another')
  expect([calls('caller 0'), calls('caller 2')]).toEqual([30, 30])
  expect(calls('caller 1')).toBe(0)
})
