'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDates } from '@/components/dates'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { addDays, isDate, utcMidnight } from '@/lib/time'

const DAYS_SHOWN = 7
const DAY = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const

type Props = { today: string; date: string; choose: (date: string) => void }

/** Today, tomorrow and the next days as buttons, and any other day. */
export function DayChips({ today, date, choose }: Props) {
  const t = useTranslations('admin.sheet.days')
  const format = useDates()
  const days = Array.from({ length: DAYS_SHOWN }, (_, nth) => addDays(today, nth))
  const [other, setOther] = useState(!days.includes(date))
  const nameOf = (day: string, nth: number) =>
    nth === 0 ? t('today') : nth === 1 ? t('tomorrow') : format.dateTime(utcMidnight(day), DAY)
  return (
    <div role="group" aria-label={t('label')} className="flex gap-2 overflow-x-auto p-1">
      {days.map((day, nth) => (
        <Button
          key={day}
          variant={day === date && !other ? 'default' : 'outline'}
          aria-pressed={day === date && !other}
          className="px-3"
          onClick={() => {
            setOther(false)
            choose(day)
          }}
        >
          {nameOf(day, nth)}
        </Button>
      ))}
      {other ? (
        <Input
          type="date"
          aria-label={t('other')}
          defaultValue={date}
          min={today}
          className="w-40 shrink-0"
          onChange={({ target }) => {
            if (isDate(target.value)) choose(target.value)
          }}
        />
      ) : (
        <Button variant="outline" className="px-3" onClick={() => setOther(true)}>
          {t('other')}
        </Button>
      )}
    </div>
  )
}
