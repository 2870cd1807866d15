import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/admin/shared/use-act'
import type { TodaySession } from '@/lib/admin/today/schema'

/**
 * Notes that a customer has come or did not; offered until one of both is noted. What was offered when
 * the page was opened keeps its place (`isShown`): nothing moves under the finger that has pressed it.
 */
export function useArrival(session: TodaySession, changed: () => void) {
  const t = useTranslations('admin.today')
  const { act, pending } = useAct(changed)
  const { id, name, version, arrivedAt, noShowAt } = session
  const isExpected = !arrivedAt && !noShowAt
  const [wasExpected] = useState(isExpected)
  const note = (state: 'arrived' | 'no_show', freeRoom = false) =>
    void act({
      method: 'PATCH',
      path: `/api/admin/bookings/${id}/arrival`,
      body: { state, version, ...(freeRoom && { freeRoom }) },
      said: t(`noted.${freeRoom ? 'free' : state}`, { name }),
    })
  return { isExpected, isShown: wasExpected || isExpected, note, pending }
}
