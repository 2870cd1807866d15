import { useDates } from '@/components/dates'
import { utcMidnight } from '@/lib/time'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kuala_Lumpur',
} as const

/** An instant (ISO) in the studio's time. */
export function useMoment(): (instant: string) => string {
  const format = useDates()
  return (instant) => format.dateTime(new Date(instant), MOMENT)
}

const DAY = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
} as const

/** A studio date and time, as bookings have them. */
export function useSessionTime(): (session: { date: string; time: string }) => string {
  const format = useDates()
  return ({ date, time }) => `${format.dateTime(utcMidnight(date), DAY)}, ${time}`
}
