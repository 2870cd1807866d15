import type messages from '@/messages/en.json'

/** The codes of docs/decisions/020 A6. Each has a message in the dictionaries under `errors.<code>`. */
export type ProblemCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_allowed'
  | 'proof_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'email_unproven'
  | 'slot_taken'
  | 'price_changed'
  | 'already_member'
  | 'payment_in_progress'
  | 'not_payable'
  | 'not_changeable'
  | 'version_conflict'
  | 'idempotency_mismatch'
  | 'too_large'
  | 'unsupported_type'
  | 'slot_unavailable'
  | 'too_many_requests'
  | 'unavailable'
  | 'payments_off'
  | 'internal'

const STATUS: Record<ProblemCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_allowed: 403,
  proof_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_unproven: 403,
  slot_taken: 409,
  price_changed: 409,
  already_member: 409,
  payment_in_progress: 409,
  not_payable: 409,
  not_changeable: 409,
  version_conflict: 409,
  idempotency_mismatch: 409,
  too_large: 413,
  unsupported_type: 415,
  slot_unavailable: 422,
  too_many_requests: 429,
  unavailable: 503,
  payments_off: 503,
  internal: 500,
}

export type ErrorSentence = Exclude<keyof (typeof messages)['errors'], 'fields'>

type Details = {
  /** Field name → key under `errors.fields`. */
  fields?: Record<string, string>
  values?: Record<string, string | number>
  retryAfter?: number
  headers?: Record<string, string>
  /** Extra data in the body, e.g. the right amount of price_changed. */
  data?: Record<string, unknown>
  /** Key under `errors` of a more specific message than the code's own. */
  sentence?: ErrorSentence
}

/** A refusal that a visitor may read; rolls the transaction back, and is an answer in the wrapper. */
export class Problem extends Error {
  readonly status: number
  constructor(
    readonly code: ProblemCode,
    readonly details: Details = {},
  ) {
    super(code)
    this.name = 'Problem'
    this.status = STATUS[code]
  }
}
