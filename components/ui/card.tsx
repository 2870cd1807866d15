import type { ComponentProps } from 'react'
import { cn } from './cn'

export const Card = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn(
      'flex flex-col gap-5 rounded-lg border border-line bg-card p-5 sm:p-6',
      className,
    )}
    {...props}
  />
)
