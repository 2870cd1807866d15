'use client'
import { useTranslations } from 'next-intl'
import { TaxedRate } from '@/components/checkout/tax'
import { useSite } from '@/components/layout/site-context'
import { Button } from '@/components/ui/button'
import { type Duration, hoursPerDay, lengthOf } from '@/lib/availability/rules'
import { basePrice, cheaperLength, offeredDurations } from '@/lib/bookings/price'
import { formatRM } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/site'
import type { TaxSetting } from '@/lib/settings/tax'
import { HOURS, useBooking, useFieldError, useLength } from './booking-form'
import { cheaperValues, type ServiceOption } from './options'
import { RadioCard, Step, stepErrorId, stepHeadingId } from './step'

type Props = { service: ServiceOption | null; severalHours: boolean; tax: TaxSetting }

export function DurationStep({ service, severalHours, tax }: Props) {
  const t = useTranslations('booking.duration')
  const studio = useSite()
  const { setValue, clearErrors } = useBooking()
  const length = useLength()
  const errors = [useFieldError('duration'), useFieldError('hours')]
  const error = errors.find(Boolean)
  const offered: Duration[] = service ? offeredDurations(service.rates) : ['hourly']
  if (length.duration === 'weekly') offered.push('weekly')

  const choose = (duration: Duration, hours = 1) => {
    setValue('duration', duration, { shouldDirty: true })
    setValue('hours', hours, { shouldDirty: true })
    clearErrors(['duration', 'hours', 'time'])
  }

  const offers = offered.map((duration) =>
    lengthOf({ duration, hours: duration === length.duration ? length.hours : 1 }),
  )
  return (
    <Step id="duration" number={2} title={t('title')} done={service !== null} error={error}>
      <div
        role="radiogroup"
        aria-labelledby={stepHeadingId('duration')}
        aria-describedby={error && stepErrorId('duration')}
        className="grid grid-cols-3 gap-2"
      >
        {offers.map((offer) => (
          <RadioCard
            key={offer.duration}
            name="duration"
            value={offer.duration}
            checked={length.duration === offer.duration}
            onChange={() => choose(offer.duration)}
            aria-labelledby={`duration-${offer.duration}`}
            aria-describedby={`duration-${offer.duration}-about`}
            className="px-2 py-3 sm:px-3"
          >
            <span id={`duration-${offer.duration}`} className="block text-sm font-semibold">
              {t(offer.duration)}
            </span>
            <span
              id={`duration-${offer.duration}-about`}
              className="block text-xs text-muted figures"
            >
              <span>
                {offer.duration === 'weekly'
                  ? t('week')
                  : t('hours', { hours: hoursPerDay(offer) })}
              </span>
              {service && (
                <>
                  <span className="block font-semibold tracking-tight text-fg">
                    {formatRM(basePrice(service.rates, offer))}
                  </span>
                  <TaxedRate sen={basePrice(service.rates, offer)} tax={tax} />
                </>
              )}
            </span>
          </RadioCard>
        ))}
      </div>
      {severalHours && length.duration === 'hourly' && (
        <HoursChoice service={service} hours={length.hours} choose={choose} />
      )}
      <p className="text-xs text-muted">
        <span>{service ? `${t('weeklyNote')} ` : t('pickFirst')}</span>
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

type HoursProps = {
  service: ServiceOption | null
  hours: number
  choose: (duration: Duration, hours?: number) => void
}

/**
 * The number of hours, a note when a day costs less than they do, and what they are for a member
 * (docs/decisions/020 B2).
 */
function HoursChoice({ service, hours, choose }: HoursProps) {
  const t = useTranslations('booking.duration')
  const cheaper = service && cheaperLength(service.rates, lengthOf({ duration: 'hourly', hours }))
  const cheaperTexts = cheaper && cheaperValues(hours, cheaper)
  return (
    <div className="grid gap-2">
      <h3 id="hours-title" className="font-sans text-sm font-semibold tracking-normal">
        {t('howMany')}
      </h3>
      <div
        role="radiogroup"
        aria-labelledby="hours-title"
        className="grid grid-cols-4 gap-1.5 lg:grid-cols-8"
      >
        {HOURS.map((option) => (
          <RadioCard
            key={option}
            name="hours"
            value={option}
            checked={hours === option}
            onChange={() => choose('hourly', option)}
            aria-label={t('hours', { hours: option })}
            className="grid min-h-11 place-items-center text-sm font-semibold figures"
          >
            <span aria-hidden="true">{option}</span>
          </RadioCard>
        ))}
      </div>
      <div aria-live="polite" className="grid gap-2">
        {cheaperTexts && (
          <div
            className={
              'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line ' +
              'bg-raised px-3 py-2.5 text-sm'
            }
          >
            <p className="min-w-0 grow basis-48">{t('cheaper', cheaperTexts)}</p>
            <Button variant="outline" size="sm" onClick={() => choose(cheaper.duration)}>
              {t('switch', cheaperTexts)}
            </Button>
          </div>
        )}
        {hours > 1 && <p className="text-xs text-muted">{t('oneSession')}</p>}
      </div>
    </div>
  )
}
