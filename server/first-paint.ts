import type { ServerResponse } from 'node:http'

// The scripts of a page that Next built: <script src="/_next/static/…" async="">. The one for
// browsers without modules is not async and stays as it is.
const SCRIPT = /<script src="(\/_next\/static\/[^"]+)"((?: id="[^"]*")?) async="">/g
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g

// Waits for the first paint with something in it (an empty one may come before). A page in the
// background is not painted, an old browser does not report, and a slow style sheet must not hold
// up the scripts for long.
const START = `(function(d,w,n){function go(){n=n||d.querySelectorAll('script[data-src]').forEach(function(s){s.src=s.dataset.src})||1}
if(d.hidden||!((w.PerformanceObserver||{}).supportedEntryTypes||[]).includes('paint'))return go()
new PerformanceObserver(function(l){l.getEntriesByName('first-contentful-paint').length&&go()}).observe({type:'paint',buffered:true});setTimeout(go,2000)})(document,window)`

/**
 * Takes a page as Next wrote it and gives it back with its scripts waiting for the first paint:
 * until then they would compete with the style sheet, the fonts and the painting itself, and none
 * of it needs them (docs/performance.md). A page without such scripts comes back as it is.
 */
export function paintFirst(page: string): string {
  const waiting = page.replace(SCRIPT, '<script data-src="$1"$2 async="">')
  return waiting === page
    ? page
    : waiting.replace(PRELOAD, '').replace('</body>', `<script>${START}</script></body>`)
}

/**
 * Lets every whole HTML page that is sent through `response` paint first; streamed ones go out as
 * they come.
 */
export function letPagesPaintFirst(response: ServerResponse): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.end = ((chunk: unknown, ...others: unknown[]) => {
    const isWhole =
      !response.headersSent && String(response.getHeader('Content-Type')).startsWith('text/html')
    if (!isWhole) return end(chunk, ...others)
    response.removeHeader('Content-Length') // that of the page as it was
    if (typeof chunk !== 'string') return end(chunk, ...others)
    const page = paintFirst(chunk)
    response.setHeader('Content-Length', Buffer.byteLength(page))
    return end(page, ...others)
  }) as ServerResponse['end']
}
