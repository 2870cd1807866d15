import { getMessages, getTranslations } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import { Hours } from '@/components/site/hours'
import { StudioMap } from '@/components/site/map'
import type { Hours as OpeningHours } from '@/lib/studio'
import type { Site } from '@/lib/site'

/** Where the door is and when it is open. */
export async function Visit({ studio, hours }: { studio: Site; hours: OpeningHours }) {
  const [t, footer, all] = await Promise.all([
    getTranslations('contact'),
    getTranslations('footer'),
    getMessages(),
  ])
  const common = sentencesOf(all.common)
  const { unit, street, city, country } = studio.address
  return (
    <section className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-10 py-12 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.4fr] lg:py-16">
        <div className="grid content-start gap-3">
          <h2 className="text-xl">{t('location')}</h2>
          <address className="not-italic">
            {studio.name}
            <br />
            {unit}
            <br />
            {street}
            <br />
            {city}, {country}
          </address>
          <p className="text-sm text-muted">{footer('parking', studio.parking)}</p>
          <a
            href={studio.directions}
            target="_blank"
            rel="noopener noreferrer"
            className="justify-self-start py-2 text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten"
          >
            {footer('directions')}
            <span className="sr-only"> ({common.newTab})</span>
          </a>
        </div>
        <div className="grid content-start gap-3">
          <h2 className="text-xl">{t('hours')}</h2>
          <Hours hours={hours} className="max-w-sm" />
          <p className="text-sm text-muted">{t('open.zone')}</p>
        </div>
        <StudioMap words={common.map} className="h-64 md:col-span-2 lg:col-span-1" />
      </div>
    </section>
  )
}
