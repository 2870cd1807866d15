const VARIANTS = {
  default: 'badge-main',
  secondary: 'badge-secondary',
  outline: 'badge-outline',
  success: 'badge-success',
  destructive: 'badge-destructive',
}

export type BadgeLook = {
  variant?: keyof typeof VARIANTS | undefined
  /** Wins against what the badge's own classes set. */
  className?: string | undefined
}

/**
 * The badge's styles. Separate from the component, so that the home page does not load its code. The
 * names are defined in base.css, as those of buttons.
 */
export const badgeVariants = ({ variant = 'default', className }: BadgeLook = {}): string =>
  ['badge', VARIANTS[variant], className].filter(Boolean).join(' ')
