import { useTranslations } from 'next-intl'
import { Shot } from '@/components/layout/picture'
import { addressLine, type Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

/** The banner with the address, across the whole page. */
export function Location({ studio }: { studio: Site }) {
  const [t, footer] = [useTranslations('pages.home.value'), useTranslations('footer')]
  const common = useTranslations('common')
  return (
    <section className="where filled">
      <Shot name="entrance" sizes="(min-width: 64rem) 80rem, max(100vw, 29rem)" />
      <div className="wrap grid justify-items-start gap-5 pt-40 pb-10 lg:py-28">
        <h2 className="max-w-[14ch] text-3xl sm:text-5xl zh:max-w-none">
          <WholeWords>{t('where')}</WholeWords>
        </h2>
        <p className="text-lg">
          <span>{addressLine(studio)}</span>
          <span className="block text-base text-muted">
            {footer('parking', { levels: studio.parking.levels })}
          </span>
        </p>
        <a href={studio.directions} target="_blank" rel="noopener noreferrer" className="more">
          {footer('directions')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </div>
    </section>
  )
}
