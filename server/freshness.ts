import type { ServerResponse } from 'node:http'

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
