'use client'
import { Minus, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSite } from '@/components/layout/site-context'
import { Button } from '@/components/ui/button'
import { TurnButton } from '@/components/ui/turn-button'
import {
  type Duration,
  hoursPerDay,
  type Length,
  lengthKey,
  lengthOf,
  MOST_HOURS,
} from '@/lib/availability/rules'
import { basePrice, cheaperLength, offeredDurations } from '@/lib/bookings/price'
import { formatRM, withTax } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { useBooking, useFieldError, useLength } from './booking-form'
import { cheaperValues, type ServiceOption } from './options'
import { RadioCard } from './radio-card'
import { Step, stepErrorId, stepHeadingId } from './step'

type Words = ReturnType<typeof useTranslations<'booking.duration'>>
type Props = { service: ServiceOption | null; severalHours: boolean; tax: TaxSetting }

export function DurationStep({ service, severalHours, tax }: Props) {
  const [t, bar] = [useTranslations('booking.duration'), useTranslations('booking.bar')]
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
  const { charge } = taxFacts(tax)
  return (
    <Step
      id="duration"
      number={2}
      title={t('title')}
      done={service !== null}
      chosen={service && t(lengthKey(length), { hours: length.hours })}
      {...(length.duration !== 'hourly' && service && { about: hoursIn(t, length) })}
      error={error}
    >
      <div
        role="radiogroup"
        aria-labelledby={stepHeadingId('duration')}
        aria-describedby={error && stepErrorId('duration')}
        className="grid auto-cols-fr grid-flow-col"
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
            className={
              'grid min-h-12 content-center rounded-none px-1 py-1 text-center leading-tight ' +
              'not-first:-ml-px first:rounded-l-lg last:rounded-r-lg hover:z-1 has-checked:z-2'
            }
          >
            <span id={`duration-${offer.duration}`} className="text-sm font-semibold">
              {t(offer.duration)}
            </span>
            <span id={`duration-${offer.duration}-about`} className="text-xs text-muted figures">
              <span className={service ? 'sr-only' : ''}>{hoursIn(t, offer)}</span>
              {service && (
                <span>{formatRM(withTax(basePrice(service.rates, offer), tax).totalSen)}</span>
              )}
            </span>
          </RadioCard>
        ))}
      </div>
      <div
        className={
          // From 80rem on beside the heading, which leaves the whole purchase on one screen.
          'relative flex min-h-12 items-center xl:order-first xl:-mt-10 xl:min-h-11 xl:justify-self-end'
        }
      >
        {severalHours && length.duration === 'hourly' ? (
          <HoursStepper hours={length.hours} choose={choose} />
        ) : (
          <p className="text-sm figures">{hoursIn(t, length)}</p>
        )}
      </div>
      <HoursNotes service={service} length={length} choose={choose} />
      <p className="text-xs text-muted">
        {service && charge !== 'none' && (
          <span>{`${bar(charge === 'tax' ? 'ready' : 'readyCharge')}. `}</span>
        )}
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

const hoursIn = (t: Words, length: Length) =>
  length.duration === 'weekly' ? t('week') : t('hours', { hours: hoursPerDay(length) })

type Choose = (duration: Duration, hours?: number) => void

function HoursStepper({ hours, choose }: { hours: number; choose: Choose }) {
  const t = useTranslations('booking.duration')
  return (
    <div role="group" aria-label={t('howMany')} className="flex items-center gap-1">
      <TurnButton
        className={TURN}
        label={t('fewer')}
        disabled={hours <= 1}
        onTurn={() => choose('hourly', hours - 1)}
      >
        <Minus aria-hidden="true" className="size-5" />
      </TurnButton>
      <output className="min-w-18 text-center text-sm font-semibold figures">
        {t('hours', { hours })}
      </output>
      <TurnButton
        className={TURN}
        label={t('more')}
        disabled={hours >= MOST_HOURS}
        onTurn={() => choose('hourly', hours + 1)}
      >
        <Plus aria-hidden="true" className="size-5" />
      </TurnButton>
    </div>
  )
}

type HoursProps = { service: ServiceOption | null; length: Length; choose: Choose }

/**
 * A note when a day costs less than so many hours, and what they are for a member
 * (docs/decisions/020 B2).
 */
function HoursNotes({ service, length, choose }: HoursProps) {
  const t = useTranslations('booking.duration')
  const { duration, hours } = length
  const cheaper = service && duration === 'hourly' && cheaperLength(service.rates, length)
  const cheaperTexts = cheaper && cheaperValues(hours, cheaper)
  return (
    <div aria-live="polite" className="grid gap-2 empty:-mt-3">
      {cheaperTexts && (
        <div
          className={
            'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line ' +
            'bg-raised px-3 py-2.5 text-sm'
          }
        >
          <p className="min-w-0 grow basis-48">{t('cheaper', cheaperTexts)}</p>
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            onClick={() => choose(cheaper.duration)}
          >
            {t('switch', cheaperTexts)}
          </Button>
        </div>
      )}
      {hours > 1 && <p className="text-xs text-muted">{t('oneSession')}</p>}
    </div>
  )
}

const TURN =
  'border border-edge hover:border-tungsten aria-disabled:border-line aria-disabled:text-faint'
