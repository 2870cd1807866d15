'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDates } from '@/components/dates'
import { hoursText } from '@/components/hours'
import { Skeleton } from '@/components/ui/skeleton'
import { TurnButton } from '@/components/ui/turn-button'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import type { ClosedDay, DayAvailability } from '@/lib/availability/schema'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { hoursByRoom, withRooms, type HouseHours } from '@/lib/rooms/house'
import type { DayHours, WeekHours } from '@/lib/studio'
import { addDays, hourText, utcMidnight, weekday } from '@/lib/time'
import type { CalendarWords, HolidayOption } from './options'
import { useDays } from './use-availability'

type CalendarProps = {
  words: CalendarWords
  today: string
  date: string
  hours: HouseHours
  holidays: HolidayOption[]
  closedDays: ClosedDay[]
  /** How far ahead the visitor may choose. */ horizonDays?: number
  /** Where it says how much of each day is free; absent while there is nothing to ask for. */
  daysPath?: ((from: string, to: string) => string) | undefined
  onChoose: (date: string) => void
}

const within = (date: string, first: string, last: string) =>
  date < first ? first : date > last ? last : date

/**
 * A month of days. Our own, because a library's calendar weighed more than the rest of the page.
 * The keyboard follows ARIA's date grid: one day is in the tab order, the arrow keys move between
 * days and across months.
 */
export function Calendar({
  words,
  today,
  date,
  hours,
  holidays,
  closedDays,
  horizonDays = HORIZON_DAYS.public,
  daysPath,
  onChoose,
}: CalendarProps) {
  const t = useTranslations('booking.calendar')
  const grid = useRef<HTMLTableElement>(null)
  const [shown, setShown] = useState({ date, month: monthOf(date || today), day: date })
  const [pressed, setPressed] = useState('')
  // A date set from elsewhere (the draft, "next free time") also changes the month.
  if (shown.date !== date) setShown({ date, month: date ? monthOf(date) : shown.month, day: date })

  const last = addDays(today, horizonDays)
  const { month } = shown
  const stop =
    [shown.day, date, today].find((day) => monthOf(day) === month) ??
    within(`${month}-01`, today, last)

  const from = within(`${month}-01`, today, last)
  const to = within(addDays(`${shiftMonth(month, 1)}-01`, -1), today, last)
  const known = useDays(daysPath?.(from, to) ?? null)
  const stateOn = (day: string) =>
    stateOf(
      known?.find(({ date }) => date === day),
      {
        isClosed: closedDays.some(({ date, roomIds }) => date === day && !roomIds),
        isToday: day === today,
      },
    )
  const choose = (day: string) => {
    setPressed(day)
    if (!stateOn(day).isRefused) onChoose(day)
  }

  const turn = (by: number) => setShown({ ...shown, month: shiftMonth(month, by) })
  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const wanted = from && dayByKey(from, event)
    if (!wanted) return
    event.preventDefault()
    const day = within(wanted, today, last)
    // Now, not with the next frame: the day must exist to take the focus.
    flushSync(() => setShown({ ...shown, month: monthOf(day), day }))
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }

  return (
    <>
      <div className="relative grid grid-cols-[1fr_auto] items-center rounded-lg border border-line bg-raised sm:p-3">
        <p role="status" className="px-3 font-display text-base font-semibold capitalize sm:px-2">
          {dateText(words.month, `${month}-01`)}
        </p>
        <nav aria-label={t('months')} className="flex">
          <TurnButton
            className={TURN}
            label={t('previous')}
            disabled={month <= monthOf(today)}
            onTurn={() => turn(-1)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </TurnButton>
          <TurnButton
            className={TURN}
            label={t('next')}
            disabled={month >= monthOf(last)}
            onTurn={() => turn(1)}
          >
            <ChevronRight aria-hidden="true" className="size-5" />
          </TurnButton>
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
                    state={stateOn(day ?? '')}
                    words={words.day}
                    chosen={day === date}
                    today={day === today}
                    inTabOrder={day === stop}
                    disabled={day === null || day < today || day > last}
                    holiday={holidays.some((holiday) => holiday.date === day)}
                    onChoose={choose}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <CalendarAnswer
          refused={monthOf(pressed) === month && stateOn(pressed).isRefused ? pressed : null}
          state={stateOn(pressed)}
          full={known?.every(({ free }) => free === 0) ? dateText(words.month, from) : null}
          isHatched={known?.some(({ free, of }) => free === 0 && of > 0) ?? false}
        />
      </div>
      <CalendarNotes
        hours={hours}
        holidays={holidays}
        closedDays={closedDays}
        month={month}
        from={today}
      />
    </>
  )
}

