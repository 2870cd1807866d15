'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useReducer, useRef } from 'react'

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
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', restore)
    window.addEventListener('popstate', goBack)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', restore)
      window.removeEventListener('popstate', goBack)
    }
  }, [])
  return times
}

/** Reads the server's part of the page again, as soon as there is a network. */
export function useReadAgain(): () => void {
  const router = useRouter()
  const waiting = useRef(false)
  useEffect(() => {
    const read = () => {
      if (waiting.current) router.refresh()
      waiting.current = false
    }
    window.addEventListener('online', read)
    return () => window.removeEventListener('online', read)
  }, [router])
  return useCallback(() => {
    // Without one the router would leave the page, and what is typed in it, for the browser's own.
    waiting.current = !navigator.onLine
    if (navigator.onLine) router.refresh()
  }, [router])
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
