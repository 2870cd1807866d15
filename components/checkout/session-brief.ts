import { useLocale, useTranslations } from 'next-intl'
import { hoursPerDay, type Length } from '@/lib/availability/rules'
import { shortDay } from '@/lib/i18n/dates'
import type { Price } from '@/lib/money'
import { HOUR_MS, studioTime, toInstant } from '@/lib/time'
import type { SummaryLine } from './price-lines'

/** What is paid for, in a line each: what it is, and when. */
export type Brief = { what: string | null; when: string | null }

/** All that the summary of a payment says; `taxLabel` is null where no tax is charged. */
export type Bill = {
  brief: Brief
  lines: SummaryLine[]
  price: Price | null
  taxLabel: string | null
}

type Session = { service: { name: string } | null; length: Length; date: string; time: string }

/** "14:00–16:00", of the first day. */
export function sessionTimes({ date, time, length }: Omit<Session, 'service'>): string {
  const end = new Date(toInstant(date, time).getTime() + hoursPerDay(length) * HOUR_MS)
  return `${time}–${studioTime(end)}`
}

/** "Audio Basic · 2 hours" and "Fri 11 Dec, 14:00–16:00"; null for what is not chosen yet. */
export function useSessionBrief({ service, length, date, time }: Session): Brief {
  const words = useTranslations('booking.duration')
  const locale = useLocale()
  if (!service) return { what: null, when: null }
  const hours = hoursPerDay(length)
  const howLong = length.duration === 'weekly' ? words('week') : words('hours', { hours })
  // No line begins with the dot.
  const what = `${service.name}\u00a0· ${howLong}`
  if (!date || !time) return { what, when: null }
  const day = shortDay(toInstant(date, time), locale)
  return { what, when: `${day}, ${sessionTimes({ date, time, length })}` }
}
