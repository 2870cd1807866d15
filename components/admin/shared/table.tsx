import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'

/** A column's heading: its text, or `hidden`, visually hidden, for a column of buttons. */
type Column = string | { name: string; className?: string; hidden?: boolean }

// The roles are explicit because narrow screens show the rows as cards, and browsers drop the table
// semantics of other layouts.
/** A list of the console: a table, and on narrow screens a card for each row. */
export function ListTable({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly Column[]
  children: ReactNode
}) {
  return (
    <Table role="table" label={label} className="max-lg:block">
      <TableHeader role="rowgroup" className="max-lg:sr-only">
        <TableRow role="row" className="hover:bg-transparent">
          {columns.map((column) => {
            const { name, className, hidden } =
              typeof column === 'string' ? { name: column } : column
            return (
              <TableHead key={name} role="columnheader" className={className}>
                {hidden ? <span className="sr-only">{name}</span> : name}
              </TableHead>
            )
          })}
        </TableRow>
      </TableHeader>
      <TableBody role="rowgroup" className="max-lg:block">
        {children}
      </TableBody>
    </Table>
  )
}

export const ListRow = ({ className, ...props }: ComponentProps<'tr'>) => (
  <TableRow
    role="row"
    className={cn('max-lg:grid max-lg:h-auto max-lg:gap-2 max-lg:p-4', className)}
    {...props}
  />
)

/** One value. `label`, its column's name, is shown beside it on narrow screens. */
export const ListCell = ({
  label,
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) =>
  label === undefined ? (
    <TableCell role="cell" className={cn('max-lg:block max-lg:p-0', className)}>
      {children}
    </TableCell>
  ) : (
    <TableCell
      role="cell"
      className={cn(
        'max-lg:grid max-lg:grid-cols-[7rem_minmax(0,1fr)] max-lg:gap-3 max-lg:p-0',
        className,
      )}
    >
      <span aria-hidden="true" className="text-xs leading-5 text-muted lg:hidden">
        {label}
      </span>
      <div className="min-w-0">{children}</div>
    </TableCell>
  )

/** A link in a row: on narrow screens 44 px high, in the space of its line. */
export const LIST_LINK =
  'text-tungsten underline underline-offset-4 max-lg:-my-3 max-lg:inline-block max-lg:py-3'

/** Shown when a list is empty. */
export const NoRows = ({ title, hint }: { title: string; hint: string }) => (
  <div
    className={
      'grid justify-items-center gap-2 rounded-lg border border-dashed border-edge ' +
      'px-6 py-12 text-center'
    }
  >
    <p className="font-display text-lg font-semibold">{title}</p>
    <p className="measure text-sm text-muted">{hint}</p>
  </div>
)
