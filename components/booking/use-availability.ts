'use client'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { Availability, DayAvailability } from '@/lib/availability/schema'
import { fetchAvailability, fetchDays } from './api'

const AGAIN_AFTER_MS = [3_000, 8_000, 15_000, 25_000]

// Of the page, so that the times of a day and the days of a month are read again together.
let round = 0
const readers = new Set<() => void>()
const refresh = () => {
  round++
  readers.forEach((read) => read())
}
// Beside another window, the page was visible all along.
function subscribe(read: () => void) {
  if (readers.size === 0) window.addEventListener('focus', refresh)
  readers.add(read)
  return () => {
    readers.delete(read)
    if (readers.size === 0) window.removeEventListener('focus', refresh)
  }
}
const useRound = () =>
  useSyncExternalStore(
    subscribe,
    () => round,
    () => 0,
  )

type Answer = { key: string; data: Availability | null }

/**
 * The free times from one of our addresses, null while the choice is incomplete: requested again
 * when the page is seen again, and whenever `refresh` is called.
 */
export function useAvailability(key: string | null) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const round = useRound()
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

/**
 * How much of each day is free, from one of our addresses: null while it is not known, so that no
 * day is refused on a guess. Read again whenever the times of a day are.
 */
export function useDays(key: string | null): readonly DayAvailability[] | null {
  const [answer, setAnswer] = useState<{ key: string; days: DayAvailability[] } | null>(null)
  const [round, times] = [useRound(), useTimesSeen()]

  useEffect(() => {
    if (!key) return
    const abort = new AbortController()
    fetchDays(key, abort.signal).then(
      (days) => setAnswer({ key, days }),
      () => abort.signal.aborted || setAnswer(null),
    )
    return () => abort.abort()
  }, [key, round, times])

  return answer?.key === key ? answer.days : null
}
