'use client'
import { AlertDialog as Primitive } from 'radix-ui'
import { useRef, type ComponentProps } from 'react'
import { buttonVariants, type ButtonLook } from './button-variants'
import { cn } from './cn'
import { overlayClasses, panelClasses } from './panel'

export const AlertDialog = Primitive.Root
export const AlertDialogTrigger = Primitive.Trigger

export function AlertDialogContent({
  className,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  // As in our Dialog: without a Radix trigger the focus also returns to where it was.
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClasses}>
        <Primitive.Content
          className={cn(panelClasses, 'max-w-md', className)}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (!(opener.current instanceof HTMLElement)) return
            event.preventDefault()
            opener.current.focus({ preventScroll: true })
          }}
          {...props}
        />
      </Primitive.Overlay>
    </Primitive.Portal>
  )
}

export const AlertDialogHeader = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('grid gap-2', className)} {...props} />
)

export const AlertDialogFooter = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}
    {...props}
  />
)

export const AlertDialogTitle = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Title>) => (
  <Primitive.Title className={cn('text-xl', className)} {...props} />
)

export const AlertDialogDescription = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Description>) => (
  <Primitive.Description className={cn('text-base text-muted', className)} {...props} />
)

export const AlertDialogCancel = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Cancel>) => (
  <Primitive.Cancel className={buttonVariants({ variant: 'outline', className })} {...props} />
)

type ActionProps = ComponentProps<typeof Primitive.Action> & Pick<ButtonLook, 'variant'>

export const AlertDialogAction = ({
  className,
  variant = 'destructive',
  ...props
}: ActionProps) => (
  <Primitive.Action className={buttonVariants({ variant, className })} {...props} />
)
