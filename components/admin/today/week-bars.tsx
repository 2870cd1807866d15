import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import type { Today } from '@/lib/admin/today/schema'
import { utcMidnight } from '@/lib/time'

const DAY = { weekday: 'short', timeZone: 'UTC' } as const
const HOUR_MINUTES = 60

/** The booked hours of seven days, each of its opening hours. */
export function WeekBars({ week }: { week: Today['week'] }) {
  const t = useTranslations('admin.today')
  const format = useDates()
  return (
    <section aria-labelledby="today-week" className="grid gap-2">
      <h2 id="today-week" className="text-sm font-semibold">
        {t('week')}
      </h2>
      <ul className="grid grid-cols-7 gap-1.5 text-center text-xs text-muted">
        {week.map(({ date, minutes, open }) => (
          <li key={date} className="grid gap-1">
            <meter
              min={0}
              max={Math.max(open, minutes, 1)}
              value={minutes}
              className="h-2 w-full"
              aria-hidden="true"
            />
            <span className="figures">{t('hours', { hours: minutes / HOUR_MINUTES })}</span>
            <span>{format.dateTime(utcMidnight(date), DAY)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
