import { useTranslations } from 'next-intl'
import { Picture } from '@/components/layout/picture'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import {
  isSample,
  localizedItem,
  pictureUrl,
  saidOf,
  videoOf,
  type PortfolioItem,
} from '@/lib/content/rules'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'
import type { PictureName } from '@/lib/seo/pictures'
import { Listen } from './listen'
import { Play } from './play'
import { itemAnchor } from './scene'
import { Thumbnail } from './thumbnail'
import { WholeWords } from '@/components/ui/words'

/** lead: full width; half and third: side by side. */
type CardSize = 'lead' | 'half' | 'third'
type Props = { item: PortfolioItem; scene: PictureName; size: CardSize; locale: Locale }

const SIZES: Record<CardSize, string> = {
  lead: '(min-width: 1280px) 46rem, (min-width: 1024px) 60vw, 100vw',
  half: '(min-width: 1280px) 36rem, (min-width: 640px) 46vw, 100vw',
  third: '(min-width: 1280px) 24rem, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 100vw',
}
const SPANS: Record<CardSize, string> = {
  lead: 'sm:col-span-2 lg:col-span-6',
  half: 'lg:col-span-3',
  third: 'lg:col-span-2',
}

/** One recording: its picture, description, and its video if there is one. */
export function WorkCard({ item, scene, size, locale }: Props) {
  const t = useTranslations('portfolio')
  const { title, description, duration, lang } = localizedItem(item, locale)
  const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
  const thumbnail = pictureUrl(item.thumbnailUrl)
  const [video, quote] = [videoOf(item.videoUrl), saidOf(item, locale)]
  const sound = pictureUrl(item.soundUrl)
  const type = `type.${item.type}`
  const art = 'aspect-video rounded-lg'
  const picture = (
    <Picture name={scene} alt="" sizes={SIZES[size]} priority={size === 'lead'} className={art} />
  )
  return (
    <article
      id={itemAnchor(item.id)}
      data-kind={item.type}
      className={cn(
        'grid content-start gap-4',
        SPANS[size],
        size === 'lead' && 'lg:grid-cols-[1.6fr_1fr] lg:items-center lg:gap-10',
      )}
    >
      <div>
        {thumbnail ? (
          <Thumbnail src={thumbnail} className={cn('h-auto w-full object-cover', art)}>
            {picture}
          </Thumbnail>
        ) : (
          picture
        )}
      </div>
      <div className="grid content-start gap-2.5">
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted">
          <Badge variant="outline">{hasSentence(t, type) ? t(type) : item.type}</Badge>
          {isSample(item) && <Badge variant="secondary">{t('sample')}</Badge>}
          {duration && (
            <span>
              <span className="sr-only">{t('length')}: </span>
              <span lang={foreign}>{duration}</span>
            </span>
          )}
        </p>
        <h3
          lang={foreign}
          className={
            size === 'lead' ? 'text-2xl lg:text-3xl' : size === 'half' ? 'text-xl' : 'text-lg'
          }
        >
          <WholeWords>{title}</WholeWords>
        </h3>
        <p lang={foreign} className={cn('measure text-muted', size === 'third' && 'text-sm')}>
          {description}
        </p>
        {quote && (
          <Quote {...quote} lang={quote.lang === locale ? undefined : LANGUAGE_TAG[quote.lang]} />
        )}
        {sound && (
          <Listen
            src={sound}
            peaks={item.soundPeaks ?? ''}
            title={title}
            duration={duration}
            isSample={isSample(item)}
          />
        )}
        {video && <Play video={video} title={title} isSample={isSample(item)} />}
      </div>
    </article>
  )
}

type QuoteProps = { text: string; name: string; show: string | null; lang: string | undefined }
const Quote = ({ text, name, show, lang }: QuoteProps) => (
  <figure className="grid gap-1 border-l-4 border-tungsten pl-4">
    <blockquote lang={lang} className="measure wrap-anywhere">
      {text}
    </blockquote>
    <figcaption className="text-sm text-muted">{show ? `${name}, ${show}` : name}</figcaption>
  </figure>
)
