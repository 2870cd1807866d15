import { useFormatter, useTranslations } from 'next-intl'
import type { DayHours, Hours as OpeningHours } from '@/lib/studio'
import { dayInstant, hourText } from '@/lib/time'

/** "09:00–21:00". */
export const hoursText = ({ opens, closes }: DayHours): string =>
  `${hourText(opens)}–${hourText(closes)}`

// More would push the content below out of sight; the calendar shows all of them.
const SEASONS_SHOWN = 2
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** "Dec 21 – 31, 2026". */
export const seasonDates = (
  format: Pick<ReturnType<typeof useFormatter>, 'dateTimeRange'>,
  { from, to }: { from: string; to: string },
): string => format.dateTimeRange(dayInstant(from), dayInstant(to), DAY)

/** The opening hours of working days and other days, then the next seasons. */
export function Hours({ hours, className = '' }: { hours: OpeningHours; className?: string }) {
  const [t, common] = [useTranslations('footer'), useTranslations('common')]
  const format = useFormatter()
  const day = (date: string) => format.dateTime(instant(date), DAY)
  return (
    <dl className={`figures grid gap-y-1 ${className}`}>
      <Line days={t('weekdays')} hours={hours.weekday} />
      <Line days={t('weekends')} hours={hours.weekend} />
      {hours.seasons?.slice(0, SEASONS_SHOWN).map(({ from, to, name, weekday, weekend }) => (
        <div key={from} className="mt-2">
          <dt>
            {t('seasonName', {
              name,
              dates: common('dateRange', { from: day(from), to: day(to) }),
            })}
          </dt>
          <dd className="text-muted">
            {t('season', { weekdays: hoursText(weekday), weekends: hoursText(weekend) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Line = ({ days, hours }: { days: string; hours: DayHours }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{days}</dt>
    <dd>{hoursText(hours)}</dd>
  </div>
)
