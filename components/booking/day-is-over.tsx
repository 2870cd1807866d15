'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { Duration } from '@/lib/availability/rules'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { Alert, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { fetchNextSlot } from './api'
import { useBooking } from './form'
import type { Slot } from './slots'
import type { ServiceOption, StartTime } from './types'

/**
 * Nothing is left on this day: says whether it is over or sold out, and where the next free time
 * is.
 */
export function DayIsOver({
  service,
  duration,
  slots,
}: {
  service: ServiceOption
  duration: Duration
  slots: Slot[]
}) {
  const t = useTranslations('booking.time')
  const locale = useLocale() as Locale
  const { setValue, clearErrors } = useBooking()
  const [next, setNext] = useState<StartTime | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    // Only a shortcut: without it the calendar above is still the way on.
    fetchNextSlot({ duration, serviceId: service.id }, abort.signal).then(setNext, () => undefined)
    return () => abort.abort()
  }, [duration, service.id])

  const jump = ({ date, time }: StartTime) => {
    setValue('date', date, { shouldDirty: true })
    setValue('time', time, { shouldDirty: true })
    clearErrors(['date', 'time'])
  }

  return (
    <Alert>
      <AlertTitle>
        {t(slots.every((slot) => slot.state === 'over') ? 'dayOver' : 'dayFull')}
      </AlertTitle>
      {next && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2 h-auto min-h-9 justify-self-start py-1.5 text-left figures"
          onClick={() => jump(next)}
        >
          {t('nextFree', { date: longDate(next.date, locale), time: next.time })}
        </Button>
      )}
    </Alert>
  )
}
