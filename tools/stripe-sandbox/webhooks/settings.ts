import type { WebhookSettings } from '../store/records'
import type { Store } from '../store/store'

const DEFAULTS: WebhookSettings = {
  id: 'webhooks',
  mode: 'deliver',
  first: false,
  duplicates: 0,
  delayMs: 0,
  shuffle: false,
  retrySchedule: [1, 2, 5, 10, 30, 60],
}

/** How webhooks behave at the moment; kept across restarts. */
export class SettingsHolder {
  constructor(private readonly store: Store) {}

  get current(): WebhookSettings {
    return this.store.get('settings', 'webhooks') ?? DEFAULTS
  }

  /** What a call leaves out returns to its default, except `retrySchedule`, which stays. */
  replace(input: Partial<WebhookSettings>): WebhookSettings {
    const next: WebhookSettings = {
      id: 'webhooks',
      mode: input.mode ?? DEFAULTS.mode,
      first: input.first ?? false,
      duplicates: input.duplicates ?? 0,
      delayMs: input.delayMs ?? 0,
      shuffle: input.shuffle ?? false,
      retrySchedule: input.retrySchedule ?? this.current.retrySchedule,
    }
    return this.store.put('settings', next)
  }
}
