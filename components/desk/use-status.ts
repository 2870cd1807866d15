'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ListedBooking } from '@/components/admin/types'
import { useSave } from '@/components/admin/use-save'
import type { BookingStatus } from '@/lib/bookings/rules'

type Change = Pick<ListedBooking, 'status' | 'cancelReason' | 'holdExpiresAt' | 'updatedAt'>

/**
 * A booking whose status can be set: shown at once, and as it was when the server refuses. What is
 * shown ahead of the server counts only until the server's own row, with a new version, arrives.
 */
export function useStatus(booking: ListedBooking) {
  const t = useTranslations('admin.bookings')
  const router = useRouter()
  const { send, pending, succeeded } = useSave()
  const [ahead, setAhead] = useState<{ of: string; change: Change } | null>(null)
  const shown = ahead?.of === booking.updatedAt ? { ...booking, ...ahead.change } : booking

  const setStatus = async (status: BookingStatus) => {
    if (pending || status === shown.status) return
    const before = ahead
    setAhead({
      of: booking.updatedAt,
      change: {
        status,
        cancelReason: status === 'cancelled' ? 'admin' : null,
        holdExpiresAt: null,
        updatedAt: shown.updatedAt,
      },
    })
    const result = await send<Change>('PATCH', `/api/bookings/${booking.id}/status`, {
      status,
      version: shown.updatedAt,
    })
    if (result.ok) {
      setAhead({ of: booking.updatedAt, change: result.data })
      succeeded(t('statusUpdated'))
    } else setAhead(before)
    // Also after a refusal: it may be that somebody else has changed the row.
    router.refresh()
  }
  return { shown, setStatus, pending }
}
