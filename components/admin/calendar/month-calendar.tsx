import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useDates } from '@/components/dates'
import { cn } from '@/components/ui/cn'
import { viewQuery } from '@/lib/admin/calendar/rules'
import type { MonthDay } from '@/lib/admin/calendar/schema'
import { formatRM } from '@/lib/money'
import { addDays, longDate, utcMidnight, weekday } from '@/lib/time'
import type { Locale } from '@/lib/i18n/routing'

type Props = { path: string; days: readonly MonthDay[]; today: string; locale: Locale }

// A Monday, from which the names of the weekdays are counted.
const MONDAY = '2026-11-02'

/** Said of a day, and seen where its cell is wide enough. */
const SAID = 'max-md:sr-only'

/**
 * How full each day of a month is. On a phone a cell has the number of sessions and how full it is,
 * and the holidays are named below; the day itself has the rest.
 */
export function MonthCalendar({ path, days, today, locale }: Props) {
  const t = useTranslations('admin.calendar')
  const format = useDates()
  const first = days[0]?.date ?? today
  const written = (date: string, how: Intl.DateTimeFormatOptions) =>
    format.dateTime(utcMidnight(date), { ...how, timeZone: 'UTC' })
  const holidays = days.filter(({ holiday }) => holiday !== null)
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">{written(first, { month: 'long', year: 'numeric' })}</h2>
      <div className="grid gap-1">
        <div
          aria-hidden="true"
          className="grid grid-cols-7 gap-1 text-center text-xs text-muted md:hidden"
        >
          {STARTS.map((_, column) => (
            <span key={column}>{written(addDays(MONDAY, column), { weekday: 'narrow' })}</span>
          ))}
        </div>
        <ol className="grid grid-cols-7 gap-1">
          {days.map((day, nth) => (
            <li
              key={day.date}
              style={nth === 0 ? { gridColumnStart: 'var(--start)' } : undefined}
              className={nth === 0 ? STARTS[(weekday(day.date) + 6) % 7] : undefined}
            >
              <Link
                href={`${path}${viewQuery({ view: 'day', date: day.date }, today)}`}
                aria-current={day.date === today ? 'date' : undefined}
                className={cn(
                  'relative flex h-full min-h-14 flex-wrap content-start items-center gap-x-2.5 rounded-md border border-line bg-raised px-1.5 py-1 text-sm hover:bg-line md:min-h-24 md:px-2.5 md:py-1.5',
                  day.date < today && 'bg-ground',
                  day.closed && CLOSED,
                  day.date === today && 'border-2 border-tungsten',
                )}
              >
                <span className="sr-only">{longDate(day.date, locale)}</span>
                <span aria-hidden="true" className="figures w-full font-semibold">
                  <span className={cn('md:hidden', day.holiday && 'underline decoration-dotted')}>
                    {Number(day.date.slice(8))}
                  </span>
                  <span className="max-md:hidden">
                    {written(day.date, { weekday: 'short', day: 'numeric' })}
                  </span>
                </span>
                {day.sessions > 0 && (
                  <>
                    <span className={`figures ${SAID}`}>
                      {t('sessions', { count: day.sessions })}
                    </span>
                    <span aria-hidden="true" className="figures w-full text-right md:hidden">
                      {`×${day.sessions}`}
                    </span>
                  </>
                )}
                {(day.sessions > 0 || !day.closed) && (
                  <span className={`figures text-muted ${SAID}`}>
                    {t('percent', { percent: day.percent })}
                  </span>
                )}
                {day.keptSen > 0 && (
                  <span className={`figures ${SAID}`}>{formatRM(day.keptSen)}</span>
                )}
                {(day.holiday || day.closed) && (
                  <span className={`text-xs text-onair-soft ${SAID}`}>
                    {day.holiday ?? t('closed')}
                  </span>
                )}
                <span aria-hidden="true" className="mt-auto h-1 w-full rounded-full bg-line">
                  <span
                    className="block h-1 rounded-full bg-meter"
                    style={{ width: `${Math.min(day.percent, 100)}%` }}
                  />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
      {holidays.length > 0 && (
        <ul aria-hidden="true" className="grid gap-1 text-sm md:hidden">
          {holidays.map(({ date, holiday }) => (
            <li
              key={date}
            >{`${written(date, { weekday: 'short', day: 'numeric' })} · ${holiday}`}</li>
          ))}
        </ul>
      )}
      <p className={`text-sm text-muted ${SAID}`}>{t('monthNote')}</p>
    </div>
  )
}

const CLOSED =
  'max-md:bg-[repeating-linear-gradient(135deg,var(--color-edge)_0_1px,transparent_1px_6px)]'

/** The column of the first day. */
const STARTS = [
  ...['[--start:1]', '[--start:2]', '[--start:3]', '[--start:4]'],
  ...['[--start:5]', '[--start:6]', '[--start:7]'],
]
