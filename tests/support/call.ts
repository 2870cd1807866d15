import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external'
import { NextRequest } from 'next/server'
import type { Handler } from '@/lib/route'

type Call = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  params?: Record<string, string | string[]>
  /** Hears of what fails after the answer, as Next's log would; else the call fails with it. */
  onLaterFailure?: (error: unknown) => void
}

/**
 * Calls one exported method of a route.ts in this process: `callRoute(POST, '/api/bookings', {
 * body: { … } })`. A string, bytes or a stream go out as they are; any other body as JSON with its
 * content type. The request has no Origin unless given. What the handler leaves for after its answer
 * is done before this returns.
 */
export async function callRoute(
  handler: Handler,
  path: string,
  call: Call = {},
): Promise<Response> {
  const { body, params = {} } = call
  const isJson =
    body !== undefined &&
    typeof body !== 'string' &&
    !(body instanceof Uint8Array || body instanceof ReadableStream)
  const request = new NextRequest(new URL(path, process.env.SITE_URL), {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      host: new URL(process.env.SITE_URL ?? '').host,
      ...(isJson && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(body !== undefined && {
      body: isJson ? JSON.stringify(body) : (body as BodyInit),
      duplex: 'half',
    }),
  })
  // connection() and after() ask Next which request they are in; outside its server we answer, and
  // nothing else is replaced.
  const later: (Promise<unknown> | (() => unknown))[] = []
  const afterContext = { after: (task: (typeof later)[number]) => void later.push(task) }
  const scope = { route: path, forceStatic: true, afterContext } as unknown as Parameters<
    typeof workAsyncStorage.run
  >[0]
  const unit = { type: 'request', phase: 'action' } as unknown as Parameters<
    typeof workUnitAsyncStorage.run
  >[0]
  const response = await workAsyncStorage.run(scope, () =>
    workUnitAsyncStorage.run(unit, () => handler(request, { params: Promise.resolve(params) })),
  )
  const { onLaterFailure } = call
  for (const task of later) {
    const done = Promise.resolve(typeof task === 'function' ? task() : task)
    await (onLaterFailure ? done.catch(onLaterFailure) : done)
  }
  return response
}
