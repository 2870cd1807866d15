import { publishedPosts } from '@/lib/content/queries'
import { languageParams } from '@/lib/i18n/schema'
import { datedAt, localizedPost } from '@/lib/content/rules'
import { method, route } from '@/lib/route'
import { addressed, LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { site } from '@/lib/settings/queries'
import { siteUrl } from '@/lib/seo/site-url'
import { xmlText } from '@/lib/seo/xml'

const element = (name: string, text: string, attributes = '') =>
  `<${name}${attributes}>${xmlText(text)}</${name}>`

/** Readers take a description as HTML: without this, what looks like a tag in it is not shown. */
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * The blog as RSS 2.0, one feed per language: /blog/rss.xml, /ms/blog/rss.xml, /zh/blog/rss.xml.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    params: languageParams,
    async handle({ params: { locale } }) {
      const t = translator(locale, 'blog')
      const absolute = (path: string, language = locale) => siteUrl() + pathIn(language, path)
      const [posts, studio] = await Promise.all([publishedPosts(), site()])
      const items = posts.map((post) => {
        const { title, excerpt, tags } = localizedPost(post, locale)
        const link = absolute(`/blog/${post.slug}`, addressed(locale, post.languages))
        return [
          '<item>',
          element('title', title),
          element('link', link),
          element('guid', link, ' isPermaLink="true"'),
          element('description', asHtml(excerpt)),
          element('pubDate', new Date(datedAt(post)).toUTCString()),
          ...tags.map((tag) => element('category', tag)),
          '</item>',
        ].join('')
      })
      const feed = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
        element('title', `${t('title')} · ${studio.name}`),
        element('link', absolute('/blog')),
        element('description', t('meta.description')),
        element('language', LANGUAGE_TAG[locale]),
        `<atom:link href="${xmlText(absolute('/blog/rss.xml'))}" rel="self" type="application/rss+xml"/>`,
        ...items,
        '</channel></rss>',
      ].join('\n')
      return new Response(feed, {
        headers: {
          'Content-Type': 'application/rss+xml; charset=utf-8',
          'Cache-Control': 'public, max-age=300',
        },
      })
    },
  }),
})
