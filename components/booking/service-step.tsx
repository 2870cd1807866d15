'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { FormerRate, TaxedRate } from '@/components/checkout/tax'
import { bookableDurations } from '@/lib/bookings/price'
import { formatRate } from '@/lib/money'
import { keptRoom, useBooking, useFieldError } from './booking-form'
import type { BookingOptions, ServiceOption } from './options'
import { useFold } from './fold'
import { RadioCard } from './radio-card'
import { Step, stepErrorId, stepHeadingId } from './step'

export function ServiceStep({
  services,
  icons,
  names,
  rooms,
  tax,
}: Pick<BookingOptions, 'services' | 'icons' | 'names' | 'rooms' | 'tax'>) {
  const t = useTranslations('booking.service')
  const { control, setValue, getValues, clearErrors } = useBooking()
  const chosen = useWatch({ control, name: 'serviceId' })
  const error = useFieldError('serviceId')
  const { goOn } = useFold()
  const service = services.find(({ id }) => id === chosen)

  const choose = (service: ServiceOption) => {
    setValue('serviceId', service.id, { shouldDirty: true })
    setValue('roomId', keptRoom(rooms, service.id, getValues('roomId')), { shouldDirty: true })
    if (!bookableDurations(service.rates).includes(getValues('duration')))
      setValue('duration', 'hourly', { shouldDirty: true })
    clearErrors(['serviceId', 'duration'])
  }

  return (
    <Step
      id="service"
      number={1}
      title={t('title')}
      done={chosen !== null}
      chosen={service?.name}
      about={service && t('hourly', { rate: formatRate(service.rates.hourly) })}
      error={error}
    >
      <div
        role="radiogroup"
        aria-labelledby={stepHeadingId('service')}
        aria-describedby={error && stepErrorId('service')}
        aria-required="true"
        className="grid"
      >
        {services.map((service) => (
          <RadioCard
            key={service.id}
            name="service"
            value={service.id}
            checked={chosen === service.id}
            onChange={() => choose(service)}
            onPressed={() => goOn('service')}
            aria-labelledby={`service-${service.id}-name service-${service.id}-rate`}
            aria-describedby={`service-${service.id}-about`}
            className={
              'grid min-h-13 grid-cols-[auto_1fr] items-center gap-x-3 rounded-none px-3 py-1.5 ' +
              'not-first:-mt-px first:rounded-t-lg last:rounded-b-lg hover:z-1 has-checked:z-2'
            }
          >
            <span
              className={
                'grid size-8 place-items-center rounded-md bg-card text-muted ' +
                'transition-colors group-has-checked:bg-tungsten group-has-checked:text-ink'
              }
            >
              {icons[service.id]}
            </span>
            <div className="grid min-w-0">
              <div className="service-line">
                <span
                  id={`service-${service.id}-name`}
                  className="text-sm leading-tight font-semibold"
                >
                  {names[service.id] ?? service.name}
                </span>
                <span className="service-rate">
                  <FormerRate sen={service.formerHourly} />
                  <span
                    key={service.rates.hourly}
                    id={`service-${service.id}-rate`}
                    className="min-[360px]:whitespace-nowrap"
                  >
                    {t.rich('perHour', {
                      rate: formatRate(service.rates.hourly),
                      strong: (text) => (
                        <strong className="text-sm/4 font-semibold text-tungsten figures">
                          {text}
                        </strong>
                      ),
                    })}
                  </span>
                  <TaxedRate sen={service.rates.hourly} tax={tax} />
                </span>
              </div>
              <p
                id={`service-${service.id}-about`}
                className="sr-only mt-0.5 text-xs text-muted group-has-checked:not-sr-only"
              >
                {service.description}
              </p>
            </div>
          </RadioCard>
        ))}
      </div>
    </Step>
  )
}
