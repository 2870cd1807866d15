'use client'
import { useEffect, useRef } from 'react'
import { deviceNow } from '@/components/layout/clock'
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from '@/lib/auth/rules'

const LOOK_MS = 60_000

/**
 * Calls `leave` when this page was not used for as long as a session may be idle, so that nothing
 * of the console stays on a screen whose session has expired. When something was typed that may not
 * be saved yet, only after the maximum length of a session. Checks again after the machine was
 * suspended and when a page is restored from the cache.
 */
export function useLeaveWhenIdle(leave: () => void): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    let touched = deviceNow()
    let patience = SESSION_IDLE_SECONDS
    const isOver = () => deviceNow() - touched >= patience * 1000
    const type = () => {
      patience = SESSION_ABSOLUTE_SECONDS
    }
    const look = () => {
      if (isOver()) latest.current()
    }
    // Input after the end must not restart the period.
    const touch = () => {
      if (isOver()) latest.current()
      else touched = deviceNow()
    }
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('input', type)
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, touch)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('input', type)
      for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, touch)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [])
}
