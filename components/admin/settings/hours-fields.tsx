'use client'
import { useTranslations } from 'next-intl'
import { ChoiceEntry } from '@/components/admin/form/entry'
import type { Hours } from '@/lib/studio'
import { hourText } from '@/lib/time'

const from = (first: number) =>
  Array.from({ length: 24 }, (_, i) => [String(first + i), hourText(first + i)] as const)
const OPENS = from(0)
const CLOSES = from(1)

/** When the studio opens and closes, on working days and on all others. */
export function HoursFields({ hours }: { hours: Hours }) {
  const t = useTranslations('admin.settings.hours')
  return (['weekday', 'weekend'] as const).map((days) => (
    <fieldset key={days} className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{t(days)}</legend>
      <div className="grid grid-cols-2 gap-4 sm:gap-5">
        <ChoiceEntry
          name={`${days}.opens`}
          label={t('opens')}
          options={OPENS}
          defaultValue={hours[days].opens}
        />
        <ChoiceEntry
          name={`${days}.closes`}
          label={t('closes')}
          options={CLOSES}
          defaultValue={hours[days].closes}
        />
      </div>
    </fieldset>
  ))
}
