import type { Answer, Exchange } from '../http/answer'
import { json } from '../http/answer'
import { ApiError, invalid, unknownUrl } from '../http/errors'
import type { Fault } from '../http/faults'
import { passTime, stopTimers } from '../payments/timers'
import type { Sandbox } from '../sandbox'
import type { Delivery, WebhookSettings } from '../store/records'
import { unitOfWork } from '../unit'
import {
  adjustCommand,
  authorizeCommand,
  disputeCommand,
  emitCommand,
  feesCommand,
  finishRefundCommand,
  methodsCommand,
  payLinkCommand,
  payoutCommand,
  refundCommand,
  type Input,
} from './commands'

/**
 * Commands that change payments; each is one unit of work and answers with the object it changed.
 */
const COMMANDS: Record<string, (sandbox: Sandbox, input: Input) => object> = {
  '/_sandbox/authorize': authorizeCommand,
  '/_sandbox/refund': refundCommand,
  '/_sandbox/finish_refund': finishRefundCommand,
  '/_sandbox/dispute': disputeCommand,
  '/_sandbox/fees': feesCommand,
  '/_sandbox/payout': payoutCommand,
  '/_sandbox/adjust': adjustCommand,
  '/_sandbox/methods': methodsCommand,
  '/_sandbox/emit': emitCommand,
  '/_sandbox/pay_link': payLinkCommand,
}

const LEDGER = [
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'customer',
  'product',
  'price',
  'payment_link',
  'payout',
  'balance_transaction',
] as const

function state(sandbox: Sandbox): object {
  return Object.fromEntries(LEDGER.map((kind) => [`${kind}s`, sandbox.store.all(kind)]))
}

function events(sandbox: Sandbox): object {
  const deliveries = new Map<string, Delivery[]>()
  for (const delivery of sandbox.store.all('delivery'))
    deliveries.set(delivery.event, [...(deliveries.get(delivery.event) ?? []), delivery])
  return {
    events: sandbox.store
      .all('event')
      .map((event) => ({ ...event, deliveries: deliveries.get(event.id) ?? [] })),
  }
}

function checkedSettings(input: Input): Partial<WebhookSettings> {
  const { mode, retrySchedule, duplicates, delayMs } = input
  if (mode !== undefined && !['deliver', 'hold', 'drop'].includes(String(mode)))
    throw invalid('mode must be deliver, hold or drop', { param: 'mode' })
  const seconds = (value: unknown) => typeof value === 'number' && value >= 0
  if (
    retrySchedule !== undefined &&
    !(Array.isArray(retrySchedule) && retrySchedule.length > 0 && retrySchedule.every(seconds))
  ) {
    throw invalid('retrySchedule must be a list of seconds', { param: 'retrySchedule' })
  }
  for (const [name, value] of Object.entries({ duplicates, delayMs })) {
    if (value !== undefined && !seconds(value))
      throw invalid(`${name} must be a number`, { param: name })
  }
  return input as Partial<WebhookSettings>
}

async function run(
  sandbox: Sandbox,
  path: string,
  input: Input | Partial<Fault>[],
): Promise<object> {
  if (path === '/_sandbox/faults') {
    if (!Array.isArray(input)) throw invalid('faults must be an array')
    return sandbox.faults.replace(input)
  }
  const given = input as Input
  if (path === '/_sandbox/webhooks') return sandbox.webhooks.configure(checkedSettings(given))
  if (path === '/_sandbox/webhooks/release') {
    return {
      released: await sandbox.webhooks.release(given.order === 'reverse' ? 'reverse' : 'created'),
    }
  }
  if (path === '/_sandbox/forget') {
    stopTimers(sandbox)
    sandbox.store.clear()
    sandbox.store.commit()
    return {}
  }
  if (path === '/_sandbox/time') {
    const { seconds } = given
    if (typeof seconds !== 'number' || !(seconds >= 0))
      throw invalid('seconds must be a number', { param: 'seconds' })
    const delivered = passTime(sandbox, seconds)
    if (sandbox.webhooks.first) await delivered
    return {}
  }
  if (path === '/_sandbox/resend') {
    const id = String(given.event ?? '')
    if (!sandbox.store.get('event', id))
      throw invalid(`No such event: '${id}'`, { status: 404, param: 'event' })
    return { event: id, deliveries: await sandbox.webhooks.resend(id) }
  }
  const command = COMMANDS[path]
  if (!command) throw unknownUrl('POST', path)
  const { value, delivered } = unitOfWork(sandbox, null, () => command(sandbox, given))
  if (sandbox.webhooks.first) await delivered
  return value
}

/** The tests' side door: POST JSON commands, GET the ledger and the events. */
export async function serveControl(sandbox: Sandbox, exchange: Exchange): Promise<Answer> {
  try {
    if (exchange.method === 'GET' && exchange.path === '/_sandbox/state')
      return json(200, state(sandbox))
    if (exchange.method === 'GET' && exchange.path === '/_sandbox/events')
      return json(200, events(sandbox))
    if (exchange.method !== 'POST') throw unknownUrl(exchange.method, exchange.path)
    let input: Input | Partial<Fault>[]
    try {
      input = JSON.parse(exchange.body || '{}') as Input
    } catch {
      throw invalid('The body must be JSON.')
    }
    return json(200, await run(sandbox, exchange.path, input))
  } catch (error) {
    if (error instanceof ApiError) return json(error.status, { error: error.body })
    throw error
  }
}
