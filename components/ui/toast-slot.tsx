'use client'
import { useSyncExternalStore, type ComponentType } from 'react'
import { useNoticeFocus } from './use-notice-focus'

export type ToasterProps = { label: string; closeLabel: string }

let view: ComponentType<ToasterProps> | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fills the slot; called once by the module `toast`. */
export function fillToastSlot(toaster: ComponentType<ToasterProps>): void {
  view = toaster
  listeners.forEach((listener) => listener())
}

/**
 * Where notices appear. Empty until some component imports `toast`: pages without notices do not
 * load the library, and a notice about a lost connection does not have to load its own code first.
 */
export function ToastSlot(props: ToasterProps) {
  useNoticeFocus()
  const Toaster = useSyncExternalStore(
    subscribe,
    () => view,
    () => null,
  )
  return Toaster && <Toaster {...props} />
}
