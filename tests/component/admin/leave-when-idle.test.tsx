import { act, renderHook } from '@testing-library/react'
import { useLeaveWhenIdle } from '@/components/admin/account/use-leave-when-idle'

const MINUTE = 60_000

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-12-01T02:00:00Z') }))
afterEach(() => void jest.useRealTimers())

const pass = (minutes: number) => act(() => jest.advanceTimersByTime(minutes * MINUTE))
const open = () => {
  const leave = jest.fn()
  return { leave, ...renderHook(() => useLeaveWhenIdle(leave)) }
}

test('a page of the console is left after an hour without input', () => {
  const { leave } = open()
  pass(59)
  expect(leave).not.toHaveBeenCalled()
  pass(1)
  expect(leave).toHaveBeenCalled()
})

test.each([
  ['a key', () => window.dispatchEvent(new Event('keydown'))],
  ['a click', () => window.dispatchEvent(new Event('pointerdown'))],
])('%s begins the hour anew', (_what, touch) => {
  const { leave } = open()
  pass(50)
  touch()
  pass(59)
  expect(leave).not.toHaveBeenCalled()
  pass(1)
  expect(leave).toHaveBeenCalled()
})

test.each([
  ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['comes back from the history', () => window.dispatchEvent(new Event('pageshow'))],
  ['is touched', () => window.dispatchEvent(new Event('keydown'))],
])('after the machine has slept for two hours it is left as soon as it %s', (_what, wake) => {
  const { leave } = open()
  jest.setSystemTime(Date.now() + 120 * MINUTE)
  expect(leave).not.toHaveBeenCalled()
  wake()
  expect(leave).toHaveBeenCalledTimes(1)
})

test('what was typed and may not be saved stays for as long as a session may last', () => {
  const { leave } = open()
  window.dispatchEvent(new Event('input'))
  pass(12 * 60 - 1)
  expect(leave).not.toHaveBeenCalled()
  pass(1)
  expect(leave).toHaveBeenCalled()
})

test('a page that is gone looks no more', () => {
  const { leave, unmount } = open()
  unmount()
  pass(120)
  window.dispatchEvent(new Event('keydown'))
  expect(leave).not.toHaveBeenCalled()
})
