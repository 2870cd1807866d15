import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { fieldClasses } from '@/components/ui/input'

type Props = Omit<ComponentProps<'select'>, 'className'> & { empty: string; options: readonly (readonly [key: string, text: string])[] }

/** The browser's own list, in our clothes: it needs no code, and phones show it as they always do. */
export const NativeSelect = ({ empty, options, ...props }: Props) => (
  <span className="relative block">
    <select className={`${fieldClasses} h-12 appearance-none truncate pr-10`} {...props}>
      <option value="">{empty}</option>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-4 right-3.5 size-4 text-muted" />
  </span>
)
