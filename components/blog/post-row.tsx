import Link from 'next/link'
import { localizedPost, type PostSummary } from '@/lib/content/rules'
import { pathIn } from '@/lib/i18n/path'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

type Props = { post: PostSummary; locale: Locale; heading?: 'h2' | 'h3'; picture?: boolean }

/** One post of a list: the whole row leads to it. */
export function PostRow({ post, locale, heading: Heading = 'h2', picture = false }: Props) {
  const { title, excerpt, lang } = localizedPost(post, locale)
  return (
    <li
      data-kind={post.category}
      className="group relative grid grid-cols-[1fr_auto] gap-x-6 border-t border-line py-6"
    >
      <div className="grid content-start gap-2">
        <PostMeta post={post} locale={locale} />
        <Heading
          className="text-lg transition-colors group-hover:text-tungsten sm:text-xl"
          lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
        >
          <Link
            href={pathIn(locale, `/blog/${post.slug}`)}
            prefetch={false}
            className="after:absolute after:inset-0"
          >
            {title}
          </Link>
        </Heading>
        <p
          className="measure text-sm text-muted"
          lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
        >
          {excerpt}
        </p>
      </div>
      {picture && (
        <div className="w-24 sm:w-56">
          <Cover
            post={post}
            sizes="(min-width: 640px) 14rem, 6rem"
            className="aspect-square rounded-md sm:aspect-video"
          />
        </div>
      )}
    </li>
  )
}
