import 'server-only'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { adminCookieName } from '@/lib/auth/rules'
import { isSameOrigin } from '@/lib/http/same-origin'
import { ledTo, MALFORMED, submittedPage, type Refusal } from './refusal'

/**
 * Several times the maximum body of a call (lib/http/request.ts), to which the form is passed on: a
 * page that shows a refused text sends it twice, and that a text is too long must be said beside it.
 */
const MOST_BYTES = 256 * 1024
const MOST_FIELDS = 40
const TOO_LARGE: Refusal = { status: 413, code: 'too_large' }
const FORBIDDEN: Refusal = { status: 403, code: 'forbidden' }
const UNAUTHORIZED: Refusal = { status: 401, code: 'unauthorized' }
const UNKNOWN_ACTION: Refusal = {
  status: 404,
  code: 'not_found',
  // By it Next's router knows that the page is of another build.
  headers: { 'X-Nextjs-Action-Not-Found': '1' },
}
// How React names the action and the address of a form that the browser submits by itself.
const NAMES_ACTION = '$ACTION_REF_'
const FORM_KEY = '$ACTION_KEY'
const ACTION = /^[0-9a-f]{40,64}$/
const ACTION_ID = /"id":"([0-9a-f]{40,64})"/
/** Deeper than any form's values. */
const DEEPEST = 8

type Manifest = { node: Record<string, { exportedName: string; filename: string }> }

/** The server actions of a build, by their ids. */
export type Actions = {
  /** The contact form's. */
  submitted: string
  /** Those of the console's forms. */
  called: ReadonlySet<string>
}

/** Those of the build in `folder`; null where there is no build. */
export function builtActions(folder = '.next'): Actions | null {
  const manifest = join(folder, 'server/server-reference-manifest.json')
  if (!existsSync(manifest)) return null
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  const idsIn = (part: string) =>
    Object.entries(node)
      // Next lists cached functions there, too.
      .filter(([, { exportedName }]) => !exportedName.startsWith('$$RSC_SERVER_CACHE'))
      .filter(([, { filename }]) => filename.includes(part))
      .map(([id]) => id)
  const [submitted, ...others] = idsIn('/contact/send-message.')
  if (submitted === undefined || others.length > 0) throw new Error('No action of the contact form')
  return { submitted, called: new Set(idsIn('/(console)/(signed-in)/')) }
}

/**
 * A request in a form that Next can handle, on the site at `siteUrl`. What is sent to a server action
 * is read and checked first: Next answers what is malformed, and what comes from another site, with
 * 500, an error page and a dozen log lines. Nothing that a sender can write reaches React's parser
 * but plain values. In development, where `actions` is null, ids are taken as they are sent. All
 * other requests pass unchanged.
 */
export async function checkedActionPost(
  request: IncomingMessage,
  siteUrl: string,
  actions: Actions | null = null,
): Promise<IncomingMessage | { refusal: Refusal }> {
  const { method, url = '/', headers } = request
  const id = headers['next-action']
  if (method !== 'POST' || !(submittedPage(url) || id !== undefined)) return request
  if (isForeign(request, siteUrl)) return { refusal: FORBIDDEN }
  const checked =
    id === undefined
      ? await submittedForm(request, actions)
      : await calledForm(request, { id: String(id), siteUrl, actions })
  return 'status' in checked ? { refusal: checked } : again(request, checked.body, siteUrl)
}

/**
 * A form that the browser submitted by itself. Next gets what was typed and, written by us, the name
 * of this build's action: a form of an earlier build, whose action Next does not know, is carried out
 * by this build's. A form without an action is led on to its page.
 */
async function submittedForm(
  request: IncomingMessage,
  actions: Actions | null,
): Promise<{ body: FormData } | Refusal> {
  const body = await readBody(request)
  if ('status' in body) return body
  const form = await formOf(body, request.headers)
  if (!form) return MALFORMED
  const named = [...form.keys()].find((name) => name.startsWith(NAMES_ACTION))
  if (named === undefined) return ledTo(request.url ?? '/')
  const id = actions ? actions.submitted : sentAction(form, named)
  return id === undefined ? MALFORMED : { body: written(form, id) }
}

/** A form of the console, sent by Next's own code for somebody who has a session's cookie. */
async function calledForm(
  request: IncomingMessage,
  { id, siteUrl, actions }: { id: string; siteUrl: string; actions: Actions | null },
): Promise<{ body: string } | Refusal> {
  if (!hasSession(request, siteUrl)) return UNAUTHORIZED
  if (!(actions ? actions.called.has(id) : ACTION.test(id))) return UNKNOWN_ACTION
  const body = await readBody(request)
  if ('status' in body) return body
  const form = plainArgument(body)
  return form === null ? MALFORMED : { body: JSON.stringify([form]) }
}

const hasSession = ({ headers: { cookie = '' } }: IncomingMessage, siteUrl: string): boolean => {
  const name = adminCookieName(siteUrl.startsWith('https://'))
  return cookie.split(';').some((one) => one.trim().startsWith(`${name}=`))
}

/** The one argument of an action, when it is JSON without anything that React gives a meaning. */
function plainArgument(body: Buffer): object | null {
  try {
    const sent: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const [form, ...others] = Array.isArray(sent) ? (sent as unknown[]) : []
    const isForm = typeof form === 'object' && form !== null && others.length === 0
    return isForm && isPlain(form, DEEPEST) ? form : null
  } catch {
    return null
  }
}

/** React marks every text that begins with "$" by a second one; a single one is its own. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/^\$(?!\$)/.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((one) => isPlain(one, depth - 1))
}

const sentAction = (form: FormData, named: string): string | undefined =>
  ACTION_ID.exec(String(form.get(`$ACTION_${named.slice(NAMES_ACTION.length)}:0`)))?.[1]

/** By the browser's headers about the origin; a request without them is not from a browser. */
function isForeign({ headers }: IncomingMessage, siteUrl: string): boolean {
  const { origin = null, host = null, 'sec-fetch-site': site = null } = headers
  return !isSameOrigin({ origin, host, site: site === null ? null : String(site) }, siteUrl)
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
 * The same request with this body still to be read. Its origin was checked; behind a proxy that does
 * not pass the host on, and for an origin that is not named, Next's own check would fail.
 */
async function again(
  request: IncomingMessage,
  form: BodyInit,
  siteUrl: string,
): Promise<IncomingMessage> {
  const sent = new Response(form)
  const body = Buffer.from(await sent.arrayBuffer())
  const copy = new IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor })
  const { 'transfer-encoding': _, origin: named, ...headers } = request.headers
  const origin = named === 'null' ? new URL(siteUrl).origin : named
  const host = origin === undefined ? headers.host : new URL(origin).host
  copy.headers = {
    ...(origin !== undefined && { origin }),
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
