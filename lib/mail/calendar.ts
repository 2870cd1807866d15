import 'server-only'
import { domainToASCII } from 'node:url'
import { createEvents, type EventAttributes } from 'ics'
import { lengthKey } from '@/lib/availability/rules'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { fullName } from '@/lib/names'
import { whatsappLink } from '@/lib/settings/links'
import { addressLine, type Site } from '@/lib/settings/site'
import type { BookingFacts } from './schema'

/**
 * PUBLISH and CANCEL are the methods of RFC 5546 for an event that is announced, not negotiated: a
 * REQUEST would show "Decline" to the customer and mail the studio replies that change nothing.
 */
export type CalendarFile = { filename: string; content: string; method: 'PUBLISH' | 'CANCEL' }
type State = 'confirmed' | 'cancelled'
type Booked = Pick<
  BookingFacts,
  | 'bookingId'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'serviceName'
  | 'room'
  | 'duration'
  | 'hours'
  | 'spans'
  | 'sequence'
>

const MAX_OCTETS = 75

/**
 * The calendar files of a booking in the visitor's language, organised by `studio`. The UID of an
 * event never changes, so the same booking sent again with a greater `sequence` replaces the event.
 * Confirmed: one file, with five events for weekly. Outlook opens several events as one calendar
 * when the method is PUBLISH, takes only the first of a REQUEST, and ignores an event that repeats
 * by RDATE alone; a week follows no RRULE, because it skips public holidays. Cancelled: a file per
 * event, because a CANCEL may contain only one.
 */
export function calendarFiles(
  booking: Booked,
  studio: Site,
  locale: Locale,
  state: State,
): CalendarFile[] {
  const events = booking.spans.map((_, index) => eventOf(booking, index, studio, locale, state))
  const stem = `booking-${booking.bookingId}`
  if (state === 'confirmed') return [fileOf(`${stem}.ics`, events, 'PUBLISH')]
  return events.map((event, index) =>
    fileOf(
      events.length === 1 ? `${stem}-cancelled.ics` : `${stem}-${index + 1}-cancelled.ics`,
      [event],
      'CANCEL',
    ),
  )
}

export const calendarHost = () => new URL(env().SITE_URL).hostname

function eventOf(
  booking: Booked,
  index: number,
  studio: Site,
  locale: Locale,
  state: State,
): EventAttributes {
  const t = translator(locale, 'mail')
  const span = booking.spans[index]
  if (!span) throw new RangeError(`Booking ${booking.bookingId} has no span ${index}`)
  const weekly = booking.spans.length > 1
  return {
    uid: `booking-${booking.bookingId}${weekly ? `-${index + 1}` : ''}@${calendarHost()}`,
    sequence: booking.sequence,
    start: Date.parse(span.startsAt),
    end: Date.parse(span.endsAt),
    title: oneLine(t('calendar.title', { service: booking.serviceName, studio: studio.name })),
    description: descriptionOf(booking, studio, locale),
    location: oneLine(
      [studio.name, ...(booking.room ? [booking.room] : []), addressLine(studio)].join(', '),
    ),
    geo: { lat: studio.geo.latitude, lon: studio.geo.longitude },
    organizer: party(studio.name, studio.email),
    // RFC 5546: a CANCEL names whose event it was, a PUBLISH must name no attendee.
    attendees:
      state === 'cancelled' && booking.email !== ''
        ? [party(fullName(booking), booking.email)]
        : [],
    status: state === 'confirmed' ? 'CONFIRMED' : 'CANCELLED',
    transp: state === 'confirmed' ? 'OPAQUE' : 'TRANSPARENT',
    alarms:
      state === 'confirmed' ? [24, 2].map((hours) => reminder(t('calendar.reminder'), hours)) : [],
  }
}

/** A parameter of the file cannot contain a double quote, and calendars read "\n" in it as a break. */
const party = (name: string, email: string) => ({
  name: oneLine(name).replaceAll('"', "'").replaceAll('\\', '/'),
  email: uriAddress(email),
})

/**
 * An address as RFC 6068 writes it after "mailto:", in ASCII. The library refuses any other
 * character, although "büro@" is an address. The plus sign stays, because calendars compare
 * addresses as text.
 */
function uriAddress(email: string): string {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/)
  return `${encodeURIComponent(local).replaceAll('%2B', '+')}@${domainToASCII(domain)}`
}

const reminder = (description: string, hours: number) => ({
  action: 'display' as const,
  description,
  trigger: { hours, before: true },
})

function descriptionOf(booking: Booked, studio: Site, locale: Locale): string {
  const t = translator(locale, 'mail')
  return [
    t('calendar.reference', {
      id: booking.bookingId,
      duration: t(`duration.${lengthKey(booking)}`, { hours: booking.hours }),
    }),
    t('next.arrive'),
    t('where.parking', { levels: studio.parking.levels }),
    t.markup('bring.essential', { b: (words) => words }),
    `${t('help.whatsapp')} ${whatsappLink(studio, t('help.prefill', { id: booking.bookingId }))}`,
    studio.phone,
  ]
    .map(oneLine)
    .join('\n')
}

const fileOf = (
  filename: string,
  events: EventAttributes[],
  method: CalendarFile['method'],
): CalendarFile => ({ filename, method, content: calendarText(events, method) })

/** Of instants in UTC, so that it needs no time zones. Throws when an event cannot be written. */
export function calendarText(
  events: EventAttributes[],
  method: CalendarFile['method'],
  about: { calName?: string } = {},
): string {
  const { error, value } = createEvents(events, {
    productId: `-//${calendarHost()}//Booking//EN`,
    method,
    ...about,
  })
  // The library's error is a copy that is no Error.
  if (!value)
    throw new Error(`The calendar file was not made: ${error?.message ?? 'it is empty'}`, {
      cause: error,
    })
  return refold(value)
}

/** A file contains no control characters (RFC 5545), and a lone carriage return would end a line. */
export const oneLine = (text: string) => text.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ')

/** The library folds at 75 characters; RFC 5545 counts octets, and a Chinese character has three. */
function refold(file: string): string {
  return file
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(fold)
    .join('\r\n')
}

function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > MAX_OCTETS) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part].join('\r\n')
}
