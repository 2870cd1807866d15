'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '@/components/browser/clock'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { Today } from '@/lib/admin/today/schema'

const EVERY_MS = 30_000

/**
 * The day as it was read last, read again whenever the page is seen again and every half minute while
 * it is visible. `stale`: the last reading had no answer. A session that has ended is left to the page,
 * which asks for it when something is saved. `all`: with all that is to be done.
 */
export function useSyncToday(initial: Today, { all }: { all: boolean }) {
  const [read, setRead] = useState({ page: initial, today: initial })
  // The page was made anew, after something was saved.
  if (read.page !== initial) setRead({ page: initial, today: initial })
  const [stale, setStale] = useState(false)
  const [readAt, setReadAt] = useState<number | null>(null)
  const tag = useRef<string | null>(null)
  const seen = useTimesSeen()
  const readAgain = useCallback(async () => {
    try {
      const response = await fetch(`/api/admin/today${all ? '?todo=all' : ''}`, {
        headers: {
          'x-language': document.documentElement.lang.slice(0, 2),
          ...(tag.current && { 'if-none-match': tag.current }),
        },
      })
      if (response.status === 401) return window.location.reload()
      setStale(!response.ok && response.status !== 304)
      if (!response.ok) return
      tag.current = response.headers.get('etag')
      const today = (await response.json()) as Today
      setRead(({ page }) => ({ page, today }))
      setReadAt(serverNow())
    } catch {
      setStale(true)
    }
  }, [all])
  const isFirst = useRef(true)
  useEffect(() => {
    // A page that the worker has kept says so at once.
    const isKept = document.documentElement.dataset.kept !== undefined
    if (!isFirst.current || isKept) void readAgain()
    isFirst.current = false
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readAgain()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [readAgain, seen])
  return { today: read.today, readAt, stale, read: readAgain }
}