/** From how many free starts on they are counted. */
const FEW = 3

type DayState = {
  name: 'open' | 'few' | 'full' | 'over' | 'short' | 'closed'
  left: number
  /** Nothing can be chosen on it, as the server just said. */
  isRefused: boolean
}

function stateOf(
  day: DayAvailability | undefined,
  { isClosed, isToday }: { isClosed: boolean; isToday: boolean },
): DayState {
  if (!day) return { name: isClosed ? 'closed' : 'open', left: 0, isRefused: false }
  const { free: left, of, closed } = day
  if (closed) return { name: 'closed', left, isRefused: true }
  // Chosen all the same, it offers a length that fits.
  if (of === 0) return { name: 'short', left, isRefused: false }
  if (left === 0) return { name: isToday ? 'over' : 'full', left, isRefused: true }
  return { name: left <= FEW && left < of ? 'few' : 'open', left, isRefused: false }
}

const LABELS = {
  few: 'leftDay',
  full: 'fullDay',
  over: 'overDay',
  short: 'shortDay',
  closed: 'closedDay',
} as const

function useDayLabel() {
  const t = useTranslations('booking.calendar')
  return (date: string, { name, left }: DayState) =>
    name === 'open' ? date : t(LABELS[name], { date, count: left })
}

type AnswerProps = {
  /** The day that was pressed in vain. */ refused: string | null
  state: DayState
  /** The month's name when nothing is free in it. */ full: string | null
  isHatched: boolean
}

/**
 * What the hatched days are, or why the one that was pressed cannot be chosen: in the sixth week,
 * of which no month has more than two days.
 */
function CalendarAnswer({ refused, state, full, isHatched }: AnswerProps) {
  const t = useTranslations('booking.calendar')
  const day = useShortDay()
  const labelOf = useDayLabel()
  const answer = refused ? labelOf(day(refused), state) : full && t('noneFree', { month: full })
  return (
    <div
      className={
        'pointer-events-none absolute right-2 bottom-0 flex h-11 w-16/25 items-center justify-end ' +
        'gap-2 text-xs text-muted figures sm:right-4 sm:bottom-3'
      }
    >
      <p role="status" className="text-right font-semibold text-fg">
        {answer}
      </p>
      {isHatched && !answer && (
        <p aria-hidden="true" className="flex items-center gap-2">
          <span className={`size-3 rounded-sm border border-edge ${HATCH}`} />
          <span>{t('full')}</span>
        </p>
      )}
    </div>
  )
}

/** "8 Dec". */
function useShortDay() {
  const format = useDates()
  return (date: string) => format.dateTime(utcMidnight(date), { day: 'numeric', month: 'short' })
}

const TURN = 'hover:bg-line aria-disabled:opacity-30'

type CalendarDayProps = {
  /** null: a day of another month, whose cell stays empty. */
  day: string | null
  state: DayState
  words: DateWords
  chosen: boolean
  today: boolean
  inTabOrder: boolean
  disabled: boolean
  holiday: boolean
  onChoose: (day: string) => void
}

const HATCH = 'bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_6px)]'

const inkOf = (chosen: boolean, today: boolean, { name }: DayState) => {
  if (chosen) return 'bg-tungsten font-bold text-ink hover:bg-tungsten-bright'
  if (name === 'full' || name === 'over')
    return `text-faint line-through disabled:text-faint/60 ${HATCH}`
  if (name === 'closed' || name === 'short')
    return 'text-faint line-through hover:bg-line disabled:text-faint/60'
  return (
    'hover:bg-line disabled:text-faint/60 disabled:hover:bg-transparent ' +
    (today ? 'font-bold text-tungsten' : '')
  )
}

