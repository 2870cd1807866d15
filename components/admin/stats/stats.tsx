import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import type { Stats } from '@/lib/admin/stats/rules'
import { formatRM } from '@/lib/money'
import { hourText, utcMidnight } from '@/lib/time'

/**
 * The last twelve weeks at a glance: revenue and hours by week, by service, and the hours of the
 * day. Collapsed at first.
 */
export function StatsSection({ stats }: { stats: Stats }) {
  const t = useTranslations('admin.stats')
  const format = useDates()
  const { weeks, services, hours } = stats
  const week = (date: string) =>
    format.dateTime(utcMidnight(date), {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
  const words = (label: string, value: string) => ({ label, value, table: t('numbers') })
  const empty = t('empty')
  const inHours = (value: number) => t('hours', { count: value })
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-3 text-base font-medium hover:text-tungsten">
        {t('title')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
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

/** As much of a name as fits under its bar: the table has the whole. */
const shortened = (name: string, bars: number): string => {
  const fits = Math.max(4, Math.floor(56 / bars))
  return name.length > fits ? `${name.slice(0, fits - 1)}…` : name
}

type Bar = { label: string; short?: string; value: number; text: string }
type Props = {
  title: string
  /** The heading of the labels, of the numbers, and of the summary that opens them. */ words: {
    label: string
    value: string
    table: string
  }
  bars: Bar[]
  empty: string
}

const [WIDTH, HEIGHT, GAP] = [320, 96, 3]
/** Space for a date under its bar. */
const LABEL = 44

/** Where the label of a bar is anchored: under the bar, but never beyond the drawing's edge. */
function labelPlace(index: number, bars: number, step: number) {
  if (step < LABEL && index === 0) return { x: 0, textAnchor: 'start' } as const
  if (step < LABEL && index === bars - 1) return { x: WIDTH, textAnchor: 'end' } as const
  return { x: index * step + step / 2, textAnchor: 'middle' } as const
}

/** A bar chart, scaled to the highest bar; a table below has every number. */
function BarChart({ title, words, bars, empty }: Props) {
  const highest = Math.max(...bars.map(({ value }) => value), 0)
  const step = WIDTH / Math.max(bars.length, 1)
  return (
    <figure className="grid content-start gap-3 rounded-lg border border-line bg-raised p-4">
      <figcaption className="text-sm font-medium">{title}</figcaption>
      {highest === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <>
          {/* Hidden from screen readers, which read the table. */}
          <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} className="w-full">
            <line x1="0" x2={WIDTH} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} className="stroke-line" />
            {bars.map(({ label, short, value }, index) => (
              <g key={label}>
                <rect
                  x={index * step + GAP / 2}
                  y={HEIGHT - (value / highest) * HEIGHT}
                  width={step - GAP}
                  height={(value / highest) * HEIGHT}
                  rx="2"
                  className="fill-tungsten"
                />
                {short && (
                  <text
                    {...labelPlace(index, bars.length, step)}
                    y={HEIGHT + 13}
                    className="fill-muted text-[10px]"
                  >
                    {short}
                  </text>
                )}
              </g>
            ))}
          </svg>
          <details>
            <summary className="flex min-h-11 items-center text-sm text-muted hover:text-fg">
              {words.table}
            </summary>
            <Table label={title}>
              <TableHeader>
                <TableRow>
                  <TableHead>{words.label}</TableHead>
                  <TableHead className="text-right">{words.value}</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {bars.map(({ label, text }) => (
                  <TableRow key={label}>
                    <TableCell>{label}</TableCell>
                    <TableCell className="figures text-right whitespace-nowrap">{text}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </details>
        </>
      )}
    </figure>
  )
}
