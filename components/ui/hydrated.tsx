'use client'
import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'

const never = () => () => undefined

/**
 * Whether the page is hydrated: false in the prerendered page and until then. Controls that do
 * nothing without code stay disabled until then, so that no click is lost or handled later.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Fields that are enabled once the page is hydrated: until then nothing can be chosen or typed, so
 * nothing can be lost. A separate component, so that enabling them does not render the whole form
 * again.
 */
export const HydratedFieldset = (props: Omit<ComponentProps<'fieldset'>, 'disabled'>) => (
  <fieldset {...props} disabled={!useHydrated()} />
)

/**
 * For a link that works inside the page once it is hydrated, and leads to the same content
 * elsewhere until then; like any link, it can be opened in another tab or window, or saved.
 */
export const enhanceLink = (work: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  work()
}
