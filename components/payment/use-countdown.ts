'use client'
import { useCallback } from 'react'
import { serverNow, useTicking } from '@/components/site/clock'

/**
 * Whole seconds until `until` (ISO instant) by the server's clock, never below 0; null when nothing
 * runs.
 */
export function useCountdown(until: string | null): number | null {
  return useTicking(
    useCallback(
      () =>
        until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1_000)),
      [until],
    ),
  )
}

/** 75 → "01:15". */
export const minutesAndSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
