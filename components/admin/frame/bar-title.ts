import { cn } from '@/components/ui/cn'

// About as many as a phone shows in one line.
const LONG = 24

/** The classes of a title in a bar: a long name stands whole, in smaller letters on up to three lines. */
export const barTitle = (title: unknown, className: string): string =>
  cn(
    'mr-auto line-clamp-3 min-w-0 py-2 wrap-anywhere',
    typeof title === 'string' && title.length > LONG ? 'text-base leading-snug' : 'text-lg',
    className,
  )
