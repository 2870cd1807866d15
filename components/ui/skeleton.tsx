import type { ComponentProps } from 'react'
import { cn } from './cn'

/** Holds the place of something loading, in its final size. */
export const Skeleton = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    aria-hidden="true"
    className={cn('animate-breathe rounded-md bg-line', className)}
    {...props}
  />
)
