'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { useSite } from '@/components/layout/site-context'
import { type Duration, HOURS_PER_DAY } from '@/lib/availability/rules'
import { basePrice, offeredDurations } from '@/lib/bookings/rules'
import { formatRM } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/site'
import { useBooking, useFieldError } from './booking-form'
import type { ServiceOption } from './options'
import { Pick, Step, stepErrorId, stepHeadingId } from './step'

export function DurationStep({ service }: { service: ServiceOption | null }) {
  const t = useTranslations('booking.duration')
  const studio = useSite()
  const { control, setValue, clearErrors } = useBooking()
  const chosen = useWatch({ control, name: 'duration' })
  const error = useFieldError('duration')
  const offered: Duration[] = service ? offeredDurations(service.rates) : ['hourly']
  if (chosen === 'weekly') offered.push('weekly')

  const choose = (duration: Duration) => {
    setValue('duration', duration, { shouldDirty: true })
    clearErrors(['duration', 'time'])
  }

  const lasts = (duration: Duration) =>
    duration === 'weekly' ? t('week') : t('hours', { hours: HOURS_PER_DAY[duration] })

  return (
    <Step id="duration" number={2} title={t('title')} done={service !== null} error={error}>
      <div
        role="radiogroup"
        aria-labelledby={stepHeadingId('duration')}
        aria-describedby={error && stepErrorId('duration')}
        className="grid grid-cols-3 gap-2"
      >
        {offered.map((duration) => (
          <Pick
            key={duration}
            name="duration"
            value={duration}
            checked={chosen === duration}
            onChange={() => choose(duration)}
            aria-labelledby={`duration-${duration}`}
            aria-describedby={`duration-${duration}-about`}
            className="px-2.5 py-3 sm:px-3"
          >
            <span id={`duration-${duration}`} className="block text-sm font-semibold">
              {t(duration)}
            </span>
            <span id={`duration-${duration}-about`} className="block text-xs text-muted figures">
              {lasts(duration)}
              {service && (
                <span className="block font-semibold tracking-tight text-fg">
                  {formatRM(basePrice(service.rates, duration))}
                </span>
              )}
            </span>
          </Pick>
        ))}
      </div>
      <p className="text-xs text-muted">
        {service ? t('weeklyNote') : t('pickFirst')}{' '}
        {service && (
          <a
            href={whatsappLink(studio, t('weeklyMessage', { service: service.name }))}
            target="_blank"
            rel="noreferrer"
            className="text-tungsten underline underline-offset-4"
          >
            {t('chat')}
          </a>
        )}
      </p>
    </Step>
  )
}
