import fc from 'fast-check'
import {
  apply,
  canStart,
  clockText,
  createSession,
  elapsedMs,
  elapsedSeconds,
  levelBand,
  LEVELS_MAX,
  loudestParts,
  milestonesFor,
  nextLevel,
  PLANNED_MINUTES,
  progress,
  RECORDING_STATUSES,
  timestamp,
  type Act,
  type Recording,
} from '@/lib/recording/rules'
import { readSession } from '@/lib/recording/schema'

const SETUP = {
  title: ' Episode 12 ',
  type: 'panel',
  minutes: 60,
  participants: ['Aina', ' ', ' Wei Ling '],
} as const
const T0 = Date.UTC(2026, 10, 24, 2)
const idle = () => createSession('x', SETUP)
const after = (...acts: Act[]) => acts.reduce(apply, idle())
const START: Act = { type: 'start', now: T0 }

test('a setup becomes an idle session without spaces and empty names', () => {
  expect(idle()).toMatchObject({
    title: 'Episode 12',
    participants: ['Aina', 'Wei Ling'],
    duration: 3600,
    status: 'idle',
    startTime: null,
    markers: [],
  })
})

test.each([
  ['', ['Aina'], false],
  ['  ', ['Aina'], false],
  ['Episode', [], false],
  ['Episode', ['', '  '], false],
  ['Episode', ['', 'Aina'], true],
])('a start with title %j and participants %j is possible: %s', (title, participants, can) =>
  expect(canStart({ title, participants })).toBe(can),
)

test.each(PLANNED_MINUTES)(
  'the milestones of %d minutes are an hour’s, in proportion',
  (minutes) => {
    expect(milestonesFor(minutes * 60).map(({ time }) => time)).toEqual(
      [300, 900, 1800, 2700, 3300].map((second) => (second * minutes) / 60),
    )
    expect(milestonesFor(minutes * 60).map(({ type }) => type)).toEqual([
      'intro',
      'segment',
      'break',
      'segment',
      'outro',
    ])
  },
)

test('time counts while recording only, in whole seconds', () => {
  const paused = after(START, { type: 'pause', now: T0 + 61_900 })
  expect(elapsedSeconds(paused, T0 + 999_000)).toBe(61)
  const resumed = apply(paused, { type: 'resume', now: T0 + 100_000 })
  expect(elapsedSeconds(resumed, T0 + 100_099)).toBe(61)
  expect(elapsedSeconds(resumed, T0 + 100_100)).toBe(62)
  expect(progress(resumed, T0 + 100_000 + 3_600_000)).toBe(1)
})

test('a tab that was suspended for an hour reaches four milestones at once', () => {
  expect(
    after(START, { type: 'tick', now: T0 + 2_700_000 }).milestones.map(
      ({ completed }) => completed,
    ),
  ).toEqual([true, true, true, true, false])
})

test('a milestone is reached in its second', () => {
  const before = after(START, { type: 'tick', now: T0 + 299_999 })
  expect(before.milestones.some(({ completed }) => completed)).toBe(false)
  const reached = apply(before, { type: 'tick', now: T0 + 300_000 })
  expect(reached.milestones[0]?.completed).toBe(true)
})

// Seen in timers that subtract two readings of a clock: a phone corrects its clock in the middle, and
// an hour of recording is gone, or stands still for an hour.
describe('real life: the clock is set back while it records', () => {
  const HOUR = 3_600_000
  const upTo = (seconds: number, session: Recording, began = T0): Recording =>
    Array.from({ length: seconds }, (_, nth) => began + (nth + 1) * 1000).reduce(
      (before, now) => apply(before, { type: 'level', now, level: 50 }),
      session,
    )
  const recorded = upTo(301, after(START, { type: 'tick', now: T0 + 300_000 }))

  test('what was recorded stays, and time goes on', () => {
    expect(elapsedSeconds(recorded, T0 + 301_000 - HOUR)).toBe(301)
    const later = upTo(10, recorded, T0 + 301_000 - HOUR)
    expect(elapsedSeconds(later, T0 + 311_500 - HOUR)).toBe(310)
    expect(apply(later, { type: 'stop', now: T0 + 311_000 - HOUR })).toMatchObject({
      bankedMs: 310_000,
      milestones: [{ completed: true }, {}, {}, {}, {}],
    })
    expect(later.audioLevels).toHaveLength(311)
  })

  test('a marker stands where it was set', () =>
    expect(apply(recorded, { type: 'mark', now: T0 - HOUR }).markers[0]?.time).toBe(301))

  test('a tab that sleeps afterwards still counts its sleep', () =>
    expect(elapsedSeconds(recorded, T0 + 901_000)).toBe(901))
})

