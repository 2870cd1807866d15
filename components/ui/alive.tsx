'use client'
import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'

const never = () => () => undefined

/**
 * Whether the page's code has arrived: false in the prerendered page and until it is taken over. What
 * does nothing without code stays disabled until then, so that no press is lost or carried out later.
 */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Fields that open once the page is alive: until then nothing can be chosen or typed, so nothing
 * can be lost. A component of its own, so that its opening does not render the whole form inside
 * again.
 */
export const AliveFieldset = (props: Omit<ComponentProps<'fieldset'>, 'disabled'>) => (
  <fieldset {...props} disabled={!useAlive()} />
)

/**
 * For a link that does its work in the page once the code has come, and leads to the same elsewhere
 * until then; as any link, it can be opened in another tab or window.
 */
export const inPage = (work: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  work()
}
