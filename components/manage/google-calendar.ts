import type { VisitTimes } from '@/lib/bookings/schema'
import { addressLine, type Site } from '@/lib/settings/site'

const stamp = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, '')

/**
 * Opens Google Calendar with the session filled in; null for a week, whose five days do not fit
 * into one such link.
 */
export function googleCalendarLink(
  { service, room, days, startsAt, endsAt }: VisitTimes,
  studio: Pick<Site, 'name' | 'address'>,
  details: string,
): string | null {
  if (days.length !== 1) return null
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${service} · ${studio.name}`,
    dates: `${stamp(startsAt)}/${stamp(endsAt)}`,
    details,
    location: [studio.name, ...(room ? [room.name] : []), addressLine(studio)].join(', '),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
