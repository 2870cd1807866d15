import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type { Elements } from './elements'
import { cn } from './cn'
import { FieldError } from './field-error'

export const Label = ({ className, ...props }: ComponentProps<'label'>) => (
  <label className={cn('text-sm font-medium text-fg', className)} {...props} />
)

type Control = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

type FieldProps = {
  id: string
  label: ReactNode
  /** Already translated. */
  error?: string | undefined
  hint?: ReactNode
  /** Below the control, such as a count of its text. */
  note?: Elements
  required?: boolean
  className?: string
  children: ReactElement<Control>
}

/**
 * A label, one control, its hint and its error, connected for screen readers; further descriptions
 * are set on the control.
 */
export function Field({
  id,
  label,
  error,
  hint,
  note,
  required = false,
  className,
  children,
}: FieldProps) {
  const described = [
    children.props['aria-describedby'],
    hint && `${id}-hint`,
    error && `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      {/* A long hint wraps below its label, which it would squeeze to one letter a line. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {/* The asterisk is outside the label, whose text is the field's name. */}
        <span>
          <Label htmlFor={id}>{label}</Label>
          {required && (
            <span aria-hidden="true" className="ml-0.5 text-tungsten">
              *
            </span>
          )}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </div>
      {cloneElement(children, {
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
      })}
      {note}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
