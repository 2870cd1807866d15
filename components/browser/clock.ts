'use client'
import { useSyncExternalStore } from 'react'

// "Now" is the server's time (docs/decisions/020 B1): a visitor's clock may be wrong by hours, and
// then every hold would look expired and the calendar would open on another month. Lint refuses the
// device's clock elsewhere.
const TOLERANCE_MS = 2_000
// The Date header is truncated to its second. Treated as that second's end: a second early is
// better than a hold of fifteen minutes that begins at 15:01.
const CUT_MS = 1_000
/** null until an answer has arrived. */
let offset: number | null = null
const readers = new Set<() => void>()

/**
 * Measures from an answer's Date header how far this device's clock is off: certainly behind, or
 * ahead by more than the network delay explains. Without the header, which servers must send, it
 * counts as right.
 */
export function noteServerTime(header: string | null): void {
  const isFirst = offset === null
  const gap = Date.parse(header ?? '') - Date.now()
  if (Number.isNaN(gap)) offset ??= 0
  else offset = gap > 0 || gap < -TOLERANCE_MS ? gap + CUT_MS : 0
  if (isFirst) readers.forEach((changed) => changed())
}

/** The server's time, for what follows an answer of the server. */
export const serverNow = (): number => Date.now() + (offset ?? 0)

/** Whether an answer has brought the server's time. */
export const isTimeKnown = (): boolean => offset !== null

/** The instant in so many seconds, for `useCountdown`. */
export const inSeconds = (seconds: number): string =>
  new Date(serverNow() + seconds * 1_000).toISOString()

/** This device's clock: only for the time between two of its own readings. */
export const deviceNow = (): number => Date.now()

/** The value of `read`, updated twice a second; null while prerendering. */
export function useTicking<T extends number | null>(read: () => T): T | null {
  return useSyncExternalStore(twiceASecond, read, () => null)
}

const twiceASecond = (changed: () => void) => {
  const timer = setInterval(changed, 500)
  readers.add(changed)
  return () => {
    clearInterval(timer)
    readers.delete(changed)
  }
}
