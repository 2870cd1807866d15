import 'server-only'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { hasAction, ledTo, MALFORMED, type Refusal } from './refusal'

/**
 * Several times the maximum body of a call (lib/http/request.ts), to which the form is passed on: a
 * page that shows a refused text sends it twice, and that a text is too long must be said beside it.
 */
const MOST_BYTES = 256 * 1024
const MOST_FIELDS = 40
const TOO_LARGE: Refusal = { status: 413, code: 'too_large' }
const FORBIDDEN: Refusal = { status: 403, code: 'forbidden' }
// How React names the action and the address of a form that the browser submits by itself.
const NAMES_ACTION = '$ACTION_REF_'
const FORM_KEY = '$ACTION_KEY'
const ACTION_ID = /"id":"([0-9a-f]{40,64})"/

type Manifest = { node: Record<string, { exportedName: string }> }

/** The id of the site's one server action in this build; null where there is no build. */
export function builtAction(): string | null {
  const manifest = '.next/server/server-reference-manifest.json'
  if (!existsSync(manifest)) return null
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  // Next lists cached functions there, too.
  const actions = Object.entries(node).filter(
    ([, { exportedName }]) => !exportedName.startsWith('$$RSC_SERVER_CACHE'),
  )
  if (actions.length !== 1) throw new Error(`${actions.length} server actions instead of one`)
  return actions[0]?.[0] ?? null
}

/**
 * A request in a form that Next can handle, on the site at `siteUrl`. A form for the site's server
 * action is read and checked first: Next answers a malformed one, and one from another site, with
 * 500, an error page and a dozen log lines. Next gets what was typed and, written by us, the name of
 * `action`: nothing that a sender can write reaches React's parser, and a form of an earlier build,
 * whose action Next does not know, is carried out by this build's. In development, where `action` is
 * null, the form's own name of it is used. A form without an action is led on to its page. All other
 * requests pass unchanged.
 */
export async function checkedActionPost(
  request: IncomingMessage,
  siteUrl: string,
  action: string | null = null,
): Promise<IncomingMessage | { refusal: Refusal }> {
  const { method, url = '/', headers } = request
  if (method !== 'POST' || !hasAction(url)) return request
  if (isForeign(request, siteUrl)) return { refusal: FORBIDDEN }
  const body = await readBody(request)
  if ('status' in body) return { refusal: body }
  const form = await formOf(body, headers)
  if (!form) return { refusal: MALFORMED }
  const named = [...form.keys()].find((name) => name.startsWith(NAMES_ACTION))
  if (named === undefined) return { refusal: ledTo(url) }
  const id = action ?? sentAction(form, named)
  return id === undefined ? { refusal: MALFORMED } : again(request, written(form, id))
}

const sentAction = (form: FormData, named: string): string | undefined =>
  ACTION_ID.exec(String(form.get(`$ACTION_${named.slice(NAMES_ACTION.length)}:0`)))?.[1]

/** By the browser's headers about the origin; a request without them is not from a browser. */
function isForeign({ headers: { origin, host } }: IncomingMessage, siteUrl: string): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const { host: theirs, origin: site } = new URL(origin)
  return theirs !== host && site !== new URL(siteUrl).origin
}

async function readBody(request: IncomingMessage): Promise<Buffer | Refusal> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) return TOO_LARGE
      chunks.push(chunk)
    }
  } catch {
    return MALFORMED // The body broke off, which is the client's fault.
  }
  return Buffer.concat(chunks)
}

/** The fields of a form that has only text. */
async function formOf(body: Buffer, headers: IncomingHttpHeaders): Promise<FormData | null> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => null)
  const values = [...(form?.values() ?? [])]
  const isText = values.length <= MOST_FIELDS && values.every((value) => typeof value === 'string')
  return isText ? form : null
}

/** What was typed, for the action `id`, as React's form with the action's state writes it. */
function written(form: FormData, id: string): FormData {
  const typed = new FormData()
  typed.append(`${NAMES_ACTION}1`, '')
  typed.append('$ACTION_1:0', JSON.stringify({ id, bound: '$@1' }))
  typed.append('$ACTION_1:1', '[null]')
  typed.append(FORM_KEY, String(form.get(FORM_KEY)))
  for (const [name, value] of form) if (!name.startsWith('$')) typed.append(name, value)
  return typed
}

/**
 * The same request with this form still to be read. Its origin was checked; behind a proxy that does
 * not pass the host on, Next's own check would fail.
 */
async function again(request: IncomingMessage, form: FormData): Promise<IncomingMessage> {
  const sent = new Response(form)
  const body = Buffer.from(await sent.arrayBuffer())
  const copy = new IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor })
  const { 'transfer-encoding': _, ...headers } = request.headers
  const host = headers.origin === undefined ? headers.host : new URL(headers.origin).host
  copy.headers = {
    ...headers,
    'content-type': sent.headers.get('content-type') ?? '',
    'content-length': String(body.length),
    ...(host && { 'x-forwarded-host': host }),
  }
  copy.push(body)
  copy.push(null)
  copy.complete = true
  return copy
}
