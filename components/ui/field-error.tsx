import type { ComponentProps } from 'react'
import { cn } from './cn'

/** A field's error, beside it. Renders nothing when there is none. */
export const FieldError = ({ className, children, ...props }: ComponentProps<'p'>) =>
  children ? (
    <p className={cn('text-sm text-onair-soft', className)} {...props}>
      {children}
    </p>
  ) : null
