import { runInNewContext } from 'node:vm'
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { blockedDays, byDay } from '@/lib/rooms/blocks'
import { MARKS } from '@/lib/ordinary'
import {
  addDays,
  DAY_MS,
  FIRST_DATE,
  LAST_DATE,
  MINUTE_MS,
  studioDate,
  STUDIO_ZONE,
  toInstant,
} from '@/lib/time'
import { calendarsIn } from './file'
import { FeedRefusal } from './refusal'
import { ruleTimes } from './rule'

/** Times before and after today that block; nobody can book further ahead. */
const BACK_DAYS = 30
const AHEAD_DAYS = 400
const MOST_EVENTS = 10_000
const MOST_OCCURRENCES = 20_000
const MOST_TIMES = 2_000
const LONGEST_TITLE = 150
/** ical.js has no limit of its own for a rule that never ends. */
const PATIENCE_MS = 4_000

/** What blocks the room: the columns of a block, and what the events are called. */
export type BusyTime = ReturnType<typeof blockedDays> & { title: string }

type Span = { startsAt: Date; endsAt: Date }
type Found = Span & { title: string }

/**
 * The times at which the events of a calendar file are busy, from 30 days before `now` to 400 after
 * it, each once, in their order; without the sessions of this house, which have a UID of `host`.
 * Throws FeedRefusal.
 */
export function busyTimes(text: string, now: Date, host: string | null = null): BusyTime[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text)) throw new FeedRefusal('not_calendar')
  const read = { done: null as BusyTime[] | null, refused: null as unknown }
  const run = () => {
    try {
      read.done = timesIn(text, now, host)
    } catch (error) {
      read.refused = error
    }
  }
  try {
    // Ends whatever runs inside it, also a loop without an end.
    runInNewContext('run()', { run }, { timeout: PATIENCE_MS })
  } catch {
    throw new FeedRefusal('too_many')
  }
  if (read.done) return read.done
  if (read.refused instanceof FeedRefusal) throw read.refused
  throw new FeedRefusal('unreadable')
}

function timesIn(text: string, now: Date, host: string | null): BusyTime[] {
  const today = studioDate(now)
  const within = {
    startsAt: toInstant(addDays(today, -BACK_DAYS), '00:00'),
    endsAt: toInstant(addDays(today, AHEAD_DAYS), '00:00'),
  }
  const calendars = calendarsIn(text)
  const isOwn = (uid: string) => host !== null && OWN.test(uid) && uid.endsWith(`@${host}`)
  const written = calendars
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
    .filter((event) => !isOwn(uidOf(event)))
  if (written.length > MOST_EVENTS) throw new FeedRefusal('too_many')
  const events = newestOf(written)
  const replaced = replacedOf(events)
  const budget = { left: MOST_OCCURRENCES }
  const found = events.flatMap((event) => occurrencesOf(event, within, replaced, budget))
  const taken = calendars
    .flatMap((calendar) => calendar.getAllSubcomponents('vfreebusy'))
    .flatMap((times) => takenOf(times, within))
  return merged([...found, ...taken])
}

/** Of a calendar that says only when it is busy, without events. */
const takenOf = (times: ICAL.Component, within: Span): Found[] =>
  times
    .getAllProperties('freebusy')
    .filter((property) => String(property.getParameter('fbtype')).toUpperCase() !== 'FREE')
    .flatMap((property) => property.getValues() as unknown[])
    .map((period) => ({ ...periodOf(period, null), title: '' }))
    .filter((span) => isWithin(span, within))

const isWithin = ({ startsAt, endsAt }: Span, within: Span): boolean =>
  startsAt < endsAt && startsAt < within.endsAt && endsAt > within.startsAt

function periodOf(period: unknown, zone: Zone): Span {
  if (!(period instanceof ICAL.Period)) throw new FeedRefusal('unreadable')
  const startsAt = instantOf(period.start, zone)
  const ms = period.getDuration().toSeconds() * 1000
  return { startsAt, endsAt: new Date(startsAt.getTime() + ms) }
}

/** How our own calendars name a session: somebody added one from a mail. */
const OWN = /^(booking|session)-\d+(-[\d-]+)?@/

/**
 * Without what another version of the same moved occurrence has replaced: the one of the higher
 * SEQUENCE counts, else the one that was written later. Where neither can be told, both do.
 */
function newestOf(events: readonly ICAL.Component[]): ICAL.Component[] {
  const versions = new Map<string, ICAL.Component[]>()
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id')
    if (!property || uidOf(event) === '') continue
    const key = `${uidOf(event)} ${timesOf(property)[0] ?? ''}`
    versions.set(key, [...(versions.get(key) ?? []), event])
  }
  const replaced = new Set(
    [...versions.values()].flatMap((same) =>
      same.filter((event) => same.some((other) => isNewer(other, event))),
    ),
  )
  return events.filter((event) => !replaced.has(event))
}

