import { PORTFOLIO_TYPES } from '@/lib/studio'
import * as z from 'zod/mini'
import { translated } from '@/lib/i18n/schema'
import { LIMITS, tidied } from '@/lib/limits'
import {
  nullWhenEmpty,
  flag,
  textLine,
  most,
  optionalLine,
  optionalUrl,
  plainLine,
  text,
  url,
  version,
} from '@/lib/text'
import { PEAKS_TEXT } from '@/lib/uploads/rules'
import { CATEGORIES, STUDIO_AUTHOR } from './rules'

const yesOrNo = z.pipe(
  z.enum(['true', 'false'], { error: 'choice' }),
  z.transform((text: 'true' | 'false') => text === 'true'),
)
/** Query of GET /api/portfolio: all items, or those that are (or are not) featured. */
export const portfolioQuery = z.object({ featured: z.optional(yesOrNo) })

const inBoth = <Words extends z.ZodMiniType>(words: Words) => z.optional(translated(words))

const itemType = () => z.enum(PORTFOLIO_TYPES, { error: 'choice' })
// A path of this site is an uploaded file (docs/decisions/020 G9).
const picture = { here: true }

const peaks = () => z.string({ error: 'text' }).check(z.regex(PEAKS_TEXT, { error: 'invalid' }))
const optionalPeaks = z._default(nullWhenEmpty(peaks()), null)

const itemWords = z.object({
  title: textLine(120),
  description: text(1000),
  duration: z.optional(z.string().check(z.overwrite(tidied), most(40))),
  quote: z.optional(plainLine(LIMITS.quote)),
})

/** Body of POST /api/portfolio: title and description required. */
export const portfolioBody = z.object({
  title: textLine(120),
  description: text(1000),
  type: z._default(itemType(), 'podcast'),
  duration: optionalLine(40),
  thumbnailUrl: optionalUrl(picture),
  videoUrl: optionalUrl(),
  soundUrl: optionalUrl(picture),
  soundPeaks: optionalPeaks,
  quote: optionalLine(LIMITS.quote),
  quoteName: optionalLine(60),
  quoteShow: optionalLine(80),
  featured: z._default(flag(), false),
  translations: inBoth(itemWords),
})
export type NewItem = z.output<typeof portfolioBody>

/** Body of PATCH /api/portfolio/{id}: null or empty removes an optional field; `position` from 1. */
export const portfolioPatch = z.object({
  title: z.optional(textLine(120)),
  description: z.optional(text(1000)),
  type: z.optional(itemType()),
  duration: z.optional(nullWhenEmpty(plainLine(40))),
  thumbnailUrl: z.optional(nullWhenEmpty(url(picture))),
  videoUrl: z.optional(nullWhenEmpty(url())),
  soundUrl: z.optional(nullWhenEmpty(url(picture))),
  soundPeaks: z.optional(nullWhenEmpty(peaks())),
  quote: z.optional(nullWhenEmpty(plainLine(LIMITS.quote))),
  quoteName: z.optional(nullWhenEmpty(plainLine(60))),
  quoteShow: z.optional(nullWhenEmpty(plainLine(80))),
  featured: z.optional(flag()),
  position: z.optional(
    z
      .number({ error: 'choice' })
      .check(
        z.int({ error: 'choice' }),
        z.gte(1, { error: 'choice' }),
        z.lte(10_000, { error: 'choice' }),
      ),
  ),
  translations: inBoth(itemWords),
  version: version(),
})
export type ItemChange = Omit<z.output<typeof portfolioPatch>, 'version'>

const CONTENT_MAX = 50_000

/** Each with an address that pages show (lib/content/markdown.ts): https, or a path here. */
export const hasShownPictures = (markdown: string): boolean =>
  [...markdown.matchAll(/!\[[^\]]*\]\(\s*<?\s*([^\s)>]*)/g)].every(
    ([, address = '']) =>
      /^https:\/\/[^/\s.]+\.[^/\s]/i.test(address) || /^\/(?![/\\])/.test(address),
  )
const content = () =>
  text(CONTENT_MAX).check(z.refine(hasShownPictures, { error: 'picture_address' }))
const category = () => z.enum(CATEGORIES, { error: 'choice' })
const tags = () => z.string({ error: 'text' }).check(z.overwrite(tidied), most(300))

const postWords = z.object({
  title: textLine(200),
  excerpt: text(500),
  tags: z.optional(tags()),
  content: z.optional(z.union([z.literal(''), content()])),
})

export const postBody = z.object({
  title: textLine(200),
  excerpt: text(500),
  content: content(),
  author: z.pipe(
    optionalLine(80),
    z.transform((author) => author ?? STUDIO_AUTHOR),
  ),
  category: z._default(category(), 'content-creation'),
  tags: z._default(tags(), ''),
  featured: z._default(flag(), false),
  published: z._default(flag(), true),
  coverUrl: optionalUrl(picture),
  translations: inBoth(postWords),
})
export type NewPost = z.output<typeof postBody>

/** Body of PATCH /api/blog-posts/{id}. The slug never changes, so that shared addresses stay valid. */
export const postPatch = z.object({
  title: z.optional(textLine(200)),
  excerpt: z.optional(text(500)),
  content: z.optional(content()),
  author: z.optional(textLine(80)),
  category: z.optional(category()),
  tags: z.optional(tags()),
  featured: z.optional(flag()),
  published: z.optional(flag()),
  coverUrl: z.optional(nullWhenEmpty(url(picture))),
  translations: inBoth(postWords),
  version: version(),
})
export type PostChange = Omit<z.output<typeof postPatch>, 'version'>

/** Body of POST /api/blog-posts/preview: the Markdown as it is in the form. */
export const previewBody = z.object({
  content: z.string({ error: 'text' }).check(most(CONTENT_MAX)),
})
