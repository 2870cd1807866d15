import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'

// The roles stand by because narrow screens show the rows as cards, and browsers forget a table
// that is laid out otherwise.
/**
 * A list of the owner's: a table, and on narrow screens a card for each row with the columns' names
 * beside the values.
 */
export function Records({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ReactNode
}) {
  return (
    <Table role="table" label={label} className="max-lg:block">
      <TableHeader role="rowgroup" className="max-lg:sr-only">
        <TableRow role="row" className="hover:bg-transparent">
          {columns.map((column) => (
            <TableHead key={column} role="columnheader">
              {column}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody role="rowgroup" className="max-lg:block">
        {children}
      </TableBody>
    </Table>
  )
}

export const RecordRow = ({ children }: { children: ReactNode }) => (
  <TableRow role="row" className="max-lg:grid max-lg:h-auto max-lg:gap-2 max-lg:p-4">
    {children}
  </TableRow>
)

/** One value; `label` is its column's name, seen on narrow screens only. */
export const RecordCell = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) => (
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

/** Where a list would be. */
export const NoRecords = ({ title, hint }: { title: string; hint: string }) => (
  <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-edge px-6 py-12 text-center">
    <p className="font-display text-lg font-semibold">{title}</p>
    <p className="measure text-sm text-muted">{hint}</p>
  </div>
)
