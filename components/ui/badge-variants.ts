import { cva } from 'class-variance-authority'

/**
 * The badge's styles. Separate from the component, so that the home page does not load its code.
 */
export const badgeVariants = cva(
  'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs ' +
    'font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      variant: {
        default: 'border-tungsten/40 bg-tungsten/12 text-tungsten',
        secondary: 'border-line bg-raised text-muted',
        outline: 'border-edge text-fg',
        success: 'border-meter/40 bg-meter/12 text-meter',
        destructive: 'border-onair/50 bg-onair/12 text-onair-soft',
      },
    },
    defaultVariants: { variant: 'default' },
  },
)
