import 'server-only'
import { isDatabaseAway } from '@/lib/database-errors'
import { DEFAULT_LOCALE, localeNamed } from '@/lib/i18n/routing'
import { pool } from '@/lib/pool'

// Slugs that were found. There are as many as posts; made-up ones are not kept.
const known = new Set<string>()

/**
 * Where a request for a missing post is answered: the address of the prerendered 404 page of its
 * language. Null for every other address. Next would render the whole page for each made-up slug,
 * ten times the work of any other 404. `url` is a request's path and query, already validated
 * (server/refusal.ts). While the database is away every post may exist.
 */
export async function unknownPostPath(url: string): Promise<string | null> {
  const post = postIn(url)
  if (!post || (await isPublished(post.slug))) return null
  return `${post.prefix}/-`
}

/** The language prefix and the slug of a post's address, however it is spelt. */
function postIn(url: string): { prefix: string; slug: string } | null {
  const segments = (url.split('?', 1)[0] ?? '').split('/').filter(Boolean).map(decodeURIComponent)
  const [first] = segments
  const isPrefixed = localeNamed(first) !== null && first !== DEFAULT_LOCALE
  const [section, name, ...rest] = isPrefixed ? segments.slice(1) : segments
  if (section !== 'blog' || name === undefined || name === 'rss.xml') return null
  // The router requests a page's own files by endings: {slug}.rsc, {slug}.segments/….
  const slug = name.replace(/\.(rsc|segments|json)$/, '')
  if (rest.length > 0 && !name.endsWith('.segments')) return null
  return { prefix: isPrefixed ? `/${first}` : '', slug }
}

async function isPublished(slug: string): Promise<boolean> {
  if (known.has(slug)) return true // A post deleted since gets its 404 from the page.
  try {
    const { rowCount } = await pool().query(
      'SELECT 1 FROM blog_posts WHERE slug = $1 AND published',
      [slug],
    )
    const isThere = rowCount !== 0
    if (isThere) known.add(slug)
    return isThere
  } catch (error) {
    if (isDatabaseAway(error)) return true
    throw error
  }
}
