import { PORTFOLIO_TYPES, type PortfolioType } from '@/lib/studio'
import { useTranslations } from 'next-intl'
import { portfolioCounts } from '@/lib/content/rules'

/** The number of recordings: the live counts and the work from before this site. */
export function Counters({
  items,
  offsets,
}: {
  items: readonly { type: string }[]
  offsets: Record<PortfolioType, number>
}) {
  const t = useTranslations('portfolio.counters')
  const counts = portfolioCounts(items, offsets)
  return (
    <dl aria-label={t('label')} className="grid grid-cols-3 gap-x-4 sm:gap-x-10">
      {PORTFOLIO_TYPES.map((type) => (
        <div
          key={type}
          className="flex flex-col-reverse justify-end border-t-2 border-tungsten pt-3"
        >
          <dt className="text-sm text-muted">{t(type)}</dt>
          <dd className="figures font-display text-4xl font-semibold">{counts[type]}</dd>
        </div>
      ))}
    </dl>
  )
}
