import { useCallback, useLayoutEffect, useRef } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * For a form on a page that is read again: a field follows the server's value until somebody types
 * in it, and again once that is saved, for which `saved` must be called with what was sent. The
 * values are texts.
 */
export function useServerValues<Values extends FieldValues, Output>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Output>,
  values: Values,
): { saved: (sent: Values) => void } {
  /** What each field contains when nobody has typed in it. */
  const untouched = useRef(values)
  const server = useRef(values)
  useLayoutEffect(() => {
    for (const name of Object.keys(values) as FieldPath<Values>[]) {
      if (values[name] === server.current[name]) continue
      if (getValues(name) !== untouched.current[name]) continue
      setValue(name, values[name] as FieldPathValue<Values, typeof name>)
      untouched.current = { ...untouched.current, [name]: values[name] }
    }
    server.current = values
  })
  return { saved: useCallback((sent) => void (untouched.current = sent), []) }
}
