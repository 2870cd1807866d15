import 'server-only'
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'

// Waits for the first contentful paint. A page in the background is not painted, an old browser
// does not report paints, and a slow style sheet must not delay the scripts for long.
const START = `(function(d,w,n){function go(){n=n||d.querySelectorAll('script[data-src]').forEach(function(s){s.src=s.dataset.src})||1}
if(d.hidden||!((w.PerformanceObserver||{}).supportedEntryTypes||[]).includes('paint'))return go()
new PerformanceObserver(function(l){l.getEntriesByName('first-contentful-paint').length&&go()}).observe({type:'paint',buffered:true});setTimeout(go,2000)})(document,window)`

/** The CSP source that allows the starting script. */
export const STARTER_SOURCE = `'sha256-${createHash('sha256').update(START).digest('base64')}'`

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

const attributes = (named: Record<string, string>): string =>
  Object.entries(named)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

/**
 * The page with its async scripts loaded after the first paint: before, they compete with the style
 * sheet, the fonts and the painting itself, none of which needs them. The page is parsed, so the
 * spelling of its tags does not matter; scripts that are not async stay as they are, and a page
 * without async scripts is returned unchanged. Without scripting the page is the same
 * (docs/decisions/013).
 */
export function scriptsAfterPaint(page: string): string {
  const parts: string[] = []
  let copied = 0
  let bodyEnd = -1
  const replaceTag = (from: number, to: number, text: string) => {
    parts.push(page.slice(copied, from), text)
    copied = to
  }
  const parser: Parser = new Parser({
    onopentag(name, { src, ...others }) {
      const isPreload = name === 'link' && others.rel === 'preload' && others.as === 'script'
      if (isPreload) replaceTag(parser.startIndex, parser.endIndex + 1, '')
      if (name !== 'script' || src === undefined || others.async === undefined) return
      const tag = `<script${attributes({ 'data-src': src, ...others })}>`
      replaceTag(parser.startIndex, parser.endIndex + 1, tag)
    },
    onclosetag(name, isImplied) {
      if (name === 'body' && !isImplied) bodyEnd = parser.startIndex
    },
  })
  parser.end(page)
  if (parts.length === 0 || bodyEnd < copied) return page
  replaceTag(bodyEnd, bodyEnd, `<script>${START}</script>`)
  return parts.join('') + page.slice(copied)
}
