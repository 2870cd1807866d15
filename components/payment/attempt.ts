import { newKey } from '@/components/site/new-key'
import { HttpError } from '@/components/site/request'
import { forget, recall, remember } from '@/components/site/session-store'

/** The Idempotency-Keys of one kind of purchase, remembered by the tab under `store`. */
export function attempts(store: string) {
  /**
   * The next attempt is a new one: the server has answered this key for good, or what it reserved
   * is over.
   */
  const forgetAttempt = (): void => forget(store)

  /**
   * The Idempotency-Key for these contents: the same as long as they are the same, so that a double
   * click, a retry or a refresh is one request to the server (decision C3); other contents are
   * another attempt.
   */
  function attemptKey(contents: string): string {
    const last = recall(store) as { contents?: string; key?: string } | null
    if (last?.key && last.contents === contents) return last.key
    const key = newKey()
    remember(store, { contents, key })
    return key
  }

  /**
   * Runs `attempt`; once more where the remembered answer was of something that another tab, or the
   * clock, has ended since.
   */
  async function persist<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      // the same key: it may have been done after all
      if (!(error instanceof HttpError) || error.status >= 500) throw error
      forgetAttempt()
      // What is paid already is not bought again.
      if (error.body.code === 'not_payable' && !error.body.paymentIntentId) return attempt()
      throw error
    }
  }

  return { attemptKey, forgetAttempt, persist }
}
