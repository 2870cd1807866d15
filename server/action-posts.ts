import 'server-only'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { hasAction, ledTo, MALFORMED, type Refusal } from './refusal'

/** The maximum body of a call (lib/http/request.ts): the form is passed on to one. */
const MOST_BYTES = 64 * 1024
const MOST_FIELDS = 40
const TOO_LARGE: Refusal = { status: 413, code: 'too_large' }
const FORBIDDEN: Refusal = { status: 403, code: 'forbidden' }
// How Next names the action in a form that the browser submits by itself, and in one that its own
// code submits, where the form is the first and only argument.
const NAMED_IN_FORM = /^\$ACTION_ID_[0-9a-f]{40,64}$/
const ACTION_ID = /^[0-9a-f]{40,64}$/
const ARGUMENT = '_1_'
const ARGUMENTS = '["$K1"]'

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
 * A request in a form that Next can handle, on the site at `siteUrl`. A form for a server action is
 * read and checked first, and what was read is passed on as if it had just arrived: Next answers a
 * malformed one, and one from another site, with 500, an error page and a dozen log lines, and its
 * parser must not read other fields than ours. A form without an action is led on to its page. A
 * form of an earlier build names the action by an id that this build does not have, and Next would
 * answer 404: it is carried out by `action`, the site's only one, which validates its fields. All
 * other requests pass unchanged.
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
  const isForAction = headers['next-action'] !== undefined || [...form.keys()].some(isInternal)
  return isForAction ? again(request, form, action) : { refusal: ledTo(url) }
}

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

/** The fields of a form that is sound: of at most one action, or of none. */
async function formOf(body: Buffer, headers: IncomingHttpHeaders): Promise<FormData | null> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => null)
  const fields = [...(form ?? [])]
  const isText =
    fields.length <= MOST_FIELDS && fields.every(([, value]) => typeof value === 'string')
  const names = fields.map(([name]) => name)
  const action = headers['next-action']
  const isSound =
    action === undefined
      ? names.filter(isInternal).every(isOnlyAction)
      : ACTION_ID.test(String(action)) &&
        form?.getAll('0').join() === ARGUMENTS &&
        names.every((name) => name === '0' || name.startsWith(ARGUMENT))
  return isText && isSound ? form : null
}

const isInternal = (name: string): boolean => name.startsWith('$')

const isOnlyAction = (name: string, index: number): boolean =>
  index === 0 && NAMED_IN_FORM.test(name)

/** The form with this action in the place of the one it names. */
function withAction(form: FormData, action: string): FormData {
  const renamed = new FormData()
  for (const [name, value] of form)
    renamed.append(NAMED_IN_FORM.test(name) ? `$ACTION_ID_${action}` : name, value)
  return renamed
}

/**
 * The same request with the form still to be read. Its origin was checked; behind a proxy that does
 * not pass the host on, Next's own check would fail.
 */
async function again(
  request: IncomingMessage,
  form: FormData,
  action: string | null,
): Promise<IncomingMessage> {
  const written = new Response(action === null ? form : withAction(form, action))
  const body = Buffer.from(await written.arrayBuffer())
  const copy = new IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor })
  const { 'transfer-encoding': _, ...headers } = request.headers
  const host = headers.origin === undefined ? headers.host : new URL(headers.origin).host
  copy.headers = {
    ...headers,
    'content-type': written.headers.get('content-type') ?? '',
    'content-length': String(body.length),
    ...(headers['next-action'] !== undefined && action !== null && { 'next-action': action }),
    ...(host && { 'x-forwarded-host': host }),
  }
  copy.push(body)
  copy.push(null)
  copy.complete = true
  return copy
}
