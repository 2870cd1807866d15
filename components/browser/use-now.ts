'use client'
import { useCallback, useEffect } from 'react'
import { request } from '@/components/api'
import { deviceNow, isTimeKnown, serverNow, useTicking } from './clock'

const ASK_AGAIN_MS = 5_000
let asked = -Infinity

// Any answer brings the time, also a refusal.
function ask(): void {
  if (isTimeKnown() || deviceNow() - asked < ASK_AGAIN_MS) return
  asked = deviceNow()
  request('/api/health').catch(() => undefined)
}

/**
 * The server's time, rounded down to `everyMs` and kept current; null while prerendering and until
 * the server has answered. Asks for it once where no other call does, and again while nothing
 * answers.
 */
export function useNow(everyMs: number): number | null {
  useEffect(() => {
    ask()
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return useTicking(
    useCallback(
      () => (isTimeKnown() ? Math.floor(serverNow() / everyMs) * everyMs : null),
      [everyMs],
    ),
  )
}
