'use client'
import { useCallback, useSyncExternalStore } from 'react'

// "Now" is the server's (decision B1): a visitor's clock may be wrong by hours, and then every hold would look ended.
const TOLERANCE_MS = 2_000 // the Date header counts whole seconds and travels
let offset = 0

/** Learns from an answer's Date header how far this device's clock is off. */
export function noteServerTime(header: string | null): void {
  const gap = Date.parse(header ?? '') - Date.now()
  if (!Number.isNaN(gap)) offset = Math.abs(gap) > TOLERANCE_MS ? gap : 0
}

export const serverNow = (): number => Date.now() + offset

/** The server's time, rounded down to `everyMs` and kept current; null while prerendering. */
export function useNow(everyMs: number): number | null {
  const subscribe = useCallback((changed: () => void) => {
    const timer = setInterval(changed, Math.min(everyMs, 1_000))
    return () => clearInterval(timer)
  }, [everyMs])
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / everyMs) * everyMs, () => null)
}
