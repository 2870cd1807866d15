import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useDates } from '@/components/dates'
import { cn } from '@/components/ui/cn'
import { viewQuery } from '@/lib/admin/calendar/rules'
import type { MonthDay } from '@/lib/admin/calendar/schema'
import { formatRM } from '@/lib/money'
import { longDate, utcMidnight, weekday } from '@/lib/time'
import type { Locale } from '@/lib/i18n/routing'

type Props = { path: string; days: readonly MonthDay[]; today: string; locale: Locale }

/** How full each day of a month is; on a phone one below the other. */
export function MonthCalendar({ path, days, today, locale }: Props) {
  const t = useTranslations('admin.calendar')
  const format = useDates()
  const first = days[0]?.date ?? today
  const month = format.dateTime(utcMidnight(first), {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  } as const)
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">{month}</h2>
      <ol className="grid gap-1 md:grid-cols-7">
        {days.map((day, nth) => (
          <li
            key={day.date}
            style={nth === 0 ? { gridColumnStart: 'var(--start)' } : undefined}
            className={nth === 0 ? STARTS[(weekday(day.date) + 6) % 7] : undefined}
          >
            <Link
              href={`${path}${viewQuery({ view: 'day', date: day.date }, today)}`}
              prefetch={false}
              aria-current={day.date === today ? 'date' : undefined}
              className={cn(
                'flex h-full min-h-12 flex-wrap content-start items-center gap-x-2.5 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm hover:bg-line md:min-h-24',
                day.date < today && 'bg-ground',
                day.date === today && 'border-2 border-tungsten',
              )}
            >
              <span className="sr-only">{longDate(day.date, locale)}</span>
              <span aria-hidden="true" className="figures w-14 font-semibold md:w-full">
                {format.dateTime(utcMidnight(day.date), {
                  ...{ weekday: 'short', day: 'numeric', timeZone: 'UTC' },
                } as const)}
              </span>
              {day.sessions > 0 && (
                <span className="figures">{t('sessions', { count: day.sessions })}</span>
              )}
              {(day.sessions > 0 || !day.closed) && (
                <span className="figures text-muted">{t('percent', { percent: day.percent })}</span>
              )}
              {day.keptSen > 0 && <span className="figures">{formatRM(day.keptSen)}</span>}
              {(day.holiday || day.closed) && (
                <span className="text-xs text-onair-soft">{day.holiday ?? t('closed')}</span>
              )}
              <span aria-hidden="true" className="h-1 w-full rounded-full bg-line">
                <span
                  className="block h-1 rounded-full bg-meter"
                  style={{ width: `${Math.min(day.percent, 100)}%` }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{t('monthNote')}</p>
    </div>
  )
}

/** The column of the first day, from 48rem on, where the weeks stand below each other. */
const STARTS = [
  ...['md:[--start:1]', 'md:[--start:2]', 'md:[--start:3]', 'md:[--start:4]'],
  ...['md:[--start:5]', 'md:[--start:6]', 'md:[--start:7]'],
]
