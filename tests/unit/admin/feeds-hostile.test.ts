// A calendar from elsewhere may be anything of 2 MB; only its parser is stopped after four seconds.
import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { busyTimes } from '@/lib/admin/feeds/busy'
import { fetchCalendar, type Network } from '@/lib/admin/feeds/fetch'
import { isEmptyCalendar } from '@/lib/admin/feeds/file'

const SIZE = 2 * 1024 * 1024 - 100
const MOST_MS = 8_000

const answering = (text: string): Network => ({
  request: (_, answered) => {
    const answer = Object.assign(Readable.from([Buffer.from(text)]), {
      statusCode: 200,
      headers: {},
    })
    setImmediate(() => answered(answer as never))
    return Object.assign(new EventEmitter(), { end: () => undefined }) as never
  },
  lookup: () => undefined,
  allows: () => true,
})

const filled = (unit: string) => unit.repeat(Math.floor(SIZE / Buffer.byteLength(unit)))
const event = (line: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${line}\r\nEND:VEVENT\r\nEND:VCALENDAR`

test.each([
  ['carriage returns', filled('\r')],
  ['carriage returns in a calendar', `BEGIN:VCALENDAR${filled('\r')}`],
  ['carriage returns before each letter', filled('\r\r\rx')],
  ['folded lines', `BEGIN:VCALENDAR${filled('\r\n ')}`],
  ['folds after carriage returns', filled('\r\r\n\t')],
  ['blanks', filled(' ')],
  ['blanks at the end of lines', `BEGIN:VCALENDAR\r\n${filled(' \n')}`],
  ['byte order marks', filled('\ufeff')],
  ['the beginnings of events', filled('BEGIN:VEVENT\r\n')],
  ['a date with dates', event(`EXDATE:${filled('20261201,')}`)],
  ['a date with commas', event(`EXDATE:${filled(',')}`)],
  ['a date with parts', event(`DTSTART${filled(';VALUE=')}:20261201`)],
  ['a name without an end', event(filled('A-'))],
  ['a title', event(`SUMMARY:${filled('\\n,')}`)],
])('2 MB of %s are read or refused within seconds', async (_, text) => {
  const begun = process.cpuUsage()
  const { text: file } = await fetchCalendar('https://x.example', null, answering(text))
  isEmptyCalendar(file ?? '')
  try {
    busyTimes(file ?? '', new Date('2026-12-01T01:00:00Z'))
  } catch (error) {
    expect(error).toMatchObject({ name: 'FeedRefusal' })
  }
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(MOST_MS)
})
