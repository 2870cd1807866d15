'use client'
import { useNow } from '@/components/booking/clock'

/** Whole seconds until `until` (ISO instant) by the server's clock, never below 0; null when nothing runs. */
export function useCountdown(until: string | null): number | null {
  const now = useNow(1_000)
  return until === null || now === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
}

/** 75 → "01:15". */
export const minutesAndSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
