import { cva } from 'class-variance-authority'

/** The button's clothes, for links too. Apart from the component, so that a link does not bring its code along. */
export const buttonVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold select-none transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-busy:cursor-progress aria-disabled:not-aria-busy:opacity-55 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-tungsten text-ink enabled:hover:bg-tungsten-bright [a&]:hover:bg-tungsten-bright',
        secondary: 'bg-line text-fg enabled:hover:bg-edge/70 [a&]:hover:bg-edge/70',
        outline: 'border border-edge text-fg enabled:hover:border-tungsten enabled:hover:text-tungsten [a&]:hover:border-tungsten [a&]:hover:text-tungsten',
        ghost: 'text-fg enabled:hover:bg-line/70 [a&]:hover:bg-line/70',
        destructive: 'bg-onair text-ink enabled:hover:bg-onair-soft [a&]:hover:bg-onair-soft',
        link: 'rounded-sm text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten',
      },
      size: {
        default: 'h-11 px-5 text-sm',
        sm: 'h-9 px-3.5 text-sm',
        lg: 'h-13 px-7 text-base',
        icon: 'size-11',
        'icon-sm': 'size-9',
      },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto px-0' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)
