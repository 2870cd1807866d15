const VARIANTS = {
  default: 'btn-main',
  secondary: 'btn-secondary',
  outline: 'btn-outline',
  ghost: 'btn-ghost',
  destructive: 'btn-destructive',
  link: 'btn-link',
}

const SIZES = {
  default: '',
  sm: 'btn-sm',
  lg: 'btn-lg',
  icon: 'btn-icon',
  'icon-sm': 'btn-icon-sm',
}

export type ButtonLook = {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
  /** Wins against what the button's own classes set. */
  className?: string | undefined
}

/**
 * The button's styles, for links too. Separate from the component, so that a link does not load its
 * code. The names are defined in base.css: a page has a dozen buttons, and the HTML would
 * contain each class list in full.
 */
export const buttonVariants = ({
  variant = 'default',
  size = 'default',
  className,
}: ButtonLook = {}): string =>
  ['btn', VARIANTS[variant], SIZES[size], className].filter(Boolean).join(' ')
