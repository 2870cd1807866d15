import { Play } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Shot } from '@/components/layout/picture'
import { itemAnchor, withScenes } from '@/components/portfolio/scene'
import { badgeVariants } from '@/components/ui/badge-variants'
import {
  isSample,
  localizedItem,
  pictureUrl,
  videoOf,
  type PortfolioItem,
} from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import { PORTFOLIO_TYPES } from '@/lib/studio'
import { WholeWords } from '@/components/ui/words'

const SHOWN = 4

/** Featured works, each a link to it, the first one large (docs/decisions/020 G4: Learn More lands here). */
export function Work({ items }: { items: PortfolioItem[] }) {
  const [t, locale] = [useTranslations('pages.home.work'), useLocale()]
  const sample = useTranslations('portfolio')('sample')
  const featured = withScenes(items)
    .filter(({ item }) => item.featured)
    .slice(0, SHOWN)
  return (
    <section id="portfolio" className="section wrap grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <div className="grid gap-3">
          <h2>
            <WholeWords>{t('title')}</WholeWords>
          </h2>
          <p className="measure text-muted">{t('lead')}</p>
        </div>
        <Link href={pathIn(locale, '/portfolio')} prefetch={false} className="more">
          {t('all')}
        </Link>
      </div>
      {featured.length === 0 && (
        <p className="rounded-lg border border-line bg-card p-6">{t('empty')}</p>
      )}
      <ul className="work">
        {featured.map(({ item, scene }, index) => {
          const { title, description, duration, lang } = localizedItem(item, locale)
          const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
          const type = PORTFOLIO_TYPES.find((known) => known === item.type) ?? 'podcast'
          const own = pictureUrl(item.thumbnailUrl)
          return (
            <li key={item.id}>
              <div className="relative">
                <Shot
                  name={scene}
                  sizes={index === 0 ? '(min-width: 64rem) 44rem, 100vw' : '12rem'}
                />
                {/* The studio's own picture covers ours: when it fails to load, ours is
                    visible. */}
                {own && <img src={own} alt="" loading="lazy" className="absolute inset-0" />}
                {(videoOf(item.videoUrl) || pictureUrl(item.soundUrl)) && (
                  <span aria-hidden="true" className="work-play">
                    <Play />
                  </span>
                )}
              </div>
              <div className="work-text">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
                  <span>{duration ? `${t(type)} · ${duration}` : t(type)}</span>
                  {isSample(item) && (
                    <span className={badgeVariants({ variant: 'secondary' })}>{sample}</span>
                  )}
                </p>
                <h3 lang={foreign}>
                  <Link
                    href={`${pathIn(locale, '/portfolio')}#${itemAnchor(item.id)}`}
                    prefetch={false}
                    className="work-link"
                  >
                    <WholeWords>{title}</WholeWords>
                  </Link>
                </h3>
                {/* Only the first, large one shows its description. */}
                {index === 0 && description && <p lang={foreign}>{description}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
