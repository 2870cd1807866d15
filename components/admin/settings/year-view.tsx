'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useDates } from '@/components/dates'
import { cn } from '@/components/ui/cn'
import { HydratedFieldset } from '@/components/ui/hydrated'
import { addDays, longDate, utcMidnight } from '@/lib/time'
import { firstDay, lastDay, DAY_MARKS, weeksOf, type DayMark, type MarkKind } from './year-marks'

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
// A Monday, from which the names of the weekdays are counted.
const MONDAY = '2026-11-02'

const PATTERNS: Record<MarkKind, string> = {
  closed: 'border-2 border-onair bg-onair/15',
  holiday: 'border-2 border-dotted border-tungsten',
  block:
    'border border-edge bg-[repeating-linear-gradient(135deg,var(--color-edge)_0_1px,transparent_1px_5px)]',
  season: 'border-b-2 border-b-muted',
}

type Props = {
  year: number
  today: string
  marks: ReadonlyMap<string, readonly DayMark[]>
  /** Called with the day that is pressed. */
  choose: (date: string) => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/**
 * The twelve months, in a row on a phone. Arrow keys move between the days, of which one is in the
 * order of Tab.
 */
export function YearView({ year, today, marks, choose }: Props) {
  const t = useTranslations('admin.closedYear')
  const [at, setAt] = useState(today.startsWith(`${year}-`) ? today : firstDay(year))
  const days = useRef<HTMLFieldSetElement>(null)
  // On a phone the months stand side by side: the one that is seen is that of today.
  useEffect(() => {
    const month = days.current?.querySelector('[tabindex="0"]')?.closest('table')
    if (!days.current || !month) return
    days.current.scrollLeft = month.offsetLeft - days.current.offsetLeft
  }, [])
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(at, step)
    if (next < firstDay(year) || next > lastDay(year)) return
    setAt(next)
    days.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus()
  }
  return (
    <div className="grid gap-3">
      <HydratedFieldset
        ref={days}
        aria-label={t('label', { year: String(year) })}
        onKeyDown={move}
        className={
          'grid min-w-0 gap-x-3 gap-y-4 max-sm:snap-x max-sm:auto-cols-[calc(100%-1.25rem)] ' +
          'max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:p-1 sm:grid-cols-3 xl:grid-cols-4'
        }
      >
        {MONTHS.map((month) => (
          <Month
            key={month}
            {...{ year, month, today, marks, choose, setAt }}
            at={Number(at.slice(5, 7)) === month + 1 ? at : null}
          />
        ))}
      </HydratedFieldset>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {DAY_MARKS.map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <MarkSign kind={kind} />
            <span>{t(`kinds.${kind}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The letter of a kind in its pattern. */
export function MarkSign({ kind }: { kind: MarkKind }) {
  const t = useTranslations('admin.closedYear.letters')
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-sm text-xs font-semibold',
        PATTERNS[kind],
      )}
    >
      <span className="bg-ground px-0.5">{t(kind)}</span>
    </span>
  )
}

type MonthProps = Props & { month: number; at: string | null; setAt: (date: string) => void }

function Month({ year, month, at, ...day }: MonthProps) {
  const format = useDates()
  const date = (iso: string, how: 'narrow' | 'long') =>
    format.dateTime(utcMidnight(iso), { weekday: how, timeZone: 'UTC' })
  const first = `${year}-${String(month + 1).padStart(2, '0')}-01`
  return (
    <table className="w-full snap-start table-fixed content-start self-start text-center text-xs">
      <caption className="pb-1 text-left text-sm font-semibold">
        {format.dateTime(utcMidnight(first), { month: 'long', timeZone: 'UTC' })}
      </caption>
      <thead>
        <tr>
          {MONTHS.slice(0, 7).map((column) => (
            <th
              key={column}
              scope="col"
              abbr={date(addDays(MONDAY, column), 'long')}
              className="font-normal text-muted"
            >
              {date(addDays(MONDAY, column), 'narrow')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(year, month).map((week, nth) => (
          <tr key={nth}>
            {week.map((one, column) => (
              <td key={column} className="p-0">
                {one && <Day {...day} date={one} isAt={one === at} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = Omit<MonthProps, 'year' | 'month' | 'at'> & { date: string; isAt: boolean }

function Day({ date, today, marks, isAt, choose, setAt }: DayProps) {
  const t = useTranslations('admin.closedYear')
  const locale = useLocale()
  const own = marks.get(date) ?? []
  const kinds = DAY_MARKS.filter((kind) => own.some((mark) => mark.kind === kind))
  const [first] = kinds
  const words = [
    date === today ? `${longDate(date, locale)}, ${t('today')}` : longDate(date, locale),
    ...own.map(({ kind, name }) => `${name}: ${t(`kinds.${kind}`)}`),
  ]
  return (
    <button
      type="button"
      data-date={date}
      tabIndex={isAt ? 0 : -1}
      aria-label={words.join('; ')}
      aria-current={date === today ? 'date' : undefined}
      title={own.length > 0 ? words.slice(1).join('; ') : undefined}
      onFocus={() => setAt(date)}
      onClick={() => choose(date)}
      className={cn(
        'figures grid h-9 w-full cursor-pointer content-center rounded-sm leading-none hover:bg-line max-sm:h-11',
        first && PATTERNS[first],
        'aria-[current=date]:outline-2 aria-[current=date]:outline-fg',
      )}
    >
      <span>
        <span className={first && 'bg-ground px-0.5'}>{Number(date.slice(8))}</span>
      </span>
      {first && (
        <span className="text-[0.625rem] font-semibold">
          {kinds.map((kind) => t(`letters.${kind}`)).join('')}
        </span>
      )}
    </button>
  )
}
