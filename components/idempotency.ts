import { forget, recall, remember } from '@/components/browser/session-store'

type Attempt = { contents: string; key: string }
type Purchase = 'booking-attempt' | 'order-attempt'

/**
 * The Idempotency-Keys of one kind of request, or of one form. The last attempt of a purchase is
 * stored by the tab, because its form survives a reload too; any other is lost with the page.
 */
export function idempotencyKeys(purchase?: Purchase) {
  let ofThisPage: Attempt | null = null
  const last = () => (purchase ? (recall(purchase) as Partial<Attempt> | null) : ofThisPage)

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
      if (purchase) remember(purchase, attempt)
      else ofThisPage = attempt
      return attempt.key
    },

    /**
     * The next attempt is a new one: the server has given its final answer to this key, or the
     * reservation is over.
     */
    forget(): void {
      if (purchase) forget(purchase)
      else ofThisPage = null
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
