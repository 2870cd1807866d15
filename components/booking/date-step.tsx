'use client'
import { useTranslations } from 'next-intl'
import { useDeferredValue, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useNow } from '@/components/layout/use-now'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { studioDate } from '@/lib/time'
import { useBooking, useFieldError } from './booking-form'
import { Calendar, CalendarSkeleton } from './calendar'
import type { BookingOptions, CalendarWords } from './options'
import { Step } from './step'
import { useMember } from './use-free-session'

export function DateStep({
  words,
  hours,
  holidays,
  closedDays,
}: Pick<BookingOptions, 'hours' | 'holidays' | 'closedDays'> & { words: CalendarWords }) {
  const t = useTranslations('booking.date')
  const { control, setValue, clearErrors } = useBooking()
  const date = useWatch({ control, name: 'date' })
  // Deferred: otherwise the calendar would be built in one task with hydration, and delay the first
  // interaction.
  const now = useDeferredValue(useNow(60_000))
  const today = now === null ? null : studioDate(new Date(now))
  // From an earlier visit or an old link.
  const isPast = today !== null && date !== '' && date < today
  useEffect(() => {
    if (!isPast) return
    setValue('date', '')
    setValue('time', '')
  }, [isPast, setValue])
  const horizonDays = HORIZON_DAYS[useMember() ? 'member' : 'public']

  const choose = (chosen: string) => {
    setValue('date', chosen, { shouldDirty: true })
    clearErrors(['date', 'time'])
  }

  return (
    <Step
      id="date"
      number={3}
      title={t('title')}
      done={date !== ''}
      hint={t('zone')}
      error={useFieldError('date')}
    >
      {today === null ? (
        <CalendarSkeleton />
      ) : (
        <Calendar
          words={words}
          today={today}
          date={isPast ? '' : date}
          hours={hours}
          holidays={holidays}
          closedDays={closedDays}
          horizonDays={horizonDays}
          onChoose={choose}
        />
      )}
    </Step>
  )
}
