'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { deviceNow } from '@/components/layout/clock'
import { notice } from '@/components/layout/notice'
import { useTimesSeen } from '@/components/layout/seen-again'
import type { Managed } from '@/lib/bookings/schema'
import { hasRefund } from '@/lib/payments/rules'
import { fetchManaged } from './api'

/** What is paid for on the page: the booking itself, or an upgrade. */
export type Purchase = 'pay' | 'upgrade'

/**
 * Watches the purchase that was just paid: on this page, as reported to `follow`, or on the page of
 * the customer's bank, where it was `first`, the purchase that the page offered when it opened.
 */
export function useFollowedPayment(
  token: string,
  first: Purchase,
  show: (booking: Managed) => void,
) {
  const t = useTranslations('manage')
  const router = useRouter()
  const times = useTimesSeen()
  const [view, setView] = useState<FollowView>(null)
  const [watched, setWatched] = useState<Watched | null>(null)
  const watch = useCallback((next: Watched) => {
    setView('confirming')
    setWatched(next)
  }, [])

  useEffect(() => {
    const address = new URL(window.location.href)
    if (!address.searchParams.has('payment_intent')) return
    // Back from the bank's page. The parameters are removed from the address, and what they claim is
    // not trusted (docs/decisions/020 C8).
    const isRefused = address.searchParams.get('redirect_status') === 'failed'
    window.history.replaceState(window.history.state, '', address.pathname)
    startTransition(() => watch({ purchase: first, isRefused }))
  }, [first, watch])

  // Also when the page is shown again before the end was known.
  useEffect(() => {
    if (!watched) return
    const leaving = new AbortController()
    const { purchase } = watched
    const follower = {
      ...watched,
      show,
      say: setView,
      onApplied() {
        setWatched(null)
        notice.success(t(`${purchase}.done.title`), t(`${purchase}.done.note`))
        router.refresh() // the server's part of the page shows the receipts: there is a new one
      },
    }
    void followPayment(token, follower, leaving.signal)
    return () => leaving.abort()
  }, [watched, times, token, show, t, router])

  const follow = useCallback((purchase: Purchase) => watch({ purchase, isRefused: false }), [watch])
  return { view, purchase: watched?.purchase ?? first, follow }
}

/** `isRefused`: the bank's page reported a refusal. */
type Watched = { purchase: Purchase; isRefused: boolean }

/** What is said of a purchase that was paid: `later` gives up watching, not the payment. */
type FollowView = 'confirming' | 'later' | 'refunded' | 'refundFailed' | 'notPaid' | null

type Follower = Watched & {
  show: (booking: Managed) => void
  say: (view: FollowView) => void
  onApplied: () => void
}

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows the state of a paid purchase until it is settled, for up to a minute, as in
 * docs/decisions/020 C9 for bookings; stops when `signal` aborts.
 */
async function followPayment(
  token: string,
  { purchase, isRefused, show, say, onApplied }: Follower,
  signal: AbortSignal,
): Promise<void> {
  const until = deviceNow() + WATCH_MS
  while (!signal.aborted) {
    // A server that cannot answer now may answer in two seconds.
    const booking = await fetchManaged(token, signal).catch(() => null)
    if (signal.aborted) return
    const paymentStatus = purchase === 'pay' ? booking?.payment : booking?.upgrade?.paymentStatus
    if (booking) show(booking)
    const isDone =
      purchase === 'pay'
        ? booking?.status === 'confirmed' || booking?.status === 'completed'
        : booking?.upgrade?.status === 'applied'
    if (isDone) {
      say(null)
      return onApplied()
    }
    if (hasRefund(paymentStatus))
      return say(paymentStatus === 'refund_failed' ? 'refundFailed' : 'refunded')
    const isOver = deviceNow() >= until
    // `failed` is the provider's own word, and without it nobody is told so.
    if (paymentStatus === 'failed' && (isRefused || isOver)) return say('notPaid')
    if (paymentStatus === 'needs_attention' || isOver) return say('later')
    await new Promise((done) => setTimeout(done, EVERY_MS))
  }
}
