import { getTranslations } from 'next-intl/server'
import { HoursTable } from '@/components/hours'
import { StudioMap } from '@/components/layout/map'
import { StudioAddress } from '@/components/layout/studio-address'
import type { HouseHours } from '@/lib/rooms/house'
import { wazeLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

/** The address and the opening hours. */
export async function VisitUs({ studio, hours }: { studio: Site; hours: HouseHours }) {
  const [t, footer] = await Promise.all([getTranslations('contact'), getTranslations('footer')])
  const { unit, street, city, country } = studio.address
  return (
    <section className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-10 py-12 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.4fr] lg:py-16">
        <div className="grid content-start gap-3">
          <h2 className="text-xl">
            <WholeWords>{t('location')}</WholeWords>
          </h2>
          <StudioAddress
            lines={[studio.name, unit, street, `${city}, ${country}`]}
            parking={footer('parking', studio.parking)}
            directions={{
              href: studio.directions,
              label: footer('directions'),
              waze: wazeLink(studio.geo),
            }}
          />
        </div>
        <div className="grid content-start gap-3">
          <h2 className="text-xl">
            <WholeWords>{t('hours')}</WholeWords>
          </h2>
          <HoursTable hours={hours} className="max-w-sm" />
          <p className="text-sm text-muted">{t('open.zone')}</p>
        </div>
        <StudioMap className="content-start md:col-span-2 lg:col-span-1" />
      </div>
    </section>
  )
}
