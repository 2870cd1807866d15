import type { VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { badgeVariants } from './badge-variants'
import { cn } from './cn'

export const Badge = ({
  className,
  variant,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) => (
  <span className={cn(badgeVariants({ variant }), className)} {...props} />
)
