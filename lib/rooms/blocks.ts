import { addDays, studioDate, studioTime, toInstant, utcMidnight } from '@/lib/time'

/** Minutes since midnight of "HH:MM"; "24:00" is the end of the day. */
export const minuteOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The columns of a block on every day from `date` to `until`, or on one day. */
export const blockedDays = ({
  date,
  until,
  from,
  to,
}: {
  date: string
  until: string | null
  from: string
  to: string
}) => ({
  firstDay: utcMidnight(date),
  lastDay: utcMidnight(until ?? date),
  fromMinute: minuteOf(from),
  toMinute: minuteOf(to),
})

/** The part of each studio day, as HH:MM, "24:00" for a day's end. */
export function byDay({
  startsAt,
  endsAt,
}: {
  startsAt: Date
  endsAt: Date
}): { date: string; from: string; to: string }[] {
  const parts = []
  for (
    let date = studioDate(startsAt);
    toInstant(date, '00:00') < endsAt;
    date = addDays(date, 1)
  ) {
    const [midnight, next] = [toInstant(date, '00:00'), toInstant(addDays(date, 1), '00:00')]
    parts.push({
      date,
      from: startsAt > midnight ? studioTime(startsAt) : '00:00',
      to: endsAt < next ? studioTime(endsAt) : '24:00',
    })
  }
  return parts
}
