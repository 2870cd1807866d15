import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Meter } from '@/components/site/meter'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { SITE } from '@/lib/site'
import './hero.css'
import { NextSlot } from './next-slot'
import { VuMeter } from './vu-meter'

export async function Hero({ locale }: { locale: Locale }) {
  const [t, common] = await Promise.all([getTranslations('pages.home'), getTranslations('common')])
  const booking = pathIn(locale, '/booking')
  return (
    <section className="room relative isolate -mt-header overflow-hidden pt-header">
      <div className="wrap grid items-center gap-x-16 gap-y-12 pt-12 pb-12 sm:pt-20 lg:grid-cols-[1.35fr_1fr] lg:pb-16">
        <div className="grid gap-7">
          <p className="eyebrow">{t('eyebrow')}</p>
          <h1 className="text-4xl sm:text-5xl xl:text-6xl zh:leading-[1.15] zh:max-sm:text-3xl">
            <span className="block">{t('headlineIn')}</span> <span className="block">{t('headlineOut')}</span>
          </h1>
          <p className="max-w-[52ch] text-lg text-muted">{t('lead')}</p>
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            <Link href={booking} className={buttonVariants({ size: 'lg' })}>
              {t('bookNow')}
            </Link>
            <a href="#services" className={buttonVariants({ size: 'lg', variant: 'outline' })}>
              {t('seeRates')}
            </a>
          </div>
          <NextSlot
            locale={locale}
            href={booking}
            words={{ label: t('nextSlot'), loading: t('nextSlotLoading'), fallback: t('nextSlotFallback'), zone: common('studioTime') }}
          />
        </div>
        <div className="grid grid-cols-2 justify-items-center gap-4 sm:gap-6 lg:grid-cols-1 lg:gap-5">
          <p className="lamp col-span-full rounded-md px-7 py-2.5 font-display text-lg font-bold">{t('onAir')}</p>
          <VuMeter channel="left" className="w-full lg:max-w-sm" />
          <VuMeter channel="right" className="w-full lg:max-w-sm" />
        </div>
      </div>
      <Meter className="-mb-10 h-20 text-line [mask-image:linear-gradient(90deg,transparent,black_12%,black_88%,transparent)]" />
      <div className="relative border-t border-line bg-ground">
        <div className="wrap flex flex-wrap gap-x-12 gap-y-2 py-5 text-sm text-muted">
          <p>{t('facts.investment', { amount: SITE.investment })}</p>
          <p>{t('facts.crew')}</p>
          <p>{t('facts.hours')}</p>
        </div>
      </div>
    </section>
  )
}
