'use client'
import { useEffect, useState } from 'react'
import { serverNow } from '@/components/browser/clock'
import { hoursOf } from '@/lib/admin/calendar/rules'
import { studioDate, studioTime } from '@/lib/time'

const TICK_MS = 30_000

type Props = {
  date: string
  /** HH:MM, by the server, until the page has a clock. */
  now: string
  first: number
  last: number
  hourPx: number
}

/** A line at the time that it is; above it the day is over. */
export function NowLine({ date, now, first, last, hourPx }: Props) {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const tick = () => {
      const at = new Date(serverNow())
      setTime(studioDate(at) === date ? studioTime(at) : '24:00')
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [date])
  const hours = Math.max(first, Math.min(hoursOf(time), last))
  const top = (hours - first) * hourPx
  return (
    <li
      aria-hidden="true"
      data-now={time}
      className="pointer-events-none absolute inset-x-0 top-0 border-b-2 border-onair bg-line/60"
      style={{ height: top }}
    />
  )
}
