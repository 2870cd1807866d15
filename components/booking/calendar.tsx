'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import type { Locale } from '@/lib/i18n/routing'
import { addDays, longDate } from '@/lib/time'
import { calendarClasses, markClasses } from './calendar-classes'
import { CalendarNotes } from './calendar-notes'
import { fromLocalDate, toLocalDate } from './local-date'
import type { HolidayOption } from './types'

type CalendarProps = { today: string; date: string; holidays: HolidayOption[]; onChoose: (date: string) => void }

export function Calendar({ today, date, holidays, onChoose }: CalendarProps) {
  const t = useTranslations('booking.calendar')
  const locale = useLocale() as Locale
  const [shown, setShown] = useState({ date, month: toLocalDate(date || today) })
  // A date that comes from elsewhere (the draft, "next free time") brings its month along.
  if (shown.date !== date) setShown({ date, month: date ? toLocalDate(date) : shown.month })

  const { labels, formatters } = useMemo(() => words(locale, t), [locale, t])
  const last = addDays(today, HORIZON_DAYS.public)

  return (
    <>
      <DayPicker
        mode="single"
        required
        selected={date ? toLocalDate(date) : undefined}
        onSelect={(day) => onChoose(fromLocalDate(day))}
        month={shown.month}
        onMonthChange={(month) => setShown({ date, month })}
        startMonth={toLocalDate(today)}
        endMonth={toLocalDate(last)}
        today={toLocalDate(today)}
        disabled={[{ before: toLocalDate(today) }, { after: toLocalDate(last) }]}
        modifiers={{ weekend: { dayOfWeek: [0, 6] }, holiday: holidays.map((holiday) => toLocalDate(holiday.date)) }}
        modifiersClassNames={markClasses}
        classNames={calendarClasses}
        components={{ Chevron }}
        labels={labels}
        formatters={formatters}
        lang={locale}
        weekStartsOn={1}
        navLayout="after"
        fixedWeeks
      />
      <CalendarNotes holidays={holidays} month={fromLocalDate(shown.month).slice(0, 7)} from={today} />
    </>
  )
}

function words(locale: Locale, t: (key: string) => string) {
  const text = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat({ en: 'en-US', ms: 'ms-MY', zh: 'zh-CN' }[locale], options)
    return (day: Date) => format.format(day)
  }
  const monthAndYear = text({ month: 'long', year: 'numeric' })
  return {
    labels: {
      labelDayButton: (day: Date) => longDate(fromLocalDate(day), locale),
      labelGrid: monthAndYear,
      labelWeekday: text({ weekday: 'long' }),
      labelNav: () => t('months'),
      labelNext: () => t('next'),
      labelPrevious: () => t('previous'),
    },
    formatters: { formatCaption: monthAndYear, formatWeekdayName: text({ weekday: locale === 'zh' ? 'narrow' : 'short' }) },
  }
}

const Chevron = ({ orientation }: { orientation?: string }) =>
  orientation === 'left' ? <ChevronLeft aria-hidden="true" className="size-5" /> : <ChevronRight aria-hidden="true" className="size-5" />
