'use client'
import { useEffect, useRef } from 'react'
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from '@/lib/auth/rules'

const LOOK_MS = 60_000

/**
 * Calls `leave` when nobody has touched this page for as long as a session may be idle: nothing of
 * the console stays on a screen whose session has run out. Where something was typed, which may not
 * be saved yet, only after as long as a session may last at all. Looks again after a pause of the
 * machine and when a kept page comes back.
 */
export function useLeaveWhenIdle(leave: () => void): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    let touched = Date.now()
    let patience = SESSION_IDLE_SECONDS
    const isOver = () => Date.now() - touched >= patience * 1000
    const type = () => {
      patience = SESSION_ABSOLUTE_SECONDS
    }
    const look = () => {
      if (isOver()) latest.current()
    }
    // The first touch after the end must not begin a new hour.
    const touch = () => {
      if (isOver()) latest.current()
      else touched = Date.now()
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
