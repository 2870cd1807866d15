'use client'
import { useTranslations } from 'next-intl'
import { TaxedRate } from '@/components/checkout/tax'
import { FieldError } from '@/components/ui/field-error'
import type { AddOnOffer } from '@/lib/bookings/schema'
import { formatRate } from '@/lib/money'
import type { TaxSetting } from '@/lib/settings/tax'

type AddOnProps = {
  addOns: readonly AddOnOffer[]
  /** How many hours each is charged for. */
  hours: number
  /** Absent where the price with tax is shown below. */
  tax?: TaxSetting
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  note?: string
  error?: string | undefined
  disabled?: boolean
}

export const ADD_ONS_ID = 'step-add-ons'
const NOTE_ID = 'add-ons-note'
const ERROR_ID = 'add-ons-error'

/** Add-ons by the hour, for all hours of the session (docs/decisions/020 B7). */
export function AddOnChoice({
  addOns,
  hours,
  tax,
  chosen,
  onChoose,
  note,
  error,
  disabled = false,
}: AddOnProps) {
  const t = useTranslations('booking.addOns')
  const words = useTranslations('booking.duration')
  return (
    <fieldset
      id={ADD_ONS_ID}
      disabled={disabled}
      aria-describedby={[note && NOTE_ID, error && ERROR_ID].filter(Boolean).join(' ') || undefined}
      className="grid min-w-0 scroll-mt-24 gap-2"
    >
      <legend className="mb-2 font-display text-base font-semibold">{t('title')}</legend>
      {note && (
        <p id={NOTE_ID} className="text-xs text-muted">
          {note}
        </p>
      )}
      <FieldError id={ERROR_ID}>{error}</FieldError>
      {addOns.map(({ id, name, hourlyRate }) => (
        <label
          key={id}
          className={
            'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border ' +
            'border-line bg-raised px-3 py-2 hover:border-edge ' +
            'has-checked:border-tungsten has-checked:bg-tungsten/8 ' +
            'has-disabled:cursor-not-allowed has-disabled:border-dashed ' +
            'has-disabled:bg-transparent has-disabled:hover:border-line'
          }
        >
          <input
            type="checkbox"
            checked={!disabled && chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
            className="size-5 shrink-0 accent-tungsten"
          />
          <span className="grow text-sm font-semibold">{name}</span>
          <span className="max-w-30 shrink-0 text-right text-xs text-muted figures">
            <span>{t('perHour', { amount: formatRate(hourlyRate) })}</span>
            {tax && <TaxedRate sen={hourlyRate} tax={tax} />}
            <span className="block">{words('hours', { hours })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
