import { API_VERSION } from '../config'
import type Stripe from 'stripe'
import type { Answer, Exchange } from '../http/answer'
import { json } from '../http/answer'
import { ApiError, unknownUrl } from '../http/errors'
import { parseForm, type Params } from '../http/form'
import { checkKey, fingerprintOf, keyInUse, replayable } from '../http/idempotency'
import { refuseUnknown, texts } from '../http/params'
import { newId, seconds } from '../ids'
import { forBrowser } from '../objects/payment-intent'
import type { Sandbox } from '../sandbox'
import { unitOfWork } from '../unit'
import type { Endpoint } from './endpoint'
import { findEndpoint } from './endpoints'
import { expand } from './expand'
import { authenticate, refusePublishable } from './keys'

/** What stripe.js sends along about the page; it means nothing here. */
const BROWSER_NOISE = [
  'key',
  '_stripe_account',
  '_stripe_version',
  'payment_user_agent',
  'referrer',
  'time_on_page',
  'guid',
  'muid',
  'sid',
  'client_context',
  'expected_payment_method_type',
]

const inFlight = new WeakMap<Sandbox, Set<string>>()

interface Ready {
  endpoint: Endpoint
  id: string
  params: Params
  browser: boolean
}

function prepare(exchange: Exchange): Ready {
  const params = parseForm(exchange.method === 'POST' ? exchange.body : exchange.query)
  const browser = authenticate(exchange.header('authorization'), params) === 'browser'
  const found = findEndpoint(exchange.method, exchange.path)
  if (!found) throw unknownUrl(exchange.method, exchange.path)
  if (browser && !found.endpoint.browser) refusePublishable()
  for (const name of browser ? BROWSER_NOISE : ['key']) delete params[name]
  return { ...found, params, browser }
}

/** Runs the endpoint; what it refuses is an answer too. */
function execute(
  sandbox: Sandbox,
  ready: Ready,
): { status: number; body: object; executed: boolean } {
  const { endpoint, params, browser, id } = ready
  try {
    refuseUnknown(params, endpoint.params)
    const body = expand(
      sandbox,
      endpoint.handle({ sandbox, params, id, browser }),
      texts(params, 'expand') ?? [],
    )
    return {
      status: 200,
      body: browser ? forBrowser(body as Stripe.PaymentIntent) : body,
      executed: true,
    }
  } catch (error) {
    if (error instanceof ApiError)
      return {
        status: error.status,
        body: { error: shown(error, browser) },
        executed: error.executed,
      }
    console.error('stripe sandbox:', error)
    return {
      status: 500,
      body: { error: { message: 'An unknown error occurred', type: 'api_error' } },
      executed: true,
    }
  }
}

function shown(error: ApiError, browser: boolean): object {
  const { payment_intent: intent, ...rest } = error.body
  return intent ? { ...rest, payment_intent: browser ? forBrowser(intent) : intent } : rest
}

function headersFor(
  requestId: string,
  exchange: Exchange,
  key: string | undefined,
): Record<string, string> {
  return {
    'request-id': requestId,
    'stripe-version': exchange.header('stripe-version') ?? API_VERSION,
    'access-control-allow-origin': '*',
    ...(key ? { 'idempotency-key': key } : {}),
  }
}

/**
 * Stripe tells its libraries outright when trying again is pointless (4xx) or right (a key still in
 * use).
 */
function retryAdvice(status: number): Record<string, string> {
  if (status === 409) return { 'stripe-should-retry': 'true' }
  return status >= 400 && status !== 429 ? { 'stripe-should-retry': 'false' } : {}
}

/**
 * Answers one API request, with Stripe's idempotency: the change and its saved answer are one
 * journal line.
 */
export async function serveApi(sandbox: Sandbox, exchange: Exchange): Promise<Answer> {
  const requestId = newId('req')
  const key = exchange.method === 'POST' ? exchange.header('idempotency-key') : undefined
  const headers = headersFor(requestId, exchange, key)
  const busy = inFlight.get(sandbox) ?? new Set<string>()
  inFlight.set(sandbox, busy)
  let ready: Ready
  const path = `${exchange.method} ${exchange.path}`
  try {
    ready = prepare(exchange)
    if (key) {
      checkKey(key)
      if (busy.has(key)) throw keyInUse(key)
      const saved = replayable(
        sandbox.store.get('answer', key),
        key,
        path,
        fingerprintOf(ready.params),
      )
      if (saved) {
        return {
          status: saved.status,
          body: saved.body,
          headers: {
            ...json(0, null, headers).headers,
            ...retryAdvice(saved.status),
            'idempotent-replayed': 'true',
          },
        }
      }
    }
  } catch (error) {
    if (error instanceof ApiError)
      return json(
        error.status,
        { error: logged(error.body, requestId) },
        { ...headers, ...retryAdvice(error.status) },
      )
    throw error
  }

  if (key) busy.add(key)
  try {
    const { value, delivered } = unitOfWork(
      sandbox,
      { id: requestId, idempotency_key: key ?? null },
      () => {
        const result = execute(sandbox, ready)
        const body =
          'error' in result.body
            ? { error: logged(result.body.error as object, requestId) }
            : result.body
        const answer = json(result.status, body, { ...headers, ...retryAdvice(result.status) })
        if (key && result.executed) {
          sandbox.store.put('answer', {
            id: key,
            path,
            fingerprint: fingerprintOf(ready.params),
            status: answer.status,
            body: String(answer.body),
            created: Date.now(),
          })
        }
        return answer
      },
    )
    if (sandbox.webhooks.first) await delivered
    return value
  } finally {
    if (key) busy.delete(key)
  }
}

function logged(error: object, requestId: string): object {
  return {
    ...error,
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}?t=${seconds()}`,
  }
}
