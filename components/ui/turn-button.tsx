import type { ReactNode } from 'react'
import { cn } from './cn'

type Props = {
  label: string
  disabled: boolean
  onTurn: () => void
  className: string
  children: ReactNode
}

/** One step on or back. aria-disabled at the end of the way: the focus stays where it is. */
export const TurnButton = ({ label, disabled, onTurn, className, children }: Props) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={() => !disabled && onTurn()}
    className={cn(
      'grid size-11 place-items-center rounded-md aria-disabled:cursor-not-allowed',
      className,
    )}
  >
    {children}
  </button>
)