/** A holiday, in the calendar and in the list below it. */
const RING = 'size-1.5 rounded-full border border-current'

/** One day, 44 px high for fingers. */
function CalendarDay({
  day,
  state,
  words,
  chosen,
  today,
  inTabOrder,
  disabled,
  holiday,
  onChoose,
}: CalendarDayProps) {
  const t = useTranslations('booking.calendar')
  const labelOf = useDayLabel()
  if (day === null) return <td role="gridcell" className="h-11 p-0" />
  return (
    <td
      role="gridcell"
      aria-selected={chosen || undefined}
      className="h-11 p-0 text-center text-sm figures"
    >
      <button
        type="button"
        data-day={day}
        aria-label={labelOf(dateText(words, day), state)}
        aria-current={today ? 'date' : undefined}
        aria-disabled={state.isRefused || undefined}
        tabIndex={inTabOrder ? 0 : -1}
        disabled={disabled}
        onClick={() => onChoose(day)}
        className={
          'relative size-full min-h-11 rounded-md transition-colors disabled:cursor-not-allowed ' +
          `aria-disabled:cursor-not-allowed ${inkOf(chosen, today, state)}`
        }
      >
        {holiday && <span className={`absolute inset-x-0 top-1 mx-auto ${RING}`} />}
        <span>{Number(day.slice(8))}</span>
        {state.name === 'few' && !disabled && (
          <span
            className={
              'absolute inset-x-0 bottom-0.5 text-[0.65625rem] leading-3 font-medium ' +
              (chosen ? '' : 'text-tungsten')
            }
          >
            {t('left', { count: state.left })}
          </span>
        )}
      </button>
    </td>
  )
}

type Props = {
  hours: HouseHours
  holidays: HolidayOption[]
  closedDays: ClosedDay[]
  /** "yyyy-mm". */ month: string
  /** Earlier holidays are over. */ from: string
}

const words = ({ opens, closes }: DayHours) => ({
  opens: hourText(opens),
  closes: hourText(closes),
})

type Run = Omit<ClosedDay, 'date'> & { first: string; last: string }

/**
 * Consecutive days with the same reason, in the same rooms, are combined: a note for each would fill
 * the page.
 */
function inRuns(days: readonly ClosedDay[]): Run[] {
  const runs: Run[] = []
  for (const { date, ...closing } of days) {
    const run = runs.find(
      (one) =>
        one.reason === closing.reason &&
        one.roomIds?.join() === closing.roomIds?.join() &&
        addDays(one.last, 1) === date,
    )
    if (run) run.last = date
    else runs.push({ ...closing, first: date, last: date })
  }
  return runs
}

/** Nobody can come on it: its holiday need not be named as well. */
const isClosedFor = (holiday: HolidayOption, closedDays: readonly ClosedDay[]): boolean =>
  closedDays.some(
    ({ date, roomIds }) =>
      date === holiday.date && (!roomIds || roomIds.join() === holiday.roomIds?.join()),
  )

