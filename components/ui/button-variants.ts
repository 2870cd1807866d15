import { cva } from 'class-variance-authority'

/**
 * The button's styles, for links too. Separate from the component, so that a link does not load its
 * code. The names are defined in base.css: a page has a dozen buttons, and the HTML would
 * contain each class list in full.
 */
export const buttonVariants = cva('btn', {
  variants: {
    variant: {
      default: 'btn-main',
      secondary: 'btn-secondary',
      outline: 'btn-outline',
      ghost: 'btn-ghost',
      destructive: 'btn-destructive',
      link: 'btn-link',
    },
    size: {
      default: '',
      sm: 'btn-sm',
      lg: 'btn-lg',
      icon: 'btn-icon',
      'icon-sm': 'btn-icon-sm',
    },
  },
  defaultVariants: { variant: 'default', size: 'default' },
})
