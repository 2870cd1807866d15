import 'server-only'
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { barePath, pathIn } from '@/lib/i18n/path'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import { mailtoHref } from '@/lib/settings/links'
import { linkOf } from '@/lib/text'

// With Chinese punctuation beside them the standard's rules take asterisks for text.
const markdown = new MarkdownIt({ html: true, linkify: true }).use(cjkFriendly)

// A bare link ends where Chinese without a blank begins.
const { linkify } = markdown
const find = linkify.match.bind(linkify)
const findAtStart = linkify.matchAtStart.bind(linkify)
type Link = NonNullable<ReturnType<typeof findAtStart>>
function ended(link: Link): Link {
  const raw = linkOf(link.raw)
  const gone = link.raw.length - raw.length
  if (gone === 0 || !link.raw.startsWith(raw)) return link
  const url = link.url.slice(0, link.url.length - gone)
  return Object.assign(link, { raw, text: raw, url, lastIndex: link.lastIndex - gone })
}
linkify.match = (text) => find(text)?.map(ended) ?? null
linkify.matchAtStart = (text) => {
  const link = findAtStart(text)
  return link && ended(link)
}

// A table that is wider than a phone scrolls by itself, by keyboard too, rather than the page.
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

// The page's title is its only first-level heading: headings in the text start at the second level.
markdown.core.ruler.push('headings_below_title', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = 2 - Math.min(...headings.map(({ tag }) => Number(tag[1])))
  for (const heading of headings) heading.tag = `h${Math.min(6, Number(heading.tag[1]) + shift)}`
})

const TAGS = new Set(
  'h2 h3 h4 h5 h6 p br hr blockquote ul ol li a img strong em b i s del sub sup kbd code pre div table thead tbody tr th td'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img'])
// What stands inside is a program, or text that a browser reads otherwise than as text.
const LEFT_OUT = new Set(
  'script style textarea option noscript iframe object svg math template xmp title'.split(' '),
)
const DEEPEST = 30

type Attributes = Readonly<Record<string, string | undefined>>

/** Without control characters, which browsers drop; undefined unless of an allowed scheme or this site. */
function address(text: string | undefined, schemes: readonly string[]): string | undefined {
  const shown = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  const read = shown.replace(/\s/g, '')
  const scheme = /^([^/?#\\]*):/.exec(read)?.[1]
  const isAllowed =
    scheme === undefined ? !/^[/\\]{2}/.test(read) : schemes.includes(scheme.toLowerCase())
  return isAllowed ? shown : undefined
}

// A host or an inbox without what belongs before it: a browser would look for it on this site.
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,63}(?=[/?#]|$)/i
const INBOX = /^[^\s/?#@:%&,;]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,63}$/i
const withProtocol = (target: string): string =>
  HOST.test(target) ? `https://${target}` : INBOX.test(target) ? mailtoHref(target) : target

// A page of this site, not a file, in no language yet.
const PAGE = /^\/(?!\/|api\/)[^.?#]*(?:[?#]|$)/
const inLanguage = (target: string, locale: Locale): string =>
  PAGE.test(target) && barePath(target) === target ? pathIn(locale, target) : target

/** The attributes that a tag keeps; null where it is not shown at all. */
function attributesOf(
  tag: string,
  { href, src, ...given }: Attributes,
  locale: Locale,
): Attributes | null {
  switch (tag) {
    case 'a': {
      const read = address(href, ['https', 'http', 'mailto', 'tel'])
      const target = read && inLanguage(withProtocol(read), locale)
      const rel = /^https?:/i.test(target ?? '') ? 'noopener noreferrer' : undefined
      return { href: target, title: given.title, rel }
    }
    case 'img': {
      const source = address(src, ['https'])
      if (!source) return null
      const { alt = '', title, width, height } = given
      const rest = { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' }
      return { src: source, alt, title, width, height, ...rest }
    }
    case 'ol':
      return { start: given.start }
    case 'pre':
      return { tabindex: '0' }
    case 'div':
      return given.class === 'scroll' ? { class: 'scroll', tabindex: '0' } : {}
    case 'th':
    case 'td': {
      const side = /^text-align:\s*(left|center|right)$/.exec(given.style ?? '')?.[1]
      return { class: side && `text-${side}` }
    }
    default:
      return {}
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

const opening = (tag: string, attributes: Attributes): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('')}>`

/** HTML anew, of the tags and attributes above and escaped text: nothing else can come out. */
function rewritten(html: string, locale: Locale): string {
  let out = ''
  let inside = 0
  const open: { tag: string; isWritten: boolean }[] = []
  const parser = new Parser({
    onopentag(name, given) {
      const tag = name === 'h1' ? 'h2' : name
      if (LEFT_OUT.has(tag)) inside++
      const isShown = inside === 0 && TAGS.has(tag) && open.length < DEEPEST
      const attributes = isShown ? attributesOf(tag, given, locale) : null
      // A picture that may not be shown is its description, never an empty picture.
      if (isShown && attributes === null) out += `<em>${escaped(given.alt ?? '')}</em>`
      if (attributes !== null) out += opening(tag, attributes)
      open.push({ tag, isWritten: attributes !== null && !VOID.has(tag) })
    },
    ontext(text) {
      if (inside === 0) out += escaped(text)
    },
    onclosetag() {
      const closed = open.pop()
      if (!closed) return
      if (LEFT_OUT.has(closed.tag)) inside--
      if (closed.isWritten) out += `</${closed.tag}>`
    },
  })
  parser.end(html)
  return out
}

/**
 * Safe to include in a page (docs/decisions/020 G7): scripts, frames, styles, event handlers and
 * addresses other than https, http, mailto and tel are removed, whatever the Markdown contains.
 * Links to pages of this site lead to them in `locale`, unless they name a language themselves.
 * With GitHub's tables and strikethrough, and bare links. Headings start at the second level; links
 * to other hosts have a rel attribute.
 */
export const renderMarkdown = (text: string, locale: Locale = DEFAULT_LOCALE): string =>
  rewritten(markdown.render(text), locale)
