import type { ComponentProps } from 'react'
import { cn } from './cn'

const ALERT =
  'grid gap-x-3 gap-y-1 rounded-lg border border-l-4 bg-raised px-4 py-3.5 ' +
  'text-sm has-[>svg]:grid-cols-[auto_1fr] [&>svg]:mt-0.5 [&>svg]:size-5'

const VARIANTS = {
  default: 'border-line border-l-tungsten [&>svg]:text-tungsten',
  success: 'border-line border-l-meter [&>svg]:text-meter',
  destructive: 'border-onair/40 border-l-onair [&>svg]:text-onair-soft',
}

/**
 * A notice that stays on the page. Pass `role="alert"` only for one that appears after an action.
 */
export const Alert = ({
  className,
  variant = 'default',
  ...props
}: ComponentProps<'div'> & { variant?: keyof typeof VARIANTS }) => (
  <div className={cn(ALERT, VARIANTS[variant], className)} {...props} />
)

export const AlertTitle = ({ className, ...props }: ComponentProps<'p'>) => (
  <p className={cn('col-start-[-2] font-semibold text-fg', className)} {...props} />
)

export const AlertDescription = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('col-start-[-2] text-muted', className)} {...props} />
)
