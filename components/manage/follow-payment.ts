'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notice } from '@/components/layout/notice'
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
  const [view, setView] = useState<FollowView>(null)
  const [purchase, setPurchase] = useState(first)
  const watching = useRef<AbortController | null>(null)
  const back = useRef<'none' | 'unknown' | 'failed'>('none')
  const followerOf = useMemo(
    () => (bought: Purchase) => ({
      purchase: bought,
      show,
      say: setView,
      onApplied() {
        notice.success(t(`${bought}.done.title`), t(`${bought}.done.note`))
        router.refresh() // the server's part of the page shows the receipts: there is a new one
      },
    }),
    [show, t, router],
  )

  useEffect(() => {
    const address = new URL(window.location.href)
    // Back from the bank's page. The parameters are removed from the address, and a claimed success
    // is not trusted (docs/decisions/020 C8).
    if (address.searchParams.has('payment_intent')) {
      const failed = address.searchParams.get('redirect_status') === 'failed'
      back.current = failed ? 'failed' : 'unknown'
      window.history.replaceState(window.history.state, '', address.pathname)
    }
    const leaving = new AbortController()
    if (back.current !== 'none') {
      const follower = { ...followerOf(first), isRefused: back.current === 'failed' }
      void followPayment(token, follower, leaving.signal)
    }
    return () => {
      leaving.abort()
      watching.current?.abort()
    }
  }, [token, first, followerOf])

  const follow = useCallback(
    (bought: Purchase) => {
      setPurchase(bought)
      watching.current?.abort()
      watching.current = new AbortController()
      void followPayment(token, followerOf(bought), watching.current.signal)
    },
    [token, followerOf],
  )
  return { view, purchase, follow }
}

/** What is said of a purchase that was paid: `later` gives up watching, not the payment. */
type FollowView = 'confirming' | 'later' | 'refunded' | 'refundFailed' | 'notPaid' | null

type Follower = {
  purchase: Purchase
  show: (booking: Managed) => void
  say: (view: FollowView) => void
  onApplied: () => void
  /** The bank's page reported a refusal: unless the server says otherwise, it can be paid again. */
  isRefused?: boolean
}

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows the state of a paid purchase until it is settled, for up to a minute, as in
 * docs/decisions/020 C9 for bookings; stops when `signal` aborts.
 */
async function followPayment(
  token: string,
  { purchase, show, say, onApplied, isRefused = false }: Follower,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + WATCH_MS
  say('confirming')
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
      onApplied()
      return say(null)
    }
    if (hasRefund(paymentStatus))
      return say(paymentStatus === 'refund_failed' ? 'refundFailed' : 'refunded')
    if (isRefused && booking) return say('notPaid')
    if (paymentStatus === 'needs_attention' || Date.now() >= until) return say('later')
    await new Promise((done) => setTimeout(done, EVERY_MS))
  }
}
