import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { POST as webhook } from '@/app/api/webhooks/stripe/route'
import { stripe } from '@/lib/payments/client'
import { BANK_DATA, startStripeSandbox, type BankWay } from '@/tools/stripe-sandbox'
import type { Ledger } from './books'
import { callRoute } from './call'
import { sandboxClient, type SandboxClient } from './stripe-sandbox'

type Fault = { match: string; status?: number | 'hang' | 'reset'; after?: boolean; times?: number }

export type Payments = {
  /**
   * Before each test: webhooks are held until release(), no faults, and Stripe knows of nothing.
   */
  begin(): Promise<void>
  /** POST to the sandbox's control API. */
  control<T = unknown>(path: string, body: unknown): Promise<T>
  faults(...list: Fault[]): Promise<unknown>
  /**
   * Delivers the held webhooks to the application, one after the other; returns how the application
   * answered.
   */
  release(order?: 'created' | 'reverse'): Promise<number[]>
  /**
   * From now on Stripe answers only after its webhooks have been answered, and each of those waits
   * for `work`.
   */
  whileStripeWaits(work: () => Promise<unknown>): Promise<unknown>
  /** Everything Stripe holds since begin(). */
  ledger(): Promise<Ledger>
  /**
   * Pays an intent as the browser would, with one of Stripe's named test cards; the intent
   * afterwards.
   */
  pay(intent: string, card?: string): Promise<Stripe.PaymentIntent>
  /** Chooses a bank or wallet, as the browser would: the payer is led to its page. */
  leaveFor(way: BankWay, intent: string): Promise<Stripe.PaymentIntent>
  /** What the payer does on that page; the intent afterwards. */
  answer(intent: string, outcome: 'succeed' | 'fail' | 'pending'): Promise<Stripe.PaymentIntent>
  finishRefund: SandboxClient['finishRefund']
  letBanksAnswer: SandboxClient['letBanksAnswer']
  stop(): Promise<void>
}

type Receiver = {
  answers: number[]
  isListening: boolean
  meanwhile: (() => Promise<unknown>) | null
}

/** Hands a delivery to the route itself; while nobody listens it is answered as if it had been. */
async function deliver(receiver: Receiver, body: Buffer, signature: string): Promise<number> {
  await receiver.meanwhile?.()
  if (!receiver.isListening) return 200
  const headers = { 'stripe-signature': signature }
  return (await callRoute(webhook, '/api/webhooks/stripe', { body, headers })).status
}

/** Where the sandbox delivers to: the webhook route of the application, in this process. */
function webhookTarget(receiver: Receiver) {
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const signature = String(request.headers['stripe-signature'])
      const status = await deliver(receiver, Buffer.concat(chunks), signature)
      receiver.answers.push(status)
      response.writeHead(status).end()
    })
  })
}

/**
 * Starts the real sandbox in this process and points the application's unmodified SDK at it through
 * the environment: call it before anything reads lib/env, that is first thing in beforeAll.
 */
export async function startPayments(): Promise<Payments> {
  const receiver: Receiver = { answers: [], isListening: true, meanwhile: null }
  const target = webhookTarget(receiver)
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-payments-'))
  const webhook = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const sandbox = await startStripeSandbox({ port: 0, dataDir, webhooks: [webhook] })
  Object.assign(process.env, {
    STRIPE_API_BASE: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  })

  const { control, ledger, finishRefund, letBanksAnswer } = sandboxClient(sandbox.url)
  return {
    control,
    async begin() {
      await control('faults', [])
      // What an earlier test left undelivered is not for this one.
      Object.assign(receiver, { isListening: false, meanwhile: null })
      await control('webhooks', { mode: 'hold', retrySchedule: [3600] })
      await control('webhooks/release', {})
      await control('forget', {})
      await control('methods', {})
      receiver.isListening = true
    },
    faults: (...list) => control('faults', list),
    async release(order = 'created') {
      receiver.answers.length = 0
      await control('webhooks/release', { order })
      return [...receiver.answers]
    },
    whileStripeWaits(work) {
      receiver.meanwhile = work
      return control('webhooks', { mode: 'deliver', first: true })
    },
    ledger,
    pay: (intent, card = 'pm_card_visa') =>
      stripe().paymentIntents.confirm(intent, { payment_method: card }),
    leaveFor: (way, intent) =>
      stripe().paymentIntents.confirm(intent, {
        payment_method_data: BANK_DATA[way],
        return_url: 'http://localhost/booking-success',
      }),
    answer: (intent, outcome) => control('authorize', { payment_intent: intent, outcome }),
    finishRefund,
    letBanksAnswer,
    async stop() {
      await sandbox.close()
      target.closeAllConnections()
      await new Promise<void>((resolve) => target.close(() => resolve()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
