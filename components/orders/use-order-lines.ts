'use client'
import { RUSH_PERCENT } from '@/lib/studio'
import { useLocale, useTranslations } from 'next-intl'
import { useNow } from '@/components/site/clock'
import type { SummaryLine } from '@/components/payment/price-lines'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { dueDate, EDITING_PRICES } from '@/lib/orders/rules'
import { longDate } from '@/lib/time'
import type { Choice } from './choice'
import type { OrderWords } from './types'
import type { Quote } from './use-offer'

const A_LONG_DATE = '2026-09-30'

/** What is ordered, when it is done, and what makes up its price, in words. */
export function useOrderLines(
  { tier, length, rush }: Choice,
  { price, discount }: Quote,
  words: OrderWords,
  holidays: ReadonlySet<string>,
): SummaryLine[] {
  const t = useTranslations('order.summary')
  const locale = useLocale() as Locale
  const now = useNow(60_000)
  const due = now === null ? null : longDate(dueDate(tier, rush, new Date(now), holidays), locale)
  const table = EDITING_PRICES[tier][length]
  return [
    { label: t('tier'), value: words.tiers[tier] },
    { label: t('length'), value: words.lengths[length] },
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
