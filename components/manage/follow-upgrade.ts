'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notice } from '@/components/layout/notice'
import type { Managed } from '@/lib/bookings/schema'
import { fetchManaged } from './api'

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
    // (docs/decisions/020 C8).
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

/** What is said of an upgrade that was paid: `later` gives up watching, not the payment. */
type FollowView = 'confirming' | 'later' | 'refunded' | null

type Follower = {
  show: (booking: Managed) => void
  say: (view: FollowView) => void
  onApplied: () => void
}

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows how a paid upgrade stands until it is settled, for up to a minute, as docs/decisions/020 C9
 * says of bookings; stops when `signal` aborts.
 */
async function followUpgrade(
  token: string,
  { show, say, onApplied }: Follower,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + WATCH_MS
  say('confirming')
  while (!signal.aborted) {
    // A server that cannot answer now may answer in two seconds.
    const booking = await fetchManaged(token, signal).catch(() => null)
    if (signal.aborted) return
    const { status, paymentStatus } = booking?.upgrade ?? {}
    if (booking) show(booking)
    if (status === 'applied') {
      onApplied()
      return say(null)
    }
    if (paymentStatus === 'refunded') return say('refunded')
    if (paymentStatus === 'needs_attention' || Date.now() >= until) return say('later')
    await new Promise((done) => setTimeout(done, EVERY_MS))
  }
}
