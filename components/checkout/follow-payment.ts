'use client'
import { useEffect, useState } from 'react'
import { HttpError, request } from '@/components/api'
import { deviceNow } from '@/components/browser/clock'
import { useTimesSeen } from '@/components/browser/seen-again'
import { recall, remember } from '@/components/browser/session-store'
import type { PaymentStateDto } from '@/lib/payments/schema'
import { hasRefund, type MoneyState } from '@/lib/sales/money'

/**
 * The state of the payment from which the visitor has come back, read again when the page is seen
 * again; `reader` must be the same on every render.
 */
export function usePaymentStatus<T extends Followed>(reader: ReturnReader<T>): PaymentView<T> {
  const [view, setView] = useState<PaymentView<T>>({ kind: 'loading' })
  const times = useTimesSeen()
  // Its next visitor may have paid for something else.
  useEffect(() => () => setView({ kind: 'loading' }), [])
  useEffect(() => {
    const leaving = new AbortController()
    const back = readReturn()
    void followPayment(
      {
        ...reader,
        claim: claimOf(back),
        reference: back.intentId ?? '',
        read: readOf(back, reader),
        readState: stateOf(back, reader),
      },
      (next) => {
        if (next.kind === 'confirmed' && back.intentId && unforgotten.delete(back.intentId))
          reader.forget()
        // What it came to is known, and counts until the server says otherwise.
        setView((shown) => (isWaiting(next) && 'paid' in shown ? shown : next))
      },
      leaving.signal,
    )
    return () => leaving.abort()
  }, [reader, times])
  return view
}

/** The states in which the visitor is, or will be, a customer: what happens next is shown. */
export const showsNextSteps = <T>({ kind }: PaymentView<T>): boolean =>
  kind === 'confirmed' || kind === 'generic' || kind === 'later' || kind === 'confirming'

const isWaiting = <T>({ kind }: PaymentView<T>): boolean =>
  kind === 'confirming' || kind === 'later'

/** The fields of a purchase that following its payment needs. */
export type Followed = { id: number; paymentStatus: MoneyState }

type Lapsed = { date: string; time: string } | null

export type PurchaseEnd = 'confirmed' | 'refunded' | 'cancelled'

/** One kind of purchase: which of the three results it shows; null while there is none. */
type PurchaseReader<T extends Followed> = {
  endOf: (paid: T) => PurchaseEnd | null
  /** The time that is not held any more; absent where nothing is held. */
  lapsedOf?: (paid: T) => Lapsed
}

/** How a success page reads its purchase. */
export type ReturnReader<T extends Followed> = PurchaseReader<T> & {
  /** Where the server answers for a payment: `<path>/payment/{intentId}`. */
  path: string
  /** How to read one that cost nothing, by its id; absent where everything has a price. */
  readFree?: (id: string, signal: AbortSignal) => Promise<T>
  /** Forgets what this tab remembered of the purchase: a bank's page leads here past what does. */
  forget: () => void
}

/**
 * What the page shows. `generic` is a success without details, `elsewhere` an end without them; `later`
 * gives up watching, not the payment; `lapsed` is the time that is not held any more.
 */
export type PaymentView<T> =
  | { kind: 'loading' | 'confirming' | 'generic' | 'unknown' }
  | { kind: 'elsewhere'; end: 'refunded' | 'cancelled' }
  | { kind: 'failed'; lapsed: Lapsed }
  | { kind: 'later'; reference: string }
  | { kind: 'confirmed' | 'refunded' | 'cancelled'; paid: T }

const EVERY_MS = 2_000
const WATCH_MS = 60_000

type Watch<T extends Followed> = PurchaseReader<T> & {
  /** Null when nothing is there to be read. */
  read: ((signal: AbortSignal) => Promise<T>) | null
  /** Of one that is not this visitor's; null when the address names no payment. */
  readState?: ((signal: AbortSignal) => Promise<PaymentStateDto>) | null
  claim: Claim
  /** A refusal in the address counts only once the provider says the same. */
  isDoubted?: boolean
  /** What the visitor can name while the purchase is not known. */
  reference: string
}

