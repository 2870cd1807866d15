import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Profiler } from 'react'
import { NextIntlClientProvider } from 'next-intl'
import { Level } from '@/components/tracker/level'
import { Tracker } from '@/components/tracker/tracker'
import { apply, type Act } from '@/lib/recording/rules'
import { readSession } from '@/lib/recording/schema'
import en from '@/messages/en.json'

const drawn = { fillStyle: '', setTransform() {}, clearRect() {}, fillRect: jest.fn() }
let still = false

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-24T02:00:00Z') })
  localStorage.clear()
  still = false
  HTMLCanvasElement.prototype.getContext = (() => drawn) as never
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 300 })
  window.matchMedia = ((query: string) => ({ matches: still && query.includes('reduce') })) as never
})
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})

const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <Tracker />
    </NextIntlClientProvider>,
  )
const button = (name: string) => screen.getByRole('button', { name })
const pass = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000))
/** The tab is suspended: the clock goes on, no timer runs. */
const sleep = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const timer = () => screen.getByRole('timer').textContent
const said = () => screen.getAllByRole('status')[0]?.textContent
const start = (minutes = '60 minutes') => {
  type('Session Title', 'Episode 12')
  type('Participant 1', 'Aina')
  fireEvent.click(screen.getByLabelText(minutes))
  fireEvent.click(button('Start Recording'))
}
const preview = () => screen.getByLabelText<HTMLTextAreaElement>('Preview').value

test('starts only with a title and a name; the last name cannot be removed', () => {
  show()
  expect(screen.getByLabelText('60 minutes')).toBeChecked()
  expect(button('Start Recording')).toBeDisabled()
  type('Session Title', 'Episode 12')
  type('Participant 1', '   ')
  expect(button('Start Recording')).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Remove participant/ })).toBeNull()
  fireEvent.click(button('Add participant'))
  type('Participant 2', 'Wei Ling')
  expect(button('Start Recording')).toBeEnabled()
  fireEvent.click(button('Remove participant 1'))
  expect(screen.getByLabelText('Participant 1')).toHaveValue('Wei Ling')
  expect(screen.queryByRole('button', { name: /Remove participant/ })).toBeNull()
})

test('an hour with a sleep, a pause and a refresh, to the completion card and an empty form', () => {
  show()
  start()
  expect(said()).toBe('Recording started.')
  pass(61)
  expect(timer()).toBe('00:01:01')
  sleep(239)
  pass(1)
  expect([timer(), said()]).toEqual(['00:05:01', 'Milestone reached: Intro done, 00:05:00.'])
  fireEvent.click(button('Pause'))
  sleep(597)
  pass(3)
  expect(timer()).toBe('00:05:01')
  cleanup()
  sleep(600)
  show()
  expect(timer()).toBe('00:05:01')
  fireEvent.click(button('Resume'))
  cleanup()
  sleep(3_300)
  show()
  pass(1)
  expect(timer()).toBe('01:00:02')
  expect(screen.getByText('00:00:02 over the plan')).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  expect(screen.getAllByText('reached')).toHaveLength(5)
  fireEvent.click(button('Stop'))
  const card = screen.getByRole('region', { name: 'Session Completed' })
  expect(card).toHaveTextContent('Recorded01:00:02')
  expect(card).toHaveTextContent('5 of 5')
  expect(within(card).getByRole('link')).toHaveAttribute('href', '/booking')
  expect(screen.getByLabelText('Session Title')).toHaveValue('')
  expect(screen.getByLabelText('Participant 1')).toHaveValue('')
})

test('milestones follow the plan', () => {
  show()
  start('30 minutes')
  sleep(147)
  pass(3)
  expect(screen.getAllByText('reached')).toHaveLength(1)
  expect(screen.getByText('of 00:30:00 planned')).toBeInTheDocument()
})

test('markers are set by key and by tap, named and taken away, and not while typing', () => {
  show()
  start()
  pass(20)
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(said()).toBe('Marker 1 at 00:00:20.')
  pass(20)
  fireEvent.click(button('Add marker'))
  const label = screen.getByLabelText('Label of marker 1 at 00:00:20')
  fireEvent.keyDown(label, { key: 'm' })
  fireEvent.keyDown(label, { key: 'p' })
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'repeat'])
    fireEvent.keyDown(document.body, { key: 'm', [modifier]: true })
  expect(screen.getAllByLabelText(/Label of marker/)).toHaveLength(2)
  fireEvent.change(label, { target: { value: 'The story' } })
  fireEvent.click(button('Remove marker 2 at 00:00:40'))
  expect(screen.getAllByLabelText(/Label of marker/)).toHaveLength(1)
  fireEvent.keyDown(document.body, { key: 'p' })
  expect(button('Resume')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.keyDown(document.body, { key: 'p' })
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(button('Resume')).toBeInTheDocument()
  expect(screen.getAllByLabelText(/Label of marker/)).toHaveLength(1)
})

