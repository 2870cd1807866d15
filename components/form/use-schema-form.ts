'use client'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  get,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'

type Issue = { path: PropertyKey[]; message: string }
/** What a form needs of a zod schema. */
type Schema<Output> = {
  safeParse(
    values: unknown,
  ): { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

type Options<Values extends FieldValues, Output> = {
  /**
   * The server's own schema; its messages are keys of `errors.fields`. A promise where its code (9
   * KiB with zod) is loaded when somebody begins to use the form.
   */
  schema: () => Schema<Output> | Promise<Schema<Output>>
  /**
   * When a field with an error is validated again: as it is typed, or on the next submission, for
   * values that cannot be right before they are complete.
   */
  recheck?: 'onChange' | 'onSubmit'
  /** Absent where what was typed before hydration must stay. */
  defaultValues?: DefaultValues<Values>
  /** The errors that the page was rendered with; always the same object. */
  errors?: FieldErrors<Values> | undefined
}

/**
 * A form validated by the schema it shares with the server: on submission, and then each field
 * again as it changes. Never on blur: pressing the button blurs a field, and an error that appears
 * or disappears then moves the button from under the pointer, so that the click is lost
 * (docs/decisions/020 G11).
 */
export function useSchemaForm<Values extends FieldValues, Output>({
  schema,
  recheck = 'onChange',
  defaultValues,
  errors: first,
}: Options<Values, Output>): UseFormReturn<Values, unknown, Output> {
  const resolver: Resolver<Values, unknown, Output> = async (values) => {
    const result = (await schema()).safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, message } of result.error.issues) {
      const name = path.join('.')
      if (!get(errors, name)) set(errors, name, { type: 'schema', message })
    }
    return { values: {}, errors }
  }
  return useForm<Values, unknown, Output>({
    resolver,
    mode: 'onSubmit',
    reValidateMode: recheck,
    shouldFocusError: false, // useSubmit does, in the order of the page.
    ...(defaultValues && { defaultValues }),
    ...(first && { errors: first }),
  })
}

const isText = (
  control: unknown,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  control instanceof HTMLTextAreaElement ||
  control instanceof HTMLSelectElement ||
  (control instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(control.type))

/**
 * Reads the fields as they are on the page. A password manager may have filled them without an
 * event, and the form would then send what they contained before.
 */
export function readFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): void {
  for (const name of form.control._names.mount as Set<FieldPath<Values>>) {
    const control = (get(form.control._fields, name) as { _f?: { ref: unknown } } | undefined)?._f
      ?.ref
    if (!isText(control) || !control.isConnected) continue
    if (control.value !== String(form.getValues(name) ?? ''))
      form.setValue(name, control.value as PathValue<Values, FieldPath<Values>>)
  }
}

// Passwords and codes are not corrected but typed again.
const isTypedAnew = (control: unknown): boolean =>
  control instanceof HTMLInputElement &&
  (control.type === 'password' || control.getAttribute('autocomplete') === 'one-time-code')

/**
 * Focuses a field's control, and selects a password or code in it; opens the closed <details>
 * around it.
 */
export function focusControl<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
): void {
  const field = get(form.control._fields, name) as { _f: { ref: unknown } } | undefined
  const control = field?._f.ref
  const closed = 'details:not([open])'
  let around = control instanceof HTMLElement ? control.closest<HTMLDetailsElement>(closed) : null
  while (around) {
    around.open = true
    around = around.closest<HTMLDetailsElement>(closed)
  }
  form.setFocus(name, { shouldSelect: isTypedAnew(control) })
}
