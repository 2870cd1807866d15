import { PORTFOLIO_OFFSETS, PORTFOLIO_TYPES, type PortfolioType } from '@/lib/studio'
import { MARKS } from '@/lib/ordinary'
import { DEFAULT_LOCALE, LOCALES, type Locale, type TranslatedLocale } from '@/lib/i18n/routing'

export const CATEGORIES = [
  'podcast-tips',
  'content-creation',
  'studio-news',
  'industry-insights',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The author whose name pages translate. */
export const STUDIO_AUTHOR = 'Studio Team'
const LATEST_BESIDE_FEATURED = 3

const WORDS_PER_MINUTE = 220
const CHARACTERS_PER_MINUTE = 400

type Translations<Words> = Partial<Record<TranslatedLocale, Words>>
export type PostWords = { title: string; excerpt: string; tags?: string; content?: string }
export type ItemWords = { title: string; description: string; duration?: string; quote?: string }

/** Timestamps in ISO 8601, absent optionals null (docs/decisions/020 A6). */
export type Post = {
  id: number
  slug: string
  title: string
  excerpt: string
  content: string
  author: string
  category: string
  /** Comma-separated, as the administrator types them. */
  tags: string
  featured: boolean
  published: boolean
  publishedAt: string | null
  /** The administrator's picture above the post; null: one of ours. */
  coverUrl: string | null
  createdAt: string
  updatedAt: string
  translations: Translations<PostWords>
}
/** A post in lists: without its text, but with its reading time in each language. */
export type PostSummary = Omit<Post, 'content' | 'translations'> & {
  languages: Locale[]
  translations: Translations<Omit<PostWords, 'content'>>
  minutes: Record<Locale, number>
}
export type PortfolioItem = {
  id: number
  title: string
  description: string
  type: string
  duration: string | null
  thumbnailUrl: string | null
  videoUrl: string | null
  soundUrl: string | null
  soundPeaks: string | null
  quote: string | null
  quoteName: string | null
  quoteShow: string | null
  featured: boolean
  createdAt: string
  updatedAt: string
  translations: Translations<ItemWords>
}

const translation = <Words>(
  translations: Translations<Words>,
  locale: Locale,
): Words | undefined => (locale === 'en' ? undefined : translations[locale])

/** Title, excerpt and tags in `locale`, or in English; `lang` is the language used. */
export function localizedPost(
  post: Pick<Post, 'title' | 'excerpt' | 'tags'> & { translations: PostSummary['translations'] },
  locale: Locale,
) {
  const own = translation(post.translations, locale)
  const words = own?.title && own.excerpt ? own : undefined
  const tags = words?.tags ?? (words ? '' : post.tags)
  return {
    title: words?.title ?? post.title,
    excerpt: words?.excerpt ?? post.excerpt,
    tags: [...new Set(tags.split(/[,，、]/).map((tag) => tag.trim()))].filter(Boolean),
    lang: words ? locale : DEFAULT_LOCALE,
  }
}

/** The text (Markdown) in `locale`, or in English; `lang` is the language used. */
export function localizedContent(
  post: Pick<Post, 'content' | 'translations'>,
  locale: Locale,
): { content: string; lang: Locale } {
  const own = translation(post.translations, locale)?.content
  return own ? { content: own, lang: locale } : { content: post.content, lang: DEFAULT_LOCALE }
}

/** English, and each language that has the title, the excerpt and the text. */
export const languagesOf = (
  post: Pick<Post, 'title' | 'excerpt' | 'tags' | 'content' | 'translations'>,
): Locale[] =>
  LOCALES.filter(
    (locale) =>
      localizedPost(post, locale).lang === locale && localizedContent(post, locale).lang === locale,
  )

/** Title, description and length in `locale`, or in English; `lang` is the language used. */
export function localizedItem(
  item: Pick<PortfolioItem, 'title' | 'description' | 'duration' | 'translations'>,
  locale: Locale,
) {
  const own = translation(item.translations, locale)
  const words = own?.title && own.description ? own : undefined
  return {
    title: words?.title ?? item.title,
    description: words?.description ?? item.description,
    duration: words?.duration || item.duration,
    lang: words ? locale : DEFAULT_LOCALE,
  }
}

/** What somebody said, in `locale` or as they said it; null where nobody did. */
export function saidOf(
  { quote, quoteName, quoteShow, translations }: Quoted & Pick<PortfolioItem, 'translations'>,
  locale: Locale,
): { text: string; name: string; show: string | null; lang: Locale } | null {
  if (quote === null || quoteName === null) return null
  const own = translation(translations, locale)?.quote
  return {
    text: own || quote,
    lang: own ? locale : DEFAULT_LOCALE,
    name: quoteName,
    show: quoteShow,
  }
}

type Quoted = Pick<PortfolioItem, 'quote' | 'quoteName' | 'quoteShow'>
/** The field that is missing: nothing is quoted without a name, and no name without a quote. */
export const missingOfQuote = ({ quote, quoteName, quoteShow }: Quoted) =>
  quote === null
    ? quoteName !== null || quoteShow !== null
      ? 'quote'
      : null
    : quoteName === null
      ? 'quoteName'
      : null

/** At least 1: 220 words or 400 Chinese characters a minute, mixed texts by their parts. */
export function readingMinutes(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words =
    text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE))
}

