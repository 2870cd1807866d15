import { useTranslations } from 'next-intl'
import { formatRM, senOf } from '@/lib/money'

type Totals = { revenue: string; pending: number; confirmed: number; total: number }

/**
 * The four figures above everything (spec point 2): revenue in ringgit as a decimal string, pending
 * without holds that ended.
 */
export function Tiles({ revenue, pending, confirmed, total }: Totals) {
  const t = useTranslations('admin.tiles')
  const count = (value: number) => value.toLocaleString('en-US')
  const tiles = [
    { name: t('revenue'), figure: formatRM(senOf(revenue)) },
    { name: t('pending'), figure: count(pending) },
    { name: t('confirmed'), figure: count(confirmed) },
    { name: t('total'), figure: count(total) },
  ]
  return (
    <section aria-label={t('heading')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ name, figure }) => (
          <div
            key={name}
            className="grid content-start gap-1 rounded-lg border border-line bg-raised px-3 py-3.5 sm:px-4"
          >
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures font-display text-base font-semibold wrap-anywhere sm:text-xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
