import { useLocale, useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { WholeWords } from '@/components/ui/words'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRate } from '@/lib/money'
import { tablePrice } from '@/lib/orders/rules'
import { LENGTHS, TIERS } from '@/lib/studio'

// Plain links lead there: the section is on another page, and the browser scrolls to it.
const choiceIn = (locale: Locale) => `${pathIn(locale, '/')}#editing`
const LOWEST = formatRate(tablePrice(TIERS[0], LENGTHS[0]) ?? 0)

/** Video editing among the services, and the way to where it is chosen. */
export function EditingService() {
  const [t, locale] = [useTranslations('editing'), useLocale()]
  return (
    <section id="video-editing" className="section wrap grid gap-3">
      <h2>
        <WholeWords>{t('title')}</WholeWords>
      </h2>
      <p className="measure text-muted">{t('lead')}</p>
      <p className="font-semibold text-tungsten figures">{t('from', { price: LOWEST })}</p>
      <a
        href={choiceIn(locale)}
        className={buttonVariants({
          variant: 'outline',
          size: 'lg',
          className: 'justify-self-start',
        })}
      >
        {t('open')}
      </a>
    </section>
  )
}

/** One line for who has recorded, or is about to. */
export function EditingOffer() {
  const [t, locale] = [useTranslations('editing'), useLocale()]
  return (
    <p data-no-print className="mt-8 text-center text-sm">
      <a
        href={choiceIn(locale)}
        className={
          'inline-flex min-h-11 items-center font-semibold text-tungsten underline ' +
          'decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
        }
      >
        {t('offer', { price: LOWEST })}
      </a>
    </p>
  )
}
