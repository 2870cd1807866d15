import type Stripe from 'stripe'
import { API_VERSION } from '../config'
import { newId, seconds } from '../ids'
import type { Cause } from '../sandbox'
import type { Delivery, WebhookSettings } from '../store/records'
import type { Store } from '../store/store'
import { Courier } from './courier'
import { SettingsHolder } from './settings'

const SHUFFLE_MS = 300

/** Turns changes into events and events into deliveries, one for each target. */
export class Webhooks {
  private readonly settings: SettingsHolder
  private readonly courier: Courier
  private fresh: Delivery[] = []

  constructor(
    private readonly store: Store,
    readonly targets: string[],
    private readonly cause: () => Cause | null,
  ) {
    this.settings = new SettingsHolder(store)
    this.courier = new Courier(store, this.settings)
  }

  /** Records an event about `object` as it is now; it sets out when the unit of work ends. */
  emit(type: string, object: object, previous?: object): Stripe.Event {
    const cause = this.cause()
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: seconds(),
      data: {
        object: structuredClone(object),
        ...(previous ? { previous_attributes: previous } : {}),
      },
      livemode: false,
      pending_webhooks: this.targets.length,
      request: cause ?? { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event
    this.store.put('event', event)
    for (const target of this.targets)
      this.fresh.push(this.store.put('delivery', this.newDelivery(event.id, target)))
    return event
  }

  /**
   * Sends what the unit of work caused; resolves when each has been tried once. Held and dropped
   * ones do not count.
   */
  async dispatch(): Promise<void> {
    const { delayMs, shuffle } = this.settings.current
    const setOut = this.fresh.filter((delivery) => delivery.state === 'pending')
    this.fresh = []
    await Promise.all(
      setOut.map((delivery) =>
        this.courier.later(delivery, delayMs + (shuffle ? Math.random() * SHUFFLE_MS : 0)),
      ),
    )
  }

  /** True when answers wait for their webhooks, so that those arrive before the browser returns. */
  get first(): boolean {
    return this.settings.current.first && this.settings.current.mode === 'deliver'
  }

  configure(input: Partial<WebhookSettings>): WebhookSettings {
    const settings = this.settings.replace(input)
    this.store.commit()
    return settings
  }

  /** Delivers what was held, one event after the other, so that the order is certain. */
  async release(order: 'created' | 'reverse'): Promise<number> {
    const held = this.store.all('delivery').filter((delivery) => delivery.state === 'held')
    const events = [...new Set(held.map((delivery) => delivery.event))]
    if (order === 'reverse') events.reverse()
    for (const event of events) {
      const together = held.filter((delivery) => delivery.event === event)
      for (const delivery of together) delivery.state = 'pending'
      await Promise.all(together.map((delivery) => this.courier.attempt(delivery)))
    }
    return held.length
  }

  /** Sends one event to every target again, whatever happened to it before. */
  async resend(event: string): Promise<Delivery[]> {
    const known = this.store.all('delivery').filter((delivery) => delivery.event === event)
    const deliveries = this.targets.map(
      (target) =>
        known.find((delivery) => delivery.target === target) ?? this.newDelivery(event, target),
    )
    await Promise.all(deliveries.map((delivery) => this.courier.attempt(delivery)))
    return deliveries
  }

  /** After a restart: what had not arrived sets out again, to the targets of today. */
  resume(): void {
    const all = this.store.all('delivery')
    for (const delivery of all) {
      if (delivery.state !== 'pending' && delivery.state !== 'held') continue
      if (!this.targets.includes(delivery.target)) {
        const free = this.targets.find(
          (target) =>
            !all.some((other) => other.event === delivery.event && other.target === target),
        )
        if (free) delivery.target = free
        else delivery.state = 'dropped'
        this.store.put('delivery', delivery)
      }
      if (delivery.state === 'pending')
        void this.courier.later(delivery, Math.max(0, delivery.due - Date.now()))
    }
    this.store.commit()
  }

  close(): void {
    this.courier.close()
  }

  private newDelivery(event: string, target: string): Delivery {
    const { mode } = this.settings.current
    const state = mode === 'deliver' ? 'pending' : mode === 'hold' ? 'held' : 'dropped'
    return {
      id: `${event} ${target}`,
      event,
      target,
      state,
      attempts: 0,
      due: Date.now(),
      lastResult: null,
    }
  }
}
