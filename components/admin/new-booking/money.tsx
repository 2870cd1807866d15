'use client'
import { useTranslations } from 'next-intl'
import { LongTextEntry, TextEntry, useEntryForm, useField } from '@/components/admin/shared/form'
import { FieldError } from '@/components/ui/field-error'
import { formatRM } from '@/lib/money'
import { LIMITS } from '@/lib/limits'
import type { Quote } from '@/lib/sales/quote'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import type { AddOnOffer } from '@/lib/bookings/schema'
import { ChipsEntry } from './chips'
import { isAtStudio, WAYS } from './values'

/** What is added to a session by the hour. */
export function AddOnEntries({ addOns }: { addOns: readonly AddOnOffer[] }) {
  const t = useTranslations('admin.newBooking.price')
  const { form } = useEntryForm()
  const { id, error } = useField('addOns')
  if (addOns.length === 0) return null
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-medium">{t('addOns')}</legend>
      {addOns.map((addOn) => (
        <label key={addOn.id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            value={addOn.id}
            {...form.register('addOns')}
            className="size-5 shrink-0 accent-tungsten"
          />
          <span className="grow text-sm">{addOn.name}</span>
          <span className="figures shrink-0 text-sm text-muted">
            {t('perHour', { amount: formatRM(addOn.hourlyRate) })}
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

/** How many come, and what they wish. */
export function WishesEntry() {
  const t = useTranslations('admin.newBooking.price')
  return (
    <>
      <TextEntry name="people" label={t('people')} inputMode="numeric" autoComplete="off" />
      <LongTextEntry name="requirements" label={t('wishes')} rows={2} limit={LIMITS.requirements} />
    </>
  )
}

/** What is taken off with its reason, and how the rest is paid. */
export function Payment({ way }: { way: string }) {
  const t = useTranslations('admin.newBooking.price')
  const reason = (
    <TextEntry
      name="discountReason"
      label={t('reason')}
      hint={t('reasonHint')}
      required
      autoComplete="off"
      limit={LIMITS.discountReason}
    />
  )
  return (
    <>
      <ChipsEntry
        name="way"
        label={t('payment')}
        clears="discountReason"
        options={WAYS.map((one) => [one, t(`ways.${one}`)])}
      />
      {isAtStudio(way) && (
        <TextEntry
          name="note"
          label={t('note')}
          hint={t('noteHint')}
          autoComplete="off"
          limit={120}
        />
      )}
      {way === 'free' ? (
        reason
      ) : (
        <details className="rounded-md border border-line px-3">
          <summary className="flex min-h-11 items-center text-sm font-medium">
            {t('change')}
          </summary>
          <div className="grid gap-4 pb-3">
            <ChipsEntry
              name="discountBy"
              label={t('off')}
              clears="discountValue"
              options={[
                ['amount', t('amount')],
                ['percent', t('percent')],
              ]}
            />
            <TextEntry
              name="discountValue"
              label={t('value')}
              required
              inputMode="decimal"
              autoComplete="off"
            />
            {reason}
          </div>
        </details>
      )}
    </>
  )
}

/** What it costs, with what it would cost where something is taken off. */
export function PriceTotal({
  price,
  tax,
}: {
  price: { whole: Quote; now: Quote | null } | null
  tax: TaxSetting
}) {
  const t = useTranslations('admin.newBooking.price')
  const isLess = price?.now && price.now.totalSen < price.whole.totalSen
  return (
    <p className="figures grid text-sm text-muted" aria-live="polite">
      <span>{t('total', taxFacts(tax))}</span>
      <span>
        <span className="text-lg font-semibold text-tungsten">
          {price?.now ? formatRM(price.now.totalSen) : '–'}
        </span>
        {isLess && <span>{` ${t('instead', { amount: formatRM(price.whole.totalSen) })}`}</span>}
      </span>
    </p>
  )
}
