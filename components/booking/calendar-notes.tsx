'use client'
import { useFormatter, useTranslations } from 'next-intl'
import { hourText } from '@/lib/time'
import { openingHours } from '@/lib/availability/rules'
import type { HolidayOption } from './types'

const NONE = new Set<string>()
const hoursOf = (date: string) => {
  const { opens, closes } = openingHours(date, NONE)
  return { opens: hourText(opens), closes: hourText(closes) }
}
const weekdays = hoursOf('2026-12-01')
const weekends = hoursOf('2026-12-05')

/** What the dots mean, and the names of the shown month's holidays. */
export function CalendarNotes({ holidays, month, from }: { holidays: HolidayOption[]; month: string; from: string }) {
  const t = useTranslations('booking.calendar')
  const format = useFormatter()
  const shown = holidays.filter(({ date }) => date.startsWith(month) && date >= from)
  return (
    <ul className="grid gap-1 text-xs text-muted figures">
      <li>{t('weekdays', weekdays)}</li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-faint" />
        {t('weekends', weekends)}
      </li>
      {shown.map(({ date, name, tentative }) => (
        <li key={date} className="flex items-center gap-2">
          <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-onair-soft" />
          {t(tentative ? 'holidayTentative' : 'holiday', {
            date: format.dateTime(new Date(`${date}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
            name,
          })}
        </li>
      ))}
    </ul>
  )
}
