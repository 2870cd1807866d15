import { getTranslations } from 'next-intl/server'
import { ContactLinks } from '@/components/site/contact-links'
import { Hours } from '@/components/site/hours'
import { SITE } from '@/lib/site'

/** How to reach the studio; plain HTML, so it is there whatever else fails. */
export async function Reach() {
  const [t, footer] = await Promise.all([getTranslations('pages.home.reach'), getTranslations('footer')])
  const { unit, street, city, country } = SITE.address
  return (
    <section id="contact" className="wrap grid gap-x-16 gap-y-10 pt-16 lg:grid-cols-[20rem_1fr] lg:pt-28">
      <div className="grid content-start gap-3">
        <h2 className="text-3xl">{t('title')}</h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <div className="grid gap-8 sm:grid-cols-2">
        <address className="grid content-start gap-1 text-lg not-italic">
          <span className="font-display text-xl font-semibold">{SITE.name}</span>
          <span>{unit}</span>
          <span>{street}</span>
          <span>
            {city}, {country}
          </span>
          <span className="mt-2 text-base text-muted">{footer('parking', SITE.parking)}</span>
          <Hours className="mt-4 max-w-sm text-base" />
        </address>
        <ContactLinks />
      </div>
    </section>
  )
}
