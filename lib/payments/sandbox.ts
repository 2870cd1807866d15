import 'server-only'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { readBytes } from '@/lib/http/request'

const PREFIX = '/sandbox/stripe'
/** The paths that a browser may reach; the control API never answers through the site. */
const OPEN: readonly { method: string; path: RegExp }[] = [
  { method: 'GET', path: /^\/v3\/stripe\.js$/ },
  { method: 'GET', path: /^\/_sandbox\/frame[\w.-]*$/ },
  { method: 'GET', path: /^\/_sandbox\/authorize[\w.-]*(\/[\w-]+)?$/ },
  { method: 'POST', path: /^\/_sandbox\/authorize\/[\w-]+$/ },
  { method: 'GET', path: /^\/v1\/payment_intents\/pi_\w+$/ },
  { method: 'POST', path: /^\/v1\/payment_intents\/pi_\w+\/confirm$/ },
]
const PASSED_BACK = ['content-type', 'cache-control', 'location', 'request-id']

/** Throws not_found unless the keys are the sandbox's and a browser may reach the path. */
export async function forwardToSandbox(request: Request): Promise<Response> {
  const base = env().sandbox
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  if (!base || !OPEN.some((open) => open.method === request.method && open.path.test(path)))
    throw new Problem('not_found')
  const headers = new Headers({ 'x-studio-proxy': '1' })
  for (const name of [
    'content-type',
    'authorization',
    'accept-language',
    'idempotency-key',
    'stripe-version',
  ]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body =
    request.method === 'POST' ? Buffer.from(await readBytes(request, 64 * 1024)) : undefined
  const answer = await fetch(new URL(path + url.search, base), {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(body && { body }),
  }).catch(() => {
    throw new Problem('unavailable', { sentence: 'payments_unavailable' })
  })
  const passed = new Headers()
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name)
    if (value !== null) passed.set(name, value)
  }
  return new Response(answer.body, { status: answer.status, headers: passed })
}
