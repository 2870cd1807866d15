import type { VariantProps } from 'class-variance-authority'
import { cloneElement, type ComponentProps, type ReactElement } from 'react'
import { buttonVariants } from './button-variants'
import { cn } from './cn'
import { Spinner } from './spinner'

export { buttonVariants }

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Renders the only child (a link, say) in the button's clothes. */
    asChild?: boolean
    /** Work is under way: keeps the width, shows a spinner, refuses clicks but keeps the focus. */
    pending?: boolean
  }

export function Button({
  className,
  variant,
  size,
  asChild = false,
  pending = false,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    const child = children as ReactElement<{ className?: string }>
    return cloneElement(child, {
      className: cn(classes, child.props.className),
      ...(onClick && { onClick }),
      ...props,
    })
  }
  return (
    <button
      type="button"
      className={classes}
      // Not `disabled`: that would drop the keyboard focus in the middle of a payment.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
