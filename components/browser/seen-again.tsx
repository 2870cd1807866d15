'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useReducer, useRef, useTransition } from 'react'
import { keepTyped } from './typed'

/**
 * How often the page was seen again without being shown by the router: its tab is looked at again,
 * the browser restores it, or the visitor goes back within it. A dependency of every effect that
 * reads what a page shows. A page that the router hides and shows again keeps its state and runs its
 * effects again by itself.
 */
export function useTimesSeen(): number {
  const [times, seeAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let timer: number | undefined
    const look = () => document.visibilityState === 'visible' && seeAgain()
    const restore = ({ persisted }: PageTransitionEvent) => persisted && seeAgain()
    // After the router, which handles the same event.
    const goBack = () => {
      timer = window.setTimeout(seeAgain)
    }
    const mounted = new AbortController()
    const { signal } = mounted
    document.addEventListener('visibilitychange', look, { signal })
    window.addEventListener('pageshow', restore, { signal })
    window.addEventListener('popstate', goBack, { signal })
    return () => {
      window.clearTimeout(timer)
      mounted.abort()
    }
  }, [])
  return times
}

/**
 * Without a network the router would leave the page for the browser's own; when the site was updated
 * it loads the page anew, which would end a payment.
 */
const mustWait = (): boolean =>
  !navigator.onLine || document.querySelector('[role="dialog"] iframe') !== null
const PATIENCE_MS = 1_000

/**
 * Reads the server's part of the page again, as soon as nothing forbids it. When that loads the page
 * anew, because the site was updated meanwhile, what was typed is kept.
 */
export function useReadAgain(): () => void {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const waiting = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!isReading) return
    window.addEventListener('pagehide', keepTyped)
    return () => window.removeEventListener('pagehide', keepTyped)
  }, [isReading])
  const read = useCallback(() => {
    if (mustWait()) return
    window.clearInterval(waiting.current)
    waiting.current = undefined
    startReading(() => router.refresh())
  }, [router])
  useEffect(() => {
    const readNow = () => waiting.current !== undefined && read()
    window.addEventListener('online', readNow)
    return () => {
      window.removeEventListener('online', readNow)
      window.clearInterval(waiting.current)
    }
  }, [read])
  return useCallback(() => {
    window.clearInterval(waiting.current)
    waiting.current = window.setInterval(read, PATIENCE_MS)
    read()
  }, [read])
}

/** Reads the server's part of the page again whenever the page is seen again. */
export function ReadAgain() {
  const readAgain = useReadAgain()
  const times = useTimesSeen()
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) readAgain()
    isFirst.current = false
  }, [times, readAgain])
  return null
}
