import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { postScene } from '@/components/blog/cover'
import { Invitation, Neighbours, PostBody, PostHeader, Sharing } from '@/components/blog/post'
import { JsonLd } from '@/components/layout/json-ld'
import { Missing } from '@/components/layout/not-found'
import { postBySlug, publishedPosts } from '@/lib/content/queries'
import {
  datedAt,
  languagesOf,
  localizedContent,
  localizedPost,
  neighbours,
  STUDIO_AUTHOR,
  type Post,
} from '@/lib/content/rules'
import { toLocale } from '@/lib/i18n/routing'
import { blogPosting, breadcrumbs } from '@/lib/seo/json-ld'
import { renderMarkdown } from '@/lib/content/markdown'
import { pageMetadata } from '@/lib/seo/metadata'
import { site } from '@/lib/settings/queries'
import type { Site } from '@/lib/settings/site'

type Props = { params: Promise<{ slug: string }> }

// A post published after the build is rendered completely before it is answered, and then cached:
// this is the only way an unknown slug can be a 404.
export const ensureStatic = 'navigation'

/**
 * The current posts. A later one is rendered at its first request; an unknown one is a 404
 * (docs/decisions/020 G3).
 */
export async function generateStaticParams(): Promise<{ slug: string }[]> {
  const posts = await publishedPosts()
  // Next refuses an empty list; this address has no post either.
  return posts.length > 0 ? posts.map(({ slug }) => ({ slug })) : [{ slug: '-' }]
}

const authorOf = ({ author }: Post, studio: Site) =>
  author === STUDIO_AUTHOR ? studio.name : author

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [post, locale, studio] = await Promise.all([
    params.then(({ slug }) => postBySlug(slug)),
    getLocale().then(toLocale),
    site(),
  ])
  if (!post)
    return { title: (await getTranslations('pages.notFound'))('title'), robots: { index: false } }
  const { title, excerpt } = localizedPost(post, locale)
  const article = {
    publishedAt: datedAt(post),
    updatedAt: post.updatedAt,
    author: authorOf(post, studio),
  }
  return pageMetadata({
    studio,
    locale,
    path: `/blog/${post.slug}`,
    title,
    description: excerpt,
    languages: languagesOf(post),
    image: postScene(post),
    article,
  })
}

export default async function PostPage({ params }: Props) {
  const { slug } = await params
  const [post, posts, locale, t, studio] = await Promise.all([
    postBySlug(slug),
    publishedPosts(),
    getLocale().then(toLocale),
    getTranslations('blog'),
    site(),
  ])
  const summary = posts.find((each) => each.slug === slug)
  if (!post || !summary) return <Missing />
  const path = `/blog/${slug}`
  const { title, excerpt, tags } = localizedPost(post, locale)
  const { content, lang } = localizedContent(post, locale)
  return (
    <article className="wrap pt-10 lg:pt-14">
      <JsonLd
        data={[
          blogPosting({
            studio,
            locale,
            lang,
            languages: summary.languages,
            slug,
            title,
            excerpt,
            publishedAt: datedAt(post),
            updatedAt: post.updatedAt,
            author: authorOf(post, studio),
          }),
          breadcrumbs(locale, [
            { name: t('home'), path: '/' },
            { name: t('name'), path: '/blog' },
            { name: title, path, languages: summary.languages },
          ]),
        ]}
      />
      <PostHeader post={summary} locale={locale} />
      <div className="grid gap-x-16 gap-y-12 pt-10 lg:grid-cols-[13rem_minmax(0,66ch)] lg:pt-14">
        <div className="grid content-start gap-6 lg:col-start-2">
          {lang !== locale && (
            <p className="rounded-md border border-line bg-raised px-4 py-3 text-sm text-muted">
              {t('english')}
            </p>
          )}
          <PostBody html={renderMarkdown(content, locale)} lang={lang} locale={locale} />
        </div>
        {/* After the text in the source, even where it is displayed beside it: placed before,
            it would move while the rest of the page arrives. */}
        <Sharing title={title} path={path} tags={tags} locale={locale} />
      </div>
      <Invitation locale={locale} />
      <Neighbours {...neighbours(posts, slug)} locale={locale} />
    </article>
  )
}
