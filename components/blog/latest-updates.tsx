import { getTranslations } from 'next-intl/server'
import { latestUpdates, localizedPost, pictureUrl, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'
import { postFacts } from './post-meta'
import { postScene } from './scene'
import { Updates, type Update } from './updates'

type Props = {
  locale: Locale
  posts: readonly PostSummary[]
  /** Titles only: the home page has no bytes to spare for excerpts. */
  brief?: boolean
}

/**
 * The newest of the blog: the first featured post highlighted, up to three others beside it (spec
 * points 2 and 9).
 */
export async function LatestUpdates({ locale, posts, brief = false }: Props) {
  const t = await getTranslations('blog')
  const { featured, others } = latestUpdates(posts)
  const updateOf = async (post: PostSummary): Promise<Update> => {
    const { title, excerpt, lang } = localizedPost(post, locale)
    const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
    return {
      slug: post.slug,
      title,
      ...(!brief && { excerpt }),
      ...(foreign && { lang: foreign }),
      ...(await postFacts(post, locale)),
    }
  }
  const first = featured && {
    ...(await updateOf(featured)),
    scene: postScene(featured),
    cover: pictureUrl(featured.coverUrl),
  }
  const words = {
    title: t('latest.title'),
    lead: t('latest.lead'),
    all: t('allPosts'),
    featured: t('featured'),
  }
  const empty =
    posts.length === 0
      ? { title: t('empty.title'), text: `${t('empty.text')} ${t('empty.later')}` }
      : null
  return (
    <Updates
      locale={locale}
      words={words}
      featured={first}
      others={await Promise.all(others.map(updateOf))}
      empty={empty}
    />
  )
}
