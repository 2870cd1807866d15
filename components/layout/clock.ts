'use client'
import { useCallback, useSyncExternalStore } from 'react'

// "Now" is the server's time (docs/decisions/020 B1): a visitor's clock may be wrong by hours, and
// then every hold would look expired.
const TOLERANCE_MS = 2_000
// The Date header is truncated to its second. Treated as that second's end: a second early is
// better than a hold of fifteen minutes that begins at 15:01.
const CUT_MS = 1_000
let offset = 0

/**
 * Measures from an answer's Date header how far this device's clock is off: certainly behind, or
 * ahead by more than the network delay explains.
 */
export function noteServerTime(header: string | null): void {
  const gap = Date.parse(header ?? '') - Date.now()
  if (!Number.isNaN(gap)) offset = gap > 0 || gap < -TOLERANCE_MS ? gap + CUT_MS : 0
}

export const serverNow = (): number => Date.now() + offset

/** The value of `read`, updated twice a second; null while prerendering. */
export function useTicking<T extends number | null>(read: () => T): T | null {
  return useSyncExternalStore(twiceASecond, read, () => null)
}

const twiceASecond = (changed: () => void) => {
  const timer = setInterval(changed, 500)
  return () => clearInterval(timer)
}

/** The server's time, rounded down to `everyMs` and kept current; null while prerendering. */
export function useNow(everyMs: number): number | null {
  return useTicking(useCallback(() => Math.floor(serverNow() / everyMs) * everyMs, [everyMs]))
}
