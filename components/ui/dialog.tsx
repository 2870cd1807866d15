'use client'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ComponentProps } from 'react'
import { cn } from './cn'
import type { Elements } from './elements'
import { overlayClasses, panelClasses } from './panel'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger

type ContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'children'> & {
  children?: Elements
  /** The translated label of the close button. Without it there is none. */
  closeLabel?: string
}

const NOTICES = '[data-sonner-toaster], [data-notice]'

// A notice is outside the dialog: closing it must not close the dialog, which may contain a
// payment.
const keepForNotices = (event: {
  target: EventTarget | null
  preventDefault(): void
  detail: { originalEvent: Event }
}) => {
  const target = event.detail.originalEvent.target
  if (target instanceof Element && target.closest(NOTICES)) event.preventDefault()
}

export function DialogContent({
  className,
  children,
  closeLabel,
  onInteractOutside,
  ...props
}: ContentProps) {
  // Radix returns the focus to a DialogTrigger only; our dialogs are also opened by a submitted
  // form.
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClasses}>
        <Primitive.Content
          className={cn(panelClasses, 'max-w-lg', className)}
          onInteractOutside={(event) => {
            keepForNotices(event)
            onInteractOutside?.(event)
          }}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (!(opener.current instanceof HTMLElement)) return
            event.preventDefault()
            opener.current.focus({ preventScroll: true })
          }}
          {...props}
        >
          {children}
          {closeLabel && (
            <Primitive.Close
              aria-label={closeLabel}
              className={
                'absolute top-3 right-3 grid size-11 place-items-center rounded-md ' +
                'text-muted transition-colors hover:bg-line hover:text-fg'
              }
            >
              <X aria-hidden="true" className="size-5" />
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Overlay>
    </Primitive.Portal>
  )
}

export const DialogHeader = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('grid gap-1.5 pr-10', className)} {...props} />
)

export const DialogFooter = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}
    {...props}
  />
)

export const DialogTitle = ({ className, ...props }: ComponentProps<typeof Primitive.Title>) => (
  <Primitive.Title className={cn('text-xl', className)} {...props} />
)

export const DialogDescription = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Description>) => (
  <Primitive.Description className={cn('text-sm text-muted', className)} {...props} />
)
