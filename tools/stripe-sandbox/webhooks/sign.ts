import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET } from '../config'

/**
 * The `stripe-signature` header for a body sent now. The whole `whsec_…` string is the key, as in
 * Stripe.
 */
export function signatureHeader(
  body: string,
  secret = WEBHOOK_SECRET,
  timestamp = Math.floor(Date.now() / 1000),
): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
