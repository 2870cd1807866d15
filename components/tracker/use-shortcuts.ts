'use client'
import { useEffect, useEffectEvent } from 'react'

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/**
 * Calls `keys[letter]` when that letter is pressed anywhere but where people type, and not as part
 * of a browser's shortcut.
 */
export function useShortcuts(enabled: boolean, keys: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      event.isComposing ||
      event.defaultPrevented
    )
      return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    keys[event.key.toLowerCase()]?.()
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [enabled])
}
