import 'server-only'
import { db } from './db'
import { Problem } from './problem'
import { sha256 } from './request'

const KEY = /^[\x21-\x7e]{16,255}$/
const WAIT_MS = 10_000 // how long a double click waits for the first click's answer
// an answer not written by then was lost with its process: the next caller takes over
const ABANDONED_SECONDS = 30

export type Answer = { status: number; body: unknown; visitorToken: string }
type Claim = {
  endpoint: string
  key: string
  requestHash: string
  visitorToken: string
  hasCookie: boolean
}

/**
 * Repeats the first answer, and the visitor token it gave, to every later request with the same
 * Idempotency-Key (decision C3); a second request that arrives while the first is at work waits for
 * it. Without a key it just works. `work` gets the token to act as. What it throws, a refusal too,
 * is not kept: the same request may succeed later. Throws invalid_request (key of a wrong form),
 * idempotency_mismatch (another body), unavailable (still at work).
 */
export async function onceByKey(
  request: {
    endpoint: string
    key: string | null
    body: unknown
    visitorToken: string
    hasCookie: boolean
  },
  work: (visitorToken: string) => Promise<Answer>,
): Promise<Answer> {
  if (request.key === null) return work(request.visitorToken)
  if (!KEY.test(request.key))
    throw new Problem('invalid_request', { sentence: 'bad_idempotency_key' })
  const claim = {
    endpoint: request.endpoint,
    key: request.key,
    requestHash: sha256(JSON.stringify(request.body)),
    visitorToken: request.visitorToken,
    hasCookie: request.hasCookie,
  }
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const owner = await claimKey(claim)
    if (owner) return runOnce(claim, owner, work)
    const row = await db().idempotencyKey.findUnique({
      where: { endpoint_key: { endpoint: claim.endpoint, key: claim.key } },
    })
    if (row) {
      const stranger = request.hasCookie && row.visitorToken !== request.visitorToken
      if (row.requestHash !== claim.requestHash || stranger)
        throw new Problem('idempotency_mismatch')
      if (row.status !== null)
        return { status: row.status, body: row.response, visitorToken: row.visitorToken }
    }
    if (Date.now() > deadline) throw new Problem('unavailable', { retryAfter: 2 })
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** The token to act as when this caller may do the work; null while somebody else has. */
async function claimKey(claim: Claim): Promise<string | null> {
  const rows = await db().$queryRaw<{ visitor_token: string }[]>`
    INSERT INTO idempotency_keys AS k (endpoint, key, request_hash, visitor_token)
    VALUES (${claim.endpoint}, ${claim.key}, ${claim.requestHash}, ${claim.visitorToken})
    ON CONFLICT (endpoint, key) DO UPDATE SET started_at = now()
      WHERE k.status IS NULL AND k.request_hash = excluded.request_hash
        AND (k.visitor_token = excluded.visitor_token OR NOT ${claim.hasCookie}::boolean)
        AND k.started_at < now() - make_interval(secs => ${ABANDONED_SECONDS}::double precision)
    RETURNING visitor_token`
  return rows[0]?.visitor_token ?? null
}

async function runOnce(
  claim: Claim,
  visitorToken: string,
  work: (visitorToken: string) => Promise<Answer>,
): Promise<Answer> {
  const where = { endpoint_key: { endpoint: claim.endpoint, key: claim.key } }
  try {
    const answer = await work(visitorToken)
    await db().idempotencyKey.update({
      where,
      data: { status: answer.status, response: answer.body as object },
    })
    return answer
  } catch (error) {
    await db().idempotencyKey.deleteMany({
      where: { endpoint: claim.endpoint, key: claim.key, status: null },
    })
    throw error
  }
}
