'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { request } from '@/components/api'
import { PriceLines, type SummaryLine } from '@/components/checkout/price-lines'
import { useNow } from '@/components/browser/use-now'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { pathIn } from '@/lib/i18n/path'
import { isSameMailbox } from '@/lib/inbox'
import { formatRM, type Tax } from '@/lib/money'
import { dueDate, EDITING_PRICES, tableOrderPrice, vipPrice } from '@/lib/orders/rules'
import type { Offer } from '@/lib/orders/schema'
import { LENGTH_KEYS, REVISIONS, RUSH_PERCENT } from '@/lib/studio'
import { longDate } from '@/lib/time'
import type { OfficeDays, OrderDiscount, OrderPrice } from '@/lib/orders/rules'
import type { Choice } from './choice'
import type { OrderForm } from './order-form'

type Props = {
  choice: Choice
  lines: SummaryLine[]
  price: OrderPrice
  discounted: boolean
  isNew: boolean
  offer: Offer
  taxLabel: string | null
}

/** What is ordered and its price, before payment: the server's price, whatever the link claims. */
export function OrderSummary({ choice, lines, price, discounted, isNew, offer, taxLabel }: Props) {
  const t = useTranslations('order.summary')
  const locale = useLocale()
  const table = EDITING_PRICES[choice.tier][choice.length]
  const tampered = choice.claimed !== table && choice.claimed !== price.priceSen
  const link =
    'text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
  return (
    <aside
      aria-labelledby="order-summary"
      className={
        'grid gap-4 rounded-lg border border-line bg-card p-5 lg:sticky ' +
        'lg:top-[calc(var(--spacing-header)+1.5rem)]'
      }
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
        <p key={table} className="text-xs text-muted">
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

const A_LONG_DATE = '2026-09-30'

/** What is ordered, its due date, and the parts of its price, as text. */
export function useOrderLines(
  { tier, length, rush }: Choice,
  { price, discount }: OrderQuote,
  office: OfficeDays,
): SummaryLine[] {
  const editing = useTranslations('editing')
  const t = useTranslations('order.summary')
  const locale = useLocale()
  const now = useNow(60_000)
  const due = now === null ? null : longDate(dueDate(tier, rush, new Date(now), office), locale)
  const table = EDITING_PRICES[tier][length]
  return [
    { label: t('tier'), value: editing(`${tier}.name`) },
    { label: t('length'), value: editing(`lengths.${LENGTH_KEYS[length]}`) },
    {
      label: t('delivery'),
      value: due && t('due', { date: due }),
      likely: t('due', { date: longDate(A_LONG_DATE, locale) }),
    },
    { label: t('price'), value: formatRM(discount ? table : price.priceSen) },
    ...(discount ? [{ label: t(discount), value: formatRM(price.priceSen - table) }] : []),
    ...(rush
      ? [{ label: t('rush', { percent: RUSH_PERCENT }), value: formatRM(price.rushSen) }]
      : []),
  ]
}

export type OrderQuote = { price: OrderPrice; discount: OrderDiscount | null }

const NOBODY: Offer = { email: null, discount: null }

const fetchOffer = (signal: AbortSignal) =>
  request<Offer>('/api/video-editing-orders/discount', { signal })

/**
 * The price of the selection for this visitor, by the server's own rule (docs/decisions/020 D5):
 * with the discount of a proven email, while the order has that email. Once the server has reported
 * that ours is out of date, its figures are shown.
 */
export function useOrderPrice(form: OrderForm, { tier, length, rush }: Choice, tax: Tax) {
  const [offer, setOffer] = useState(NOBODY)
  const [quoted, setQuoted] = useState<(OrderQuote & { email: string }) | null>(null)
  const typed = useWatch({ control: form.control, name: 'customerEmail' }).trim().toLowerCase()
  const { getValues, setValue } = form

  useEffect(() => {
    const leaving = new AbortController()
    // Without an answer it is the table price, which the server then confirms or corrects.
    fetchOffer(leaving.signal).then(
      (found) => {
        setOffer(found)
        if (found.email && getValues('customerEmail') === '') setValue('customerEmail', found.email)
      },
      () => undefined,
    )
    return () => {
      leaving.abort()
      setQuoted(null)
    }
  }, [getValues, setValue])

  const mine = typed === '' || isSameMailbox(offer.email, typed)
  const discount = mine ? offer.discount : null
  const isNew = quoted?.email === typed
  const quote: OrderQuote =
    isNew && quoted
      ? quoted
      : { price: tableOrderPrice(tier, length, rush, discount, tax), discount }
  return {
    ...quote,
    isNew,
    offer,
    setQuote: (next: OrderQuote) => setQuoted({ ...next, email: typed }),
  }
}
