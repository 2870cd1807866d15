import { newKey } from '@/components/site/new-key'
import { request } from '@/components/site/request'
import type { ContactInput } from '@/lib/contacts/schema'

const PATIENCE_MS = 30_000
let attempt: { contents: string; key: string } | null = null

/**
 * Sends a message. The same words under the same key until the server has taken them, so that a
 * retry after a lost answer is not a second message. Throws HttpError for a refusal, and whatever
 * fetch throws when there is no answer.
 */
export async function sendContact(body: ContactInput): Promise<void> {
  const contents = JSON.stringify(body)
  if (attempt?.contents !== contents) attempt = { contents, key: newKey() }
  await request('/api/contacts', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': attempt.key },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  attempt = null
}
