import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Suspense } from 'react'
import '@/components/admin/admin.css'
import { ReadAgain } from '@/components/layout/seen-again'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import { formatRM, senOf } from '@/lib/money'

/**
 * The page around everything behind the sign-in. Without a skeleton: nothing of the admin is shown
 * before the session is checked (docs/decisions/020 A2).
 */
export const AdminPage = ({ children }: { children: Elements }) => (
  <div className="wrap min-h-dvh py-8">
    <ReadAgain />
    <Suspense fallback={null}>{children}</Suspense>
  </div>
)

type HeaderProps = {
  title: string
  /** The accessible name of the links. */
  label: string
  links: readonly { href: string; text: string }[]
  /** The account's menu, if any. */
  children?: Elements
}

export const AdminHeader = ({ title, label, links, children }: HeaderProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <h1 className="text-2xl">{title}</h1>
    <nav aria-label={label} className="flex gap-1">
      {links.map(({ href, text }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          className={buttonVariants({ variant: 'ghost' })}
        >
          {text}
        </Link>
      ))}
    </nav>
    {children}
  </div>
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
