'use client'
import { useEffect, useState } from 'react'
import { HttpError } from '@/components/api'
import { deviceNow } from '@/components/layout/clock'
import { useTimesSeen } from '@/components/layout/seen-again'
import { recall, remember } from '@/components/layout/session-store'
import { hasRefund, type PaymentState } from '@/lib/payments/rules'

/**
 * The state of the payment from which the visitor has come back, read again when the page is seen
 * again; `following` must be the same on every render.
 */
export function useFollowed<T extends Followed>(following: Following<T>): View<T> {
  const [view, setView] = useState<View<T>>({ kind: 'loading' })
  const times = useTimesSeen()
  // Its next visitor may have paid for something else.
  useEffect(() => () => setView({ kind: 'loading' }), [])
  useEffect(() => {
    const leaving = new AbortController()
    void followPayment(readReturn(), following, setView, leaving.signal)
    return () => leaving.abort()
  }, [following, times])
  return view
}

/** The states in which the visitor is, or will be, a customer: what happens next is shown. */
export const comesNext = <T>({ kind }: View<T>): boolean =>
  kind === 'confirmed' || kind === 'generic' || kind === 'later' || kind === 'confirming'

/** The fields of a purchase that following its payment needs. */
export type Followed = { id: number; paymentStatus: PaymentState }

/**
 * One kind of purchase: how to read it, and which of the three results it shows; null while there
 * is none.
 */
export type Following<T extends Followed> = {
  read: (intentId: string, clientSecret: string | null, signal: AbortSignal) => Promise<T>
  /** How to read one that cost nothing, by its id; absent where everything has a price. */
  readFree?: (id: string, signal: AbortSignal) => Promise<T>
  endOf: (paid: T) => 'confirmed' | 'refunded' | 'cancelled' | null
  /** Whether what was to be paid is not held any more; absent where nothing is. */
  hasLapsed?: (paid: T) => boolean
  /** Forgets what this tab remembered of the purchase: a bank's page leads here past what does. */
  forget: () => void
}

/**
 * What the page shows. `generic` is a success without details; `later` gives up watching, not the
 * payment; `lapsed` is what is not held any more.
 */
export type View<T> =
  | { kind: 'loading' | 'confirming' | 'generic' | 'unknown' }
  | { kind: 'failed'; lapsed: T | null }
  | { kind: 'later'; reference: string }
  | { kind: 'confirmed' | 'refunded' | 'cancelled'; paid: T }

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows the state of the payment until it is settled, for up to a minute (docs/decisions/020 C9);
 * stops when `signal` aborts.
 */
async function followPayment<T extends Followed>(
  back: PaymentReturn,
  following: Following<T>,
  show: (view: View<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  const verdict = verdictOf(back)
  const reading = readingOf(back, following)
  const nothing: View<T> = verdict === 'failure' ? FAILED : { kind: WITHOUT_DETAILS[verdict] }
  if (!reading) return show(nothing)

  const until = deviceNow() + WATCH_MS
  for (;;) {
    const paid = await answerOf(reading(signal))
    if (signal.aborted) return
    if (paid === 'not_yours') return show(nothing)
    const end = paid && following.endOf(paid)
    if (end === 'confirmed' && back.intentId && unforgotten.delete(back.intentId))
      following.forget()
    if (end) show({ kind: end, paid })
    const last = lastView(paid, end, deviceNow() >= until)
    if (last) return end ? undefined : show(last)
    if (!end) show({ kind: 'confirming' })
    await pause(EVERY_MS, signal)
  }

  /** What is shown once nothing more is waited for; null while something is. */
  function lastView(paid: T | null, end: unknown, isOver: boolean): View<T> | null {
    const later: View<T> = {
      kind: 'later',
      reference: paid ? `#${paid.id}` : (back.intentId ?? ''),
    }
    if (paid && (isFinal(paid) || paid.paymentStatus === 'needs_attention')) return later
    // The address says so: the provider put it there, or somebody typed it. The server, which would
    // have known better, does not.
    if (verdict === 'failure' && !end)
      return paid && following.hasLapsed?.(paid) ? { kind: 'failed', lapsed: paid } : FAILED
    if (!isOver) return null
    // `failed` is the provider's own word, and without it nobody is told so.
    return paid?.paymentStatus === 'failed' ? FAILED : later
  }
}

const FAILED = { kind: 'failed', lapsed: null } as const
const WITHOUT_DETAILS = { success: 'generic', unknown: 'unknown' } as const

const isFinal = ({ paymentStatus }: Followed) =>
  paymentStatus === 'paid' || hasRefund(paymentStatus)

/** Requests the purchase; null when the address names nothing. */
function readingOf<T extends Followed>(
  { intentId, clientSecret, freeId }: PaymentReturn,
  { read, readFree }: Following<T>,
): ((signal: AbortSignal) => Promise<T>) | null {
  if (intentId) return (signal) => read(intentId, clientSecret, signal)
  return freeId && readFree ? (signal) => readFree(freeId, signal) : null
}

// A server that cannot answer now may answer in two seconds: null, and the watching continues.
async function answerOf<T>(question: Promise<T>): Promise<T | 'not_yours' | null> {
  try {
    return await question
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? 'not_yours' : null
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * How the visitor came back from paying: the query of /booking-success. `freeId` is a booking
 * without payment.
 */
type PaymentReturn = {
  intentId: string | null
  clientSecret: string | null
  status: string | null
  freeId: string | null
}
/**
 * Intents paid on a bank's page, from which the provider redirects here with the client secret in
 * the address: this tab still remembers what was bought.
 */
const unforgotten = new Set<string>()

type Verdict = 'success' | 'failure' | 'unknown'

/** The result that the address claims. The server decides what is true. */
function verdictOf({ intentId, status }: Pick<PaymentReturn, 'intentId' | 'status'>): Verdict {
  if (status === 'failed') return 'failure'
  if (status === 'succeeded' && intentId) return 'success'
  return status === null && intentId === null ? 'success' : 'unknown'
}

/**
 * Reads the address once and removes the client secret from it, because addresses end up in
 * histories, logs and screenshots (docs/decisions/020 C8). The tab stores it, so that a reload
 * still shows the booking.
 */
function readReturn(): PaymentReturn {
  const address = new URL(window.location.href)
  const query = address.searchParams
  const intentId = query.get('payment_intent')
  const store = `payment-return:${intentId}`
  const given = query.get('payment_intent_client_secret')
  if (given !== null) {
    if (intentId) {
      remember(store, given)
      unforgotten.add(intentId)
    }
    query.delete('payment_intent_client_secret')
    window.history.replaceState(window.history.state, '', address)
  }
  const kept = intentId ? recall(store) : null
  return {
    intentId,
    clientSecret: given ?? (typeof kept === 'string' ? kept : null),
    status: query.get('redirect_status'),
    freeId: query.get('booking'),
  }
}
