import { exchange, json, type Answer, type Exchange, type Sandbox } from '@/tools/stripe-sandbox'
import { env } from '@/lib/env'
import { InstanceKilled, Operation, type FaultKind } from './operation'

/** Stripe and the way to it, as they are at this moment. */
export const network = {
  sandbox: null as Sandbox | null,
  isDown: false,
  isKeyRevoked: false,
  /** The site was started again without Stripe's keys. */
  isOff: false,
  /** What must never happen, detected on the way. */
  violations: [] as string[],
  /** Stripe's own words for what it has refused to the product. */
  refusals: [] as string[],
  /** Refunds that were asked for and that no answer came to: the key under which, by intent. */
  unanswered: new Map<string, string>(),
}

type Request = { path: string; method: string; headers: object; data: string | null }

/** Carries one call of the SDK to the sandbox and its answer back, as the operation's plan says. */
export async function overNetwork(request: Request): Promise<Answer> {
  const operation = Operation.current()
  if (!operation) throw new Error(`Stripe called by nobody: ${request.method} ${request.path}`)
  if (operation.dead) throw new InstanceKilled()
  const call = ++operation.stripeCalls
  const { kill, hold, fault } = operation.plan
  if (operation.transactions > 0)
    network.violations.push(`Stripe is called inside a transaction: ${operation.name}`)
  const refunded = refundAsked(request, operation)
  const dies = kill?.at === 'stripe' && kill.call === call
  const waits = hold?.call === call
  if (dies && !kill.after) return die(operation)
  if (waits && !hold.after) await operation.hold()
  const meets = fault && call >= fault.call && call < fault.call + fault.times ? fault.kind : null
  const answer = await carry(request, meets)
  if (dies) return die(operation)
  if (waits && hold.after) await operation.hold()
  if (operation.dead) throw new InstanceKilled()
  if (refunded !== null) network.unanswered.delete(refunded)
  return answer
}

/**
 * The intent that a request asks a refund of, or null. One that was asked for without an answer is
 * the same request again: under another key it would be a second refund. When the administrator asks
 * once more, it is.
 */
function refundAsked({ path, method, headers, data }: Request, { name }: Operation): string | null {
  if (method !== 'POST' || path !== '/v1/refunds') return null
  const intent = new URLSearchParams(data ?? '').get('payment_intent') ?? ''
  const key = new Headers(headers as Record<string, string>).get('idempotency-key') ?? ''
  const before = network.unanswered.get(intent)
  if (before !== undefined && before !== key && name !== 'refundPayment')
    network.violations.push(`${name} asks for a refund again, and under another key`)
  network.unanswered.set(intent, key)
  return intent
}

function die(operation: Operation): never {
  operation.dead = true
  throw new InstanceKilled()
}

async function carry(request: Request, fault: FaultKind | null): Promise<Answer> {
  if (network.isDown || fault === 'unreachable') throw broken('ECONNREFUSED')
  if (fault === 'failed') return failure(500)
  if (fault === 'busy') return failure(429)
  if (network.isKeyRevoked)
    return json(401, {
      error: { message: 'Expired API Key provided: sk_test_***box', type: 'invalid_request_error' },
    })
  const answer = await exchange(sandboxNow(), toExchange(request))
  if (answer.status >= 400 && answer.status < 500) network.refusals.push(String(answer.body))
  if (fault === 'lost') throw broken('ETIMEDOUT')
  return fault === 'stored' ? failure(500) : answer
}

const KEYS = { STRIPE_SECRET_KEY: env().STRIPE_SECRET_KEY, payments: env().payments }

/** As an operator does who takes Stripe's keys out of the environment, or puts them in again. */
export function switchPayments(isOn: boolean): void {
  network.isOff = !isOn
  Object.assign(env(), isOn ? KEYS : { STRIPE_SECRET_KEY: undefined, payments: 'off' })
}

export function sandboxNow(): Sandbox {
  if (!network.sandbox) throw new Error('There is no Stripe')
  return network.sandbox
}

const broken = (code: string) => Object.assign(new Error(code), { code })
const failure = (status: number) =>
  json(status, { error: { message: 'A failure of the checker.', type: 'api_error' } })

function toExchange({ path, method, headers, data }: Request): Exchange {
  const [address = '', query = ''] = path.split('?', 2)
  const known = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  return { method, path: address, query, body: data ?? '', header: (name) => known.get(name) }
}

/** A call to Stripe that is not the product's: a customer's browser, the dashboard, the bank. */
export async function atStripe<T = Record<string, unknown>>(
  method: string,
  path: string,
  input: Record<string, unknown> = {},
): Promise<{ status: number; body: T }> {
  const isControl = path.startsWith('/_sandbox')
  const body = isControl
    ? JSON.stringify(input)
    : new URLSearchParams(input as Record<string, string>).toString()
  const answer = await exchange(sandboxNow(), {
    method,
    path,
    query: '',
    body,
    header: (name) => (name === 'authorization' ? 'Bearer sk_test_sandbox' : undefined),
  })
  return { status: answer.status, body: JSON.parse(String(answer.body)) as T }
}
