'use client'
import { REVISIONS } from '@/lib/studio'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { PriceLines, type SummaryLine } from '@/components/payment/price-lines'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { EDITING_PRICES, vipPrice, type OrderPrice } from '@/lib/orders/rules'
import type { Choice } from './choice'
import type { Offer } from './types'

type Props = {
  choice: Choice
  lines: SummaryLine[]
  price: OrderPrice
  discounted: boolean
  isNew: boolean
  offer: Offer
  taxLabel: string
}

/**
 * What is ordered and what it costs, before anything is paid: the server's price, whatever the link
 * said.
 */
export function OrderSummary({ choice, lines, price, discounted, isNew, offer, taxLabel }: Props) {
  const t = useTranslations('order.summary')
  const locale = useLocale() as Locale
  const table = EDITING_PRICES[choice.tier][choice.length]
  const tampered = choice.claimed !== table && choice.claimed !== price.priceSen
  const link =
    'text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
  return (
    <aside
      aria-labelledby="order-summary"
      className="grid gap-4 rounded-lg border border-line bg-card p-5 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)]"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="order-summary" className="text-lg">
          {t('title')}
        </h2>
        <Link
          href={`${pathIn(locale, '/')}#editing`}
          prefetch={false}
          className={`${link} -my-2 inline-flex min-h-11 items-center text-sm`}
        >
          {t('change')}
        </Link>
      </div>
      <PriceLines lines={lines} price={price} taxLabel={taxLabel} />
      {(isNew || tampered) && (
        <Alert role="alert">
          <AlertDescription className="text-fg">
            {t(isNew ? 'newPrice' : 'corrected', { total: formatRM(price.totalSen) })}
          </AlertDescription>
        </Alert>
      )}
      <p className="text-xs text-muted">{t('revisions', { count: REVISIONS[choice.tier] })}</p>
      {offer.email === null && (
        <p className="text-xs text-muted">
          {t.rich('offer', {
            price: formatRM(vipPrice(table)),
            a: (text) => (
              <Link href={pathIn(locale, '/membership')} prefetch={false} className={link}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      {offer.email !== null && offer.discount && !discounted && (
        <p className="text-xs text-muted">{t('yours', { email: offer.email })}</p>
      )}
    </aside>
  )
}
