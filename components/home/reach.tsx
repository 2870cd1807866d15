import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { HoursTable } from '@/components/hours'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { HouseHours } from '@/lib/rooms/house'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

/** How to reach the studio; plain HTML, so it works whatever else fails. */
export function Reach({ studio, hours }: { studio: Site; hours: HouseHours }) {
  const [t, nav] = [useTranslations('pages.home.reach'), useTranslations('nav')]
  const [common, locale] = [useTranslations('common'), useLocale()]
  return (
    <section
      id="contact"
      className={
        'section wrap grid grid-cols-1 gap-x-16 gap-y-8 ruled ' + 'lg:grid-cols-[20rem_1fr_auto]'
      }
    >
      <div className="grid content-start gap-3">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <div
        className={
          'grid content-start gap-1 justify-items-start font-display text-xl ' +
          'font-semibold sm:text-2xl'
        }
      >
        <a href={phoneHref(studio)} className="figures py-2.5 hover:text-tungsten">
          {studio.phone}
        </a>
        <a href={mailtoHref(studio.email)} className="py-2.5 hover:text-tungsten">
          {studio.email}
        </a>
        <HoursTable
          hours={hours}
          className="mt-4 w-full max-w-sm font-sans text-base font-normal"
        />
      </div>
      <div className="grid content-start gap-3 sm:max-lg:grid-cols-2">
        <Link
          href={pathIn(locale, '/contact')}
          prefetch={false}
          className={buttonVariants({ size: 'lg' })}
        >
          {nav('contact')}
        </Link>
        <a
          href={whatsappLink(studio, common('whatsAppText', { studio: studio.name }))}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ size: 'lg', variant: 'outline' })}
        >
          {common('openOnWhatsApp')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </div>
    </section>
  )
}
