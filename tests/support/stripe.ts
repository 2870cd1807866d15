// The Stripe sandbox of the site under test: its control API, its ledger, and a card paid without a
// browser.
import type Stripe from 'stripe'
import { site } from './e2e'
import { BANK_DATA, type BankWay } from '@/tools/stripe-sandbox'
import { sandboxClient, type SandboxClient } from './stripe-sandbox'

const sandbox = () => sandboxClient(site().STRIPE_API_BASE ?? '')

/**
 * POST to the sandbox's control API, e.g. control('webhooks', { mode: 'hold' }). It counts for
 * every test that runs meanwhile.
 */
export const control: SandboxClient['control'] = (path, body) => sandbox().control(path, body)

/** Everything Stripe holds. */
export const ledger: SandboxClient['ledger'] = () => sandbox().ledger()

/** The bank's word on the refund of an intent that waits for it. */
export const finishRefund: SandboxClient['finishRefund'] = (intent, outcome) =>
  sandbox().finishRefund(intent, outcome)

/** Every payment intent that Stripe has for a booking. */
export async function intentsOf(bookingId: number): Promise<Stripe.PaymentIntent[]> {
  const { payment_intents } = await ledger()
  return payment_intents.filter(({ metadata }) => metadata.booking_id === String(bookingId))
}

/**
 * How often a booking (or an order) was tried to be paid and how often money moved: { intents,
 * declined, paid }.
 */
export async function paymentsOf(
  bought: number,
  key: 'booking_id' | 'order_id' = 'booking_id',
): Promise<{ intents: number; declined: number; paid: number }> {
  const { payment_intents, charges } = await ledger()
  const ids = payment_intents
    .filter(({ metadata }) => metadata[key] === String(bought))
    .map(({ id }) => id)
  const mine = charges.filter(({ payment_intent }) => ids.includes(String(payment_intent)))
  const count = (status: Stripe.Charge.Status) =>
    mine.filter((charge) => charge.status === status).length
  return { intents: ids.length, declined: count('failed'), paid: count('succeeded') }
}

/** Pays an intent with one of Stripe's named test cards, as a browser elsewhere would. */
export const payIntent = (intent: string, card = 'pm_card_visa'): Promise<Stripe.PaymentIntent> =>
  sandbox().stripe.paymentIntents.confirm(intent, { payment_method: card })

/**
 * Chooses a bank or wallet for an intent, as a browser would; the address of its page, which leads
 * back to the page after a booking.
 */
export async function bankPage(way: BankWay, intent: string): Promise<string> {
  const { next_action } = await sandbox().stripe.paymentIntents.confirm(intent, {
    payment_method_data: BANK_DATA[way],
    return_url: `${site().SITE_URL}/booking-success`,
  })
  return next_action?.redirect_to_url?.url ?? ''
}

/** Pays an intent with a bank or wallet, as a browser elsewhere would. */
export async function payAtBank(way: BankWay, intent: string): Promise<void> {
  await bankPage(way, intent)
  await control('authorize', { payment_intent: intent, outcome: 'succeed' })
}
