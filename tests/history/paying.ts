import type Stripe from 'stripe'
import { askedTooMuch } from './asked'
import { intentsThat } from './intents'
import { atStripe, network, sandboxNow } from './network'
import type { Operation, Plan } from './operation'
import { rowsOf } from './rows'
import { send } from './send'
import { tally } from './tried'
import type { Customer, World } from './world'

/** The hold that an intent pays for, and when its session is. */
async function heldFor(world: World, intent: string) {
  const [row] = await rowsOf<{ id: number; starts: string }>(
    world,
    `SELECT b.id, b.starts_at::text AS starts FROM payments p JOIN bookings b ON b.id = p.booking_id
      WHERE p.stripe_payment_intent_id = $1 AND p.purpose = 'booking' AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL`,
    [intent],
  )
  return row
}

export async function secretOf(world: World, customer: Customer, secret: unknown): Promise<void> {
  const intent = String(secret).split('_secret_')[0] ?? ''
  network.violations.push(...(await askedTooMuch(world.sql, intent)))
  tally(world, 'a sum asked for')
  const hold = await heldFor(world, intent)
  if (hold) world.shownStarts.set(intent, hold.starts)
  if (!world.secrets.some((known) => known.intent === intent))
    world.secrets.push({ intent, secret: String(secret), customer })
}

export async function askForSecret(
  world: World,
  booking: { id: unknown; total: unknown; customer: Customer },
  plan: Plan,
): Promise<Operation> {
  const { id, total, customer } = booking
  return send(
    world,
    'intentFor',
    {
      body: { bookingId: id, amount: total },
      cookie: customer.cookie,
      whose: customer.name,
    },
    plan,
    async (reply) => {
      if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
    },
  )
}

/** How one pays: with a named card, or by a bank or wallet. */
const methodData = (way: string): Record<string, string> => {
  if (way.startsWith('pm_')) return { payment_method: way }
  return {
    'payment_method_data[type]': way,
    ...(way === 'fpx' && { 'payment_method_data[fpx][bank]': 'maybank2u' }),
  }
}

export async function payIntent(world: World, intent: string, wanted: string): Promise<string> {
  // Two members never share a card, or the referral between them would wait for the owner.
  const isBala = world.secrets.some((one) => one.intent === intent && one.customer.name === 'bala')
  const card = isBala && wanted === 'pm_card_visa' ? 'pm_card_mastercard' : wanted
  const { status, body } = await atStripe<Stripe.PaymentIntent>(
    'POST',
    `/v1/payment_intents/${intent}/confirm`,
    { ...methodData(card), return_url: 'http://localhost/' },
  )
  const hold = status === 200 ? await heldFor(world, intent) : undefined
  const shown = world.shownStarts.get(intent)
  if (hold && shown !== undefined && shown !== hold.starts)
    network.violations.push(
      `booking ${hold.id} is paid for while its visitor was shown ${shown}, and it is at ${hold.starts}`,
    )
  return status === 200 ? body.status : `refused ${status}`
}

/** As payIntent, with the payer approving at the bank or wallet at once. */
export async function buyIntent(world: World, intent: string, wanted: string): Promise<string> {
  const end = await payIntent(world, intent, wanted)
  if (end !== 'requires_action' || wanted.startsWith('pm_')) return end
  const { body } = await atStripe<Stripe.PaymentIntent>('POST', '/_sandbox/authorize', {
    payment_intent: intent,
    outcome: 'succeed',
  })
  return `${body.status} by ${wanted}`
}

const isOpen = (id: string): boolean =>
  ['requires_payment_method', 'requires_confirmation'].includes(
    sandboxNow().store.get('payment_intent', id)?.status ?? '',
  )

/**
 * Intents that somebody could pay now: those whose secret was given to a customer, and those that
 * the site has made and knows nothing of, because the answer was lost.
 */
export function payable(world: World): string[] {
  const given = world.secrets.map(({ intent }) => intent)
  const made = intentsThat(({ metadata }) => metadata.reference !== undefined).map(({ id }) => id)
  return [...new Set([...given, ...made])].filter(isOpen)
}
