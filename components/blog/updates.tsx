'use client'
import Link from 'next/link'
import { Shot } from '@/components/home/shot'
import { badgeVariants } from '@/components/ui/badge-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import type { PictureName } from '@/lib/pictures'
import { MetaLine, type PostFacts } from './meta-line'

/** A post as a line of the list; `lang` only where its words are not in the page's language. */
export type Update = PostFacts & { slug: string; title: string; excerpt?: string; lang?: string }

type Props = {
  locale: Locale
  words: { title: string; lead: string; all: string; featured: string }
  featured: (Update & { scene: PictureName; cover: string | null }) | null
  others: Update[]
  /** Said where there is no post yet. */
  empty: { title: string; text: string } | null
}

/**
 * The section of LatestUpdates, rendered from its words on both sides: as server markup it would
 * travel twice.
 */
export function Updates({ locale, words, featured, others, empty }: Props) {
  const title = ({ slug, title, lang }: Update, className: string) => (
    <h3 lang={lang} className={`${className} transition-colors group-hover:text-tungsten`}>
      <Link
        href={pathIn(locale, `/blog/${slug}`)}
        prefetch={false}
        className="after:absolute after:inset-0"
      >
        {title}
      </Link>
    </h3>
  )
  return (
    <section id="updates" className="wrap py-16 lg:py-28">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-3">
          <h2 className="text-3xl">{words.title}</h2>
          <p className="measure text-muted">{words.lead}</p>
        </div>
        {!empty && (
          <Link
            href={pathIn(locale, '/blog')}
            prefetch={false}
            className="py-2.5 font-semibold text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten"
          >
            {words.all}
          </Link>
        )}
      </div>
      {empty && (
        <div className="grid gap-3 rounded-lg border border-line bg-card p-6 sm:p-8">
          <h3 className="text-xl">{empty.title}</h3>
          <p className="measure text-muted">{empty.text}</p>
        </div>
      )}
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
        {featured && (
          <article className="group relative grid content-start justify-items-start gap-3">
            <div className="mb-2 w-full [&_img]:aspect-video [&_img]:w-full [&_img]:rounded-lg [&_img]:object-cover">
              {featured.cover ? (
                <img src={featured.cover} alt="" loading="lazy" referrerPolicy="no-referrer" />
              ) : (
                <Shot name={featured.scene} sizes="(min-width: 64rem) 36rem, 100vw" />
              )}
            </div>
            <span className={badgeVariants()}>{words.featured}</span>
            {title(featured, 'text-2xl')}
            {featured.excerpt && (
              <p lang={featured.lang} className="measure text-muted">
                {featured.excerpt}
              </p>
            )}
            <MetaLine {...featured} />
          </article>
        )}
        <ul className="empty:hidden">
          {others.map((post) => (
            <li key={post.slug} className="group relative grid gap-2 border-t border-line py-6">
              <MetaLine {...post} />
              {title(post, 'text-lg sm:text-xl')}
              {post.excerpt && (
                <p lang={post.lang} className="measure text-sm text-muted">
                  {post.excerpt}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
