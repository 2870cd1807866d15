import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createCore, exchange as answer, isControl } from './core'
import { json, readBody, send, type Exchange } from './http/answer'
import type { Fault } from './http/faults'
import { resumeTimers, stopTimers } from './payments/timers'
import type { Sandbox } from './sandbox'
import { Store } from './store/store'

export interface SandboxOptions {
  /** 0 takes a free port. */
  port: number
  /** The project's data folder; the sandbox keeps its state in `stripe-sandbox/` inside it. */
  dataDir: string
  /** Every address that receives every event. */
  webhooks: string[]
}

export interface RunningSandbox {
  port: number
  url: string
  close(): Promise<void>
}

function fail(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  if (fault.status === 'hang') return
  if (fault.status === 'reset') request.socket.resetAndDestroy()
  else
    send(
      response,
      json(fault.status, { error: { message: 'A failure ordered by a test.', type: 'api_error' } }),
    )
}

async function handle(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const exchange: Exchange = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.search.slice(1),
    body: await readBody(request),
    header: (name) => request.headers[name]?.toString(),
  }
  const fault = isControl(exchange.path)
    ? null
    : sandbox.faults.take(exchange.method, exchange.path)
  if (fault && !fault.after) return fail(fault, request, response)
  const result = await answer(sandbox, exchange)
  if (fault) return fail(fault, request, response)
  send(response, result)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Starts the sandbox on 127.0.0.1. Rejects with EADDRINUSE, before touching its state, when the
 * port is taken.
 */
export async function startStripeSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const server = createServer({ keepAliveTimeout: 60_000 })
  const port = await listen(server, options.port)
  const store = new Store(join(options.dataDir, 'stripe-sandbox', 'journal.jsonl'))
  store.open()
  const url = `http://127.0.0.1:${port}`
  const sandbox = createCore({ store, webhooks: options.webhooks, url })
  server.on('request', (request, response) => {
    handle(sandbox, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      console.error('stripe sandbox:', error)
      if (!response.headersSent)
        send(
          response,
          json(500, { error: { message: 'An unknown error occurred', type: 'api_error' } }),
        )
    })
  })
  sandbox.webhooks.resume()
  resumeTimers(sandbox)

  const close = async () => {
    sandbox.webhooks.close()
    stopTimers(sandbox)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    store.close()
  }
  return { port, url, close }
}
