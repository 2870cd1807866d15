import type { ComponentProps } from 'react'
import { cn } from './cn'

/**
 * Scrolls sideways in itself on narrow screens; give `label` so that the scrolling region has a
 * name.
 */
export const Table = ({
  className,
  label,
  ...props
}: ComponentProps<'table'> & { label?: string }) => (
  <div
    role={label ? 'region' : undefined}
    aria-label={label}
    tabIndex={0}
    className="w-full overflow-x-auto rounded-lg border border-line bg-raised"
  >
    <table className={cn('w-full border-collapse text-sm', className)} {...props} />
  </div>
)

export const TableHeader = ({ className, ...props }: ComponentProps<'thead'>) => (
  <thead className={cn('sticky top-0 z-10 bg-card text-left', className)} {...props} />
)

export const TableBody = ({ className, ...props }: ComponentProps<'tbody'>) => (
  <tbody className={cn('[&_tr:last-child]:border-0', className)} {...props} />
)

export const TableRow = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr
    className={cn('h-10 border-b border-line transition-colors hover:bg-card', className)}
    {...props}
  />
)

export const TableHead = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn('h-10 px-3.5 text-xs font-medium whitespace-nowrap text-muted', className)}
    {...props}
  />
)

export const TableCell = ({ className, ...props }: ComponentProps<'td'>) => (
  <td className={cn('px-3.5 py-2 align-middle', className)} {...props} />
)
