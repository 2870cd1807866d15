import { TEXTS, type Language } from './texts'
import type { Intent, Outcome, StripeProblem } from './shapes'

const TIMEOUT_MS = 30_000

type Fields = { [name: string]: unknown }

/** `{ card: { number } }` → `card[number]=…`, leaving out what is not set. */
export function encode(fields: Fields, prefix = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null || typeof value === 'function') return []
    return typeof value === 'object' ? encode(value as Fields, key) : [[key, String(value)]]
  })
}

function unreachable(language: Language): StripeProblem {
  return { type: 'api_connection_error', message: TEXTS[language].connection }
}

/**
 * One call with the publishable key. Never rejects: what cannot be reached or read is an
 * `api_connection_error`.
 */
export async function call(
  base: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Fields,
  language: Language,
): Promise<Outcome> {
  const form = new URLSearchParams(encode(fields))
  try {
    const response = await fetch(`${base}v1/${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      cache: 'no-store',
      ...(method === 'POST' ? { body: form } : {}),
    })
    const body = (await response.json()) as { error?: StripeProblem | string } & Partial<Intent>
    if (response.ok && body.id) return { paymentIntent: body as Intent }
    // An answer that is not Stripe's came from something in between.
    if (typeof body.error !== 'object' || !body.error.type) return { error: unreachable(language) }
    return { error: translate(body.error, language) }
  } catch {
    return { error: unreachable(language) }
  }
}

/** The same problem in the payer's language, where that is one a payer can act on. */
export function translate(problem: StripeProblem, language: Language): StripeProblem {
  const refusals = TEXTS[language].refusals
  const message = refusals[problem.decline_code ?? ''] ?? refusals[problem.code ?? '']
  return message ? { ...problem, message } : problem
}

export function intentId(clientSecret: string): string {
  return clientSecret.split('_secret_', 1)[0] ?? ''
}

export function retrieve(
  base: string,
  key: string,
  clientSecret: string,
  language: Language,
): Promise<Outcome> {
  return call(
    base,
    'GET',
    `payment_intents/${intentId(clientSecret)}`,
    { key, client_secret: clientSecret },
    language,
  )
}
