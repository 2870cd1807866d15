import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { localizedPost, STUDIO_AUTHOR, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

/** Title, excerpt, author, day and picture of a post. */
export async function PostHeader({ post, locale }: { post: PostSummary; locale: Locale }) {
  const t = await getTranslations('blog')
  const { title, excerpt, lang } = localizedPost(post, locale)
  const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
  return (
    <header className="grid items-center gap-x-14 gap-y-8 border-b border-line pb-10 lg:grid-cols-[1fr_1.15fr] lg:pb-14">
      <div className="grid gap-5">
        <Link
          href={pathIn(locale, '/blog')}
          prefetch={false}
          className="inline-flex items-center gap-2 justify-self-start py-2.5 text-sm text-muted transition-colors hover:text-tungsten"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('allPosts')}
        </Link>
        <h1 lang={foreign} className="text-3xl sm:text-4xl zh:leading-[1.25]">
          {title}
        </h1>
        <p lang={foreign} className="measure text-lg text-muted">
          {excerpt}
        </p>
        <div className="grid gap-1">
          <PostMeta post={post} locale={locale} />
          <p className="text-xs text-muted">
            {t('by', { author: post.author === STUDIO_AUTHOR ? t('team') : post.author })}
          </p>
        </div>
      </div>
      <div>
        <Cover
          post={post}
          priority
          sizes="(min-width: 1280px) 38rem, (min-width: 1024px) 50vw, 100vw"
          className="aspect-video rounded-lg"
        />
      </div>
    </header>
  )
}
