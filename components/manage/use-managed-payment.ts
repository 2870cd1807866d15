'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useCallback, useEffect, useState } from 'react'
import {
  type Followed,
  followPayment,
  type PaymentView,
} from '@/components/checkout/follow-payment'
import { usePaidNotice } from '@/components/checkout/use-purchase'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { Managed } from '@/lib/bookings/schema'
import { hasRefund, type PlacedMoney } from '@/lib/sales/money'

/** What is paid for on the page: the booking itself, by its customer or a payer, or an upgrade. */
export type ManagedKind = 'unpaid' | 'payer' | 'upgrade'

/**
 * Watches the purchase that was just paid: on this page, as reported to `follow`, or on the page of
 * the customer's bank, where it was `first`, the purchase that the page offered when it opened.
 * `show` and `fetch` must be the same on every render.
 */
export function useManagedPayment<T extends Payable>(
  token: string,
  first: ManagedKind,
  show: (booking: T) => void,
  fetch: (token: string, signal: AbortSignal) => Promise<T>,
) {
  const router = useRouter()
  const times = useTimesSeen()
  const [view, setView] = useState<PaymentView<Paid> | null>(null)
  const [watched, setWatched] = useState<Watched | null>(null)
  const watch = useCallback((next: Watched) => {
    setView({ kind: 'confirming' })
    setWatched(next)
  }, [])
  const kind = watched?.kind ?? first
  const sayPaid = usePaidNotice(kind)

  useEffect(() => {
    const address = new URL(window.location.href)
    if (!address.searchParams.has('payment_intent')) return
    // Back from the bank's page. The parameters are removed from the address, and what they claim is
    // not trusted (docs/decisions/020 C8).
    const isRefused = address.searchParams.get('redirect_status') === 'failed'
    window.history.replaceState(window.history.state, '', address.pathname)
    startTransition(() => watch({ kind: first, isRefused }))
  }, [first, watch])

  // Also when the page is shown again before the end was known.
  useEffect(() => {
    if (!watched) return
    const leaving = new AbortController()
    const { signal } = leaving
    const read = async (): Promise<Paid> => {
      const booking = await fetch(token, signal)
      if (!signal.aborted) show(booking)
      return paidOf(watched.kind, booking)
    }
    const claim = watched.isRefused ? 'failure' : 'unknown'
    void followPayment(
      { read, endOf, claim, isDoubted: true, reference: '' },
      (next) => {
        if (next.kind !== 'confirmed') return setView(next)
        setView(null)
        setWatched(null)
        leaving.abort()
        sayPaid()
        router.refresh() // the server's part of the page shows the receipts: there is a new one
      },
      signal,
    )
    return () => leaving.abort()
  }, [watched, times, token, show, fetch, sayPaid, router])

  const follow = useCallback(
    (paid: ManagedKind) => watch({ kind: paid, isRefused: false }),
    [watch],
  )
  return { view, kind, follow }
}

export type ManagedPayment = ReturnType<typeof useManagedPayment>

/** `isRefused`: the bank's page reported a refusal. */
type Watched = { kind: ManagedKind; isRefused: boolean }

type Payable = Pick<Managed, 'id' | 'status' | 'payment' | 'paymentMoney' | 'payable'> &
  Partial<Pick<Managed, 'upgrade' | 'money'>>
type Paid = Followed & { isDone: boolean; money: PlacedMoney[] }

function paidOf(kind: ManagedKind, booking: Payable): Paid {
  const { id, status, payment, payable, upgrade } = booking
  const isDone =
    kind === 'upgrade'
      ? upgrade?.status === 'applied'
      : // One of which a part is still owed stands before that is paid.
        (status === 'confirmed' || status === 'completed') && !payable
  const paymentStatus = kind === 'upgrade' ? upgrade?.paymentStatus : payment
  const money = kind === 'upgrade' ? upgrade?.money : booking.paymentMoney
  // Of a cancelled booking the page says what became of each sum anyway.
  const isSaid = (booking.money ?? []).length > 0
  return {
    ...{ id, isDone, paymentStatus: paymentStatus ?? 'processing' },
    money: isSaid ? [] : (money ?? []),
  }
}

const endOf = ({ isDone, paymentStatus }: Paid) =>
  isDone ? 'confirmed' : hasRefund(paymentStatus) ? 'refunded' : null
