import type { ComponentProps } from 'react'
import { cn } from './cn'

/** What is wrong with a field, beside it. Renders nothing when there is nothing to say. */
export const FieldError = ({ className, children, ...props }: ComponentProps<'p'>) =>
  children ? (
    <p className={cn('text-sm text-onair-soft', className)} {...props}>
      {children}
    </p>
  ) : null
