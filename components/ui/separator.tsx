import type { ComponentProps } from 'react'
import { cn } from './cn'

type SeparatorProps = ComponentProps<'div'> & { orientation?: 'horizontal' | 'vertical' }

export const Separator = ({ className, orientation = 'horizontal', ...props }: SeparatorProps) => (
  <div
    role="separator"
    aria-orientation={orientation}
    className={cn(
      'shrink-0 bg-line',
      orientation === 'horizontal' ? 'h-px w-full' : 'w-px self-stretch',
      className,
    )}
    {...props}
  />
)
