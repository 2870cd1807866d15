import type Stripe from 'stripe'
import type { Delivery } from '../store/records'
import type { Store } from '../store/store'
import { signatureHeader } from './sign'
import type { SettingsHolder } from './settings'

const TIMEOUT_MS = 20_000
const GIVE_UP_MS = 3 * 86_400_000

/** Carries deliveries to their targets and tries again until one is answered with 2xx. */
export class Courier {
  private readonly waiting = new Map<string, NodeJS.Timeout>()
  private readonly closing = new AbortController()

  constructor(
    private readonly store: Store,
    private readonly settings: SettingsHolder,
  ) {}

  /** Sends after `delayMs`; resolves after the first attempt, whatever came of it. */
  later(delivery: Delivery, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      clearTimeout(this.waiting.get(delivery.id))
      const handle = setTimeout(() => {
        this.waiting.delete(delivery.id)
        void this.attemptUnlessStopped(delivery).finally(resolve)
      }, delayMs)
      this.waiting.set(delivery.id, handle)
    })
  }

  /**
   * One attempt now, whatever the mode. With `duplicates`, identical copies go out at the same
   * time.
   */
  async attempt(delivery: Delivery): Promise<void> {
    const event = this.store.get('event', delivery.event)
    if (!event || this.closing.signal.aborted) return
    delivery.attempts += 1
    const copies = Array.from({ length: 1 + this.settings.current.duplicates }, () =>
      this.post(event, delivery.target),
    )
    const results = await Promise.all(copies)
    if (this.closing.signal.aborted) return
    delivery.lastResult = results[0] ?? null
    if (results.some((result) => /^2\d\d$/.test(result))) this.delivered(delivery, event)
    else this.tryAgain(delivery, event)
    this.store.put('delivery', delivery)
    this.store.commit()
  }

  close(): void {
    this.closing.abort()
    for (const handle of this.waiting.values()) clearTimeout(handle)
    this.waiting.clear()
  }

  /** A retry that falls due while a test holds or drops webhooks obeys that. */
  private async attemptUnlessStopped(delivery: Delivery): Promise<void> {
    const { mode } = this.settings.current
    if (mode === 'deliver') return this.attempt(delivery)
    delivery.state = mode === 'hold' ? 'held' : 'dropped'
    this.store.put('delivery', delivery)
    this.store.commit()
  }

  private delivered(delivery: Delivery, event: Stripe.Event): void {
    clearTimeout(this.waiting.get(delivery.id))
    this.waiting.delete(delivery.id)
    if (delivery.state !== 'delivered') {
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
      this.store.put('event', event)
    }
    delivery.state = 'delivered'
  }

  private tryAgain(delivery: Delivery, event: Stripe.Event): void {
    if (delivery.state === 'delivered') return
    if (Date.now() > event.created * 1000 + GIVE_UP_MS) {
      delivery.state = 'given_up'
      return
    }
    const { retrySchedule } = this.settings.current
    const seconds = retrySchedule[Math.min(delivery.attempts, retrySchedule.length) - 1] ?? 60
    delivery.state = 'pending'
    delivery.due = Date.now() + seconds * 1000
    void this.later(delivery, seconds * 1000)
  }

  private async post(event: Stripe.Event, target: string): Promise<string> {
    const body = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(target, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
      })
      await response.arrayBuffer()
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? error.name : 'failed'
    }
  }
}
