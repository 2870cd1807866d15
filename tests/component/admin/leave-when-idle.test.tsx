import { act, render, renderHook } from '@testing-library/react'
import { Activity } from 'react'
import { leaveOtherTabs, useLeaveWhenIdle } from '@/components/admin/account/use-leave-when-idle'

const MINUTE = 60_000

beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers({ now: new Date('2026-12-01T02:00:00Z') })
})
afterEach(() => void jest.useRealTimers())

const pass = (minutes: number) => act(() => jest.advanceTimersByTime(minutes * MINUTE))
const open = (trusted = false) => {
  const leave = jest.fn()
  return { leave, ...renderHook(() => useLeaveWhenIdle(leave, { trusted })) }
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
  expect(localStorage.getItem('console-touched')).toBe(String(Date.now()))
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

test('on their own phone it is left after two weeks without input', () => {
  const { leave } = open(true)
  pass(14 * 24 * 60 - 1)
  expect(leave).not.toHaveBeenCalled()
  pass(1)
  expect(leave).toHaveBeenCalled()
})

test('a page that is gone looks no more', () => {
  const { leave, unmount } = open()
  unmount()
  pass(120)
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('keydown'))
  expect(leave).not.toHaveBeenCalled()
})

describe('real life: the console in several tabs, and pages that are kept', () => {
  test('what is done in another tab counts', () => {
    const { leave } = open()
    pass(50)
    // What a touch there leaves behind.
    localStorage.setItem('console-touched', String(Date.now()))
    pass(59)
    expect(leave).not.toHaveBeenCalled()
    pass(1)
    expect(leave).toHaveBeenCalled()
  })

  test.each([
    ['beside the other', () => window.dispatchEvent(new Event('storage'))],
    ['that comes back from the history', () => window.dispatchEvent(new Event('pageshow'))],
    ['that is touched', () => window.dispatchEvent(new Event('keydown'))],
  ])('a sign-out in another tab also leaves one %s, with what was typed', (_which, learn) => {
    const { leave } = open()
    sessionStorage.setItem('reply:7', '"Dear Mr Lim"')
    window.dispatchEvent(new Event('input'))
    pass(5)
    leaveOtherTabs()
    expect(leave).not.toHaveBeenCalled()
    learn()
    expect(leave).toHaveBeenCalled()
    expect(sessionStorage).toHaveLength(0)
  })

  test('a sign-out before this page was opened does not leave it', () => {
    leaveOtherTabs()
    pass(1)
    const { leave } = open()
    window.dispatchEvent(new Event('storage'))
    expect(leave).not.toHaveBeenCalled()
  })

  test('nor one that was noted while the clock was an hour ahead', () => {
    const now = Date.now()
    jest.setSystemTime(now + 60 * MINUTE)
    leaveOtherTabs()
    jest.setSystemTime(now)
    const { leave } = open()
    window.dispatchEvent(new Event('storage'))
    expect(leave).not.toHaveBeenCalled()
  })

  const keep = () => {
    const leave = jest.fn()
    const Page = () => {
      useLeaveWhenIdle(leave, { trusted: false })
      return null
    }
    const at = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Page />
      </Activity>
    )
    const { rerender } = render(at('visible'))
    return { leave, turn: (mode: 'visible' | 'hidden') => rerender(at(mode)) }
  }

  test('a page that the router shows again after an hour is left', () => {
    const { leave, turn } = keep()
    turn('hidden')
    pass(61)
    expect(leave).not.toHaveBeenCalled()
    turn('visible')
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('what was typed before the router hid a page still keeps it', () => {
    const { leave, turn } = keep()
    window.dispatchEvent(new Event('input'))
    turn('hidden')
    pass(61)
    turn('visible')
    expect(leave).not.toHaveBeenCalled()
  })
})
