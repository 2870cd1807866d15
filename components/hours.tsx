import { useTranslations } from 'next-intl'
import { useDates } from './dates'
import type { Dates } from '@/lib/i18n/dates'
import { hoursByRoom, withRooms, type HouseHours } from '@/lib/rooms/house'
import type { DayHours, WeekHours } from '@/lib/studio'
import { utcMidnight, hourText } from '@/lib/time'

/** "09:00–21:00". */
export const hoursText = ({ opens, closes }: DayHours): string =>
  `${hourText(opens)}–${hourText(closes)}`

// More would push the content below out of sight; the calendar shows all of them.
const SEASONS_SHOWN = 2
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/**
 * "21 Dec 2026 – 3 Jan 2027". `range` is the sentence `common.dateRange`: the formatter's own
 * ranges repeat or leave out parts in a way that no Malay or Chinese reader writes.
 */
export const seasonDates = (
  format: Dates,
  range: (days: { from: string; to: string }) => string,
  { from, to }: { from: string; to: string },
): string =>
  range({
    from: format.dateTime(utcMidnight(from), DAY),
    to: format.dateTime(utcMidnight(to), DAY),
  })

/** The opening hours of working days and other days, by room where they differ; then the next seasons. */
export function HoursTable({ hours, className = '' }: { hours: HouseHours; className?: string }) {
  const [t, common] = [useTranslations('footer'), useTranslations('common')]
  const format = useDates()
  const week = ({ weekday, weekend }: WeekHours) =>
    t('season', { weekdays: hoursText(weekday), weekends: hoursText(weekend) })
  const entry = (key: string, name: string, text: string) => (
    <div key={key} className="mt-2">
      <dt>{name}</dt>
      <dd className="text-muted">{text}</dd>
    </div>
  )
  const seasons = hours.seasons?.slice(0, SEASONS_SHOWN).map((season) => {
    const name = t('seasonName', {
      name: withRooms(season.name, season, hours),
      dates: seasonDates(format, (days) => common('dateRange', days), season),
    })
    return entry([season.from, ...(season.roomIds ?? [])].join(), name, week(season))
  })
  const rooms = hoursByRoom(hours)
  return rooms ? (
    <dl className={`figures grid gap-y-1 ${className}`}>
      {rooms.map(({ id, name, ...usual }) => entry(String(id), name, week(usual)))}
      {seasons}
    </dl>
  ) : (
    <dl className={`figures grid gap-y-1 ${className}`}>
      <Line days={t('weekdays')} hours={hours.weekday} />
      <Line days={t('weekends')} hours={hours.weekend} />
      {seasons}
    </dl>
  )
}

const Line = ({ days, hours }: { days: string; hours: DayHours }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{days}</dt>
    <dd className="ml-auto">{hoursText(hours)}</dd>
  </div>
)
