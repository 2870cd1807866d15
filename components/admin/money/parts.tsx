import type { ReactNode } from 'react'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { Elements } from '@/components/ui/elements'
import { cn } from '@/components/ui/cn'

/** A part of the page with its heading. */
export const MoneyPart = ({
  id,
  title,
  hint,
  children,
}: {
  id: string
  title: string
  hint?: string | undefined
  children: Elements
}) => (
  <div className="grid min-w-0 content-start gap-3">
    <h2 id={id} className="text-base font-semibold">
      {title}
    </h2>
    {hint !== undefined && <p className="measure text-sm text-muted">{hint}</p>}
    {children}
  </div>
)

export const Nothing = ({ children }: { children: string }) => (
  <p className="text-sm text-muted">{children}</p>
)

/** The length of a value beside the longest; the value itself stands in the row. */
export const Bar = ({ value, most }: { value: number; most: number }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    className="h-2 w-full min-w-16"
  >
    <rect width="100" height="8" rx="1" className="fill-line" />
    <rect
      width={most > 0 ? Math.max(0, (value / most) * 100) : 0}
      height="8"
      rx="1"
      className="fill-tungsten"
    />
  </svg>
)

/** `hidden`: its name, for the eyes. `wide`: the column, on a phone, which has its values elsewhere. */
type Column = { name: string; isNumber?: boolean; hidden?: boolean; wide?: boolean }

export const ON_WIDE = 'max-sm:hidden'

/** A table with as many columns as are named. */
export const MoneyFigures = ({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly Column[]
  children: ReactNode
}) => (
  <Table label={label} className="max-sm:[&_:is(td,th)]:px-2">
    <TableHeader>
      <TableRow className="hover:bg-transparent">
        {columns.map(({ name, isNumber, hidden, wide }) => (
          <TableHead key={name} className={cn(isNumber && 'text-right', wide && ON_WIDE)}>
            {hidden ? <span className="sr-only">{name}</span> : name}
          </TableHead>
        ))}
      </TableRow>
    </TableHeader>
    <TableBody>{children}</TableBody>
  </Table>
)

/** The heading of a row. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className="min-w-24 px-3.5 py-2 text-left font-normal wrap-anywhere">
    {children}
  </th>
)

export const NUMBER = 'figures text-right whitespace-nowrap'
