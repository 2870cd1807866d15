import { invalid, missing } from './errors'
import type { Params, Value } from './form'

/** Refuses what Stripe would refuse: a parameter the endpoint does not have. */
export function refuseUnknown(params: Params, known: ReadonlySet<string>): void {
  const strangers = Object.keys(params).filter((name) => !known.has(name))
  const [first] = strangers
  if (first === undefined) return
  const label = strangers.length === 1 ? 'parameter' : 'parameters'
  throw invalid(`Received unknown ${label}: ${strangers.join(', ')}`, {
    code: 'parameter_unknown',
    param: first,
  })
}

/**
 * A string; undefined when absent. An empty string means "unset" to Stripe, so callers that allow
 * that get `null`.
 */
export function text(params: Params, name: string): string | null | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string')
    throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param: name })
  return value === '' ? null : value
}

export function requiredText(params: Params, name: string): string {
  return text(params, name) ?? fail(name)
}

function fail(name: string): never {
  throw missing(name)
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name)
  if (value === undefined || value === null) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  return Number(value)
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name)
  if (value === undefined || value === null) return undefined
  if (value !== 'true' && value !== 'false')
    throw invalid(`Invalid boolean: ${value}`, { param: name })
  return value === 'true'
}

export function choice<T extends string>(
  params: Params,
  name: string,
  allowed: readonly T[],
): T | null | undefined {
  const value = text(params, name)
  if (value === undefined || value === null) return value
  if (!(allowed as readonly string[]).includes(value)) {
    throw invalid(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
  }
  return value as T
}

export function record(params: Params, name: string): Params | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' || Array.isArray(value))
    throw invalid('Invalid object', { param: name })
  return value
}

export function list(params: Params, name: string): Value[] | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (!Array.isArray(value)) throw invalid('Invalid array', { param: name })
  return value
}

export function texts(params: Params, name: string): string[] | undefined {
  return list(params, name)?.map((value) => {
    if (typeof value !== 'string') throw invalid('Invalid string', { param: name })
    return value
  })
}

/**
 * Merges `metadata` as Stripe does: given keys replace, an empty value removes its key, an empty
 * `metadata` removes all.
 */
export function mergeMetadata(
  before: Record<string, string>,
  params: Params,
): Record<string, string> {
  if (params.metadata === '') return {}
  const given = record(params, 'metadata')
  if (!given) return before
  const merged = { ...before }
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw invalid('Metadata values must be strings', { param: `metadata[${key}]` })
    if (key.length > 40)
      throw invalid('Metadata keys can have up to 40 characters', { param: 'metadata' })
    if (value.length > 500)
      throw invalid('Metadata values can have up to 500 characters', { param: 'metadata' })
    if (value === '') delete merged[key]
    else merged[key] = value
  }
  if (Object.keys(merged).length > 50)
    throw invalid('You may only specify up to 50 metadata keys.', { param: 'metadata' })
  return merged
}
