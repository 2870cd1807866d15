import { useTranslations } from 'next-intl'
import type { DayHours, Hours as OpeningHours } from '@/lib/studio'
import { hourText } from '@/lib/time'

/** "09:00–21:00". */
export const hoursText = ({ opens, closes }: DayHours): string =>
  `${hourText(opens)}–${hourText(closes)}`

/** The opening hours: the days in words, and from when to when. */
export function Hours({ hours, className = '' }: { hours: OpeningHours; className?: string }) {
  const t = useTranslations('footer')
  return (
    <dl className={`figures grid gap-y-1 ${className}`}>
      <Line days={t('weekdays')} hours={hours.weekday} />
      <Line days={t('weekends')} hours={hours.weekend} />
    </dl>
  )
}

const Line = ({ days, hours }: { days: string; hours: DayHours }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{days}</dt>
    <dd>{hoursText(hours)}</dd>
  </div>
)
