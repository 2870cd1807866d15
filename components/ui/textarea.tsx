import type { ComponentProps } from 'react'
import { cn } from './cn'
import { fieldClasses } from './input'

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea
    className={cn(fieldClasses, 'field-sizing-content min-h-28 py-3', className)}
    {...props}
  />
)
