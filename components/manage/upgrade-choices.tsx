'use client'
import { useTranslations } from 'next-intl'
import { Pick } from '@/components/booking/pick'
import { HOURS_PER_DAY, type Duration } from '@/lib/availability/rules'
import { formatRM } from '@/lib/money'
import type { Offers } from '@/lib/bookings/schema'

type LengthProps = {
  current: Duration
  chosen: Duration
  lengths: (Offers['lengths'][number] & { more: number })[]
  onChoose: (duration: Duration) => void
}

/**
 * The length as it is and the longer ones; one that cannot be had stays in sight with its reason.
 */
export function LengthChoice({ current, chosen, lengths, onChoose }: LengthProps) {
  const t = useTranslations('manage.upgrade')
  const words = useTranslations('booking.duration')
  const options = [{ duration: current, state: 'free' as const, more: 0 }, ...lengths]
  const about = ({ duration, state, more }: (typeof options)[number]) =>
    duration === current
      ? t('asIs')
      : state === 'free'
        ? t('more', { amount: formatRM(more) })
        : t(state)
  return (
    <div role="radiogroup" aria-labelledby="upgrade-length" className="grid gap-2">
      <h3 id="upgrade-length" className="text-base">
        {t('length')}
      </h3>
      <div className="grid gap-2 sm:grid-cols-3">
        {options.map((option) => (
          <Pick
            key={option.duration}
            name="upgrade-length"
            value={option.duration}
            checked={chosen === option.duration}
            disabled={option.state !== 'free'}
            onChange={() => onChoose(option.duration)}
            aria-labelledby={`upgrade-${option.duration}`}
            aria-describedby={`upgrade-${option.duration}-about`}
            className={`min-h-12 px-3 py-3 ${option.state === 'free' ? '' : 'border-dashed bg-transparent hover:border-line'}`}
          >
            <span id={`upgrade-${option.duration}`} className="block text-sm font-semibold">
              {words(option.duration)}
              {option.duration !== 'weekly' && (
                <span className="font-normal text-muted">
                  {' '}
                  · {words('hours', { hours: HOURS_PER_DAY[option.duration] })}
                </span>
              )}
            </span>
            <span
              id={`upgrade-${option.duration}-about`}
              className="block text-xs text-muted figures"
            >
              {about(option)}
            </span>
          </Pick>
        ))}
      </div>
    </div>
  )
}

type AddOnProps = {
  addOns: Offers['addOns']
  hours: number
  chosen: number[]
  onChoose: (ids: number[]) => void
}

/** Add-ons by the hour, for all hours of the session (decision B7). */
export function AddOnChoice({ addOns, hours, chosen, onChoose }: AddOnProps) {
  const t = useTranslations('manage.upgrade')
  const words = useTranslations('booking.duration')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-display text-base font-semibold">{t('addOns')}</legend>
      {addOns.map(({ id, name, hourlyRate }) => (
        <label
          key={id}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 hover:border-edge has-checked:border-tungsten has-checked:bg-tungsten/8"
        >
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
            className="size-5 shrink-0 accent-tungsten"
          />
          <span className="grow text-sm font-semibold">{name}</span>
          <span className="shrink-0 text-right text-xs text-muted figures">
            {t('perHour', { amount: formatRM(hourlyRate) })}
            <span className="block">{words('hours', { hours })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
