import { createHash } from 'node:crypto'
import type { SavedAnswer } from '../store/records'
import { ApiError, docUrl, invalid } from './errors'
import type { Params, Value } from './form'

function canonical(value: Value): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(canonical)
  return Object.keys(value)
    .sort()
    .map((key) => [key, canonical(value[key] as Value)])
}

/** Equal for two requests exactly when they ask the same. */
export function fingerprintOf(params: Params): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(params)))
    .digest('hex')
}

/**
 * The saved answer to replay, if any. Throws Stripe's 400 when the key was first used for something
 * else.
 */
export function replayable(
  saved: SavedAnswer | undefined,
  key: string,
  path: string,
  fingerprint: string,
): SavedAnswer | null {
  if (!saved) return null
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`
  if (saved.path !== path) {
    throw conflict(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.path.split(' ')[1]}'). ${advice}`,
    )
  }
  if (saved.fingerprint !== fingerprint) {
    throw conflict(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    )
  }
  return saved
}

export function checkKey(key: string): void {
  if (key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.')
}

function conflict(status: number, message: string): ApiError {
  return new ApiError(status, { message, type: 'idempotency_error' })
}

/** 409: a request with this key is still being worked on. */
export function keyInUse(key: string): ApiError {
  const code = 'idempotency_key_in_use'
  return new ApiError(409, {
    code,
    doc_url: docUrl(code),
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    type: 'idempotency_error',
  })
}
