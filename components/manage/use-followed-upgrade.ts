'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notice } from '@/components/site/notice'
import type { Managed } from '@/lib/bookings/schema'
import { followUpgrade, type FollowView } from './follow-upgrade'

/** Watches the upgrade that was just paid, here or on the page of the customer's bank. */
export function useFollowedUpgrade(token: string, show: (booking: Managed) => void) {
  const t = useTranslations('manage.upgrade.done')
  const [view, setView] = useState<FollowView>(null)
  const watching = useRef<AbortController | null>(null)
  const isBack = useRef(false)
  const follower = useMemo(
    () => ({ show, say: setView, onApplied: () => notice.success(t('title'), t('note')) }),
    [show, t],
  )

  useEffect(() => {
    const address = new URL(window.location.href)
    // Back from the bank's page: what the address claims is not believed, only taken out of it
    // (decision C8).
    if (address.searchParams.has('payment_intent')) {
      isBack.current = true
      window.history.replaceState(window.history.state, '', address.pathname)
    }
    const leaving = new AbortController()
    if (isBack.current) void followUpgrade(token, follower, leaving.signal)
    return () => {
      leaving.abort()
      watching.current?.abort()
    }
  }, [token, follower])

  const follow = useCallback(() => {
    watching.current?.abort()
    watching.current = new AbortController()
    void followUpgrade(token, follower, watching.current.signal)
  }, [token, follower])
  return { view, follow }
}
