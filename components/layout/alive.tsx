'use client'
import { useSyncExternalStore, type ComponentProps } from 'react'

const never = () => () => undefined

/**
 * Whether the page's code has arrived: false in the prerendered page and until it is taken over.
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
