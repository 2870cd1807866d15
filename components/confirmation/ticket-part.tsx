import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type PartProps = { title: string; tear?: boolean; className?: string; children: ReactNode }

/**
 * One field of the ticket. `tear` is the stub: a perforated edge with a notch punched at each end.
 */
export const TicketPart = ({ title, tear = false, className, children }: PartProps) => (
  <section
    className={cn(
      'relative grid content-start gap-4 border-t border-line p-5 sm:p-7 lg:border-t-0',
      tear && 'border-dashed border-edge lg:border-l-2',
      tear &&
        'before:absolute before:-top-3 before:-left-3 before:size-6 before:rounded-full before:border before:border-line before:bg-ground',
      // The second notch: on the right edge when the stub is below, at the lower end of the tear
      // when it is beside.
      tear &&
        'after:absolute after:-top-3 after:right-0 after:h-6 after:w-3 after:rounded-l-full after:border after:border-r-0 after:border-line after:bg-ground',
      tear &&
        'lg:after:top-auto lg:after:right-auto lg:after:-bottom-3 lg:after:-left-3 lg:after:w-6 lg:after:rounded-full lg:after:border-r',
      className,
    )}
  >
    <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
    <dl className="grid grid-cols-2 gap-4">{children}</dl>
  </section>
)

type FactProps = {
  label: string
  hint?: string
  half?: boolean
  valueClassName?: string
  children: ReactNode
}

export const Fact = ({ label, hint, half = false, valueClassName, children }: FactProps) => (
  <div className={cn('grid min-w-0 content-start gap-0.5', !half && 'col-span-2')}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={cn('min-w-0 break-words figures', valueClassName)}>{children}</dd>
    {hint && <dd className="text-xs text-muted">{hint}</dd>}
  </div>
)
