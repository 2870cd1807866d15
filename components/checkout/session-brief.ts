import { useFormatter, useTranslations } from 'next-intl'
import { hoursPerDay, type Length } from '@/lib/availability/rules'
import { HOUR_MS, STUDIO_ZONE, studioTime, toInstant } from '@/lib/time'

/** What is paid for, in a line each: what it is, and when. */
export type Brief = { what: string | null; when: string | null }

type Session = { service: string; length: Length; date: string; time: string }

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: STUDIO_ZONE } as const

/** "Audio Basic · 2 hours" and "Fri, Dec 11, 14:00–16:00"; null for what is not chosen yet. */
export function useSessionBrief(session: Session | null): Brief {
  const words = useTranslations('booking.duration')
  const format = useFormatter()
  if (!session) return { what: null, when: null }
  const { service, length, date, time } = session
  const hours = hoursPerDay(length)
  const howLong = length.duration === 'weekly' ? words('week') : words('hours', { hours })
  const what = `${service} · ${howLong}`
  if (!date || !time) return { what, when: null }
  const start = toInstant(date, time)
  const end = new Date(start.getTime() + hours * HOUR_MS)
  return { what, when: `${format.dateTime(start, DAY)}, ${time}–${studioTime(end)}` }
}
