'use client'
import type { Hours } from '@/lib/studio'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { dateText } from '@/lib/i18n/date-words'
import { addDays } from '@/lib/time'
import { CalendarDay } from './calendar-day'
import { CalendarNotes } from './calendar-notes'
import type { CalendarWords } from './calendar-words'
import { dayByKey, monthOf, shiftMonth, weeksOf } from './month'
import type { HolidayOption } from './types'

type CalendarProps = {
  words: CalendarWords
  today: string
  date: string
  hours: Hours
  holidays: HolidayOption[]
  /** How far ahead one may choose. */ horizonDays?: number
  onChoose: (date: string) => void
}

const within = (date: string, first: string, last: string) =>
  date < first ? first : date > last ? last : date

/**
 * A month of days. Ours, because a library's weighed more than the rest of the page; the keyboard
 * is that of ARIA's date grid: one day takes part in the tab order, the arrows lead to the others,
 * over the ends of months.
 */
export function Calendar({
  words,
  today,
  date,
  hours,
  holidays,
  horizonDays = HORIZON_DAYS.public,
  onChoose,
}: CalendarProps) {
  const t = useTranslations('booking.calendar')
  const grid = useRef<HTMLTableElement>(null)
  const [shown, setShown] = useState({ date, month: monthOf(date || today), day: date })
  // A date that comes from elsewhere (the draft, "next free time") brings its month along.
  if (shown.date !== date) setShown({ date, month: date ? monthOf(date) : shown.month, day: date })

  const last = addDays(today, horizonDays)
  const { month } = shown
  const stop =
    [shown.day, date, today].find((day) => monthOf(day) === month) ??
    within(`${month}-01`, today, last)

  const turn = (by: number) => setShown({ ...shown, month: shiftMonth(month, by) })
  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const wanted = from && dayByKey(from, event)
    if (!wanted) return
    event.preventDefault()
    const day = within(wanted, today, last)
    // Now, not with the next frame: the day must be there to take the focus.
    flushSync(() => setShown({ ...shown, month: monthOf(day), day }))
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }

  return (
    <>
      <div className="grid grid-cols-[1fr_auto] items-center rounded-lg border border-line bg-raised sm:p-3">
        <p role="status" className="px-3 font-display text-base font-semibold capitalize sm:px-2">
          {dateText(words.month, `${month}-01`)}
        </p>
        <nav aria-label={t('months')} className="flex">
          <Turn label={t('previous')} disabled={month <= monthOf(today)} onTurn={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Turn>
          <Turn label={t('next')} disabled={month >= monthOf(last)} onTurn={() => turn(1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Turn>
        </nav>
        <table
          ref={grid}
          role="grid"
          aria-label={dateText(words.month, `${month}-01`)}
          onKeyDown={walk}
          className="col-span-2 w-full table-fixed border-collapse"
        >
          <thead>
            <tr>
              {words.weekdays.map(({ long, short }) => (
                <th
                  key={long}
                  scope="col"
                  aria-label={long}
                  className="h-8 text-xs font-medium text-muted"
                >
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week, row) => (
              <tr key={row}>
                {week.map((day, column) => (
                  <CalendarDay
                    key={column}
                    day={day}
                    words={words.day}
                    chosen={day === date}
                    today={day === today}
                    inTabOrder={day === stop}
                    disabled={day === null || day < today || day > last}
                    holiday={holidays.some((holiday) => holiday.date === day)}
                    onChoose={onChoose}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CalendarNotes hours={hours} holidays={holidays} month={month} from={today} />
    </>
  )
}

type TurnProps = { label: string; disabled: boolean; onTurn: () => void; children: ReactNode }

// aria-disabled keeps the focus where it is when the last month is reached.
const Turn = ({ label, disabled, onTurn, children }: TurnProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={() => !disabled && onTurn()}
    className="grid size-11 place-items-center rounded-md hover:bg-line aria-disabled:cursor-not-allowed aria-disabled:opacity-30"
  >
    {children}
  </button>
)
