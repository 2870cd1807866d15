import type { ComponentProps } from 'react'
import { badgeVariants, type BadgeLook } from './badge-variants'

export const Badge = ({ className, variant, ...props }: ComponentProps<'span'> & BadgeLook) => (
  <span className={badgeVariants({ variant, className })} {...props} />
)
