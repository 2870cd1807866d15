import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type PickProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  className?: string
  children: ReactNode
}

/**
 * A native radio button that is its whole card: the browser's own keyboard and focus, our looks.
 */
export const Pick = ({ className, children, ...input }: PickProps) => (
  <div
    className={cn(
      'group relative rounded-lg border border-line bg-raised transition-colors hover:border-edge',
      'has-checked:border-tungsten has-checked:bg-tungsten/8 has-checked:inset-ring has-checked:inset-ring-tungsten',
      className,
    )}
  >
    {children}
    <input
      type="radio"
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-lg disabled:cursor-not-allowed"
      {...input}
    />
  </div>
)
