'use client'
import { useEffect } from 'react'

const inNotices = (node: EventTarget | null): node is HTMLElement =>
  node instanceof HTMLElement && node.closest('[data-sonner-toaster]') !== null

/**
 * Lets F8 focus the notices while a dialog is open. A modal dialog pulls the focus back from
 * everything outside it and closes on Escape wherever it is pressed; notices are the exception to
 * both. For the slot in the layout, which is mounted before any dialog: listeners of one node are
 * called in the order they were added.
 */
export function useNoticeFocus(): void {
  useEffect(() => {
    const keepFocus = (event: FocusEvent) => {
      if (inNotices(event.type === 'focusin' ? event.target : event.relatedTarget))
        event.stopImmediatePropagation()
    }
    const isEscape = (event: KeyboardEvent) => event.key === 'Escape' && inNotices(event.target)
    const keepDialog = (event: KeyboardEvent) => {
      if (isEscape(event)) event.preventDefault()
    }
    // On blur the focus returns to where it was before F8.
    const leave = (event: KeyboardEvent) => {
      if (isEscape(event) && document.activeElement instanceof HTMLElement)
        document.activeElement.blur()
    }
    const mounted = new AbortController()
    const { signal } = mounted
    document.addEventListener('focusin', keepFocus, { signal })
    document.addEventListener('focusout', keepFocus, { signal })
    window.addEventListener('keydown', keepDialog, { signal, capture: true })
    window.addEventListener('keydown', leave, { signal })
    return () => mounted.abort()
  }, [])
}
