import { SITE } from '@/lib/site'
import type { Visit } from '@/lib/bookings/schema'

const stamp = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, '')

/** Opens Google Calendar with the session filled in; null for a week, whose five days one such link cannot say. */
export function googleCalendarLink({ service, days, startsAt, endsAt }: Visit, details: string): string | null {
  if (days.length !== 1) return null
  const { unit, street, city } = SITE.address
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${service} · ${SITE.name}`,
    dates: `${stamp(startsAt)}/${stamp(endsAt)}`,
    details,
    location: [SITE.name, unit, street, city].join(', '),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
