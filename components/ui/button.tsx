'use client'
import type { ComponentProps } from 'react'
import { useHydrated } from './hydrated'
import { buttonVariants, type ButtonLook } from './button-variants'
import { Spinner } from './spinner'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /**
     * Work is in progress: keeps the width, shows a spinner, ignores clicks but keeps the focus.
     */
    pending?: boolean
  }

/**
 * A button that needs code: disabled until the page is hydrated. What works without code (a link,
 * the button of a form with an address) uses `buttonVariants` directly.
 */
export function Button({
  className,
  variant,
  size,
  pending = false,
  children,
  onClick,
  disabled = false,
  ...props
}: ButtonProps) {
  const hydrated = useHydrated()
  return (
    <button
      type="button"
      className={buttonVariants({ variant, size, className })}
      // Not `disabled`: that would drop the keyboard focus in the middle of a payment.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      disabled={disabled || !hydrated}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {pending && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}
