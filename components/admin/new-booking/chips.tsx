'use client'
import { useEntryForm, useField } from '@/components/admin/shared/form'
import { FieldError } from '@/components/ui/field-error'

type Props = {
  name: string
  label: string
  /** The field whose error is cleared when this one changes. */
  clears?: string
  options: readonly (readonly [value: string, text: string])[]
}

/** One of a few choices, all of them to be seen. */
export function ChipsEntry({ name, label, clears, options }: Props) {
  const { form } = useEntryForm()
  const { id, error } = useField(name)
  const registered = form.register(name, {
    ...(clears !== undefined && { onChange: () => form.clearErrors(clears) }),
  })
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="-mx-1 flex gap-2 overflow-x-auto p-1">
        {options.map(([value, text]) => (
          <label key={value} className={CHIP}>
            <input type="radio" value={value} {...registered} className={INPUT} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

const CHIP =
  'relative flex min-h-11 shrink-0 cursor-pointer items-center rounded-md border border-edge px-3 ' +
  'text-sm font-semibold has-checked:border-tungsten has-checked:bg-tungsten ' +
  'has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2'

// Over the whole chip: what is pressed, and scrolled into view, is the control itself.
const INPUT = 'absolute inset-0 size-full cursor-pointer appearance-none opacity-0'