export const datedAt = (post: Pick<Post, 'publishedAt' | 'createdAt'>): string =>
  post.publishedAt ?? post.createdAt

/** The first featured post, and up to three that are not featured, in the order given. */
export function latestUpdates<P extends { featured: boolean }>(
  posts: readonly P[],
): { featured: P | null; others: P[] } {
  return {
    featured: posts.find((post) => post.featured) ?? null,
    others: posts.filter((post) => !post.featured).slice(0, LATEST_BESIDE_FEATURED),
  }
}

/** In a list with the newest first: `previous` is the older, `next` the newer; null at the ends. */
export function neighbours<P extends { slug: string }>(
  posts: readonly P[],
  slug: string,
): { previous: P | null; next: P | null } {
  const at = posts.findIndex((post) => post.slug === slug)
  if (at < 0) return { previous: null, next: null }
  return { previous: posts[at + 1] ?? null, next: posts[at - 1] ?? null }
}

/** The figures of the counters: the live count of each type plus the work from before. */
export function portfolioCounts(
  items: readonly { type: string }[],
  offsets: Record<PortfolioType, number> = PORTFOLIO_OFFSETS,
): Record<PortfolioType, number> {
  const counts = { ...offsets }
  for (const type of PORTFOLIO_TYPES)
    counts[type] += items.filter((item) => item.type === type).length
  return counts
}

export type Video =
  /** A player's page for a frame; `host` is the host that playing it connects to. */
  | { kind: 'frame'; src: string; host: string }
  | { kind: 'file'; src: string }
  /** A page that cannot be framed: it is linked to. */
  | { kind: 'link'; src: string }

// Host and path of the forms that name one video: the last part of another is a channel or a list.
const YOUTUBE_WATCH = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com\/watch$/
const YOUTUBE =
  /^(?:youtu\.be|(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com\/(?:watch|embed|shorts|live|v))\/([^/]*)\/?$/
const YOUTUBE_ID = /^(?!videoseries$|live_stream$)[\w-]{11}$/
const VIMEO =
  /^(?:(?:www|player)\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|(?:groups\/[\w-]+|manage)\/videos\/|(?:showcase|album)\/\w+\/video\/)?(\d+)(?:\/([\da-f]+))?\/?$/
const VIMEO_SECOND = /^[\da-f]+$/
const VIDEO_FILE = /\.(?:mp4|m4v|webm|mov|ogv)$/i
// A placeholder host for parsing addresses of this site.
const HERE = 'https://here.invalid'

/** Null for anything but https, http on localhost, or a path here (docs/decisions/020 G7). */
function ownerUrl(text: string | null): URL | null {
  if (!text || !URL.canParse(text, HERE)) return null
  const url = new URL(text, HERE)
  if (url.origin === HERE) return text.startsWith('/') ? url : null
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
    ? url
    : null
}

const spelled = (url: URL): string => (url.origin === HERE ? url.href.slice(HERE.length) : url.href)

/** The address of a thumbnail when it may be shown, else null. */
export function pictureUrl(text: string | null): string | null {
  const url = ownerUrl(text)
  return url && spelled(url)
}

/** Its video or sound is one of those that come with the demo. */
export const isSample = ({ videoUrl, soundUrl }: Pick<PortfolioItem, 'videoUrl' | 'soundUrl'>) =>
  [videoUrl, soundUrl].some((url) => url?.startsWith('/pictures/'))

function youtubePlayer({ hostname, pathname, searchParams }: URL): Video | null {
  const address = hostname + pathname
  const id = YOUTUBE_WATCH.test(address) ? searchParams.get('v') : YOUTUBE.exec(address)?.[1]
  if (!YOUTUBE_ID.test(id ?? '')) return null
  const src = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
  return { kind: 'frame', src, host: 'YouTube' }
}

function vimeoPlayer({ hostname, pathname, searchParams }: URL): Video | null {
  const found = VIMEO.exec(hostname + pathname)
  if (!found) return null
  // One that is not listed plays only with the second part of its address.
  const second = found[2] ?? searchParams.get('h') ?? ''
  const h = VIMEO_SECOND.test(second) ? `h=${second}&` : ''
  const src = `https://player.vimeo.com/video/${found[1]}?${h}autoplay=1&dnt=1`
  return { kind: 'frame', src, host: 'Vimeo' }
}

/** How the video is played; null when there is none or it may not be played. */
export function videoOf(text: string | null): Video | null {
  const url = ownerUrl(text)
  if (!url) return null
  const player = youtubePlayer(url) ?? vimeoPlayer(url)
  if (player) return player
  return { kind: VIDEO_FILE.test(url.pathname) ? 'file' : 'link', src: spelled(url) }
}

/** "What's 5.1?" → "what-s-5-1"; a title without Latin letters gives "post". Made once. */
export function slugOf(title: string): string {
  const plain = title
    // Normalising takes time quadratic in the number of accents on one letter.
    .slice(0, 200)
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 80).replace(/^-+|-+$/g, '') || 'post'
}
