// What our server changes in the headers of the framework's answers.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

const TEXT = /^(text\/|[^;]+[/+]xml\s*(;|$))/i

const withCharset = (type: string): string =>
  TEXT.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type

// A redirect of Next's router has the address as its body, without a type. 304 has no body.
const isRedirect = (status: unknown): boolean =>
  typeof status === 'number' && status >= 300 && status < 400 && status !== 304

/**
 * Adds UTF-8 to the type of every text and XML sent through `response`, and the type text to every
 * redirect without one: a browser that has to guess can be made to read harmless text as markup.
 * Next and the static files omit it in some cases.
 */
export function nameCharset(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = ((...args: unknown[]) => {
    const set = response.getHeader('Content-Type')
    if (typeof set === 'string') response.setHeader('Content-Type', withCharset(set))
    // Headers among the arguments still override this one.
    else if (isRedirect(args[0])) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    return writeHead(...args.map((arg) => (isHeaders(arg) ? named(arg) : arg)))
  }) as ServerResponse['writeHead']
}

const isHeaders = (arg: unknown): arg is OutgoingHttpHeaders =>
  typeof arg === 'object' && arg !== null && !Array.isArray(arg)

function named(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'content-type')
  const type = name === undefined ? undefined : headers[name]
  if (name === undefined || typeof type !== 'string') return headers
  const whole = withCharset(type)
  return whole === type ? headers : { ...headers, [name]: whole }
}

/**
 * For browsers and every cache on the way: a page is asked for each time, which costs them a 304.
 * Our server keeps pages and discards them when their content changes; no other cache knows of that.
 */
export const ASK_AGAIN = 'public, max-age=0, must-revalidate'

const PICTURE = /^image\//

/**
 * Replaces what the framework tells shared caches about pages and their data: to keep them for a
 * month, and to send them for a year more while they ask. A platform that discards pages itself
 * does not run this server.
 */
export function askAgain(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = ((...args: unknown[]) => {
    const type = String(response.getHeader('Content-Type') ?? '')
    const control = response.getHeader('Cache-Control')
    const isKept = /\bs-maxage=/.test(String(control)) && !PICTURE.test(type)
    if (isKept || (control === undefined && type.startsWith('text/html')))
      response.setHeader('Cache-Control', ASK_AGAIN)
    return writeHead(...args)
  }) as ServerResponse['writeHead']
}
