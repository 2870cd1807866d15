import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { weekday } from '@/lib/time'

type CalendarDayProps = {
  /** null: a day of another month, whose place stays empty. */
  day: string | null
  words: DateWords
  chosen: boolean
  today: boolean
  inTabOrder: boolean
  disabled: boolean
  holiday: boolean
  onChoose: (day: string) => void
}

// Days with shorter hours carry a dot; its meaning stands in the notes below.
const DOT =
  'after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1 after:-translate-x-1/2 after:rounded-full'

const dotOf = (day: string, holiday: boolean) => {
  if (holiday) return `${DOT} after:bg-onair-soft`
  return weekday(day) % 6 === 0 ? `${DOT} after:bg-faint` : ''
}

const inkOf = (chosen: boolean, today: boolean) => {
  if (chosen) return 'bg-tungsten font-bold text-ink hover:bg-tungsten-bright'
  return `hover:bg-line disabled:text-faint/60 disabled:hover:bg-transparent ${today ? 'font-bold text-tungsten' : ''}`
}

/** One day, 44 px high for fingers. */
export function CalendarDay({
  day,
  words,
  chosen,
  today,
  inTabOrder,
  disabled,
  holiday,
  onChoose,
}: CalendarDayProps) {
  if (day === null) return <td role="gridcell" className="h-11 p-0" />
  return (
    <td
      role="gridcell"
      aria-selected={chosen || undefined}
      className={`relative h-11 p-0 text-center text-sm figures ${dotOf(day, holiday)}`}
    >
      <button
        type="button"
        data-day={day}
        aria-label={dateText(words, day)}
        aria-current={today ? 'date' : undefined}
        tabIndex={inTabOrder ? 0 : -1}
        disabled={disabled}
        onClick={() => onChoose(day)}
        className={`size-full min-h-11 rounded-md transition-colors disabled:cursor-not-allowed ${inkOf(chosen, today)}`}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
