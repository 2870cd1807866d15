import type { Managed } from '@/lib/bookings/schema'
import { fetchManaged } from './api'

/** What is said of an upgrade that was paid: `later` gives up watching, not the payment. */
export type FollowView = 'confirming' | 'later' | 'refunded' | null

type Follower = {
  show: (booking: Managed) => void
  say: (view: FollowView) => void
  onApplied: () => void
}

const EVERY_MS = 2_000
const WATCH_MS = 60_000

/**
 * Shows how a paid upgrade stands until it is settled, for up to a minute, as decision C9 says of
 * bookings; stops when `signal` aborts.
 */
export async function followUpgrade(
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
