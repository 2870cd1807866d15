import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Filter } from '@/components/blog/filter'
import { Messages } from '@/components/intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import type { PortfolioItem } from '@/lib/content/rules'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { PORTFOLIO_TYPES } from '@/lib/studio'
import { withScenes } from './scene'
import { WorkCard } from './card'
import { WholeWords } from '@/components/ui/words'

// The call to action fills the rest of the last row of thirds.
const REST = ['lg:col-span-6', 'lg:col-span-4', 'lg:col-span-2']

/**
 * All recordings, featured ones first and larger, with a filter by type. Has texts for an empty
 * list and for a list without featured ones.
 */
export function Grid({ items, locale }: { items: readonly PortfolioItem[]; locale: Locale }) {
  const t = useTranslations('portfolio')
  const all = withScenes(items)
  const featured = all.filter(({ item }) => item.featured)
  const others = all.filter(({ item }) => !item.featured)
  const options = PORTFOLIO_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))
  const missing = PORTFOLIO_TYPES.filter((type) => !items.some((item) => item.type === type))
  return (
    <Messages namespaces={['portfolio.play', 'portfolio.listen']}>
      <section className="filtered wrap pt-14 lg:pt-20">
        <h2 className="sr-only">
          <WholeWords>{t('grid')}</WholeWords>
        </h2>
        {items.length > 0 && (
          <Filter
            name="type"
            legend={t('filter')}
            all={t('all')}
            options={options}
            className="mb-10"
          />
        )}
        {featured.length === 0 && (
          <Empty title={t('empty.featured')} text={t('empty.featuredText')} />
        )}
        <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-6">
          {featured.map((entry, index) => (
            <WorkCard
              key={entry.item.id}
              {...entry}
              size={index === 0 ? 'lead' : 'half'}
              locale={locale}
            />
          ))}
          {others.map((entry) => (
            <WorkCard key={entry.item.id} {...entry} size="third" locale={locale} />
          ))}
          {items.length > 0 && (
            <div
              className={cn(
                'grid content-center justify-items-start gap-3 rounded-lg border ' +
                  'border-dashed border-edge p-6 sm:p-8',
                REST[others.length % 3],
              )}
            >
              <h3 className="text-xl">
                <WholeWords>{t('cta.title')}</WholeWords>
              </h3>
              <p className="text-sm text-muted">{t('cta.text')}</p>
              <BookLink locale={locale} label={t('cta.book')} />
            </div>
          )}
        </div>
        {items.length === 0 && (
          <Empty title={t('empty.grid')} text={t('empty.gridText')}>
            <BookLink locale={locale} label={t('cta.book')} />
          </Empty>
        )}
        {items.length > 0 &&
          missing.map((type) => (
            <div key={type} data-kind={type} data-empty="">
              <Empty title={t('empty.grid')} text={t('empty.gridText')} />
            </div>
          ))}
      </section>
    </Messages>
  )
}

const BookLink = ({ locale, label }: { locale: Locale; label: string }) => (
  <Link
    href={pathIn(locale, '/booking')}
    prefetch={false}
    className={buttonVariants({ className: 'mt-2' })}
  >
    {label}
  </Link>
)

const Empty = ({ title, text, children }: { title: string; text: string; children?: Elements }) => (
  <div className="mb-10 grid justify-items-start gap-3 rounded-lg border border-line bg-card p-6 sm:p-8">
    <h3 className="text-xl">{title}</h3>
    <p className="measure text-muted">{text}</p>
    {children}
  </div>
)
