import type { Clock } from './clock'
import type { Store } from './store/store'
import type { Webhooks } from './webhooks/webhooks'
import type { Faults } from './http/faults'
import type { Account } from './payments/methods'

/**
 * What caused the current change, for its events. `null` for changes without a request (timers, the
 * bank, the dashboard).
 */
export interface Cause {
  id: string
  idempotency_key: string | null
}

/**
 * The one object everything works on. Handlers are synchronous, so `cause` needs no passing around.
 */
export interface Sandbox {
  store: Store
  webhooks: Webhooks
  faults: Faults
  clock: Clock
  account: Account
  /** This process's own address, without a trailing slash. */
  url: string
  cause: Cause | null
}
