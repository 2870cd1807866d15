'use client'
import { useTranslations } from 'next-intl'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  HOURS_PER_DAY,
  isWorkingDay,
  openingHours,
  startTimes,
  type Duration,
} from '@/lib/availability/rules'
import { hourText } from '@/lib/time'
import { useBooking } from './form'
import { openingOf } from './slots'
import type { Availability, ServiceOption } from './types'

type Props = { service: ServiceOption; duration: Duration; day: Availability }

/**
 * The chosen length does not fit into the day's hours, or a week begins on no working day (decision
 * B2): says so and offers what does fit.
 */
export function TooLong({ service, duration, day }: Props) {
  const t = useTranslations('booking.time')
  const { setValue, clearErrors } = useBooking()
  const opening = openingOf(day)
  const { opens, closes } = openingHours(day.date, opening)
  const fits = (length: Duration) => startTimes(day.date, length, opening).length > 0
  const shorter =
    service.rates.halfDay !== null && duration !== 'half-day' && fits('half-day')
      ? 'half-day'
      : 'hourly'
  const beginsOnNoWorkingDay = duration === 'weekly' && !isWorkingDay(day.date, opening.holidays)

  const shorten = () => {
    setValue('duration', shorter, { shouldDirty: true })
    clearErrors('time')
  }

  return (
    <Alert>
      <AlertTitle>{t(beginsOnNoWorkingDay ? 'noWorkingDay' : 'tooLong')}</AlertTitle>
      <AlertDescription>
        {beginsOnNoWorkingDay
          ? t('noWorkingDayNote')
          : t('tooLongNote', {
              opens: hourText(opens),
              closes: hourText(closes),
              open: closes - opens,
              needed: HOURS_PER_DAY[duration],
            })}
      </AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={shorten}>
        {t(shorter === 'half-day' ? 'useHalfDay' : 'useHourly')}
      </Button>
    </Alert>
  )
}