function isNewer(one: ICAL.Component, other: ICAL.Component): boolean {
  const [sequence = 0, before = 0] = [one, other].map((event) =>
    Number(event.getFirstPropertyValue('sequence') ?? 0),
  )
  if (sequence !== before) return sequence > before
  for (const name of ['last-modified', 'dtstamp']) {
    const [at, than] = [one, other].map((event) => String(event.getFirstPropertyValue(name) ?? ''))
    if (at && than && at !== than) return at > than
  }
  return false
}

/** By the events' UIDs, the occurrences that have an event of their own. */
function replacedOf(events: readonly ICAL.Component[]): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>()
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id')
    if (!property) continue
    // Every later occurrence would move with it.
    if (property.getParameter('range')) throw new FeedRefusal('rule', 'RANGE')
    const uid = uidOf(event)
    const keys = replaced.get(uid) ?? new Set<string>()
    for (const key of timesOf(property)) keys.add(key)
    replaced.set(uid, keys)
  }
  return replaced
}

const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '')

function occurrencesOf(
  event: ICAL.Component,
  within: Span,
  replaced: ReadonlyMap<string, ReadonlySet<string>>,
  budget: { left: number },
): Found[] {
  const start = event.getFirstProperty('dtstart')
  if (!start || !isBusy(event)) return []
  const begins = timeIn(start)
  const zone = zoneOf(start)
  const length = lengthOf(event, begins, zone)
  if (length.ms <= 0) return []
  const title = titleOf(event)
  const isAlone = event.getFirstProperty('recurrence-id') !== null
  const skipped = new Set([
    ...event.getAllProperties('exdate').flatMap(timesOf),
    ...(isAlone ? [] : (replaced.get(uidOf(event)) ?? [])),
  ])
  const times = isAlone
    ? [begins]
    : [begins, ...repeated(event, begins, zone, length, within, budget)]
  const spans = times
    .filter((time) => !keysOf(time, zone).some((key) => skipped.has(key)))
    .map((time) => spanOf(time, zone, length))
  const added = isAlone ? [] : addedOf(event, length, skipped)
  return [...spans, ...added]
    .filter((span) => isWithin(span, within))
    .map((span) => ({ ...span, title }))
}

