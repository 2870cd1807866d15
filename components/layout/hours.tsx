import { useFormatter, useTranslations } from 'next-intl'
import type { DayHours, Hours as OpeningHours } from '@/lib/studio'
import { hourText } from '@/lib/time'

/** "09:00–21:00". */
export const hoursText = ({ opens, closes }: DayHours): string =>
  `${hourText(opens)}–${hourText(closes)}`

// More would push what stands below out of sight; the calendar has them all.
const SEASONS_SHOWN = 2
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const instant = (date: string) => new Date(`${date}T00:00:00Z`)

/** The opening hours: the days in words, and from when to when; then the seasons to come. */
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
