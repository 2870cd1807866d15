// What the events of a calendar file block.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { busyKey, busyTimes } from '@/lib/admin/feeds/busy'
import { feedBody, httpsOf } from '@/lib/admin/feeds/schema'

const NOW = new Date('2026-12-01T01:00:00Z')
const file = (name: string) =>
  readFileSync(join(process.cwd(), 'tests/fixtures/feeds', `${name}.ics`), 'utf8')

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const day = (date: Date) => date.toISOString().slice(0, 10)

/** From today on, as lines. */
const blocked = (text: string, now = NOW) =>
  busyTimes(text, now)
    .filter(({ lastDay }) => day(lastDay) >= '2026-12-01')
    .map(
      ({ firstDay, lastDay, fromMinute, toMinute, title }) =>
        `${day(firstDay)}${day(lastDay) === day(firstDay) ? '' : `…${day(lastDay)}`} ` +
        `${clock(fromMinute)}–${clock(toMinute)} ${title}`,
    )

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) =>
  calendar('BEGIN:VEVENT', 'UID:one', 'SUMMARY:X', ...lines, 'END:VEVENT')

test('Google: folded lines, whole days, a weekly rule with a day left out and a day moved', () => {
  expect(blocked(file('google'))).toEqual([
    '2026-12-03 10:00–12:00 Pemotretan katalog untuk Kedai Batik Warisan dan rakan-rakan, bahagian kedua',
    '2026-12-07 10:00–12:00 Podcast class',
    '2026-12-22 14:00–15:00 Podcast class (moved)',
    '2026-12-24…2026-12-26 00:00–24:00 Painting the walls',
    '2026-12-28 10:00–12:00 Podcast class',
    '2027-01-04 10:00–12:00 Podcast class',
  ])
})

test('Apple: a zone with summer time, days left out, a duration over two nights, no zone', () => {
  expect(blocked(file('apple'))).toEqual([
    '2026-12-01 00:00–24:00 Inventur 🎬 倉庫',
    '2026-12-03 00:00–24:00 Inventur 🎬 倉庫',
    '2026-12-08 01:15–03:00 Without a zone',
    '2026-12-15 17:00–18:00 Call with the London office',
    '2026-12-18 22:00–24:00 Set for the film stays up',
    '2026-12-19 00:00–24:00 Set for the film stays up',
    '2026-12-20 00:00–12:00 Set for the film stays up',
    '2027-01-19 17:00–18:00 Call with the London office',
    '2027-03-16 17:00–18:00 Call with the London office',
    '2027-04-20 16:00–17:00 Call with the London office',
  ])
})

test('Outlook: the names that Windows gives to zones, every other week, free and tentative', () => {
  expect(blocked(file('outlook'))).toEqual([
    '2026-12-03 15:30–17:00 Team meeting',
    '2026-12-16 16:00–17:00 Call with Munich',
    '2026-12-31 00:00–24:00 Studio closed',
    '2026-12-31 10:00–11:30 Team meeting',
  ])
})