/** The opening hours, and the names of the shown month's holidays and closed days. */
function CalendarNotes({ hours, holidays, closedDays, month, from }: Props) {
  const [t, common] = [useTranslations('booking.calendar'), useTranslations('common')]
  const day = useShortDay()
  const isShown = ({ date }: { date: string }) => date.startsWith(month) && date >= from
  const shown = holidays.filter((holiday) => isShown(holiday) && !isClosedFor(holiday, closedDays))
  const seasons = (hours.seasons ?? []).filter(
    (season) => season.from.slice(0, 7) <= month && season.to.slice(0, 7) >= month,
  )
  const range = (first: string, last: string) =>
    common('dateRange', { from: day(first), to: day(last) })
  return (
    <ul className="grid gap-1 text-xs text-muted figures">
      {(hoursByRoom(hours) ?? [{ id: 0, name: '', ...hours }]).map((usual) => (
        <WeekNotes key={usual.id} {...usual} />
      ))}
      {seasons.map((season) => (
        <li key={`${season.from} ${season.roomIds?.join()}`}>
          {t('season', {
            name: withRooms(season.name, season, hours),
            dates: range(season.from, season.to),
            weekdays: hoursText(season.weekday),
            weekends: hoursText(season.weekend),
          })}
        </li>
      ))}
      {shown.map(({ date, name, tentative, roomIds }) => (
        <li key={date} className="flex items-center gap-2">
          <span aria-hidden="true" className={`shrink-0 ${RING}`} />
          <span>
            {t(tentative ? 'holidayTentative' : 'holiday', {
              date: day(date),
              name: withRooms(name, { roomIds }, hours),
            })}
          </span>
        </li>
      ))}
      {inRuns(closedDays.filter(isShown)).map(({ first, last, reason, roomIds }) => (
        <li key={`${first} ${roomIds?.join()}`} className="flex items-center gap-2">
          <span aria-hidden="true" className="w-1.5 shrink-0 border-t border-faint" />
          <span>
            {withRooms(
              t(reason ? 'closed' : 'closedNoReason', {
                date: first === last ? day(first) : range(first, last),
                reason: reason ?? '',
              }),
              { roomIds },
              hours,
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The usual hours, under the room's name where the rooms have different ones. */
function WeekNotes({ name, weekday, weekend }: WeekHours & { name: string }) {
  const t = useTranslations('booking.calendar')
  return (
    <>
      {name && <li className="font-semibold not-first:mt-1">{name}</li>}
      <li>{t('weekdays', words(weekday))}</li>
      <li>{t('weekends', words(weekend))}</li>
    </>
  )
}

/** Placeholder of the calendar until the browser knows the current date, in its final size. */
export const CalendarSkeleton = () => (
  <div aria-hidden="true" className="grid gap-4">
    <div className="rounded-lg border border-line bg-raised sm:p-3">
      <div className="flex h-11 items-center px-3 sm:px-2">
        <Skeleton className="h-5 w-36" />
      </div>
      <div className="h-8" />
      <div className="grid grid-cols-7 grid-rows-6 gap-1 p-1">
        {Array.from({ length: 42 }, (_, cell) => (
          <Skeleton key={cell} className="h-9.5 opacity-40" />
        ))}
      </div>
    </div>
    <div className="h-10" />
  </div>
)

// The calendar's arithmetic, in studio dates throughout ("yyyy-mm-dd", months "yyyy-mm"): a
// browser's Date would be another day in another zone.

const monthOf = (date: string): string => date.slice(0, 7)

/** The month `by` months later, or earlier when negative. */
function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

// Monday is the first day of the week.
const daysIntoWeek = (date: string) => (weekday(date) + 6) % 7

/**
 * Six weeks from Monday on, so that changing the month moves nothing; null for the days of other
 * months.
 */
function weeksOf(month: string): (string | null)[][] {
  const first = addDays(`${month}-01`, -daysIntoWeek(`${month}-01`))
  const day = (offset: number) => {
    const date = addDays(first, offset)
    return monthOf(date) === month ? date : null
  }
  return [0, 7, 14, 21, 28, 35].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((offset) => day(week + offset)),
  )
}

/** The same day of another month, or that month's last day. */
function sameDay(date: string, months: number): string {
  const month = shiftMonth(monthOf(date), months)
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
  const wanted = `${month}${date.slice(7)}`
  return wanted < last ? wanted : last
}

/** The day that a key moves to in a grid of dates (ARIA's date grid); null for other keys. */
function dayByKey(
  date: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -daysIntoWeek(date))
    case 'End':
      return addDays(date, 6 - daysIntoWeek(date))
    case 'PageUp':
      return sameDay(date, shiftKey ? -12 : -1)
    case 'PageDown':
      return sameDay(date, shiftKey ? 12 : 1)
    default:
      return null
  }
}
