'use client'
import { useCallback, useSyncExternalStore } from 'react'

// "Now" is the server's (docs/decisions/020 B1): a visitor's clock may be wrong by hours, and then
// every hold would look ended.
const TOLERANCE_MS = 2_000
// The Date header is cut down to its second. Taken as that second's end: rather a second early than
// a hold of fifteen minutes that begins at 15:01.
const CUT_MS = 1_000
let offset = 0

/**
 * Learns from an answer's Date header how far this device's clock is off: behind for certain, or
 * ahead by more than travel explains.
 */
export function noteServerTime(header: string | null): void {
  const gap = Date.parse(header ?? '') - Date.now()
  if (!Number.isNaN(gap)) offset = gap > 0 || gap < -TOLERANCE_MS ? gap + CUT_MS : 0
}

export const serverNow = (): number => Date.now() + offset

/** What `read` says, asked again twice a second; null while prerendering. */
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
