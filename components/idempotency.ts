import { forget, recall, remember } from '@/components/browser/session-store'

type Attempt = { contents: string; key: string }
type Purpose =
  'booking-attempt' | 'order-attempt' | 'contact' | 'membership' | 'admin-booking' | 'admin-payment'

const ofThisPage = new Map<Purpose, Attempt>()

/**
 * The Idempotency-Keys of one kind of request. `outlivesRefresh`: the tab stores the last attempt,
 * for purchases, whose form survives a reload too; otherwise it is lost with the page.
 */
export function idempotencyKeys(purpose: Purpose, { outlivesRefresh = false } = {}) {
  const last = () =>
    outlivesRefresh ? (recall(purpose) as Partial<Attempt> | null) : ofThisPage.get(purpose)

  return {
    /**
     * The key for this content: the same as long as the content is the same, so that a double
     * click, a retry or a reload is one request to the server (docs/decisions/020 C3); other
     * content is another attempt.
     */
    keyFor(contents: string): string {
      const known = last()
      if (known?.key && known.contents === contents) return known.key
      const attempt = { contents, key: newKey() }
      if (outlivesRefresh) remember(purpose, attempt)
      else ofThisPage.set(purpose, attempt)
      return attempt.key
    },

    /**
     * The next attempt is a new one: the server has given its final answer to this key, or the
     * reservation is over.
     */
    forget(): void {
      if (outlivesRefresh) forget(purpose)
      else ofThisPage.delete(purpose)
    },
  }
}

/**
 * A new key. Not randomUUID: a phone that opens the demo by its network address has no secure
 * context, and so no such function.
 */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
