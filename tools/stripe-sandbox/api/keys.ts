import { PUBLISHABLE_KEY, SECRET_KEY } from '../config'
import { ApiError } from '../http/errors'
import type { Params } from '../http/form'

/**
 * Which key a request carries: Bearer, Basic (user name) or, from browsers, the `key` parameter.
 */
function keyOf(authorization: string | undefined, params: Params): string | null {
  const [scheme, value = ''] = (authorization ?? '').split(' ', 2)
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic')
    return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null
  return typeof params.key === 'string' ? params.key : null
}

function refuse(status: number, message: string, code?: string): never {
  throw new ApiError(status, { ...(code ? { code } : {}), message, type: 'invalid_request_error' })
}

/** Who is asking. Throws Stripe's 401 when the key is missing or wrong. */
export function authenticate(
  authorization: string | undefined,
  params: Params,
): 'server' | 'browser' {
  const key = keyOf(authorization, params)
  if (!key) {
    refuse(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  }
  if (key === SECRET_KEY) return 'server'
  if (key === PUBLISHABLE_KEY) return 'browser'
  return refuse(
    401,
    `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(8).slice(-4)}`,
  )
}

export function refusePublishable(): never {
  refuse(
    403,
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  )
}
