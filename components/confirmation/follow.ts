import { fetchPaidBooking } from '@/components/booking/api'
import { HttpError } from '@/components/site/request'
import type { PaidBooking } from '@/components/booking/types'
import { verdictOf, type PaymentReturn } from './payment-return'

/** What the page shows. `generic` is a success without details; `later` gives up watching, not the payment. */
export type View =
  | { kind: 'loading' | 'confirming' | 'failed' | 'generic' | 'unknown' }
  | { kind: 'later'; reference: string }
  | { kind: 'confirmed' | 'refunded' | 'cancelled'; booking: PaidBooking }

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/** Shows how the payment stands until it is settled, for up to a minute (decision C9); stops when `signal` aborts. */
export async function followPayment(back: PaymentReturn, show: (view: View) => void, signal: AbortSignal): Promise<void> {
  const verdict = verdictOf(back)
  const withoutDetails: View = { kind: verdict === 'success' ? 'generic' : 'unknown' }
  if (verdict === 'failure') return show({ kind: 'failed' })
  if (!back.intentId) return show(withoutDetails)

  const until = Date.now() + WATCH_MS
  for (;;) {
    const booking = await read(back.intentId, back.clientSecret, signal)
    if (signal.aborted) return
    if (booking === 'not_yours') return show(withoutDetails)
    const view = booking && viewOf(booking)
    if (view) show(view)
    if (booking && (isFinal(booking) || booking.paymentStatus === 'needs_attention')) return view ? undefined : show(laterView(booking))
    if (Date.now() >= until) {
      if (booking?.paymentStatus === 'failed') return show({ kind: 'failed' })
      return view ? undefined : show(laterView(booking))
    }
    if (!view) show({ kind: 'confirming' })
    await pause(EVERY_MS, signal)
  }

  function laterView(booking: PaidBooking | null): View {
    return { kind: 'later', reference: booking ? `#${booking.id}` : (back.intentId ?? '') }
  }
}

const isFinal = ({ paymentStatus }: PaidBooking) => paymentStatus === 'paid' || paymentStatus === 'refunded'

function viewOf(booking: PaidBooking): View | null {
  if (booking.status === 'confirmed' || booking.status === 'completed') return { kind: 'confirmed', booking }
  if (booking.paymentStatus === 'refunded') return { kind: 'refunded', booking }
  return booking.status === 'cancelled' && booking.paymentStatus === 'paid' ? { kind: 'cancelled', booking } : null
}

// A server that cannot answer now may answer in two seconds: null, and the watching goes on.
async function read(intentId: string, clientSecret: string | null, signal: AbortSignal): Promise<PaidBooking | 'not_yours' | null> {
  try {
    return await fetchPaidBooking(intentId, clientSecret, signal)
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
