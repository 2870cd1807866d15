import 'server-only'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { decryptFor, encryptFor, isKeyed } from '@/lib/secrets/encryption'
import { sha256 } from './request'

const KEY = /^[\x21-\x7e]{16,255}$/
const WAIT_MS = 10_000 // How long a repeated request waits for the answer to the first.
// An answer not written by then was lost with its process: the next caller takes over.
const ABANDONED_SECONDS = 60

export type Answer = { status: number; body: unknown; visitorToken: string }
type Question = {
  endpoint: string
  key: string | null
  body: unknown
  /**
   * The person whom the request is about: the answer is deleted when they are erased. Null where
   * that is not known: the answer is deleted when any person is erased.
   */
  email: string | null
  visitorToken: string
  hasCookie: boolean
}
type Claim = {
  endpoint: string
  keyHash: string
  requestHash: string
  emailHash: string | null
  visitorHash: string
  sealedToken: string
  hasCookie: boolean
}

/**
 * Returns the first answer, and the visitor token it gave, to every later request with the same
 * Idempotency-Key (docs/decisions/020 C3); a second request waits for the first. Both are stored
 * encrypted with the key that the client sends, of which we keep only the hash: a copy of the
 * database reveals neither. Without a key, `work` simply runs. `work` gets the token to act as.
 * What it throws, refusals too, is not stored: the same request may succeed later. Throws
 * invalid_request (malformed key), idempotency_mismatch (another body), unavailable (still being
 * processed).
 */
export async function withIdempotencyKey(
  request: Question,
  work: (visitorToken: string) => Promise<Answer>,
): Promise<Answer> {
  const { endpoint, key, visitorToken, hasCookie } = request
  if (key === null) return work(visitorToken)
  if (!KEY.test(key)) throw new Problem('invalid_request', { sentence: 'bad_idempotency_key' })
  type Kept = 'token' | 'answer'
  const seal = (text: string, what: Kept): string => encryptFor(key, text, `${endpoint} ${what}`)
  // A value that is not sealed was stored by the previous version and is at most a day old.
  const open = (kept: string, what: Kept): string =>
    isKeyed(kept) ? decryptFor(key, kept, `${endpoint} ${what}`) : kept
  const claim = {
    endpoint,
    keyHash: sha256(key),
    requestHash: sha256(JSON.stringify(request.body)),
    emailHash: request.email === null ? null : sha256(request.email),
    visitorHash: sha256(visitorToken),
    sealedToken: seal(visitorToken, 'token'),
    hasCookie,
  }
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const claimed = await claimKey(claim)
    if (claimed !== null) {
      const keep = (answer: string) => seal(answer, 'answer')
      return runOnce(claim, claimed, () => work(open(claimed.sealedToken, 'token')), keep)
    }
    const row = await db().idempotencyKey.findUnique({ where: rowOf(claim) })
    if (row) {
      const stranger = hasCookie && row.visitorHash !== claim.visitorHash
      if (row.requestHash !== claim.requestHash || stranger)
        throw new Problem('idempotency_mismatch')
      if (row.status !== null && row.sealedResponse !== null)
        return {
          status: row.status,
          body: JSON.parse(open(row.sealedResponse, 'answer')),
          visitorToken: open(row.sealedToken, 'token'),
        }
    }
    if (Date.now() > deadline) throw new Problem('unavailable', { retryAfter: 2 })
    await new Promise((done) => setTimeout(done, 100))
  }
}

const rowOf = ({ endpoint, keyHash }: Claim) => ({ endpoint_keyHash: { endpoint, keyHash } })

/** The sealed token to act as, and since when; as text, because it is compared. */
type Claimed = { sealedToken: string; startedAt: string }

/** What this caller may do the work with; null while another caller does. */
async function claimKey(claim: Claim): Promise<Claimed | null> {
  const rows = await db().$queryRaw<Claimed[]>`
    INSERT INTO idempotency_keys AS k
      (endpoint, key_hash, request_hash, email_hash, visitor_hash, sealed_token)
    VALUES (${claim.endpoint}, ${claim.keyHash}, ${claim.requestHash}, ${claim.emailHash},
      ${claim.visitorHash}, ${claim.sealedToken})
    ON CONFLICT (endpoint, key_hash) DO UPDATE SET started_at = now()
      WHERE k.status IS NULL AND k.request_hash = excluded.request_hash
        AND (k.visitor_hash = excluded.visitor_hash OR NOT ${claim.hasCookie}::boolean)
        AND k.started_at < now() - make_interval(secs => ${ABANDONED_SECONDS}::double precision)
    RETURNING sealed_token AS "sealedToken", started_at::text AS "startedAt"`
  return rows[0] ?? null
}

/** Whoever was overtaken, because their work took too long, touches the claim of the next one no more. */
async function runOnce(
  { endpoint, keyHash }: Claim,
  { startedAt }: Claimed,
  work: () => Promise<Answer>,
  seal: (text: string) => string,
): Promise<Answer> {
  let answer: Answer
  try {
    answer = await work()
  } catch (error) {
    await db().$executeRaw`DELETE FROM idempotency_keys WHERE endpoint = ${endpoint}
      AND key_hash = ${keyHash} AND status IS NULL AND started_at = ${startedAt}::timestamptz`
    throw error
  }
  // When this fails the claim stays: the work is done, and a caller that takes over acts as the
  // same visitor.
  const sealed = seal(JSON.stringify(answer.body))
  await db().$executeRaw`
    UPDATE idempotency_keys SET status = ${answer.status}::int, sealed_response = ${sealed}
    WHERE endpoint = ${endpoint} AND key_hash = ${keyHash} AND started_at = ${startedAt}::timestamptz`
  return answer
}