test('markers are sorted, named and taken away, and a label that is too long is refused, never cut', () => {
  const marked = after(
    START,
    { type: 'mark', now: T0 + 20_000 },
    { type: 'mark', now: T0 + 5_000, label: 'Cold open' },
  )
  expect(marked.markers).toEqual([
    { id: 2, time: 5, label: 'Cold open' },
    { id: 1, time: 20, label: '' },
  ])
  const named = apply(marked, { type: 'label', id: 1, label: 'x'.repeat(100) })
  expect(named.markers[1]?.label).toHaveLength(100)
  expect(apply(named, { type: 'label', id: 1, label: 'y'.repeat(101) })).toBe(named)
  expect(apply(marked, { type: 'unmark', id: 2 }).markers).toEqual([{ id: 1, time: 20, label: '' }])
})

const act = fc.oneof(
  fc.record({
    type: fc.constantFrom('start', 'pause', 'resume', 'stop', 'tick', 'mark' as const),
    now: fc.integer({ min: 0, max: 20_000_000 }),
  }),
  fc.record({
    type: fc.constant('label' as const),
    id: fc.integer({ min: 1, max: 4 }),
    label: fc.string(),
  }),
  fc.record({ type: fc.constant('unmark' as const), id: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    type: fc.constant('level' as const),
    now: fc.integer({ min: 0, max: 100_000_000 }),
    level: fc.double({ min: -10, max: 120, noNaN: true }),
  }),
) as fc.Arbitrary<Act>
const ALLOWED = [
  'idle>recording',
  'recording>paused',
  'recording>completed',
  'paused>recording',
  'paused>completed',
]

test('whatever is pressed in whatever order, the session stays sound', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      let session: Recording = idle()
      for (const one of acts) {
        const next = apply(session, one)
        if (next.status !== session.status)
          expect(ALLOWED).toContain(`${session.status}>${next.status}`)
        expect(next.bankedMs).toBeGreaterThanOrEqual(session.bankedMs)
        next.milestones.forEach(({ completed }, index) =>
          expect(completed || !session.milestones[index]?.completed).toBe(true),
        )
        expect((next.status === 'recording') === (next.resumedAt !== null)).toBe(true)
        expect((next.status === 'completed') === (next.endTime !== null)).toBe(true)
        expect(new Set(next.markers.map(({ id }) => id)).size).toBe(next.markers.length)
        expect([...next.markers].sort((a, b) => a.time - b.time)).toEqual(next.markers)
        expect(elapsedMs(next, 0)).toBeGreaterThanOrEqual(next.bankedMs)
        // What is stored is what is found again.
        expect(readSession(JSON.stringify(next))).toEqual(next)
        session = next
      }
      if (session.status === 'completed')
        for (const one of acts)
          if (one.type !== 'label' && one.type !== 'unmark')
            expect(apply(session, one)).toBe(session)
    }),
  )
})

