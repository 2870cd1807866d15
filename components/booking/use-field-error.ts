'use client'
import { useTranslations } from 'next-intl'
import { useFormState } from 'react-hook-form'
import { useBooking, type FieldName } from './form'

/**
 * What is wrong with a field, in the page's language: the schema gives keys, the server gives
 * sentences.
 */
export function useFieldError(name: FieldName): string | undefined {
  const t = useTranslations('errors.fields')
  const missing = useTranslations('booking.required')
  const { control } = useBooking()
  const { errors } = useFormState({ control, name })
  const error = errors[name]
  if (!error?.message) return undefined
  if (error.type !== 'schema') return error.message
  if (error.message === 'required' && missing.has(name)) return missing(name)
  return t.has(error.message) ? t(error.message) : t('invalid')
}
