import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { serviceOption } from '@/components/booking/offers'
import { ConfirmationIsland } from '@/components/checkout/confirmation-island'
import { NextLinks } from '@/components/checkout/next-links'
import { VisitDetails } from '@/components/checkout/visit'
import { EditingOffer } from '@/components/editing/doors'
import { Messages } from '@/components/intl'
import { Shot } from '@/components/layout/picture'
import { scenesOf } from '@/components/services/scenes'
import { hoursSetting, offeredRooms } from '@/lib/rooms/queries'
import { studioServices } from '@/lib/catalog/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { site, visitFacts } from '@/lib/settings/queries'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('confirmation.meta')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Prerendered without personal data; the client component reads the address and requests the
 * booking (docs/decisions/020 C8, C9).
 */
export default async function BookingSuccessPage() {
  const locale = toLocale(await getLocale())
  const [t, services, rooms, hours, studio, facts] = await Promise.all([
    getTranslations('confirmation'),
    studioServices(),
    offeredRooms(locale),
    hoursSetting(locale),
    site(),
    visitFacts(locale),
  ])
  const options = services.map((service) => serviceOption(service, locale))
  const booked = Object.fromEntries(
    scenesOf(options).flatMap(({ picture, services: recorded }) => {
      const shot = <Shot name={picture} sizes="(min-width: 40rem) 56rem, 100vw" />
      return recorded.map(({ id, name }) => [id, { name, picture: shot }])
    }),
  )
  const nextLinks = (
    <>
      <EditingOffer />
      <NextLinks
        locale={locale}
        studio={studio}
        another={{ href: pathIn(locale, '/booking'), text: t('another') }}
        tagline={t('tagline')}
      />
    </>
  )
  return (
    <div className="purchase wrap pt-8">
      <noscript>
        <p className="rounded-lg border border-line bg-raised p-4">{t('noScript')}</p>
      </noscript>
      <Messages
        namespaces={[
          ...(['confirmation', 'moneyPlaces', 'booking', 'visit', 'manage.story'] as const),
          ...(rooms.length > 1 ? (['rooms'] as const) : []),
        ]}
      >
        <ConfirmationIsland
          services={booked}
          // Which session this page is about only the island knows: its ticket has the sentence.
          visit={
            <VisitDetails narrow studio={studio} hours={hours} facts={{ ...facts, ramadan: '' }} />
          }
          nextLinks={nextLinks}
        />
      </Messages>
    </div>
  )
}
