'use client'
import { createContext, type ReactNode, useContext, useEffect, useReducer, useState } from 'react'
import { request } from '@/components/api'
import { serverNow } from '@/components/browser/clock'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { StartTime } from '@/lib/availability/rules'
import type { FreeNow } from '@/lib/availability/schema'
import { isDate, isTime, MINUTE_MS } from '@/lib/time'

/** `at`: the server's time when it answered. Null when there is no answer to be had. */
type Answer = (Pick<FreeNow, 'room' | 'days'> & { slot: StartTime | null; at: number }) | null

const Context = createContext<Answer | 'loading' | undefined>(undefined)

/** What is free now and in the days ahead; 'loading' until the answer is there. */
export function useFreeNow(): Answer | 'loading' {
  const answer = useContext(Context)
  return answer === undefined ? 'loading' : answer
}

const isStart = (value: Partial<StartTime> | null | undefined): value is StartTime =>
  typeof value?.date === 'string' &&
  isDate(value.date) &&
  typeof value.time === 'string' &&
  isTime(value.time)

async function read(signal: AbortSignal): Promise<Answer> {
  const body = await request<FreeNow | null>('/api/next-slot', { signal })
  if (!body?.room || !Array.isArray(body.days)) return null
  const { room, days } = body
  const slot = isStart(body) ? { date: body.date, time: body.time } : null
  return { room, days, slot, at: serverNow() }
}

/** Sessions begin and end at quarters of an hour; not everybody asks in the same second. */
const untilNextQuarter = () =>
  15 * MINUTE_MS - (serverNow() % (15 * MINUTE_MS)) + Math.random() * 20_000

/** Asks once for everything within it, and again each quarter and whenever the page is seen again. */
export function FreeNowOf({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<Answer | 'loading'>('loading')
  const times = useTimesSeen()
  const [quarters, next] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    const leaving = new AbortController()
    read(leaving.signal).then(setAnswer, () => leaving.signal.aborted || setAnswer(null))
    const timer = setTimeout(next, untilNextQuarter())
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [times, quarters])

  return <Context value={answer}>{children}</Context>
}

/** The same, asked only where nothing around it has asked. */
export function FreeNowHere({ children }: { children: ReactNode }) {
  const around = useContext(Context)
  if (around === undefined) return <FreeNowOf>{children}</FreeNowOf>
  return <Context value={around}>{children}</Context>
}
