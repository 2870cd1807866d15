import {
  LENGTH_KEYS,
  LENGTHS,
  REVISIONS,
  RUSH_PERCENT,
  TIERS,
  type Length,
  type Marketing,
  type Tier,
} from '@/lib/studio'
import type { Tax } from '@/lib/money'
import { getTranslations } from 'next-intl/server'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { turnaround } from '@/lib/orders/rules'
import { taxLabelIn, whatsappLink, type Site } from '@/lib/site'
import { EditingSection } from './editing-section'
import { holidayDigits } from './holidays'
import type { TierWords, Words } from './words'

type Props = { locale: Locale; studio: Site; tax: Tax; marketing: Marketing; holidays: string[] }

/**
 * Video editing: what the tiers do, and the island that prices an order and leads to its checkout
 * (spec points 2 and 4).
 */
export async function Editing({ locale, studio, tax, marketing, holidays }: Props) {
  const t = await getTranslations('editing')
  return (
    <EditingSection
      title={t('title')}
      lead={t('lead')}
      starts={marketing.editingStarts ? t('starts') : null}
      form={{
        locale,
        action: pathIn(locale, '/video-editing-checkout'),
        chat: whatsappLink(studio, t('whatsappText', { studio: studio.name })),
        basisPoints: tax.basisPoints,
        holidays: holidayDigits(holidays),
        words: await wordsOf(locale, tax, marketing),
      }}
    />
  )
}

async function wordsOf(locale: Locale, tax: Tax, marketing: Marketing): Promise<Words> {
  const [t, bill, common] = await Promise.all([
    getTranslations('editing'),
    getTranslations('payment.summary'),
    getTranslations('common'),
  ])
  const takes = (tier: Tier, rush: boolean) => {
    const { unit, from, to } = turnaround(tier, rush)
    return t(unit, { from, to })
  }
  const rush = turnaround('standard', true)
  return {
    tier: t('tier'),
    popular: t('popular'),
    tiers: byTier((tier): TierWords => ({
      name: t(`${tier}.name`),
      text: t(`${tier}.text`),
      features: [
        t(`${tier}.features.a`),
        t(`${tier}.features.b`),
        t(`${tier}.features.c`),
        t('revisions', { count: REVISIONS[tier] }),
        takes(tier, false),
      ],
      badge: badgeOf(marketing, tier, locale, (value) => t('badge', { value })),
    })),
    length: t('length'),
    lengths: Object.fromEntries(
      LENGTHS.map((length) => [length, t(`lengths.${LENGTH_KEYS[length]}`)]),
    ) as Record<Length, string>,
    discuss: t('discuss'),
    rush: t('rush'),
    rushText: t('rushText', { from: rush.from, to: rush.to, percent: RUSH_PERCENT }),
    summary: t('summary'),
    price: t('price'),
    surcharge: t('surcharge', { percent: RUSH_PERCENT }),
    tax: bill('tax', {
      label: taxLabelIn(tax.label, bill('taxWord')),
      rate: tax.basisPoints / 100,
    }),
    total: bill('total'),
    delivery: t('delivery'),
    takes: { ...byTier((tier) => takes(tier, false)), rush: takes('standard', true) },
    due: t('due', { date: '{date}' }),
    vip: t('vip', { price: '{price}' }),
    choose: t('choose'),
    checkout: t('checkout'),
    whatsapp: t('whatsapp'),
    newTab: common('newTab'),
  }
}

const byTier = <Value,>(of: (tier: Tier) => Value) =>
  Object.fromEntries(TIERS.map((tier) => [tier, of(tier)])) as Record<Tier, Value>

/** "10% off"; Chinese counts what is left to pay, in tenths: 9折, 8.5折. */
function badgeOf(
  { tierBadges, discounts }: Marketing,
  tier: Tier,
  locale: Locale,
  say: (value: number) => string,
): string | null {
  const percent = discounts[tier]
  if (!tierBadges || !percent) return null
  return say(locale === 'zh' ? (100 - percent) / 10 : percent)
}
