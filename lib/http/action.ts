import 'server-only'
import { headers } from 'next/headers'
import { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { env } from '@/lib/env'
import { toLocale } from '@/lib/i18n/routing'
import type { Handler } from './route'

type Call = {
  params?: Record<string, string>
  /** As JSON. */
  body: string
  language: string
  idempotencyKey?: string
}

/**
 * Passes what a server action got to the handler of a route in this process, as the call that it
 * stands for: access, origin, limits, shape, proof, sentences and audit are those of the route
 * (docs/decisions/029).
 */
export async function callFromAction(
  handler: Handler,
  { params = {}, body, language, idempotencyKey }: Call,
): Promise<Response> {
  const sent = new Headers(await headers())
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'idempotency-key'])
    sent.delete(name)
  sent.set('content-type', 'application/json')
  sent.set('x-language', toLocale(language))
  if (idempotencyKey) sent.set('idempotency-key', idempotencyKey)
  const request = new NextRequest(env().SITE_URL, { method: handler.method, headers: sent, body })
  return handler(request, { params: Promise.resolve(params) })
}

const form = z.object({
  params: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
  language: z.string(),
  idempotencyKey: z.optional(z.string()),
})
/** The handler refuses it like any other body that is no object. */
const NO_FORM = { params: {}, body: null, language: '' }

/** What a form of the console gets: the status and the body of the call that it stands for. */
type Answer = { status: number; body: unknown }

/**
 * The server action of a form of the console, which sends what this method of a route declares.
 * `sent` is whatever came with the request.
 */
export const actionOf =
  (handler: Handler) =>
  async (sent: unknown): Promise<Answer> => {
    const { data = NO_FORM } = form.safeParse(sent)
    const answer = await callFromAction(handler, { ...data, body: JSON.stringify(data.body) })
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  }
