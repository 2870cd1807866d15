import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { startStripeSandbox, type RunningSandbox } from '../server'

export interface Received {
  event: Stripe.Event
  body: string
  signature: string
  at: number
}

/**
 * A webhook receiver that checks every signature with the SDK; `answers` are used up first, then
 * 200.
 */
export class Target {
  readonly received: Received[] = []
  answers: number[] = []
  delayMs = 0
  private server: Server | null = null
  url = ''

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        const signature = String(request.headers['stripe-signature'])
        const event = Stripe.webhooks.constructEvent(
          body,
          signature,
          'whsec_sandbox',
        ) as Stripe.Event
        this.received.push({ event, body, signature, at: Date.now() })
        setTimeout(() => response.writeHead(this.answers.shift() ?? 200).end(), this.delayMs)
      })
    })
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
    return this
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type)
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise<void>((resolve) =>
      this.server ? this.server.close(() => resolve()) : resolve(),
    )
  }
}

export interface World {
  sandbox: RunningSandbox
  stripe: Stripe
  dataDir: string
  /** Stops and starts the sandbox on the same data; `world.stripe` then speaks to the new one. */
  restart(): Promise<void>
  control<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  /** A raw call, form-encoded; `key` defaults to the publishable one. */
  raw(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answered>
  end(): Promise<void>
}

/** What `raw` gives back. */
export interface Answered {
  status: number
  headers: Headers
  body: Record<string, unknown> & { error?: Record<string, unknown> }
}

/** The unmodified SDK, pointed at a port. */
export function sdk(
  port: number,
  key = 'sk_test_sandbox',
  config: Partial<Stripe.StripeConfig> = {},
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })
}

export async function startWorld(targets: Target[] = []): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'))
  const start = () =>
    startStripeSandbox({ port: 0, dataDir, webhooks: targets.map((target) => target.url) })
  const sandbox = await start()
  const world: World = {
    sandbox,
    stripe: sdk(sandbox.port),
    dataDir,
    async restart() {
      await world.sandbox.close()
      world.sandbox = await start()
      world.stripe = sdk(world.sandbox.port)
    },
    async control(path, body) {
      const response = await fetch(`${world.sandbox.url}/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as never
    },
    async raw(method, path, form = {}, headers = { authorization: 'Bearer pk_test_sandbox' }) {
      const body = new URLSearchParams(form)
      const url = `${world.sandbox.url}${path}${method === 'POST' ? '' : `?${body}`}`
      const response = await fetch(url, { method, headers, ...(method === 'POST' ? { body } : {}) })
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Answered['body'],
      }
    },
    async end() {
      await world.sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

/** An unpaid intent of RM50. */
export function newIntent(
  stripe: Stripe,
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'myr',
    allowed_payment_method_types: ['card'],
    ...extra,
  })
}

/** A paid one. */
export async function paidIntent(
  stripe: Stripe,
  method = 'pm_card_visa',
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return newIntent(stripe, { confirm: true, payment_method: method, ...extra })
}

/** The error a promise rejects with; fails when it does not reject. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return promise.then(
    () => {
      throw new Error('expected a refusal')
    },
    (error: unknown) => error as Stripe.errors.StripeError,
  )
}

/** Waits until `check` holds; says what it waited for when it never does. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  ms = 8_000,
): Promise<void> {
  const end = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
