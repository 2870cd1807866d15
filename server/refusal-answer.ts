import 'server-only'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { translator } from '@/lib/i18n/messages'
import { localeNamed, toLocale, type Locale } from '@/lib/i18n/routing'
import { isHandler, type Refusal } from './refusal'

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
const JSON_TYPE = { 'Content-Type': 'application/json' }
const TEXT_TYPE = { 'Content-Type': 'text/plain' }
const HTML_TYPE = { 'Content-Type': 'text/html; charset=utf-8' }
// The rest of the body must not be read as the next request.
const LAST = { Connection: 'close' }

/**
 * Answers a request that is refused: to somebody who opens a page, or submits its form, with a page;
 * to everybody else with the error body of a call.
 */
export function answerRefusal(
  refusal: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, code, headers } = refusal
  if (!code) return void response.writeHead(status, { ...HEADERS, ...headers }).end()
  const [type, body] = bodyOf(refusal, request)
  response.writeHead(status, { ...HEADERS, ...type, ...LAST, ...headers })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bodyOf(refusal: Refusal, request: IncomingMessage): [Record<string, string>, string] {
  if (isPageView(request)) return [HTML_TYPE, pageOf(refusal, request)]
  const body = jsonOf(refusal, localeOf(request))
  // The router hands the caller of an action this text, and neither the status nor another type.
  const { url = '', headers } = request
  if (headers['next-action'] !== undefined && !isHandler(url))
    return [TEXT_TYPE, `${refusal.status} ${body}`]
  return [JSON_TYPE, body]
}

/** The same answer as bytes, for a connection without a request. */
export function rawAnswer(
  refusal: Refusal,
  requestId: string,
  common: Record<string, string>,
): string {
  const body = jsonOf(refusal, toLocale(null))
  const headers = {
    ...common,
    ...HEADERS,
    ...JSON_TYPE,
    ...LAST,
    ...refusal.headers,
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`
}

const isPageView = ({ method, url = '', headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'POST') &&
  !isHandler(url) &&
  /\btext\/html\b/.test(headers.accept ?? '')

const messageOf = ({ code, sentence = code }: Refusal, locale: Locale): string =>
  translator(locale, 'errors')(sentence ?? 'internal')

const jsonOf = (refusal: Refusal, locale: Locale): string =>
  JSON.stringify({ message: messageOf(refusal, locale), code: refusal.code })

/**
 * Loaded again by itself when the refusal says how soon. Not after a form: the browser has its text
 * when the visitor goes back.
 */
function pageOf(refusal: Refusal, { method, url = '' }: IncomingMessage): string {
  const locale = toLocale(url.split(/[/?]/, 2)[1])
  const message = messageOf(refusal, locale).replace(/[&<]/g, (mark) => `&#${mark.charCodeAt(0)};`)
  const wait = method === 'GET' && refusal.headers?.['Retry-After']
  return `<!doctype html>
<html lang="${LANGUAGE_TAG[locale]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">${wait ? `\n<meta http-equiv="refresh" content="${wait}">` : ''}
<title>${message}</title>
<h1>${message}</h1>
</html>
`
}

const localeOf = ({ headers }: IncomingMessage): Locale =>
  localeNamed(headers['x-language']) ?? toLocale(languageCookie(headers.cookie))

const languageCookie = (cookies = ''): string | undefined =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim().replace(/^__Host-/, ''))
    .find((cookie) => cookie.startsWith('language='))
    ?.slice('language='.length)
