import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import type { Elements } from './elements'
import { fieldClasses } from './input'

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  children?: Elements
  /** The empty choice, first in the list. */
  empty?: string
  options?: readonly (readonly [value: string, text: string])[]
}

/**
 * The browser's own select in our design: it needs no code, and phones show their native picker.
 * Children follow the options.
 */
export const NativeSelect = ({ className, empty, options = [], children, ...props }: Props) => (
  <span className="relative block min-w-0">
    <select
      className={cn(fieldClasses, 'h-12 appearance-none truncate pr-10', className)}
      {...props}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
    />
  </span>
)
