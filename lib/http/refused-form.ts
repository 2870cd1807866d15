import 'server-only'
import { db } from '@/lib/db'
import { decryptFor, encryptFor } from '@/lib/secrets/encryption'
import { sha256 } from './request'

// A form that was sent without script and refused is shown again by another request, because a
// redirect leads to its page. Until then what was typed is stored with the answers for repeated
// calls (lib/http/idempotency.ts), and is deleted with them: after a day, or when its person is
// erased.

type Form = {
  endpoint: string
  /**
   * The form's own key, in its page and in its next submission: it can only be read with this key.
   */
  key: string
  visitorToken: string
}

/** What was typed, and what the browser is shown about it. Plain JSON. */
type Refused = Form & { email: string; status: number; content: object }

/**
 * Stores a refused form for the browser that sent it, encrypted with the form's key; a later
 * refusal of the same form replaces it. Throws the database's error when it is away.
 */
export async function keepRefusedForm(form: Refused): Promise<void> {
  const { key, email, visitorToken, status } = form
  const endpoint = endpointOf(form)
  const text = JSON.stringify(form.content)
  const sealed = encryptFor(key, text, aboutOf(form))
  await db().$executeRaw`
    INSERT INTO idempotency_keys
      (endpoint, key_hash, request_hash, email_hash, visitor_hash, sealed_token, status, sealed_response)
    VALUES (${endpoint}, ${sha256(key)}, ${sha256(text)}, ${sha256(email.trim().toLowerCase())},
      ${sha256(visitorToken)}, '', ${status}, ${sealed})
    ON CONFLICT (endpoint, key_hash) DO UPDATE SET request_hash = excluded.request_hash,
      email_hash = excluded.email_hash, visitor_hash = excluded.visitor_hash,
      status = excluded.status, sealed_response = excluded.sealed_response, started_at = now()`
}

/**
 * The refused form with this key, for the browser that sent it; null for every other browser, and
 * when there is none (any more). Throws unavailable when it was tampered with.
 */
export async function refusedForm(form: Form): Promise<unknown> {
  const row = await db().idempotencyKey.findUnique({
    where: { endpoint_keyHash: { endpoint: endpointOf(form), keyHash: sha256(form.key) } },
    select: { visitorHash: true, sealedResponse: true },
  })
  if (row?.visitorHash !== sha256(form.visitorToken) || row.sealedResponse === null) return null
  return JSON.parse(decryptFor(form.key, row.sealedResponse, aboutOf(form)))
}

const endpointOf = ({ endpoint }: Form): string => `${endpoint} refused`
const aboutOf = (form: Form): string => `${endpointOf(form)} form`
