import { HttpError } from '@/components/site/request'
import type { PaymentState } from '@/lib/payments/rules'
import { verdictOf, type PaymentReturn } from './payment-return'

/** What was paid for, as far as following its payment needs it. */
export type Followed = { id: number; paymentStatus: PaymentState }

/**
 * One kind of purchase: how to read it, and which of the three ends it shows; null while none is
 * reached.
 */
export type Following<T extends Followed> = {
  read: (intentId: string, clientSecret: string | null, signal: AbortSignal) => Promise<T>
  /** How to read one that cost nothing, by its id; absent where everything costs something. */
  readFree?: (id: string, signal: AbortSignal) => Promise<T>
  endOf: (paid: T) => 'confirmed' | 'refunded' | 'cancelled' | null
}

/**
 * What the page shows. `generic` is a success without details; `later` gives up watching, not the
 * payment.
 */
export type View<T> =
  | { kind: 'loading' | 'confirming' | 'failed' | 'generic' | 'unknown' }
  | { kind: 'later'; reference: string }
  | { kind: 'confirmed' | 'refunded' | 'cancelled'; paid: T }

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows how the payment stands until it is settled, for up to a minute (decision C9); stops when
 * `signal` aborts.
 */
export async function followPayment<T extends Followed>(
  back: PaymentReturn,
  following: Following<T>,
  show: (view: View<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  const verdict = verdictOf(back)
  const withoutDetails: View<T> = { kind: verdict === 'success' ? 'generic' : 'unknown' }
  if (verdict === 'failure') return show({ kind: 'failed' })
  const reading = readingOf(back, following)
  if (!reading) return show(withoutDetails)

  const until = Date.now() + WATCH_MS
  for (;;) {
    const paid = await answerOf(reading(signal))
    if (signal.aborted) return
    if (paid === 'not_yours') return show(withoutDetails)
    const end = paid && following.endOf(paid)
    if (end) show({ kind: end, paid })
    if (paid && (isFinal(paid) || paid.paymentStatus === 'needs_attention'))
      return end ? undefined : show(laterView(paid))
    if (Date.now() >= until) {
      if (paid?.paymentStatus === 'failed') return show({ kind: 'failed' })
      return end ? undefined : show(laterView(paid))
    }
    if (!end) show({ kind: 'confirming' })
    await pause(EVERY_MS, signal)
  }

  function laterView(paid: T | null): View<T> {
    return { kind: 'later', reference: paid ? `#${paid.id}` : (back.intentId ?? '') }
  }
}

const isFinal = ({ paymentStatus }: Followed) =>
  paymentStatus === 'paid' || paymentStatus === 'refunded'

/** Asks for what was bought; null when the address names nothing. */
function readingOf<T extends Followed>(
  { intentId, clientSecret, freeId }: PaymentReturn,
  { read, readFree }: Following<T>,
): ((signal: AbortSignal) => Promise<T>) | null {
  if (intentId) return (signal) => read(intentId, clientSecret, signal)
  return freeId && readFree ? (signal) => readFree(freeId, signal) : null
}

// A server that cannot answer now may answer in two seconds: null, and the watching goes on.
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
