import 'server-only'
import Stripe from 'stripe'
import { db, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { isKeyRefused, meaningOf, type Meaning } from './stripe-errors'

let client: Stripe | undefined

/** At first use: a build has no keys. STRIPE_API_BASE: host and port only. Throws payments_off. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env()
  if (!STRIPE_SECRET_KEY) throw new Problem('payments_off', { retryAfter: 60 })
  if (client) return client
  const base = STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : null
  client = new Stripe(STRIPE_SECRET_KEY, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
  return client
}

/** See stripe-errors.ts. A refused key is recorded first, so that the administrator sees it. */
export async function classify(error: unknown): Promise<Meaning> {
  if (isKeyRefused(error))
    await db()
      .$executeRaw`INSERT INTO stripe_key_refusals (id) VALUES (1) ON CONFLICT (id) DO NOTHING`
  return meaningOf(error)
}

/** Since when Stripe refuses our key; null when it does not. */
export const keyRefusedSince = async (
  client: Pick<Tx, 'stripeKeyRefusal'> = db(),
): Promise<Date | null> => (await client.stripeKeyRefusal.findFirst())?.since ?? null

/** Stripe has accepted this key: an earlier refusal is over. */
export const noteKeyAccepted = (): Promise<unknown> => db().stripeKeyRefusal.deleteMany()

/** Stripe cannot be asked now: it is away, refuses our key, or payments are switched off. */
export const isStripeAway = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'unavailable' || error.code === 'payments_off')

/** Never inside a transaction. Throws unavailable while Stripe is away or refuses our key. */
export async function askStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if ((await classify(error)) === 'away')
      throw new Problem('unavailable', { sentence: 'payments_unavailable' })
    throw error
  }
}
