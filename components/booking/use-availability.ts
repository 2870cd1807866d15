'use client'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { Availability } from '@/lib/availability/schema'
import { fetchAvailability } from './api'

const AGAIN_AFTER_MS = [3_000, 8_000, 15_000, 25_000]

type Answer = { key: string; data: Availability | null }

/**
 * The free times from one of our addresses, null while the choice is incomplete: requested again
 * when the page is seen again, and whenever `refresh` is called.
 */
export function useAvailability(key: string | null) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [round, refresh] = useReducer((n: number) => n + 1, 0)
  const times = useTimesSeen()

  useEffect(() => {
    if (!key) return
    const abort = new AbortController()
    fetchAvailability(key, abort.signal).then(
      (data) => setAnswer({ key, data }),
      () => {
        // The previous answer is better than an error; the server decides in any case.
        if (!abort.signal.aborted)
          setAnswer((shown) => (shown?.key === key && shown.data ? shown : { key, data: null }))
      },
    )
    return () => abort.abort()
  }, [key, round, times])

  // Beside another window, the page was visible all along.
  useEffect(() => {
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [])

  // An expired hold is released once its payment is closed, which takes the server some seconds.
  const timers = useRef<number[]>([])
  const refreshForAWhile = useCallback(() => {
    refresh()
    timers.current = AGAIN_AFTER_MS.map((ms) => window.setTimeout(refresh, ms))
  }, [])
  useEffect(() => () => timers.current.forEach((timer) => window.clearTimeout(timer)), [])

  const retry = useCallback(() => {
    setAnswer(null)
    refresh()
  }, [])
  const current = answer?.key === key ? answer : null
  return {
    data: current?.data ?? null,
    loading: key !== null && !current,
    failed: current?.data === null,
    refresh,
    refreshForAWhile,
    retry,
  }
}
