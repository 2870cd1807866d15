'use client'
import { useTranslations } from 'next-intl'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useBooking } from './form'
import type { ServiceOption } from './types'

/** Eight hours do not fit into a day of seven (decision B2): says so and offers what does fit. */
export function FullDayNotice({ service }: { service: ServiceOption }) {
  const t = useTranslations('booking.time')
  const { setValue, clearErrors } = useBooking()
  const shorter = service.rates.halfDay === null ? 'hourly' : 'half-day'

  const shorten = () => {
    setValue('duration', shorter, { shouldDirty: true })
    clearErrors('time')
  }

  return (
    <Alert>
      <AlertTitle>{t('tooLong')}</AlertTitle>
      <AlertDescription>{t('tooLongNote')}</AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={shorten}>
        {t(shorter === 'half-day' ? 'useHalfDay' : 'useHourly')}
      </Button>
    </Alert>
  )
}
