import ICAL from 'ical.js'
import { calendarFiles } from '@/lib/mail/calendar'
import { LOCALES } from '@/lib/i18n/routing'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { facts, weekly } from './facts'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example:8443'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const parse = (content: string) => new ICAL.Component(ICAL.parse(content) as unknown[])
const eventsOf = (content: string) => parse(content).getAllSubcomponents('vevent')
const property = (event: InstanceType<typeof ICAL.Component>, name: string) =>
  String(event.getFirstPropertyValue(name))

describe.each(LOCALES)('the calendar file in %s', (locale) => {
  test('holds the session at its instant, with its place and its organiser', () => {
    const [file] = calendarFiles(facts, DEFAULT_SITE, locale, 'confirmed')
    const content = file?.content ?? ''
    const [event] = eventsOf(content)
    if (!event) throw new Error('no event')
    expect(file).toMatchObject({ filename: 'booking-42.ics', method: 'PUBLISH' })
    expect(String(parse(content).getFirstPropertyValue('method'))).toBe('PUBLISH')
    expect(content).toContain('\r\nDTSTART:20261201T020000Z\r\n')
    expect(content).toContain('\r\nDTEND:20261201T060000Z\r\n')
    expect(property(event, 'uid')).toBe('booking-42@studio.example')
    expect(property(event, 'sequence')).toBe('0')
    expect(property(event, 'status')).toBe('CONFIRMED')
    expect(property(event, 'summary')).toContain('Audio Podcast Premium')
    expect(property(event, 'location')).toContain('Menara Bintang')
    expect(property(event, 'organizer')).toMatch(/^mailto:.+@.+/i)
    expect(property(event, 'description')).toContain('#42')
    // RFC 5546: a published event names nobody who could accept or decline.
    expect(event.getFirstProperty('attendee')).toBeNull()
  })

  test('reminds 24 hours and 2 hours before', () => {
    const [event] = eventsOf(
      calendarFiles(facts, DEFAULT_SITE, locale, 'confirmed')[0]?.content ?? '',
    )
    const triggers = event
      ?.getAllSubcomponents('valarm')
      .map((alarm) => String(alarm.getFirstPropertyValue('trigger')))
    expect(triggers).toEqual(['-PT24H', '-PT2H'])
  })

  test('has lines of at most 75 octets, ended by CRLF and nothing else', () => {
    for (const file of [
      ...calendarFiles(weekly, DEFAULT_SITE, locale, 'confirmed'),
      ...calendarFiles(facts, DEFAULT_SITE, locale, 'cancelled'),
    ]) {
      expect(file.content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of file.content.split('\r\n'))
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(file.content.endsWith('END:VCALENDAR\r\n')).toBe(true)
    }
  })
})

test('a week is five events with names of their own, one file to add and one each to remove', () => {
  const [file, ...more] = calendarFiles(weekly, DEFAULT_SITE, 'en', 'confirmed')
  expect(more).toHaveLength(0)
  // Outlook takes only the first event of a REQUEST, and refuses one that repeats by RDATE alone.
  expect(String(parse(file?.content ?? '').getFirstPropertyValue('method'))).toBe('PUBLISH')
  const added = eventsOf(file?.content ?? '')
  for (const event of added)
    for (const name of ['rdate', 'rrule', 'recurrence-id', 'attendee'])
      expect(event.getFirstProperty(name)).toBeNull()
  expect(added.map((event) => property(event, 'dtstart'))).toEqual(
    ['03', '04', '07', '08', '09'].map((day) => `2026-12-${day}T01:00:00Z`),
  )
  const uids = [1, 2, 3, 4, 5].map((n) => `booking-42-${n}@studio.example`)
  expect(added.map((event) => property(event, 'uid'))).toEqual(uids)
  const removed = calendarFiles({ ...weekly, sequence: 3 }, DEFAULT_SITE, 'en', 'cancelled')
  expect(new Set(removed.map((file) => file.filename)).size).toBe(5)
  expect(
    removed.flatMap((file) => eventsOf(file.content).map((event) => property(event, 'uid'))),
  ).toEqual(uids)
})

test('a cancellation names the same event with its later sequence', () => {
  const [file] = calendarFiles({ ...facts, sequence: 3 }, DEFAULT_SITE, 'en', 'cancelled')
  const [event] = eventsOf(file?.content ?? '')
  if (!event || !file) throw new Error('no event')
  expect(String(parse(file.content).getFirstPropertyValue('method'))).toBe('CANCEL')
  expect(property(event, 'uid')).toBe('booking-42@studio.example')
  expect(property(event, 'sequence')).toBe('3')
  expect(property(event, 'status')).toBe('CANCELLED')
  expect(event.getAllSubcomponents('valarm')).toHaveLength(0)
})