test('the run sheet as chapters, Podcasting 2.0 and CSV', () => {
  show()
  start()
  sleep(73)
  pass(2)
  fireEvent.keyDown(document.body, { key: 'm' })
  fireEvent.change(screen.getByLabelText(/Label of marker 1/), { target: { value: '=The story' } })
  sleep(298)
  pass(2)
  fireEvent.click(button('Stop'))
  expect(preview()).toBe('00:00 Opening\n01:15 =The story\n05:00 Intro done')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Include milestones' }))
  expect(preview()).toBe('00:00 Opening\n01:15 =The story')
  expect(screen.getByText(/Only 2 so far/)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Include milestones' }))
  fireEvent.click(screen.getByLabelText('Podcast chapters (JSON)'))
  expect(JSON.parse(preview())).toMatchObject({
    version: '1.2.0',
    chapters: [{ startTime: 0 }, { startTime: 75, title: '=The story' }, { startTime: 300 }],
  })
  fireEvent.click(screen.getByLabelText('Spreadsheet (CSV)'))
  expect(preview()).toContain(`"00:01:15","75","Marker","'=The story"`)
})

test.each(['{"id":', 'null', '{"status":"recording"}'])(
  'a broken stored value (%s) is ignored',
  (stored) => {
    localStorage.setItem('recording-session', stored)
    show()
    expect(button('Start Recording')).toBeInTheDocument()
    expect(screen.queryByRole('timer')).toBeNull()
  },
)

test('a browser that refuses storage records all the same', () => {
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no')
  })
  show()
  start()
  pass(3)
  expect(timer()).toBe('00:00:03')
  // Left for another page and come back.
  cleanup()
  show()
  expect(timer()).toBe('00:00:03')
  refuse.mockRestore()
  fireEvent.click(button('Stop'))
  expect(localStorage.getItem(KEY)).toContain('"completed"')
})

const KEY = 'recording-session'
/** What another tab does with the session as it is stored. */
const elsewhere = (...acts: Act[]) => {
  const session = readSession(localStorage.getItem(KEY))
  if (!session) throw new Error('There is no session')
  localStorage.setItem(KEY, JSON.stringify(acts.reduce(apply, session)))
}

// Seen in trackers with several tabs: each writes back the copy that it has.
describe('real life: the session goes on in another tab', () => {
  test('a marker of there outlasts what this tab writes before it hears of it', () => {
    show()
    start()
    pass(10)
    elsewhere({ type: 'mark', now: Date.now(), label: 'The story' })
    fireEvent.click(button('Add marker'))
    pass(2)
    expect(readSession(localStorage.getItem(KEY))?.markers.map(({ label }) => label)).toEqual([
      'The story',
      '',
    ])
  })

  test('a page that the browser kept does not record on what was stopped meanwhile', () => {
    show()
    start()
    pass(10)
    // No event reaches a kept page.
    elsewhere({ type: 'mark', now: Date.now() }, { type: 'stop', now: Date.now() })
    const stopped = localStorage.getItem(KEY)
    act(() => void window.dispatchEvent(new Event('pageshow')))
    expect(screen.getByRole('region', { name: 'Session Completed' })).toBeInTheDocument()
    pass(5)
    expect(localStorage.getItem(KEY)).toBe(stopped)
  })

  test('stopped while the storage is full, it does not run again after another page', () => {
    show()
    start()
    pass(3)
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    fireEvent.click(button('Stop'))
    cleanup()
    show()
    expect(screen.getByRole('region', { name: 'Session Completed' })).toBeInTheDocument()
    full.mockRestore()
    start()
    expect(localStorage.getItem(KEY)).toContain('"recording"')
  })
})

test('the level changes every 100 ms without React', () => {
  const renders = jest.fn()
  const { container } = render(
    <Profiler id="level" onRender={renders}>
      <Level running label="Level" heard={[]} onSecond={() => undefined} />
    </Profiler>,
  )
  const box = container.querySelector<HTMLElement>('.level')
  const levels = new Set<string>()
  renders.mockClear()
  drawn.fillRect.mockClear()
  for (let i = 0; i < 20; i++) {
    pass(0.1)
    levels.add(box?.style.getPropertyValue('--level') ?? '')
    expect(['green', 'yellow', 'red']).toContain(box?.dataset.band)
  }
  expect(levels.size).toBe(20)
  expect(drawn.fillRect).toHaveBeenCalled()
  expect(renders).not.toHaveBeenCalled()
})

test('under reduced motion nothing moves, and the level of each second is reported', () => {
  still = true
  const seconds: number[] = []
  const { container } = render(
    <Level running label="Level" heard={[]} onSecond={(level) => seconds.push(level)} />,
  )
  const box = container.querySelector<HTMLElement>('.level')
  const before = box?.style.getPropertyValue('--level')
  drawn.fillRect.mockClear()
  pass(2)
  expect(box?.style.getPropertyValue('--level')).toBe(before)
  expect(drawn.fillRect).not.toHaveBeenCalled()
  expect(seconds).toHaveLength(2)
})

test('the levels outlast a reload and a pause, and are shown when the session is completed', () => {
  show()
  start()
  pass(5)
  const kept = () =>
    (JSON.parse(localStorage.getItem('recording-session') ?? '') as { audioLevels: number[] })
      .audioLevels
  const before = kept()
  expect(before.length).toBeGreaterThanOrEqual(5)
  cleanup()
  drawn.fillRect.mockClear()
  show()
  // Earlier levels are drawn at once.
  expect(drawn.fillRect.mock.calls.length).toBeGreaterThanOrEqual(5)
  pass(2)
  expect(kept().slice(0, 5)).toEqual(before.slice(0, 5))
  fireEvent.click(button('Pause'))
  pass(3)
  fireEvent.click(button('Stop'))
  expect(kept().length).toBeLessThanOrEqual(8)
  expect(
    screen.getByRole('img', { name: 'Simulated audio level over the session' }),
  ).toBeInTheDocument()
})
