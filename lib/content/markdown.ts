import 'server-only'
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

const markdown = new MarkdownIt({ html: true, linkify: true })
// A table that is wider than a phone scrolls by itself, by keyboard too, rather than the page.
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

// The page's title is its only first-level heading: headings in the text start at the second level.
markdown.core.ruler.push('headings_below_title', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = 2 - Math.min(...headings.map(({ tag }) => Number(tag[1])))
  for (const heading of headings) heading.tag = `h${Math.min(6, Number(heading.tag[1]) + shift)}`
})

const ALIGNED = /^text-align:\s*(left|center|right)$/
const aligned = (tagName: string, { style = '' }: sanitize.Attributes): sanitize.Tag => {
  const side = ALIGNED.exec(style)?.[1]
  return { tagName, attribs: side ? { class: `text-${side}` } : {} }
}

const POLICY: sanitize.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'strong',
    'em',
    'b',
    'i',
    's',
    'del',
    'sub',
    'sup',
    'kbd',
    'code',
    'pre',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
    ol: ['start'],
    pre: ['tabindex'],
    div: ['class', 'tabindex'],
    th: ['class'],
    td: ['class'],
  },
  allowedClasses: {
    div: ['scroll'],
    th: ['text-left', 'text-center', 'text-right'],
    td: ['text-left', 'text-center', 'text-right'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'svg',
    'math',
    'template',
    'xmp',
    'title',
  ],
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    th: aligned,
    td: aligned,
    pre: () => ({ tagName: 'pre', attribs: { tabindex: '0' } }),
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        href,
        ...(title && { title }),
        ...(/^\s*https?:/i.test(href) && { rel: 'noopener noreferrer' }),
      },
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...attribs,
        alt: attribs.alt ?? '',
        loading: 'lazy',
        decoding: 'async',
        referrerpolicy: 'no-referrer',
      },
    }),
  },
}

/**
 * The HTML of an administrator's Markdown (GitHub's tables and strikethrough, bare links), safe to
 * include in a page (docs/decisions/020 G7): scripts, frames, styles, event handlers and addresses
 * other than https, http, mailto and tel are removed, whatever the Markdown contains. Headings
 * start at the second level; links to other hosts have a rel attribute.
 */
export const renderMarkdown = (text: string): string => sanitize(markdown.render(text), POLICY)
