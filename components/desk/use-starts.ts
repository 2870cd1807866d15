'use client'
import { useEffect, useReducer, useState } from 'react'
import { useRead } from '@/components/admin/use-save'
import type { DayStarts } from '@/lib/calendar/schema'

type Wish = {
  date: string
  duration: string
  serviceId?: number | undefined
  ignore?: number | undefined
}

/**
 * The times of a day for a session, free or with the reason why not; null data while loading, and
 * after a failure.
 */
export function useStarts({ date, duration, serviceId, ignore }: Wish) {
  const read = useRead()
  const [round, retry] = useReducer((n: number) => n + 1, 0)
  const [answer, setAnswer] = useState<{ key: string; data: DayStarts | null } | null>(null)
  const query = new URLSearchParams({
    date,
    duration,
    ...(serviceId && { serviceId: String(serviceId) }),
    ...(ignore && { ignore: String(ignore) }),
  })
  const key = date ? `${query}` : ''
  useEffect(() => {
    if (!key) return
    let current = true
    read<DayStarts>(`/api/admin/starts?${key}`).then(
      (data) => current && setAnswer({ key, data }),
      () => current && setAnswer({ key, data: null }),
    )
    return () => {
      current = false
    }
  }, [key, read, round])
  const known = answer?.key === key ? answer : null
  return {
    data: known?.data ?? null,
    loading: key !== '' && !known,
    failed: known !== null && known.data === null,
    retry,
  }
}
