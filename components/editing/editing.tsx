import { getTranslations } from 'next-intl/server'
import { Messages } from '@/components/intl'
import { Shot } from '@/components/layout/picture'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRate } from '@/lib/money'
import { type OfficeDays, tablePrice, turnaround } from '@/lib/orders/rules'
import { whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import type { TaxSetting } from '@/lib/settings/tax'
import { LENGTHS, type Marketing, REVISIONS, type Tier, TIERS } from '@/lib/studio'
import './editing.css'
import { RateOrderForm, type TierOffer } from './order-form'
import { WholeWords } from '@/components/ui/words'

type Props = {
  locale: Locale
  studio: Site
  tax: TaxSetting
  marketing: Marketing
  office: OfficeDays
}

/**
 * Video editing: the tiers, and the client component that prices an order and leads to its
 * checkout.
 */
export async function Editing({ locale, studio, tax, marketing, office }: Props) {
  const t = await getTranslations('editing')
  return (
    <section id="editing" className="section wrap">
      <div className="grid items-center gap-x-12 gap-y-6 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-3">
          <h2>
            <WholeWords>{t('title')}</WholeWords>
          </h2>
          <p className="measure text-muted">{t('lead')}</p>
          {marketing.editingStarts && <p className="font-semibold text-meter">{t('starts')}</p>}
        </div>
        <div className="still">
          <Shot name="edit-suite" sizes="(min-width: 64rem) 22rem, 100vw" />
        </div>
      </div>
      <ul className="edit-rows figures">
        {TIERS.map((tier) => (
          <li key={tier}>
            <h3>
              <WholeWords>{t(`${tier}.name`)}</WholeWords>
            </h3>
            <p>{t(`${tier}.text`)}</p>
            <b>{t('from', { price: formatRate(tablePrice(tier, LENGTHS[0]) ?? 0) })}</b>
          </li>
        ))}
      </ul>
      <details className="edit-choice">
        <summary className={buttonVariants({ size: 'lg', variant: 'outline' })}>
          {t('open')}
        </summary>
        <Messages namespaces={['editing', 'payment.summary']}>
          <RateOrderForm
            action={pathIn(locale, '/video-editing-checkout')}
            chat={whatsappLink(studio, t('whatsappText', { studio: studio.name }))}
            tax={tax}
            office={office}
            tiers={await tierOffers(locale, marketing)}
          />
        </Messages>
      </details>
    </section>
  )
}

/**
 * The features of each tier as text. Rendered on the server: the browser's plural rules take 60 ms
 * at their first use, before the page can be used.
 */
async function tierOffers(locale: Locale, marketing: Marketing): Promise<Record<Tier, TierOffer>> {
  const t = await getTranslations('editing')
  const offerOf = (tier: Tier): TierOffer => {
    const { unit, from, to } = turnaround(tier, false)
    return {
      features: [
        t(`${tier}.features.a`),
        t(`${tier}.features.b`),
        t(`${tier}.features.c`),
        t('revisions', { count: REVISIONS[tier] }),
        t(unit, { from, to }),
      ],
      badge: badgeOf(marketing, tier, locale, (value) => t('badge', { value })),
    }
  }
  return Object.fromEntries(TIERS.map((tier) => [tier, offerOf(tier)])) as Record<Tier, TierOffer>
}

/** "10% off"; Chinese states the remaining price in tenths: 9折, 8.5折. */
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
