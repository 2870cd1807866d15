import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { formatRM, senOf } from '@/lib/money'

type LinksProps = {
  /** The accessible name of the links. */
  label: string
  links: readonly { href: string; text: string }[]
}

/** Links beside a screen's title. */
export const ScreenLinks = ({ label, links }: LinksProps) => (
  <nav aria-label={label} className="flex gap-1 max-sm:-ml-3.5">
    {links.map(({ href, text }) => (
      <Link key={href} href={href} className={buttonVariants({ variant: 'ghost', size: 'sm' })}>
        {text}
      </Link>
    ))}
  </nav>
)

type Totals = { revenue: string; pending: number; confirmed: number; total: number }

/**
 * The four figures at the top: revenue in ringgit as a decimal string, pending without expired
 * holds.
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
