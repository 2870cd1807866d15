import type { ComponentProps } from 'react'
import { cn } from './cn'

/** Something is loading. Decorative: the text beside it says what. */
export const Spinner = ({ className, ...props }: ComponentProps<'svg'>) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    aria-hidden="true"
    className={cn('size-5 animate-spin', className)}
    {...props}
  >
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)
