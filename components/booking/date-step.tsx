'use client'
import { useTranslations } from 'next-intl'
import { useDeferredValue, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useNow } from '@/components/browser/use-now'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { dateText } from '@/lib/i18n/date-words'
import { roomsInQuestion, concerning, hoursOfSome } from '@/lib/rooms/house'
import { studioDate } from '@/lib/time'
import { daysPath } from './api'
import { useBooking, useFieldError, useLength } from './booking-form'
import { Calendar, CalendarSkeleton } from './calendar'
import { useFold } from './fold'
import type { BookingOptions, CalendarWords } from './options'
import { Step } from './step'
import { useMember } from './use-free-session'

type Props = Pick<BookingOptions, 'rooms' | 'hours' | 'holidays' | 'closedDays'> & {
  words: CalendarWords
}

export function DateStep({ words, rooms, hours, holidays, closedDays }: Props) {
  const t = useTranslations('booking.date')
  const { control, setValue, clearErrors } = useBooking()
  const { goOn } = useFold()
  const [date, serviceId, roomId] = useWatch({ control, name: ['date', 'serviceId', 'roomId'] })
  const length = useLength()
  const bookable = rooms && roomsInQuestion(rooms, serviceId, roomId)
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
    goOn('date')
  }

  return (
    <Step
      id="date"
      number={3}
      title={t('title')}
      done={date !== ''}
      chosen={date && dateText(words.short, date)}
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
          hours={bookable ? hoursOfSome(hours, bookable) : hours}
          holidays={bookable ? concerning(bookable, holidays) : holidays}
          closedDays={bookable ? concerning(bookable, closedDays) : closedDays}
          horizonDays={horizonDays}
          daysPath={
            serviceId === null
              ? undefined
              : (from, to) => daysPath({ ...length, serviceId, roomId }, from, to)
          }
          onChoose={choose}
        />
      )}
    </Step>
  )
}