function isBusy(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    value('status') !== 'CANCELLED' &&
    value('transp') !== 'TRANSPARENT' &&
    value('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}

/** On one line, without what nobody sees; cut where it is too long. Of a private event nothing. */
function titleOf(event: ICAL.Component): string {
  const access = String(event.getFirstPropertyValue('class') ?? '').toUpperCase()
  if (access === 'PRIVATE' || access === 'CONFIDENTIAL') return ''
  const text = String(event.getFirstPropertyValue('summary') ?? '')
    .slice(0, 1_000)
    .replace(MARKS, '')
    .replace(/[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const letters = [...text]
  return letters.length > LONGEST_TITLE ? `${letters.slice(0, LONGEST_TITLE - 1).join('')}…` : text
}

/** A time zone's name where the file does not say what it is; null where it does, or none is named. */
type Zone = string | null

function zoneOf(property: ICAL.Property): Zone {
  const name = property.getParameter('tzid')
  const value = property.getFirstValue() as unknown
  // Neither a day nor an instant needs the zone that some programs write beside it.
  const needsZone = !(value instanceof ICAL.Time) || !(value.isDate || isUtc(value))
  if (!needsZone) return null
  if (typeof name !== 'string' || property.parent?.getTimeZoneByID(name)) return null
  // Outlook writes the names of Windows, not always with what they mean; others whose name it is in front.
  const parts = name.slice(-60).split('/')
  const within = parts.map((_, at) => parts.slice(at + 1).join('/'))
  const known = [name, ...findIana(name), ...within].find(isKnownZone)
  if (known === undefined) throw new FeedRefusal('time_zone', name.slice(0, 60))
  return known
}

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function timeIn(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue() as unknown
  if (!(value instanceof ICAL.Time)) throw new FeedRefusal('unreadable')
  return value
}

const dateOf = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const isUtc = ({ zone }: ICAL.Time): boolean => zone === ICAL.Timezone.utcTimezone

/** The day that is meant by a time where days are; an instant is one of a day of the studio's. */
const dayOf = (time: ICAL.Time): string =>
  !time.isDate && isUtc(time) ? studioDate(new Date(time.toUnixTime() * 1000)) : dateOf(time)

/** A day is one of the studio's, and so is a time without a zone. */
function instantOf(time: ICAL.Time, zone: Zone): Date {
  if (time.isDate) return toInstant(dateOf(time), '00:00')
  if (time.zone !== ICAL.Timezone.localTimezone) return new Date(time.toUnixTime() * 1000)
  const { year, month, day, hour, minute, second } = time
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const first = wall - offsetAt(wall, zone ?? STUDIO_ZONE)
  return new Date(wall - offsetAt(first, zone ?? STUDIO_ZONE))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone is ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(zone, format)
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const dayKey = (day: string) => `day ${day}`

/** How an occurrence is told from the others: by its day, and by its instant or as a whole day. */
const keysOf = (time: ICAL.Time, zone: Zone): string[] => [
  dateOf(time),
  time.isDate ? dayKey(dateOf(time)) : String(instantOf(time, zone).getTime()),
]

/** A time also names the whole day that it is of: so does Exchange. */
function timesOf(property: ICAL.Property): string[] {
  const zone = zoneOf(property)
  return (property.getValues() as unknown[]).flatMap((value) => {
    if (!(value instanceof ICAL.Time)) throw new FeedRefusal('unreadable')
    if (value.isDate) return dateOf(value)
    return [String(instantOf(value, zone).getTime()), dayKey(dayOf(value))]
  })
}

/** Whole days have a number of days, whatever clocks do. */
type Length = { days: number | null; ms: number }

function lengthOf(event: ICAL.Component, begins: ICAL.Time, zone: Zone): Length {
  const end = event.getFirstProperty('dtend')
  const duration = event.getFirstPropertyValue('duration') as unknown
  const startsAt = instantOf(begins, zone)
  const ms = end
    ? instantOf(timeIn(end), zoneOf(end)).getTime() - startsAt.getTime()
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : begins.isDate
        ? DAY_MS
        : 0
  // What ends on its first day was meant to include it.
  return begins.isDate ? daysOf(Math.max(1, Math.ceil(ms / DAY_MS))) : { days: null, ms }
}

const daysOf = (days: number): Length => ({ days, ms: days * DAY_MS })

function spanOf(time: ICAL.Time, zone: Zone, { days, ms }: Length): Span {
  const startsAt = instantOf(time, zone)
  const endsAt = new Date(startsAt.getTime() + (days === null ? ms : days * DAY_MS))
  return { startsAt, endsAt }
}

/** The times by the rules of an event, but the first. */
function repeated(
  event: ICAL.Component,
  begins: ICAL.Time,
  zone: Zone,
  length: Length,
  within: Span,
  budget: { left: number },
): ICAL.Time[] {
  const times: ICAL.Time[] = []
  for (const rule of event.getAllProperties('rrule')) {
    const recur = rule.getFirstValue() as unknown
    if (!(recur instanceof ICAL.Recur)) throw new FeedRefusal('unreadable')
    refuseUnknownParts(rule)
    const from = new Date(within.startsAt.getTime() - length.ms)
    const first = nearer(recur, begins, from)
    const isOver = overAfter(recur.until, begins, zone)
    // ical.js would compare a time without a zone, or a day, as if it were one of UTC.
    recur.until = null
    for (const time of ruleTimes(recur, first)) {
      if (--budget.left < 0) throw new FeedRefusal('too_many')
      const at = instantOf(time, zone)
      if (at >= within.endsAt || isOver(time)) break
      if (at > from && time.compare(begins) !== 0) times.push(time)
    }
  }
  return times
}

/** `BYWEEKNO` is not among them: ical.js gives other days for weeks of the year. */
const RULE_PARTS = new Set(
  (
    'freq until count interval wkst bysecond byminute byhour byday bymonthday byyearday bymonth ' +
    'bysetpos'
  ).split(' '),
)

/** A part that ical.js does not know it leaves out, as `BYEASTER`: other days would be blocked. */
function refuseUnknownParts(rule: ICAL.Property): void {
  const [, , , parts] = rule.toJSON() as unknown[]
  for (const [name, value] of Object.entries(parts as Record<string, unknown>)) {
    const isUsual = ['rscale GREGORIAN', 'skip OMIT'].includes(`${name} ${String(value)}`)
    if (name !== '' && !RULE_PARTS.has(name) && !isUsual)
      throw new FeedRefusal('rule', name.toUpperCase().slice(0, 60))
  }
}

/**
 * Whether a time is after the last one that a rule may give. A day includes all of its times; what has
 * no zone is in that of the event.
 */
function overAfter(
  until: ICAL.Time | null,
  begins: ICAL.Time,
  zone: Zone,
): (time: ICAL.Time) => boolean {
  if (!until) return () => false
  if (begins.isDate || until.isDate) {
    const last = dayOf(until)
    return (time) => dateOf(time) > last
  }
  const last = until.clone()
  if (last.zone === ICAL.Timezone.localTimezone) last.zone = begins.zone
  const lastInstant = instantOf(last, zone)
  return (time) => instantOf(time, zone) > lastInstant
}

/**
 * Where the counting of a rule may begin so that it says the same from `from` on: a daily or weekly
 * rule that does not count its occurrences, a whole number of its intervals later. That time itself
 * need not be one, so that it stays two intervals before `from`.
 */
function nearer(recur: ICAL.Recur, begins: ICAL.Time, from: Date): ICAL.Time {
  const unit = recur.freq === 'DAILY' ? 1 : recur.freq === 'WEEKLY' ? 7 : 0
  const step = unit * Math.max(1, recur.interval)
  const days = (from.getTime() - Date.parse(`${dateOf(begins)}T00:00:00Z`)) / DAY_MS
  if (unit === 0 || recur.count || !(days > 3 * step)) return begins
  const later = begins.clone()
  later.adjust((Math.floor(days / step) - 2) * step, 0, 0, 0)
  return later
}

/** Single times that an event has besides its rules. */
function addedOf(event: ICAL.Component, length: Length, skipped: ReadonlySet<string>): Span[] {
  return event.getAllProperties('rdate').flatMap((property) => {
    const zone = zoneOf(property)
    return (property.getValues() as unknown[]).flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) throw new FeedRefusal('unreadable')
      if (keysOf(time, zone).some((key) => skipped.has(key))) return []
      return value instanceof ICAL.Period ? periodOf(value, zone) : spanOf(time, zone, length)
    })
  })
}

/** As blocks: whole minutes of days, what is at the same time once, in the order of times. */
function merged(found: readonly Found[]): BusyTime[] {
  const times = new Map<string, BusyTime & { titles: Set<string> }>()
  for (const { title, ...span } of found)
    for (const block of blocksOf(span)) {
      const key = busyKey(block)
      const known = times.get(key) ?? { ...block, title: '', titles: new Set() }
      if (title) known.titles.add(title)
      times.set(key, known)
      if (times.size > MOST_TIMES) throw new FeedRefusal('too_many')
    }
  return [...times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { titles, ...time }]) => {
      const [title = ''] = [...titles].sort()
      return { ...time, title: titles.size > 1 ? `${title} +${titles.size - 1}` : title }
    })
}

