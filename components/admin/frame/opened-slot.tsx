'use client'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'

const BOOKING = /\/admin\/bookings\/\d+$/

/**
 * What is opened beside the page. When one is left for another area, the router goes on to ask for the
 * page that was behind it, and after the next act loads the address anew, without its notice: so the
 * next one that is opened is loaded by itself at once.
 */
export function OpenedSlot({ children }: { children: ReactNode }) {
  const path = usePathname()
  const last = useRef(path)
  /** The page behind the one that was opened first. */
  const behind = useRef<string | null>(null)
  useEffect(() => {
    const from = last.current
    last.current = path
    const [isOpened, wasOpened] = [BOOKING.test(path), BOOKING.test(from)]
    if (isOpened && !wasOpened) {
      if (behind.current !== null && behind.current !== from) location.replace(location.href)
      behind.current ??= from
    } else if (wasOpened && behind.current === path) behind.current = null
  }, [path])
  return <div className="contents">{children}</div>
}
