import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { NextRequest, NextResponse } from 'next/server'
import { cookieName } from '@/lib/credentials'
import { env } from '@/lib/env'
import { LOCALES, toLocale, type Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { isSameOrigin } from './same-origin'

const BODY_LIMIT = 64 * 1024
const VISITOR_TOKEN = /^[A-Za-z0-9_-]{22}$/

export type Visitor = { token: string | null; hash: string | null }
type Cookies = { get(name: string): { value: string } | undefined }

/** Hex sha256: the form in which tokens are stored in the database. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const isHttps = (): boolean => env().SITE_URL.startsWith('https://')

/** A new 128-bit token, URL-safe. */
export const newToken = (): string => randomBytes(16).toString('base64url')

/** From the visitor cookie; both null when it is missing or not ours (docs/decisions/020 C3). */
export function visitorOf({ cookies }: { cookies: Cookies }): Visitor {
  const token = cookies.get(cookieName('visitor', isHttps()))?.value
  return token && VISITOR_TOKEN.test(token)
    ? { token, hash: sha256(token) }
    : { token: null, hash: null }
}

/** Sets the visitor's token: httpOnly, SameSite=Lax, Secure on https, 180 days. */
export function setVisitorCookie(
  response: { cookies: Pick<NextResponse['cookies'], 'set'> },
  token: string,
): void {
  response.cookies.set(cookieName('visitor', isHttps()), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(),
    path: '/',
    maxAge: 180 * 86_400,
  })
}

/** By the header of our client components, else the cookie `language` (docs/decisions/020 G1). */
export function requestLocale(request: NextRequest): Locale {
  const header = request.headers.get('x-language')
  return header && (LOCALES as readonly string[]).includes(header)
    ? toLocale(header)
    : toLocale(request.cookies.get(cookieName('language', isHttps()))?.value)
}

export const requestIdOf = (request: NextRequest): string =>
  request.headers.get('x-request-id')?.slice(0, 64) || randomUUID()

/** The length of a body: Next removes Content-Length, and our server sends this as that. */
export const LENGTH_HEADER = 'x-studio-length'

/** False on a platform that runs the route handlers itself. */
export const isOnOurServer = (): boolean =>
  (globalThis as { studioServer?: boolean }).studioServer === true

/**
 * Our own server sets it from the socket and TRUSTED_PROXY_HOPS (docs/decisions/020 A5); Vercel
 * sets x-real-ip. Any other header is written by the client, and trusting it would let anyone evade
 * the limits.
 */
export function clientAddress(request: NextRequest): string {
  const trusted = isOnOurServer() ? 'x-studio-address' : env().VERCEL ? 'x-real-ip' : null
  return (trusted && request.headers.get(trusted)) || 'unknown'
}

/** A request without the browser's headers carries no cookies of a visitor. Throws forbidden. */
export function assertSameOrigin({ headers }: NextRequest): void {
  const sender = {
    origin: headers.get('origin'),
    site: headers.get('sec-fetch-site'),
    host: headers.get('host'),
  }
  if (!isSameOrigin(sender, env().SITE_URL)) throw new Problem('forbidden')
}

/**
 * Up to `limit` bytes. Throws too_large without reading the rest, and invalid_request when the body
 * breaks off, which is the client's fault and not logged as ours.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Problem('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  const next = () =>
    reader?.read().catch(() => {
      throw new Problem('invalid_request', { sentence: 'not_json' })
    })
  for (let step = await next(); step && !step.done; step = await next()) {
    size += step.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw new Problem('too_large')
    }
    chunks.push(step.value)
  }
  return Buffer.concat(chunks)
}

/** An empty body counts as {}. Throws unsupported_type, too_large or invalid_request. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type')
  const isJson = /^application\/json\s*(;|$)/i.test(type ?? '')
  if (type !== null && !isJson) throw new Problem('unsupported_type')
  const bytes = await readBytes(request, BODY_LIMIT)
  if (bytes.byteLength === 0) return {}
  if (!isJson) throw new Problem('unsupported_type')
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Malformed JSON and invalid UTF-8 get the same answer as JSON that is not an object.
  }
  throw new Problem('invalid_request', { sentence: 'not_json' })
}

// Boundaries and names around the one file of a form.
const FORM_OVERHEAD = 16 * 1024

/** Field `file` of a multipart form. Throws unsupported_type, too_large, invalid_request. */
export async function readUpload(request: Request, limit: number): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new Problem('unsupported_type', { sentence: 'not_an_upload' })
  const tooLarge = new Problem('too_large', {
    sentence: 'upload_too_large',
    values: { megabytes: limit / 1024 / 1024 },
  })
  const body = await readBytes(request, limit + FORM_OVERHEAD).catch((error: unknown) => {
    throw error instanceof Problem ? tooLarge : error
  })
  // Read before parsing: the platform's own parser has no limit.
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  const wrong = (sentence: 'no_file' | 'empty_file') =>
    new Problem('invalid_request', { sentence, fields: { file: sentence } })
  if (!(file instanceof File)) throw wrong('no_file')
  if (file.size === 0) throw wrong('empty_file')
  if (file.size > limit) throw tooLarge
  return new Uint8Array(await file.arrayBuffer())
}