describe('a stored value that is not ours is ignored', () => {
  const sound = after(START, { type: 'mark', now: T0 + 1000 })
  test.each([
    ['nothing', null],
    ['no JSON', '{"id":'],
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another shape', '{"status":"recording"}'],
  ])('%s', (_what, stored) => expect(readSession(stored)).toBeNull())
  test.each<[string, object]>([
    ['status', { status: 'lost' }],
    ['recording without a clock', { resumedAt: null }],
    ['a time in words', { startTime: 'noon' }],
    ['another plan', { duration: 61 }],
    ['negative time', { bankedMs: -1 }],
    ['infinite time', { bankedMs: 1e999 }],
    ['a title too long', { title: 'x'.repeat(121) }],
    ['names that are none', { participants: [7] }],
    ['markers that are none', { markers: [{ id: 1 }] }],
    ['a level over 100', { audioLevels: [40, 101] }],
    ['more levels than are kept', { audioLevels: Array(LEVELS_MAX + 1).fill(1) }],
    ['milestones of another plan', { milestones: milestonesFor(1800) }],
    ['completed without an end', { status: 'completed', resumedAt: null }],
  ])('%s', (_what, changes) =>
    expect(readSession(JSON.stringify({ ...sound, ...changes }))).toBeNull(),
  )
  test('one from before levels were kept has none', () => {
    const { audioLevels, ...before } = sound
    expect(audioLevels).toEqual([])
    expect(readSession(JSON.stringify(before))).toEqual(sound)
  })
  test('and a sound one is not', () => expect(readSession(JSON.stringify(sound))).toEqual(sound))
  test('all states are known', () =>
    expect([...RECORDING_STATUSES]).toEqual(['idle', 'recording', 'paused', 'completed']))
})

test.each([
  [0, 'green'],
  [29.9, 'green'],
  [30, 'yellow'],
  [69.9, 'yellow'],
  [70, 'red'],
  [100, 'red'],
])('a level of %d is %s', (level, band) => expect(levelBand(level)).toBe(band))

test('levels stay between 0 and 100 and visit every band', () => {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const seen = new Set<string>()
  for (let level = 0, i = 0; i < 2_000; i++) {
    level = nextLevel(level, random)
    expect(level).toBeGreaterThanOrEqual(0)
    expect(level).toBeLessThanOrEqual(100)
    seen.add(levelBand(level))
  }
  expect([...seen].sort()).toEqual(['green', 'red', 'yellow'])
})

test('the loudest level of each recorded second is kept', () => {
  const level = (second: number, loud: number): Act => ({
    type: 'level',
    now: T0 + second * 1000,
    level: loud,
  })
  const kept = after(START, level(0, 41.6), level(0, 12), level(1, 70), level(4, 140))
  expect(kept.audioLevels).toEqual([42, 70, 0, 0, 100])
  expect(apply(kept, level(LEVELS_MAX, 50)).audioLevels).toBe(kept.audioLevels)
  expect(apply(kept, level(LEVELS_MAX - 1, 50)).audioLevels).toHaveLength(LEVELS_MAX)
  const paused = apply(kept, { type: 'pause', now: T0 + 5_000 })
  expect(apply(paused, level(5, 50))).toBe(paused)
})

test('a waveform has as many bars as fit, also of a short recording, each as loud as its loudest second', () => {
  expect(loudestParts([], 5)).toEqual([])
  expect(loudestParts([3, 9], 5)).toEqual([3, 3, 3, 9, 9])
  expect(loudestParts([1, 2, 3, 4, 5, 0], 3)).toEqual([2, 4, 5])
  expect(loudestParts([1, 2], 0)).toEqual([])
  const levels = Array.from({ length: 1_001 }, (_, second) => second % 97)
  expect(loudestParts(levels, 300)).toHaveLength(300)
  expect(Math.max(...loudestParts(levels, 300))).toBe(96)
})

test.each([
  [0, '00:00', '00:00:00'],
  [9, '00:09', '00:00:09'],
  [605, '10:05', '00:10:05'],
  [3600, '1:00:00', '01:00:00'],
  [36_061, '10:01:01', '10:01:01'],
])('%d s are written as %s and %s', (seconds, chapter, clock) => {
  expect(timestamp(seconds)).toBe(chapter)
  expect(clockText(seconds)).toBe(clock)
})
