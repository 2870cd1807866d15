import type { ComponentProps } from 'react'
import { cn } from './cn'

/** Placeholder of something that is loading, in its final size. */
export const Skeleton = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    aria-hidden="true"
    className={cn('animate-breathe rounded-md bg-line', className)}
    {...props}
  />
)
