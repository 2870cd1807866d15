import { useFormatter, useTranslations } from 'next-intl'
import { formatRM } from '@/lib/money'
import type { Stats } from '@/lib/stats/rules'
import { hourText } from '@/lib/time'
import { BarChart } from './bar-chart'

/**
 * The last twelve weeks at a look: revenue and hours by week, by service, and the hours of the day.
 * Folded away at first.
 */
export function StatsSection({ stats }: { stats: Stats }) {
  const t = useTranslations('admin.stats')
  const format = useFormatter()
  const { weeks, services, hours } = stats
  const week = (date: string) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
  const words = (label: string, value: string) => ({ label, value, table: t('numbers') })
  const empty = t('empty')
  const inHours = (value: number) => t('hours', { count: value })
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center text-base font-medium hover:text-tungsten">
        {t('title')}
      </summary>
      <div className="grid gap-4 pt-3 md:grid-cols-2">
        <BarChart
          title={t('revenueByWeek')}
          words={words(t('week'), t('revenue'))}
          empty={empty}
          bars={weeks.map((row, i) => ({
            label: week(row.week),
            ...(i % 3 === 2 && { short: week(row.week) }),
            value: row.revenue,
            text: formatRM(row.revenue),
          }))}
        />
        <BarChart
          title={t('hoursByWeek')}
          words={words(t('week'), t('booked'))}
          empty={empty}
          bars={weeks.map((row, i) => ({
            label: week(row.week),
            ...(i % 3 === 2 && { short: week(row.week) }),
            value: row.hours,
            text: inHours(row.hours),
          }))}
        />
        <BarChart
          title={t('byService')}
          words={words(t('service'), t('revenue'))}
          empty={empty}
          bars={services.map((row) => ({
            label: row.name,
            short: shortened(row.name, services.length),
            value: row.revenue,
            text: `${formatRM(row.revenue)} · ${inHours(row.hours)}`,
          }))}
        />
        <BarChart
          title={t('byHour')}
          words={words(t('hour'), t('booked'))}
          empty={empty}
          bars={hours.map((row, i) => ({
            label: hourText(row.hour),
            ...(i % 2 === 0 && { short: hourText(row.hour) }),
            value: row.hours,
            text: inHours(row.hours),
          }))}
        />
      </div>
    </details>
  )
}

/** As much of a name as fits under its bar: the table has all of it. */
const shortened = (name: string, bars: number): string => {
  const fits = Math.max(4, Math.floor(56 / bars))
  return name.length > fits ? `${name.slice(0, fits - 1)}…` : name
}
