'use client'
import { Toaster as Sonner } from 'sonner'
import type { ToasterProps } from './toast-slot'

/**
 * Notices (docs/decisions/020 G8): one visible, 5000 ms, F8 focuses them, swipe right dismisses, at
 * most 420 px wide. At the top, under the header: the bottom has sticky bars and, on phones,
 * dialogs. The site's style sheet puts those of a success at the bottom.
 */
export const Toaster = ({ label, closeLabel }: ToasterProps) => (
  <Sonner
    theme="dark"
    position="top-right"
    offset={{ top: '5.25rem', right: '1.5rem' }}
    mobileOffset={{ top: '4.75rem' }}
    visibleToasts={1}
    duration={5000}
    hotkey={['F8']}
    swipeDirections={['right']}
    containerAriaLabel={label}
    closeButton
    style={{ '--width': '420px', fontFamily: 'inherit' } as React.CSSProperties}
    toastOptions={{
      unstyled: true,
      closeButtonAriaLabel: closeLabel,
      classNames: {
        toast:
          'pointer-events-auto flex w-full max-w-[420px] items-start gap-3 rounded-lg ' +
          'border border-line border-l-4 border-l-tungsten bg-card p-4 pr-12 text-sm ' +
          'text-fg shadow-warm data-[type=error]:border-l-onair ' +
          'data-[type=success]:border-l-meter',
        title: 'font-semibold',
        description: 'mt-0.5 text-muted!',
        icon: 'mt-0.5 shrink-0 [[data-type=error]_&]:text-onair-soft [[data-type=success]_&]:text-meter',
        actionButton:
          'shrink-0 self-center rounded-md bg-tungsten! px-3 py-2 text-sm font-semibold text-ink!',
        closeButton:
          'absolute top-0 right-0 grid size-11 place-items-center rounded-md bg-transparent! ' +
          'text-muted! hover:bg-line! hover:text-fg!',
      },
    }}
  />
)
