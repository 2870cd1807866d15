'use client'
import { useTranslations } from 'next-intl'
import { type Control, type FieldPath, type FieldValues, get, useFormState } from 'react-hook-form'
import { hasSentence } from '@/lib/i18n/has-sentence'

/**
 * A field's error, in the page's language: the schema returns keys, the server returns messages.
 * With `name`, only that field's changes cause a render; `requiredSentence` replaces "Please fill
 * in this field".
 */
export function useFieldErrors<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name?: FieldPath<Values>,
  requiredSentence?: (name: FieldPath<Values>) => string | undefined,
): (name: FieldPath<Values>) => string | undefined {
  const t = useTranslations('errors.fields')
  const { errors } = useFormState({ control, ...(name && { name }) })
  return (field) => {
    const error = get(errors, field) as { type: string; message?: string } | undefined
    const errorText = error?.message
    if (!errorText || error.type !== 'schema') return errorText
    const missing = errorText === 'required' ? requiredSentence?.(field) : undefined
    return missing ?? (hasSentence(t, errorText) ? t(errorText) : t('invalid'))
  }
}
