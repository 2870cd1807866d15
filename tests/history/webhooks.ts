import type Stripe from 'stripe'
import { signatureHeader, type Delivery } from '@/tools/stripe-sandbox'
import type { Doing } from './act'
import { network, sandboxNow } from './network'
import type { Operation, Plan } from './operation'
import { isPoisoned } from './poison'
import { rowsOf } from './rows'
import { send, summary } from './send'
import type { World } from './world'

export const deliveries = (): Delivery[] =>
  sandboxNow()
    .store.all('delivery')
    .filter(({ state }) => state === 'held')

/**
 * Whether an event is about an intent that Stripe has forgotten: where the site never knew of it
 * either, it is rightly refused.
 */
export function isAboutForgotten(world: World, event: Stripe.Event | undefined): boolean {
  const about = (event?.data.object ?? {}) as { id?: string; payment_intent?: string | null }
  return [about.id, about.payment_intent].some((id) => world.forgotten.has(id ?? ''))
}

export async function deliver(world: World, delivery: Delivery, plan: Plan): Promise<Operation> {
  const { store } = sandboxNow()
  const event = store.get('event', delivery.event)
  const body = JSON.stringify(event, null, 2)
  // A delivery without an answer yet is not sent a second time until it has one.
  delivery.state = 'pending'
  const isKnown = !isAboutForgotten(world, event)
  return send(
    world,
    'webhook',
    {
      body,
      headers: { 'stripe-signature': signatureHeader(body) },
      mayFail: isPoisoned(event),
    },
    plan,
    async ({ status: answered }) => {
      delivery.state = answered < 300 ? 'delivered' : 'held'
      const known = await rowsOf(world, 'SELECT 1 FROM stripe_events WHERE id = $1', [
        delivery.event,
      ])
      if (answered < 300 && known.length === 0)
        network.violations.push(`webhook answered ${answered} without having done a ${event?.type}`)
      if (answered >= 400 && answered < 500 && isKnown)
        network.violations.push(`webhook answered ${answered} to a genuine ${event?.type}`)
    },
  ).then((operation) => {
    if (operation.status === 'killed') delivery.state = 'held'
    return operation
  })
}

/** Delivers what is waiting, oldest or newest first; what is refused waits on. */
export async function deliverAll(world: World, step?: Doing): Promise<string> {
  // Without its secret every event is refused.
  const waiting = network.isOff ? [] : deliveries()
  if (step?.data.flag) waiting.reverse()
  const answers: string[] = []
  for (const [index, delivery] of waiting.entries()) {
    const plan = step && index === Math.floor(step.at * waiting.length) ? step.plan : {}
    answers.push(summary(await deliver(world, delivery, plan)))
  }
  const other = answers.filter((answer) => answer !== '200')
  return `${answers.length} webhooks${other.length > 0 ? ` (${other.join(', ')})` : ''}`
}