type Days = ReturnType<typeof blockedDays>

/** Which time of a calendar a block stands for. */
export const busyKey = ({ firstDay, lastDay, fromMinute, toMinute }: Days): string =>
  [
    ...[firstDay, lastDay].map((day) => day.toISOString().slice(0, 10)),
    ...[fromMinute, toMinute].map((minute) => String(minute).padStart(4, '0')),
  ].join(' ')

const EARLIEST = toInstant(FIRST_DATE, '00:00')
const LATEST = toInstant(LAST_DATE, '00:00')

/** A block has the same hours on each of its days: a first day and a last one that are not whole apart. */
function blocksOf({ startsAt, endsAt }: Span): Days[] {
  const from = Math.max(+EARLIEST, Math.floor(+startsAt / MINUTE_MS) * MINUTE_MS)
  const to = Math.min(+LATEST, Math.ceil(+endsAt / MINUTE_MS) * MINUTE_MS)
  const first = partOf(new Date(from), new Date(Math.min(to, +midnightAfter(from))))
  const days: Days[] = [first]
  const lastMidnight = +toInstant(studioDate(new Date(to)), '00:00')
  const second = +midnightAfter(from)
  if (lastMidnight > second) {
    const isWhole = first.fromMinute === 0
    const middle = blockedDays({
      date: studioDate(new Date(isWhole ? from : second)),
      until: addDays(studioDate(new Date(lastMidnight)), -1),
      from: '00:00',
      to: '24:00',
    })
    if (isWhole) days.pop()
    days.push(middle)
  }
  if (to > lastMidnight && lastMidnight >= second)
    days.push(partOf(new Date(lastMidnight), new Date(to)))
  return days
}

const midnightAfter = (instant: number): Date =>
  toInstant(addDays(studioDate(new Date(instant)), 1), '00:00')

function partOf(startsAt: Date, endsAt: Date): Days {
  const [part] = byDay({ startsAt, endsAt })
  if (!part) throw new FeedRefusal('unreadable')
  return blockedDays({ ...part, until: null })
}