test('what is no calendar, is broken, or names a zone that nobody knows is refused', () => {
  const refusal = (text: string) => {
    try {
      return busyTimes(text, NOW)
    } catch (error) {
      const { why, detail } = error as { why: string; detail: string | null }
      return detail === null ? why : `${why} ${detail}`
    }
  }
  expect(refusal('<!doctype html><title>Sign in</title>')).toBe('not_calendar')
  expect(refusal('')).toBe('not_calendar')
  expect(refusal('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026')).toBe('unreadable')
  expect(refusal(event('DTSTART;TZID=Atlantis:20261203T100000', 'DURATION:PT1H'))).toBe(
    'time_zone Atlantis',
  )
  expect(refusal(event('DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))).toBe(
    'too_many',
  )
  const many = Array.from({ length: 2_500 }, (_, nth) => [
    ...['BEGIN:VEVENT', `UID:${nth}`, 'DURATION:PT1M'],
    `DTSTART:${new Date(+NOW + nth * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    'END:VEVENT',
  ]).flat()
  expect(refusal(calendar(...many))).toBe('too_many')
})

test('a rule for whose next day ical.js looks for ever ends the reading, not the server', () => {
  const begun = Date.now()
  const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'
  expect(() => busyTimes(event('DTSTART:20200101T100000Z', 'DURATION:PT1H', rule), NOW)).toThrow(
    'too_many',
  )
  expect(Date.now() - begun).toBeLessThan(10_000)
})

// Of libical 583 and kewisch/ical.js 455: servers leave out a definition that everybody has.
test.each([
  '/freeassociation.sourceforge.net/Asia/Kuala_Lumpur',
  '/mozilla.org/20070129_1/Asia/Kuala_Lumpur',
  '"Asia/Kuala_Lumpur"',
])('a zone called %s is known without a definition', (name) => {
  const days = event(`DTSTART;TZID=${name}:20261207T100000`, 'DURATION:PT1H')
  expect(blocked(days)).toEqual(['2026-12-07 10:00–11:00 X'])
  expect(() => blocked(days.replaceAll('Lumpur', 'Lompor'))).toThrow('time_zone')
})

// Of ownCloud 729, ical.net 512 and Tutanota 5973.
test('a list of days with nothing in it, or with a comma too many, loses no calendar', () => {
  const lists = ['EXDATE;TZID=Asia/Kuala_Lumpur:', 'EXDATE:20261208T020000Z,', 'RDATE:']
  const rule = 'RRULE:FREQ=DAILY;COUNT=3'
  expect(blocked(event('DTSTART:20261207T020000Z', 'DURATION:PT1H', rule, ...lists))).toEqual([
    '2026-12-07 10:00–11:00 X',
    '2026-12-09 10:00–11:00 X',
  ])
})

// Of kewisch/ical.js 91, 960 and 1039, each as RFC 5545 has it.
test.each([
  [
    'the last of some days',
    '20261130',
    'MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=4',
    '1230 0130 0228',
  ],
  [
    'the second of some days',
    '20261129',
    'MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=2;COUNT=3',
    '1229 0129',
  ],
  [
    'the first and last of a week',
    '20261201',
    'WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=4',
    '1201 1204 1207 1211 1214',
  ],
  [
    'the last of every other week',
    '20261206',
    'WEEKLY;INTERVAL=2;BYDAY=SU,SA;BYSETPOS=-1;COUNT=3',
    '1206 1220 0103',
  ],
  [
    'the last of every other week from Sunday',
    '20261205',
    'WEEKLY;INTERVAL=2;BYDAY=SU,SA;BYSETPOS=-1;WKST=SU;COUNT=3',
    '1205 1219 0102',
  ],
  ['a 29 February', '20240229', 'YEARLY', ''],
  ['a 29 February, named', '20260105', 'YEARLY;BYMONTH=2;BYMONTHDAY=29', ''],
  ['the last of February', '20240229', 'YEARLY;BYMONTH=2;BYMONTHDAY=-1', '0228'],
  [
    'a day of some months that one has not',
    '20260130',
    'YEARLY;BYMONTH=1,2,3;BYMONTHDAY=30;COUNT=4',
    '0130 0330',
  ],
])('a rule for %s gives its days alone', (_, start, rule, days) => {
  const found = blocked(event(`DTSTART:${start}T020000Z`, 'DURATION:PT1H', `RRULE:FREQ=${rule}`))
  expect(found.map((line) => line.slice(5, 10).replace('-', '')).join(' ')).toBe(days)
})

test('a rule for what never is blocks the event’s own time alone', () => {
  for (const rule of ['YEARLY;BYMONTH=2;BYMONTHDAY=30', 'WEEKLY;BYDAY=TU;BYSETPOS=4'])
    expect(
      blocked(event('DTSTART:20261201T020000Z', 'DURATION:PT1H', `RRULE:FREQ=${rule}`)),
    ).toEqual(['2026-12-01 10:00–11:00 X'])
})

test('a zone that the file names and does not define is known by its name', () => {
  expect(blocked(event('DTSTART;TZID=America/New_York:20270315T090000', 'DURATION:PT1H'))).toEqual([
    '2027-03-15 21:00–22:00 X',
  ])
})

test('a rule of many years says the same where its counting begins later', () => {
  const weekly = (start: string) =>
    blocked(event(`DTSTART:${start}`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR'))
  // 522 weeks apart.
  expect(weekly('20161129T020000Z')).toEqual(weekly('20261201T020000Z'))
  const workdays = 'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR'
  const daily = blocked(event('DTSTART:20160104T020000Z', 'DURATION:PT1H', workdays))
  expect(daily.slice(0, 5).map((line) => line.slice(0, 10))).toEqual([
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-07',
  ])
})

// Of rlanvin/php-rrule 13, recurring-ical-events 4, OutlookGoogleCalendarSync 1360, ical.js 409: the
// last time was lost, and with it the hours were free to book.
test.each([
  ['a day', 'DTSTART:20261207T020000Z', '20261209'],
  ['a day, of a zone', 'DTSTART;TZID=Asia/Kuala_Lumpur:20261207T100000', '20261209'],
  ['an instant', 'DTSTART;TZID=Asia/Kuala_Lumpur:20261207T100000', '20261209T020000Z'],
  ['an instant, of no zone', 'DTSTART:20261207T100000', '20261209T020000Z'],
  ['a time of its zone', 'DTSTART;TZID=Asia/Kuala_Lumpur:20261207T100000', '20261209T100000'],
  ['a time of no zone', 'DTSTART:20261207T100000', '20261209T100000'],
])('a rule until %s has its last time, and none after it', (_, start, until) => {
  const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`
  expect(blocked(event(start, 'DURATION:PT1H', rule))).toEqual(
    ['07', '08', '09'].map((date) => `2026-12-${date} 10:00–11:00 X`),
  )
})

test('a rule until a time of a zone that the file defines ends in that zone', () => {
  const offsets = ['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0500']
  const standard = ['BEGIN:STANDARD', 'DTSTART:19700101T000000', ...offsets, 'END:STANDARD']
  const text = calendar(
    ...['BEGIN:VTIMEZONE', 'TZID:Office', ...standard, 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTART;TZID=Office:20261207T090000', 'DURATION:PT1H', 'SUMMARY:X'],
    ...['RRULE:FREQ=DAILY;UNTIL=20261209T090000', 'END:VEVENT'],
  )
  expect(blocked(text)).toEqual(['07', '08', '09'].map((date) => `2026-12-${date} 22:00–23:00 X`))
})

test.each(['20261208', '20261207T160000Z', '20261207T230000Z', '20261208T050000Z'])(
  'a rule of whole days until %s has the day on which that is',
  (until) => {
    const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`
    expect(blocked(event('DTSTART;VALUE=DATE:20261207', rule))).toEqual([
      '2026-12-07 00:00–24:00 X',
      '2026-12-08 00:00–24:00 X',
    ])
  },
)

// Of super-productivity 6443, ical.js 1015, icalendar 114, GAS-ICS-Sync 108, nextcloud/calendar 336,
// vdirsyncer 78, spatie/calendar-links 53: how programs write their files.
const PLAIN = event('DTSTART:20261207T020000Z', 'DURATION:PT1H')
test.each([
  ['ends its lines by LF', PLAIN.replaceAll('\r\n', '\n')],
  ['ends its lines by CR', PLAIN.replaceAll('\r\n', '\r')],
  ['ends its lines by CR CR LF', PLAIN.replaceAll('\r\n', '\r\r\n')],
  ['has blanks behind its lines', PLAIN.replaceAll('\r\n', ' \r\n')],
  ['has empty lines', `\uFEFF\r\n${PLAIN.replaceAll('\r\n', '\r\n\r\n')}`],
  ['says something after its end', `${PLAIN}<!-- 0.2 s -->\r\n`],
  [
    'breaks an address without folding it',
    PLAIN.replace('UID', 'LOCATION:8 Jalan\r\nEnd of the road\r\nUID'),
  ],
  [
    'has quotes within quotes',
    PLAIN.replace('UID', 'ATTENDEE;X-RESPONSE-COMMENT="a "no"; b":mailto:a@b.example\r\nUID'),
  ],
  ['folds by a tab', PLAIN.replace('DTSTART:2026', 'DTSTART:\r\n\t2026')],
])('a file that %s is read', (_, text) => {
  expect(blocked(text)).toEqual(['2026-12-07 10:00–11:00 X'])
})

test.each([
  ['nothing of it', 'DTSTART:20261207', 'DTEND:20261209'],
  ['a time', 'DTSTART;VALUE=DATE-TIME:20261207', 'DTEND;VALUE=DATE-TIME:20261209'],
  [
    'a zone',
    'DTSTART;TZID=Asia/Kuala_Lumpur:20261207',
    'DTEND;VALUE=DATE-TIME;TZID=Asia/Kuala_Lumpur:20261209',
  ],
])('a day of which the file says %s is a whole day', (_, ...lines) => {
  expect(blocked(event(...lines))).toEqual(['2026-12-07…2026-12-08 00:00–24:00 X'])
  expect(blocked(event(...lines, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20261207'))).toEqual([
    '2026-12-14…2026-12-15 00:00–24:00 X',
  ])
})

test('a file with a calendar for each event has all of them, each with its zones', () => {
  const zone = (offset: string) => [
    ...['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  const begins = ['DTSTART;TZID=Office:20261207T100000', 'DURATION:PT1H']
  const text =
    calendar(
      ...[...zone('+0800'), 'BEGIN:VEVENT', 'UID:1', ...begins],
      ...['RRULE:FREQ=DAILY;COUNT=2', 'END:VEVENT'],
    ) +
    calendar(
      ...[...zone('+0000'), 'BEGIN:VEVENT', 'UID:1', ...begins],
      ...['RECURRENCE-ID:20261208T020000Z', 'SUMMARY:Later', 'END:VEVENT'],
    )
  expect(blocked(text)).toEqual(['2026-12-07 10:00–11:00 ', '2026-12-07 18:00–19:00 Later'])
})

test('a line that is needed and broken, and a file that is cut off, are refused', () => {
  for (const text of [
    event('DTSTART', 'DURATION:PT1H'),
    event('DTSTART:2026-12-07 10:00', 'DURATION:PT1H'),
    event('DTSTART:20261207T020000Z', 'RRULE'),
    PLAIN.replace('END:VCALENDAR', ''),
    PLAIN + PLAIN.replace('END:VEVENT', ''),
  ])
    expect(() => busyTimes(text, NOW)).toThrow('unreadable')
})

// Of GAS-ICS-Sync 58, ics_calendar 66: the end of a day is written as the day itself.
test.each([
  'DTEND;VALUE=DATE:20261207',
  'DTEND;VALUE=DATE:20261206',
  'DURATION:PT0S',
  'DURATION:PT1H',
])('a whole day with the end %s is a whole day', (end) => {
  expect(blocked(event('DTSTART;VALUE=DATE:20261207', end))).toEqual(['2026-12-07 00:00–24:00 X'])
})

// Of ical.net 141, libical 141 and 91, ical4j 230: what programs write of their zones.
const at = (name: string, ...zone: string[]) =>
  blocked(
    calendar(
      ...['BEGIN:VTIMEZONE', `TZID:${name}`, ...zone, 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1'],
      ...[`DTSTART;TZID="${name}":20270131T090000`, 'DURATION:PT1H', 'SUMMARY:X', 'END:VEVENT'],
    ),
  )
const part = (name: string, ...lines: string[]) => [`BEGIN:${name}`, ...lines, `END:${name}`]

test('a name that Windows gives to a zone is known without a definition', () => {
  const lines = (zone: string) => [
    `DTSTART;TZID=${zone}:20261207T100000`,
    `DTEND;TZID=${zone}:20261207T110000`,
  ]
  expect(blocked(event(...lines('Singapore Standard Time')))).toEqual(['2026-12-07 10:00–11:00 X'])
  expect(blocked(event(...lines('W. Europe Standard Time')))).toEqual(['2026-12-07 17:00–18:00 X'])
  expect(() => blocked(event(...lines('Customized Time Zone')))).toThrow('time_zone')
})

test.each(['webcal', 'webcals', 'WEBCALS'])('an address at %s: is one at https:', (scheme) => {
  const address = `${scheme}://calendar.example/basic.ics`
  expect(feedBody.safeParse({ roomId: 1, name: 'Own', address }).success).toBe(true)
  expect(httpsOf(address)).toBe('https://calendar.example/basic.ics')
})

test('a rule with a part that would be left out is refused, and says which part', () => {
  const days = (rule: string, ...more: string[]) =>
    blocked(event('DTSTART:20261207T020000Z', 'DURATION:PT1H', `RRULE:${rule}`, ...more))
  expect(() => days('FREQ=YEARLY;BYWEEKNO=50')).toThrow('rule: BYWEEKNO')
  expect(() => days('FREQ=YEARLY;BYEASTER=-2')).toThrow('rule: BYEASTER')
  expect(() => days('RSCALE=CHINESE;FREQ=YEARLY')).toThrow('rule: RSCALE')
  // What blocks nothing is not read.
  expect(days('FREQ=YEARLY;BYEASTER=-2', 'TRANSP:TRANSPARENT')).toEqual([])
  const both = ['2026-12-07 10:00–11:00 X', '2026-12-08 10:00–11:00 X']
  for (const usual of ['', ';RSCALE=GREGORIAN;SKIP=OMIT', ';WKST=MO;BYSETPOS=1;BYHOUR=2'])
    expect(days(`FREQ=DAILY;COUNT=2${usual}`)).toEqual(both)
  expect(days('FREQ=DAILY;COUNT=2;')).toEqual(both)
})

describe('two events in place of the same occurrence', () => {
  const version = (hour: number, ...lines: string[]) => [
    ...['BEGIN:VEVENT', 'UID:1', 'RECURRENCE-ID:20261208T020000Z', `SUMMARY:${hour}`],
    ...[`DTSTART:20261208T${String(hour - 8).padStart(2, '0')}0000Z`, 'DURATION:PT1H', ...lines],
    'END:VEVENT',
  ]
  const series = [
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:X', 'DTSTART:20261207T020000Z', 'DURATION:PT1H'],
    ...['RRULE:FREQ=DAILY;COUNT=2', 'END:VEVENT'],
  ]
  const of = (...events: string[][]) =>
    blocked(calendar(...series, ...events.flat())).map((line) => line.split(' ').at(-1))
  const OLD = 'LAST-MODIFIED:20261101T000000Z'
  const LATER = 'LAST-MODIFIED:20261102T000000Z'
  const STAMPED = ['DTSTAMP:20261101T000000Z', 'DTSTAMP:20261102T000000Z'] as const

  test.each<[string, string[], string[]]>([
    ['the higher sequence', ['SEQUENCE:1', LATER], ['SEQUENCE:2', OLD]],
    ['a sequence before none', [LATER], ['SEQUENCE:1']],
    ['the later change', ['SEQUENCE:1', OLD], ['SEQUENCE:1', LATER]],
    ['the later stamp', [STAMPED[0]], [STAMPED[1]]],
    ['the later change, whatever the stamps say', [OLD, STAMPED[1]], [LATER, STAMPED[0]]],
  ])('%s counts, in whatever order they are written', (_, lesser, winner) => {
    const [one, other] = [version(14, ...lesser), version(16, ...winner)]
    expect(of(one, other)).toEqual(['X', '16'])
    expect(of(other, one)).toEqual(['X', '16'])
  })

  test('a version that cancels it blocks nothing', () =>
    expect(of(version(14), version(16, 'SEQUENCE:1', 'STATUS:CANCELLED'))).toEqual(['X']))

  test('both count where neither is newer, and where they are not of one event', () => {
    expect(of(version(14), version(16))).toEqual(['X', '14', '16'])
    const broken = 'LAST-MODIFIED:yesterday'
    expect(of(version(14, broken), version(16, OLD))).toEqual(['X', '14', '16'])
    const another = version(16, 'SEQUENCE:3').map((line) => line.replace('UID:1', 'UID:2'))
    expect(of(version(14), another)).toEqual(['X', '14', '16'])
  })
})

test('a zone whose definition says nothing is known by its name, or refused', () => {
  expect(at('America/New_York')).toEqual(['2027-01-31 22:00–23:00 X'])
  const empty = part('STANDARD', 'DTSTART:19700101T000000', 'TZNAME:EST')
  expect(at('America/New_York', ...empty)).toEqual(['2027-01-31 22:00–23:00 X'])
  expect(() => at('Office')).toThrow('time_zone: Office')
  expect(() => at('Office', ...empty)).toThrow('time_zone: Office')
})

test('a zone with one offset, or whose first change comes later, has its times', () => {
  const one = part('STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETTO:+1000')
  expect(at('(UTC+10:00) Brisbane', ...one)).toEqual(['2027-01-31 07:00–08:00 X'])
  const daylight = (...more: string[]) =>
    part('DAYLIGHT', 'DTSTART:20270328T020000', 'TZOFFSETTO:+0200', ...more)
  const standard = part('STANDARD', 'DTSTART:20271031T030000', 'TZOFFSETTO:+0100')
  const berlin = ['2027-01-31 16:00–17:00 X']
  expect(at('Office', ...daylight('TZOFFSETFROM:+0100'))).toEqual(berlin)
  expect(at('Office', ...daylight(), ...standard)).toEqual(berlin)
})

test('a day and an instant are read whatever zone is written beside them', () => {
  const day = 'DTSTART;TZID=W. Atlantis Time;VALUE=DATE:20261207'
  expect(blocked(event(day, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;TZID=Lemuria:20261208'))).toEqual([
    '2026-12-07 00:00–24:00 X',
  ])
  const instant = 'DTSTART;TZID=W. Atlantis Time:20261207T020000Z'
  expect(blocked(event(instant, 'DTEND;TZID=W. Atlantis Time:20261207T030000Z'))).toEqual([
    '2026-12-07 10:00–11:00 X',
  ])
})

// Of ccs-calendarserver 237, releases-comm-central 102.
test('a calendar that says only when it is busy blocks those times', () => {
  const text = calendar(
    ...['BEGIN:VFREEBUSY', 'UID:1', 'DTSTART:20261201T000000Z', 'DTEND:20270101T000000Z'],
    'FREEBUSY:20261207T020000Z/PT1H,20261208T020000Z/20261208T040000Z',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261209T020000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20261210T020000Z/PT1H',
    ...['FREEBUSY:20200101T020000Z/PT1H', 'FREEBUSY:20261211T020000Z/PT0S', 'END:VFREEBUSY'],
  )
  expect(blocked(text)).toEqual([
    '2026-12-07 10:00–11:00 ',
    '2026-12-08 10:00–12:00 ',
    '2026-12-09 10:00–11:00 ',
  ])
})

// Of esn-sabre 48, sabre-io/dav 1603, SergeyMosin/Appointments 321.
test.each(['PRIVATE', 'Confidential'])('an event that is %s blocks without its title', (access) => {
  const at = ['DTSTART:20261207T020000Z', 'DURATION:PT1H']
  expect(blocked(event(`CLASS:${access}`, ...at))).toEqual(['2026-12-07 10:00–11:00 '])
})

// Of all-in-one-event-calendar 1041: a calendar that has our own sessions gives them back.
test('a session of this house that somebody has added to the calendar blocks nothing', () => {
  const uids = ['booking-42', 'booking-42-3', 'session-42', 'session-42-2026-12-07']
  const of = (...names: string[]) =>
    calendar(
      ...names.flatMap((uid, nth) => [
        ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:2026120${nth + 1}T020000Z`],
        ...['DURATION:PT1H', 'SUMMARY:X', 'END:VEVENT'],
      ]),
    )
  const times = (text: string) => busyTimes(text, NOW, 'studio.example').length
  expect(times(of(...uids.map((uid) => `${uid}@studio.example`)))).toBe(0)
  expect(times(of(...uids.map((uid) => `${uid}@other.example`)))).toBe(4)
  expect(times(of('42@studio.example', 'booking-x@studio.example'))).toBe(2)
})

// Of node-ical 454: Exchange leaves days out, and moves them, by times of its own zone.
test.each([
  'TZID=Europe/Berlin:20261208T000000',
  'TZID=America/Los_Angeles:20261208T000000',
  'VALUE=DATE-TIME:20261208T000000',
  'VALUE=DATE-TIME:20261207T160000Z',
  'VALUE=DATE-TIME:20261207T230000Z',
  'VALUE=DATE-TIME:20261208T050000Z',
])('a whole day left out or moved by the time %s is that day', (time) => {
  const days = ['DTSTART;VALUE=DATE:20261207', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:X']
  const left = [7, 9].map((nth) => `2026-12-0${nth} 00:00–24:00 X`)
  expect(blocked(event(...days, `EXDATE;${time}`))).toEqual(left)
  const moved = calendar(
    ...['BEGIN:VEVENT', 'UID:1', ...days, 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:1', `RECURRENCE-ID;${time}`],
    ...['DTSTART;VALUE=DATE:20261220', 'SUMMARY:X', 'END:VEVENT'],
  )
  expect(blocked(moved)).toEqual([...left, '2026-12-20 00:00–24:00 X'])
})

test('events without a length, cancelled or free block nothing; half minutes block whole ones', () => {
  expect(blocked(event('DTSTART:20261203T020000Z'))).toEqual([])
  expect(blocked(event('DTSTART:20261203T020000Z', 'DTEND:20261203T010000Z'))).toEqual([])
  expect(blocked(event('DTSTART:20261203T020030Z', 'DTEND:20261203T020130Z'))).toEqual([
    '2026-12-03 10:00–10:02 X',
  ])
  expect(blocked(event('DTSTART:20261203T160000Z', 'DTEND:20261204T160000Z'))).toEqual([
    '2026-12-04 00:00–24:00 X',
  ])
})

test('two events at one time are one block, and a title is one line without what nobody sees', () => {
  const at = ['DTSTART:20261203T020000Z', 'DURATION:PT1H']
  const two = calendar(
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:B', ...at, 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:2', 'SUMMARY:A\\nA\u202E', ...at, 'END:VEVENT'],
  )
  expect(blocked(two)).toEqual(['2026-12-03 10:00–11:00 A A +1'])
})

test('whatever is read, its times are whole, within the day, once, and the same when read again', () => {
  const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          start: fc.integer({ min: -60 * 86_400, max: 420 * 86_400 }),
          seconds: fc.integer({ min: -10, max: 20 * 86_400 }),
        }),
        { maxLength: 20 },
      ),
      (events) => {
        const text = calendar(
          ...events.flatMap(({ start, seconds }, nth) => [
            ...['BEGIN:VEVENT', `UID:${nth}`, `DTSTART:${stamp(+NOW + start * 1000)}`],
            ...[`DTEND:${stamp(+NOW + (start + seconds) * 1000)}`, 'END:VEVENT'],
          ]),
        )
        const times = busyTimes(text, NOW)
        expect(busyTimes(text, NOW)).toEqual(times)
        expect(new Set(times.map(busyKey)).size).toBe(times.length)
        const minutes = (from: number, to: number) => {
          let sum = 0
          for (const { firstDay, lastDay, fromMinute, toMinute } of times)
            for (let at = +firstDay; at <= +lastDay; at += 86_400_000) {
              const begins = at - 8 * 3_600_000 + fromMinute * 60_000
              const ends = at - 8 * 3_600_000 + toMinute * 60_000
              if (begins < to && ends > from) sum += Math.min(ends, to) - Math.max(begins, from)
            }
          return sum / 60_000
        }
        for (const { fromMinute, toMinute, firstDay, lastDay } of times) {
          expect(0 <= fromMinute && fromMinute < toMinute && toMinute <= 1440).toBe(true)
          expect(firstDay <= lastDay).toBe(true)
        }
        for (const { start, seconds } of events) {
          if (seconds <= 0 || start < -29 * 86_400 || start > 399 * 86_400) continue
          const from = Math.floor((+NOW + start * 1000) / 60_000) * 60_000
          const to = Math.ceil((+NOW + (start + seconds) * 1000) / 60_000) * 60_000
          expect(minutes(from, to)).toBeGreaterThanOrEqual((to - from) / 60_000)
        }
      },
    ),
    { numRuns: 100 },
  )
})