test.each([
  '\r\nATTENDEE:mailto:x@evil.example',
  '\rATTENDEE:mailto:x@evil.example',
  '\nEND:VEVENT',
  ';x,y\\n',
  '\u2028',
])('a service name with %j stays a name', (nasty) => {
  const [event, ...others] = eventsOf(
    calendarFiles({ ...facts, serviceName: `Audio${nasty}` }, DEFAULT_SITE, 'en', 'confirmed')[0]
      ?.content ?? '',
  )
  expect(others).toHaveLength(0)
  expect(event?.getFirstProperty('attendee')).toBeNull()
  expect(String(event?.getFirstPropertyValue('summary'))).toMatch(/^Audio/)
})

// What owners type in the settings and customers in the form. Control characters are refused there,
// but rows may be older than the rule.
const TYPED = [
  'Tonstudio Käfer',
  '錄音室,吉隆坡;八樓'.repeat(6),
  'Bintang, Studio; KL \\n',
  'Level 8\r\nMenara\rBintang\nKL',
  'Vertical\u000btab\u0000nul',
  '🎙️👩🏽‍🎤🇲🇾'.repeat(9),
  '"Bintang": the studio',
]
// In the file a break or a control character is a blank.
const shown = (typed: string) => typed.replace(/\s*\p{Cc}+\s*/gu, ' ')
const parameterOf = (typed: string) => shown(typed).replaceAll('"', "'").replaceAll('\\', '/')

/** Read as bytes, as a calendar reads it. */
function linesOf(content: string): Buffer[] {
  const lines: Buffer[] = []
  let rest = Buffer.from(content)
  for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
    lines.push(rest.subarray(0, end))
    rest = rest.subarray(end + 2)
  }
  return lines
}

describe('real life: what a studio and its customers are called', () => {
  // Seen in booking systems whose calendar files a comma, an umlaut or a long Chinese address broke.
  test.each(TYPED)('a studio called and situated %j has a file that says so', (typed) => {
    const address = { ...DEFAULT_SITE.address, unit: typed, street: typed, city: typed }
    const studio = { ...DEFAULT_SITE, name: typed, address, parking: { levels: typed } }
    const content = calendarFiles(weekly, studio, 'zh', 'confirmed')[0]?.content ?? ''
    const events = eventsOf(content)
    expect(events).toHaveLength(5)
    for (const event of events) {
      const organizer = event.getFirstProperty('organizer')
      expect(organizer?.getParameter('cn')).toBe(parameterOf(typed))
      expect(property(event, 'summary')).toContain(shown(typed))
      expect(property(event, 'location')).toBe(shown([typed, typed, typed, typed].join(', ')))
      expect(property(event, 'description')).toContain(shown(typed))
    }
    for (const line of linesOf(content)) {
      expect(line.length).toBeLessThanOrEqual(75)
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(line)).not.toThrow()
    }
  })

  test.each([
    ['büro@studio.example', 'b%C3%BCro@studio.example'],
    ['hallo@büro.example', 'hallo@xn--bro-hoa.example'],
    ['录音@studio.example', '%E5%BD%95%E9%9F%B3@studio.example'],
    ['🎙@studio.example', '%F0%9F%8E%99@studio.example'],
    ['a+b&c?d%e/f@studio.example', 'a+b%26c%3Fd%25e%2Ff@studio.example'],
    ["o'neil@studio.example", "o'neil@studio.example"],
  ])('the address %s is written as an address of the web', (email, written) => {
    const studio = { ...DEFAULT_SITE, email }
    const booking = { ...facts, email }
    for (const state of ['confirmed', 'cancelled'] as const) {
      const [event] = eventsOf(calendarFiles(booking, studio, 'en', state)[0]?.content ?? '')
      if (!event) throw new Error('no event')
      expect(property(event, 'organizer')).toBe(`MAILTO:${written}`)
    }
  })

  test.each(TYPED)('the cancelled file of a customer called %j names them once', (lastName) => {
    const booking = { ...weekly, firstName: 'Zoë', lastName, email: 'zoë+studio@mail.example' }
    const files = calendarFiles(booking, DEFAULT_SITE, 'en', 'cancelled')
    expect(files).toHaveLength(5)
    for (const { content } of files) {
      const [event, ...others] = eventsOf(content)
      expect(others).toHaveLength(0)
      // RFC 5546, 3.2.5: a CANCEL of the whole event names its attendees.
      const [attendee, ...more] = event?.getAllProperties('attendee') ?? []
      expect(more).toHaveLength(0)
      expect(String(attendee?.getFirstValue())).toBe('mailto:zo%C3%AB+studio@mail.example')
      expect(attendee?.getParameter('cn')).toBe(`Zoë ${parameterOf(lastName)}`)
    }
  })
})

test('an organiser without an address fails with the reason', () => {
  const studio = { ...DEFAULT_SITE, email: 'nowhere' }
  const make = () => calendarFiles(facts, studio, 'en', 'confirmed')
  expect(make).toThrow(Error)
  expect(make).toThrow(/organizer\.email/)
})
