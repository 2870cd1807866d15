import type Stripe from 'stripe'

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  advice_code?: string
  network_decline_code?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  request_log_url?: string
}

/**
 * An answer that is not 200. `executed`: the request passed validation, so an idempotency key keeps
 * this answer.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly executed = false,
  ) {
    super(body.message)
  }
}

/** The documentation address Stripe puts beside every code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

export function invalid(
  message: string,
  extra: { code?: string; param?: string; status?: number; executed?: boolean } = {},
): ApiError {
  const { status = 400, executed = false, code, param } = extra
  return new ApiError(
    status,
    {
      ...(code ? { code, doc_url: docUrl(code) } : {}),
      message,
      ...(param ? { param } : {}),
      type: 'invalid_request_error',
    },
    executed,
  )
}

export const missing = (param: string) =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** 404 for an object named in the address, 400 for one named in a parameter. */
export function noSuch(what: string, id: string, param: string, status = 404): ApiError {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param, status })
}

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): ApiError {
  const code = 'payment_intent_unexpected_state'
  return new ApiError(
    400,
    {
      code,
      doc_url: docUrl(code),
      message,
      payment_intent: structuredClone(intent),
      type: 'invalid_request_error',
    },
    true,
  )
}

export function unknownUrl(method: string, path: string): ApiError {
  return invalid(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {
      status: 404,
    },
  )
}