/**
 * Shows the state of a payment until it is settled, for up to a minute (docs/decisions/020 C9);
 * stops when `signal` aborts.
 */
export async function followPayment<T extends Followed>(
  { read, readState = null, endOf, lapsedOf, claim, isDoubted = false, reference }: Watch<T>,
  show: (view: PaymentView<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  const nothing: PaymentView<T> = claim === 'failure' ? FAILED : { kind: WITHOUT_DETAILS[claim] }
  if (!read) return show(nothing)

  const until = deviceNow() + WATCH_MS
  for (;;) {
    const paid = await answerOf(read(signal))
    if (signal.aborted) return
    if (paid === 'not_yours') return readState ? followState(readState) : show(nothing)
    const end = paid && endOf(paid)
    if (end) show({ kind: end, paid })
    const last = lastView(paid, end, deviceNow() >= until)
    if (last) return end ? undefined : show(last)
    if (!end) show({ kind: 'confirming' })
    await pause(EVERY_MS, signal)
    if (signal.aborted) return
  }

  /** Says by the payment's own state, without any detail (docs/decisions/020 C9). */
  async function followState(readStateNow: NonNullable<typeof readState>): Promise<void> {
    for (;;) {
      const answer = await answerOf(readStateNow(signal))
      if (signal.aborted) return
      if (answer === 'not_yours') return show(nothing)
      const state = answer?.state ?? 'confirming'
      if (state === 'confirmed') return show({ kind: 'generic' })
      if (state === 'not_paid') return show(FAILED)
      if (state !== 'confirming') return show({ kind: 'elsewhere', end: state })
      if (deviceNow() >= until) return show({ kind: 'later', reference })
      show({ kind: 'confirming' })
      await pause(EVERY_MS, signal)
      if (signal.aborted) return
    }
  }

  /** What is shown once nothing more is waited for; null while something is. */
  function lastView(paid: T | null, end: unknown, isOver: boolean): PaymentView<T> | null {
    const later: PaymentView<T> = { kind: 'later', reference: paid ? `#${paid.id}` : reference }
    if (paid && (isFinal(paid) || paid.paymentStatus === 'needs_attention')) return later
    const isFailed = paid?.paymentStatus === 'failed'
    // The address says so: the provider put it there, or somebody typed it. The server, which would
    // have known better, does not.
    if (claim === 'failure' && !end && (isFailed || !isDoubted))
      return { kind: 'failed', lapsed: (paid && lapsedOf?.(paid)) ?? null }
    if (!isOver) return null
    // `failed` is the provider's own word, and without it nobody is told so.
    return isFailed ? FAILED : later
  }
}

const FAILED = { kind: 'failed', lapsed: null } as const
const WITHOUT_DETAILS = { success: 'generic', unknown: 'unknown' } as const

const isFinal = ({ paymentStatus }: Followed) =>
  paymentStatus === 'paid' || hasRefund(paymentStatus)

/**
 * Requests the purchase, which only the customer gets: by cookie, or by the intent's client secret
 * (docs/decisions/020 C8). Null when the address names nothing.
 */
function readOf<T extends Followed>(
  { intentId, clientSecret, freeId }: PaymentReturn,
  { path, readFree }: ReturnReader<T>,
): Watch<T>['read'] {
  if (intentId)
    return (signal) =>
      request<T>(`${path}/payment/${encodeURIComponent(intentId)}`, {
        signal,
        ...(clientSecret && { headers: { 'x-client-secret': clientSecret } }),
      })
  return freeId && readFree ? (signal) => readFree(freeId, signal) : null
}

const stateOf = <T extends Followed>(
  { intentId }: PaymentReturn,
  { path }: ReturnReader<T>,
): Watch<T>['readState'] =>
  intentId
    ? (signal) =>
        request<PaymentStateDto>(`${path}/payment/${encodeURIComponent(intentId)}/state`, {
          signal,
        })
    : null

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

type Claim = 'success' | 'failure' | 'unknown'

/** The result that the address claims. The server decides what is true. */
function claimOf({ intentId, status }: PaymentReturn): Claim {
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
