'use client'
import { useEffect, useRef } from 'react'
import { deviceNow } from '@/components/browser/clock'
import { forgetTab } from '@/components/browser/session-store'
import { sessionSeconds } from '@/lib/credentials'

const LOOK_MS = 60_000
const TOUCHED = 'console-touched'
const LEFT = 'console-left'

// A browser may refuse storage: then each tab counts its own.
function lastInAnyTab(what: typeof TOUCHED | typeof LEFT): number {
  try {
    return Number(localStorage.getItem(what) ?? 0)
  } catch {
    return 0
  }
}
function tellOtherTabs(what: typeof TOUCHED | typeof LEFT, now: number): void {
  try {
    localStorage.setItem(what, String(now))
  } catch {
    return
  }
}

/** On signing out: every other tab of the console is left too, also one in full view. */
export const leaveOtherTabs = (): void => tellOtherTabs(LEFT, deviceNow())

/**
 * Calls `leave` when the console was used in no tab for as long as a session may be idle, or when
 * somebody has signed out in another tab, so that nothing of it stays on a screen whose session has
 * expired. When something was typed that may not
 * be saved yet, only after the maximum length of a session. Checks again after the machine was
 * suspended, when a page is restored from the cache, and when the router shows a kept page again.
 */
export function useLeaveWhenIdle(leave: () => void, { trusted }: { trusted: boolean }): void {
  const latest = useRef(leave)
  // They outlive the times when the router hides the page.
  const touched = useRef(0)
  const hasTyped = useRef(false)
  const opened = useRef(0)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const { absolute, idle } = sessionSeconds(trusted)
    const isIdle = () =>
      deviceNow() - Math.max(touched.current, lastInAnyTab(TOUCHED)) >=
      (hasTyped.current ? absolute : idle) * 1000
    // A sign-out that is still to come was noted while the clock was wrong.
    const hasSignedOut = () => {
      const left = lastInAnyTab(LEFT)
      return left > opened.current && left <= deviceNow()
    }
    const isOver = () => {
      if (!hasSignedOut()) return isIdle()
      forgetTab()
      return true
    }
    const type = () => {
      hasTyped.current = true
    }
    const look = () => {
      if (isOver()) latest.current()
    }
    const note = () => {
      touched.current = deviceNow()
      tellOtherTabs(TOUCHED, touched.current)
    }
    // Input after the end must not restart the period.
    const touch = () => {
      if (isOver()) latest.current()
      else note()
    }
    // The server has just let this page be opened.
    if (touched.current === 0) {
      opened.current = deviceNow()
      note()
    } else look()
    const timer = setInterval(look, LOOK_MS)
    const mounted = new AbortController()
    const { signal } = mounted
    window.addEventListener('input', type, { signal })
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, touch, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    for (const kind of ['pageshow', 'storage']) window.addEventListener(kind, look, { signal })
    return () => {
      clearInterval(timer)
      mounted.abort()
    }
  }, [trusted])
}
