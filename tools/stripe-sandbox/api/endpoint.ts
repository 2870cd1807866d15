import type { Params } from '../http/form'
import type { Sandbox } from '../sandbox'

/** One request that passed authentication and parameter checks. */
export interface Call {
  sandbox: Sandbox
  params: Params
  /** The object named in the address, or ''. */
  id: string
  /** Made with the publishable key. */
  browser: boolean
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for the object. */
  path: string
  /** Top-level parameters; anything else is refused. */
  params: ReadonlySet<string>
  /** A publishable key may call it. */
  browser?: boolean
  handle(call: Call): object
}

/** Builds a parameter set from words, with `expand`, which every endpoint takes. */
export function words(list = ''): ReadonlySet<string> {
  return new Set(['expand', ...list.split(' ').filter(Boolean)])
}

export const PAGE = 'limit starting_after ending_before created'
