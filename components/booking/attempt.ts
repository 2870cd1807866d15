import { newKey } from '@/components/site/new-key'
import { forget, recall, remember } from '@/components/site/session-store'

const STORE = 'booking-attempt'

/**
 * The Idempotency-Key for these contents: the same as long as they are the same, so that a double click, a retry or a
 * refresh is one request to the server (decision C3); other contents are another attempt.
 */
export function attemptKey(contents: string): string {
  const last = recall(STORE) as { contents?: string; key?: string } | null
  if (last?.key && last.contents === contents) return last.key
  const key = newKey()
  remember(STORE, { contents, key })
  return key
}

/** The next attempt is a new one: the server has answered this key for good, or its hold is over. */
export const forgetAttempt = (): void => forget(STORE)
