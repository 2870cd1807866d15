'use client'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { notice } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import { toSen } from '@/lib/money'
import { focusField } from './focus-field'
import { FIELD_ORDER, type BookingForm, type FieldName } from './form'

type Refusals = {
  form: BookingForm
  onSlotGone: () => void
  onNewPrice: (total: number) => void
  /** The form's email has to be proven before this can be booked. */
  onUnproven: (email: string) => void
}

const isField = (name: string): name is FieldName => (FIELD_ORDER as string[]).includes(name)

/**
 * Tells the visitor why a booking was refused, in the server's words, beside what has to be
 * changed. Nothing typed is lost.
 */
export function useRefusals({ form, onSlotGone, onNewPrice, onUnproven }: Refusals) {
  const t = useTranslations('booking.refused')

  return useCallback(
    (error: unknown): 'close' | 'stay' => {
      const sentence =
        sentenceOf(error) ?? (error instanceof HttpError ? t('failed') : t('offline'))
      const { code, fields = {}, totalAmount } = error instanceof HttpError ? error.body : {}
      notice.error(t('title'), sentence)

      if (code === 'slot_taken' || code === 'slot_unavailable') {
        form.setValue('time', '', { shouldDirty: true })
        form.setError('time', { type: 'server', message: sentence })
        onSlotGone()
        focusField('time', 'heading')
        return 'close'
      }
      const total = toSen(totalAmount ?? '')
      if (code === 'price_changed' && total !== null) {
        onNewPrice(total)
        return 'close'
      }
      if (code === 'email_unproven') onUnproven(form.getValues('email'))
      const wrong = FIELD_ORDER.filter((name) => fields[name])
      for (const [name, message] of Object.entries(fields))
        if (isField(name)) form.setError(name, { type: 'server', message })
      if (wrong[0]) focusField(wrong[0])
      return wrong[0] ? 'close' : 'stay'
    },
    [form, onSlotGone, onNewPrice, onUnproven, t],
  )
}
