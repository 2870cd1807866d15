import { useEffect, useLayoutEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { remember } from '@/components/browser/session-store'

type Options<Values extends FieldValues> = {
  /** Under which the tab stores the form's values. */
  key: string
  fields: readonly FieldPath<Values>[]
  /** The values to begin with, from what the tab stored; must be the same on every render. */
  load: () => Values
}

/**
 * Stores a form's values in the tab as they are typed, and fills the form from there, also when its
 * page is shown again: a purchase that was completed has removed them.
 */
export function useDraft<Values extends FieldValues, Output>(
  { reset, subscribe, getValues }: UseFormReturn<Values, unknown, Output>,
  { key, fields, load }: Options<Values>,
): void {
  // Before the controls open, which happens in an effect: a press in the moment they open would meet
  // a form that knows what was typed, in a page that does not show it yet, and would be lost.
  useLayoutEffect(() => {
    const start = load()
    // Most visitors have nothing to restore, and a reset renders the whole form again.
    if (fields.some((name) => `${start[name]}` !== `${getValues(name)}`)) reset(start)
  }, [fields, load, reset, getValues])

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => remember(key, values),
      }),
    [subscribe, key],
  )
}
