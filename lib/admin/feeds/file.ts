import ICAL from 'ical.js'
import { FeedRefusal } from './refusal'

/**
 * The properties that are read. A line of any other is left out before the file is parsed: what one
 * program writes wrongly in a description or beside a guest would lose the whole calendar.
 */
const READ = new Set(
  (
    'UID SEQUENCE DTSTART DTEND DURATION FREEBUSY RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP ' +
    'X-MICROSOFT-CDO-BUSYSTATUS SUMMARY CLASS TZID TZOFFSETFROM TZOFFSETTO'
  ).split(' '),
)

/** When an event was written, for which of two versions counts; left out where a program wrote it wrongly. */
const WRITTEN = /^(DTSTAMP|LAST-MODIFIED)(;[^:]*)?:\d{8}T\d{6}Z?$/i

/** True for a file that says nothing at all of when it is busy. */
export const isEmptyCalendar = (text: string): boolean =>
  !/^(BEGIN:VEVENT|FREEBUSY[;:])/im.test(text)

/** The calendars of a file, of which some programs write one for each event. Throws FeedRefusal. */
export function calendarsIn(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(linesOf(text).join('\r\n')) as unknown[]
  const roots = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][])
  const calendars = roots.map((root) => new ICAL.Component(root))
  if (calendars.some(({ name }) => name !== 'vcalendar')) throw new FeedRefusal('unreadable')
  calendars.forEach(mendZones)
  return calendars
}

/**
 * ical.js takes a zone as UTC where its definition says nothing. An empty definition is left out, so
 * that the zone is known by its name or refused; before the first change, of an iPhone that of this
 * year, it is what that change comes from. Outlook for Mac leaves out what never changes.
 */
function mendZones(calendar: ICAL.Component): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const parts = ['standard', 'daylight'].flatMap((name) => zone.getAllSubcomponents(name))
    for (const part of parts) {
      const other = parts.find((one) => one !== part && one.hasProperty('tzoffsetto')) ?? part
      if (!part.hasProperty('tzoffsetfrom')) addOffset(part, 'tzoffsetfrom', other, 'tzoffsetto')
    }
    const isWhole = (part: ICAL.Component) =>
      ['dtstart', 'tzoffsetfrom', 'tzoffsetto'].every((name) => part.hasProperty(name))
    if (!zone.hasProperty('tzid') || !parts.every(isWhole)) calendar.removeSubcomponent(zone)
    const start = (part: ICAL.Component) => String(part.getFirstPropertyValue('dtstart'))
    const [first] = parts.sort((a, b) => (start(a) < start(b) ? -1 : 1))
    if (!first) calendar.removeSubcomponent(zone)
    else if (start(first) > '1970') zone.addSubcomponent(before(first))
  }
}

function before(first: ICAL.Component): ICAL.Component {
  const part = new ICAL.Component([
    'standard',
    [['dtstart', {}, 'date-time', '1970-01-01T00:00:00']],
  ])
  for (const name of ['tzoffsetfrom', 'tzoffsetto']) addOffset(part, name, first, 'tzoffsetfrom')
  return part
}

function addOffset(to: ICAL.Component, name: string, from: ICAL.Component, known: string): void {
  const offset = from.getFirstProperty(known)?.toJSON() as unknown[] | undefined
  if (offset) to.addProperty(new ICAL.Property([name, ...offset.slice(1)], to))
}

/** Unfolded, whatever ends them, without blanks behind them. */
function linesOf(text: string): string[] {
  const ends = text.includes('\n') ? /(?<!\r)\r*\n/ : /\r/
  const unfolded: string[] = []
  for (const line of text.replace(/^\uFEFF?\s*/, '').split(ends))
    if (/^[ \t]/.test(line) && unfolded.length > 0)
      unfolded.push(`${unfolded.pop() ?? ''}${line.slice(1)}`)
    else unfolded.push(line)
  return unfolded
    .map((line) => line.trimEnd())
    .filter(isRead)
    .map(withoutBlanks)
    .filter((line) => line !== '')
    .map(asDate)
}

/** Some programs write a list of days with nothing in it, or with a comma after the last one. */
function withoutBlanks(line: string): string {
  const [, name, days = ''] = /^((?:EXDATE|RDATE)(?:;[^:]*)?:)(.*)$/i.exec(line) ?? []
  if (name === undefined) return line
  const known = days.split(',').filter((one) => one.trim() !== '')
  return known.length > 0 ? name + known.join() : ''
}

function isRead(line: string): boolean {
  const [name = ''] = /^[A-Z-]+(?=[:;]|$)/i.exec(line) ?? []
  return READ.has(name.toUpperCase()) || WRITTEN.test(line) || /^(BEGIN|END):[A-Z-]+$/i.test(line)
}

const DATED = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(;|$)/i

/** A day is one also where its line does not say so. */
function asDate(line: string): string {
  const [, name = '', days] = /^([^:]*):(\d{8}(?:,\d{8})*)$/.exec(line) ?? []
  if (days === undefined || !DATED.test(name)) return line
  const known = name.split(';').filter((part) => !/^VALUE=/i.test(part))
  return `${[...known, 'VALUE=DATE'].join(';')}:${days}`
}
