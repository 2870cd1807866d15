'use client'
import { useFormatter, useTranslations } from 'next-intl'
import { hourText } from '@/lib/time'
import type { DayHours, Hours } from '@/lib/studio'
import type { HolidayOption } from './types'

type Props = {
  hours: Hours
  holidays: HolidayOption[]
  /** "yyyy-mm". */ month: string
  /** Holidays before it are over. */ from: string
}

const words = ({ opens, closes }: DayHours) => ({
  opens: hourText(opens),
  closes: hourText(closes),
})

/** When the studio is open, what the dots mean, and the names of the shown month's holidays. */
export function CalendarNotes({ hours, holidays, month, from }: Props) {
  const t = useTranslations('booking.calendar')
  const format = useFormatter()
  const shown = holidays.filter(({ date }) => date.startsWith(month) && date >= from)
  return (
    <ul className="grid gap-1 text-xs text-muted figures">
      <li>{t('weekdays', words(hours.weekday))}</li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-faint" />
        {t('weekends', words(hours.weekend))}
      </li>
      {shown.map(({ date, name, tentative }) => (
        <li key={date} className="flex items-center gap-2">
          <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-onair-soft" />
          {t(tentative ? 'holidayTentative' : 'holiday', {
            date: format.dateTime(new Date(`${date}T00:00:00Z`), {
              day: 'numeric',
              month: 'short',
              timeZone: 'UTC',
            }),
            name,
          })}
        </li>
      ))}
    </ul>
  )
}
