import { useDates } from '@/components/dates'

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
