import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Messages } from '@/components/intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { pictureFile, pictureSource, type PictureName } from '@/lib/seo/pictures'
import './home.css'
import { Lamp } from './lamp'
import { NextSlot } from './next-slot'
import { slotWords } from './slot-words'
import { Tape } from './tape'

/** `from`: the price of the cheapest hour, in words. */
export function HomeHero({ from }: { from: string | null }) {
  const [t, locale] = [useTranslations('pages.home'), useLocale()]
  const date = slotWords(locale)
  // A low screen shows the first sentence only.
  const [, lead, more] = /^(.+?[.。])\s*(.*)$/s.exec(t('lead')) ?? ['', t('lead')]
  return (
    <section className="hero">
      <HeroPicture />
      <div aria-hidden="true" className="hero-light" />
      <div className="hero-text wrap">
        <p className="grid gap-1 text-sm">
          <Messages namespaces={['pages.home.lamp']}>
            <Lamp weekdays={date.weekdays} />
          </Messages>
          <span>{t('eyebrow')}</span>
        </p>
        <h1>
          <span className="block">{t('headlineIn')}</span>{' '}
          <span className="block">{t('headlineOut')}</span>
        </h1>
        <p className="max-w-[50ch] sm:text-lg">
          <span>{lead}</span>
          <span className="hero-more">{more ? ` ${more}` : ''}</span>
        </p>
        <div className="flex flex-wrap items-center gap-3 max-sm:*:grow">
          <Link
            href={pathIn(locale, '/booking')}
            prefetch={false}
            className={buttonVariants({ size: 'lg' })}
          >
            {t('bookNow')}
          </Link>
          <a href="#portfolio" className={buttonVariants({ size: 'lg', variant: 'outline' })}>
            {t('learnMore')}
          </a>
          <Messages namespaces={['pages.home.slot']}>
            <NextSlot date={date} />
          </Messages>
        </div>
      </div>
      <Messages namespaces={['pages.home.tape']}>
        <Tape date={date} from={from} />
      </Messages>
      <noscript>
        <p className="wrap pb-4">
          <a href={pathIn(locale, '/booking')} className="more">
            {t('slot.fallback')}
          </a>
        </p>
      </noscript>
    </section>
  )
}

const set = (name: PictureName) =>
  pictureFile(name)
    .widths.map((width) => `${pictureSource(name, width, 'avif')} ${width}w`)
    .join()

// A window taller than wide gets the scene composed for it. Its picture is laid out by height, which
// makes it wider than a phone (62vh); it is dim, and half as many pixels paint a phone sooner.
const UPRIGHT = '(max-aspect-ratio: 4/5)'

/**
 * The decorative scene behind the headline: the wide one or the upright one, loaded at once, with a
 * blurred preview until then.
 */
function HeroPicture() {
  const { blur } = pictureFile('hero')
  return (
    <picture>
      <source
        media={UPRIGHT}
        type="image/avif"
        srcSet={set('hero-portrait')}
        sizes="max(100vw, 50vh)"
      />
      <source media={UPRIGHT} srcSet={pictureSource('hero-portrait', 750, 'webp')} />
      <source type="image/avif" srcSet={set('hero')} sizes="100vw" />
      <img
        src={pictureSource('hero', 1280, 'webp')}
        alt=""
        fetchPriority="high"
        decoding="async"
        style={blur ? { background: `center/cover url(${blur})` } : undefined}
        className="hero-picture"
      />
    </picture>
  )
}
