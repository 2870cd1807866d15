import fc from 'fast-check'
import {
  apply,
  chaptersOf,
  createSession,
  fileName,
  podcastChapters,
  runSheet,
  runSheetCsv,
  youtubeChapters,
  type Act,
  type Point,
} from '@/lib/recording/rules'

const MILESTONES = {
  opening: 'Intro done',
  first: 'First segment',
  pause: 'Break',
  second: 'Second segment',
  closing: 'Outro',
}
const WORDS = {
  milestone: (id: keyof typeof MILESTONES) => MILESTONES[id],
  marker: (n: number) => `Marker ${n}`,
}
const marker = (time: number, title: string): Point => ({ time, title, kind: 'marker' })
const milestone = (time: number, title: string): Point => ({ time, title, kind: 'milestone' })

test('the run sheet has what was reached and what was marked, by time', () => {
  const acts: Act[] = [
    { type: 'start', now: 0 },
    { type: 'mark', now: 400_000 },
    { type: 'mark', now: 100_000, label: ' Guest\narrives ' },
    { type: 'stop', now: 950_000 },
  ]
  const session = acts.reduce(
    apply,
    createSession('x', { title: 'T', type: 'solo', minutes: 60, participants: ['Aina'] }),
  )
  expect(runSheet(session, WORDS)).toEqual([
    marker(100, 'Guest arrives'),
    milestone(300, 'Intro done'),
    marker(400, 'Marker 2'),
    milestone(900, 'First segment'),
  ])
})

test('YouTube gets the first at 00:00, by line, with hours only when there are some', () => {
  const { chapters, dropped } = chaptersOf(
    [marker(75, 'A <b>bold</b> start'), milestone(3700, 'Break')],
    4000,
    'Opening',
  )
  expect(youtubeChapters(chapters)).toBe('00:00 Opening\n01:15 A bbold/b start\n1:01:40 Break')
  expect(dropped).toBe(0)
})

test('a marker in the first ten seconds names the first chapter', () => {
  expect(chaptersOf([marker(4, 'Cold open'), marker(8, 'Too near')], 60, 'Opening')).toEqual({
    chapters: [{ time: 0, title: 'Cold open' }],
    dropped: 1,
  })
})

test('where a milestone and a marker do not both fit, the marker stays', () => {
  expect(
    chaptersOf([milestone(300, 'Intro done'), marker(305, 'The story')], 900, 'Opening'),
  ).toEqual({
    chapters: [
      { time: 0, title: 'Opening' },
      { time: 305, title: 'The story' },
    ],
    dropped: 1,
  })
})

test('chapters are always what players accept', () => {
  const points = fc.array(
    fc.record({
      time: fc.integer({ min: 0, max: 8000 }),
      title: fc.string(),
      kind: fc.constantFrom('marker', 'milestone' as const),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 9000 }), (list, seconds) => {
      const sorted = (list as Point[]).sort((a, b) => a.time - b.time)
      const { chapters, dropped } = chaptersOf(sorted, seconds, 'Opening')
      expect(chapters[0]?.time).toBe(0)
      chapters
        .slice(1)
        .forEach(({ time }, index) =>
          expect(time - (chapters[index]?.time ?? 0)).toBeGreaterThanOrEqual(10),
        )
      if (chapters.length > 1)
        expect(seconds - (chapters.at(-1)?.time ?? 0)).toBeGreaterThanOrEqual(10)
      expect(dropped).toBeGreaterThanOrEqual(0)
      for (const line of youtubeChapters(chapters).split('\n').slice(0, 1))
        expect(line).toMatch(/^00:00 /)
    }),
  )
})

test('Podcasting 2.0 chapters are written', () => {
  expect(
    JSON.parse(
      podcastChapters(
        [
          { time: 0, title: 'Opening' },
          { time: 75, title: '"Quoted" 茶' },
        ],
        'Episode',
      ),
    ),
  ).toEqual({
    version: '1.2.0',
    title: 'Episode',
    chapters: [
      { startTime: 0, title: 'Opening' },
      { startTime: 75, title: '"Quoted" 茶' },
    ],
  })
})

describe('CSV', () => {
  const csv = (title: string) =>
    runSheetCsv([marker(65, title)], {
      heads: ['Time', 'Seconds', 'Kind', 'Title'],
      kinds: { marker: 'Marker', milestone: 'Milestone' },
    })
  test('is RFC 4180 with a byte order mark', () =>
    expect(csv('Say "hi", twice')).toBe(
      '\uFEFF"Time","Seconds","Kind","Title"\r\n"00:01:05","65","Marker","Say ""hi"", twice"\r\n',
    ))
  test.each(['=HYPERLINK("http://evil")', '+1+1', '-2', '@SUM(A1)', '  =1', '＝1+1'])(
    '%s is text to a spreadsheet',
    (title) => expect(csv(title)).toContain(`,"'${title.replaceAll('"', '""')}"`),
  )
  test('an ordinary title is left alone', () =>
    expect(csv('A-side = great')).toContain('"A-side = great"'))
})

test.each([
  ['Episode 12: the night shift', 'episode-12-the-night-shift-x.txt'],
  ['  夜班的人！ ', '夜班的人-x.txt'],
  ['../../etc/passwd', 'etc-passwd-x.txt'],
  ['???', 'session-x.txt'],
])('the file of %j is %s', (title, name) => expect(fileName(title, 'x.txt')).toBe(name))

// Seen in downloads: a name that is cut in the middle of a character is no text any more.
test.each([
  ['a surname outside the basic plane at the cut', `${'a'.repeat(59)}𠮷野`, `${'a'.repeat(59)}𠮷`],
  ['a dash at the cut', `${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ['a title of signs', '?!', 'session'],
])('the name of a file is cut between letters: %s', (_, title, name) =>
  expect(fileName(title, 'run-sheet.csv')).toBe(`${name}-run-sheet.csv`),
)
