import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'

type PickProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  className?: string
  onChange: () => void
  /** After a press, also of what is chosen already; not while the arrow keys move the choice. */
  onPressed?: () => void
  children: Elements
}

/**
 * A native radio button that covers its whole card: the browser's own keyboard and focus, our
 * design.
 */
export const RadioCard = ({ className, onChange, onPressed, children, ...input }: PickProps) => (
  <div
    className={cn(
      'group relative rounded-lg border border-line bg-raised transition-colors hover:border-edge',
      'has-checked:border-tungsten has-checked:bg-tungsten/8 has-checked:inset-ring ' +
        'has-checked:inset-ring-tungsten',
      className,
    )}
  >
    {children}
    <input
      type="radio"
      className={
        'absolute inset-0 size-full cursor-pointer appearance-none rounded-lg ' +
        'disabled:cursor-not-allowed'
      }
      {...input}
      // The browser clicks the radio button that an arrow key leads to, with a detail of 0.
      onClick={({ detail }) => {
        if (detail > 0 && input.checked) onPressed?.()
      }}
      onChange={({ nativeEvent }) => {
        onChange()
        if (nativeEvent instanceof MouseEvent && nativeEvent.detail > 0) onPressed?.()
      }}
    />
  </div>
)
