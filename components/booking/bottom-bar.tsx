'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { formatRM, type Price } from '@/lib/money'
import { focusField } from './focus-field'
import { useBooking, type FieldName, type FormValues } from './form'

/** The first thing still missing, in the order of the page. */
const missing = (values: Partial<FormValues>): FieldName | undefined =>
  (['serviceId', 'date', 'time', 'firstName', 'email'] as const).find((name) => !values[name])

/** Phones and tablets: total, what comes next, and the button, always in reach of the thumb. */
export function BottomBar({
  price,
  pending,
  free,
}: {
  price: Price | null
  pending: boolean
  free: boolean
}) {
  const t = useTranslations('booking.bar')
  const { control } = useBooking()
  const next = missing(useWatch({ control }))
  return (
    <div className="sticky bottom-0 z-30 -mx-[clamp(1rem,4vw,2.5rem)] border-t border-line bg-raised px-[clamp(1rem,4vw,2.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-warm xl:hidden">
      <div className="flex items-center justify-between gap-4">
        <div className="grid flex-1">
          <p className="font-display text-lg leading-tight font-semibold text-tungsten figures">
            <span className="sr-only">{t('total')} </span>
            {price ? formatRM(price.totalSen) : '–'}
          </p>
          {next && (
            <button
              type="button"
              onClick={() => focusField(next)}
              className="rounded-sm py-0.5 text-left text-xs leading-snug text-muted underline decoration-line underline-offset-4"
            >
              {t(`next.${next}`)}
            </button>
          )}
          {!next && <p className="text-xs text-muted">{t('ready')}</p>}
        </div>
        <Button
          type="submit"
          className="h-auto min-h-12 shrink px-4 leading-tight whitespace-normal"
          pending={pending}
        >
          {t(free ? 'confirm' : 'proceed')}
        </Button>
      </div>
    </div>
  )
}
