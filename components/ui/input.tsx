import type { ComponentProps } from 'react'
import { cn } from './cn'

export const fieldClasses =
  'w-full rounded-md border border-edge bg-ground px-3.5 text-base text-fg ' +
  'transition-colors placeholder:text-faint hover:border-muted ' +
  'focus-visible:border-tungsten focus-visible:outline-offset-0 ' +
  'disabled:cursor-not-allowed disabled:opacity-55 ' +
  'aria-invalid:border-onair-soft'

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input className={cn(fieldClasses, 'h-12', className)} {...props} />
)
