import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { serviceOption } from '@/components/booking/offers'
import { BookBar } from '@/components/home/book-bar'
import { EditingService } from '@/components/editing/doors'
import { AddOns } from '@/components/services/add-ons'
import { EquipmentSection } from '@/components/services/equipment'
import { Intro } from '@/components/services/intro'
import { RateTable } from '@/components/services/rate-table'
import { SceneSection } from '@/components/services/scene-section'
import { scenesOf } from '@/components/services/scenes'
import { HearHere } from '@/components/sound/hear'
import { JsonLd } from '@/components/layout/json-ld'
import { addOnServices, studioServices } from '@/lib/catalog/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs, serviceOffers } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site, taxSetting, voiceSetting } from '@/lib/settings/queries'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('services.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/services',
    title: t('title'),
    description: t('description'),
    image: 'mixing-desk',
  })
}

export default async function ServicesPage() {
  const locale = toLocale(await getLocale())
  const [t, main, extra, tax, studio, voice] = await Promise.all([
    getTranslations('services'),
    studioServices(),
    addOnServices(),
    taxSetting(),
    site(),
    voiceSetting(locale),
  ])
  const services = main.map((service) => serviceOption(service, locale))
  const addOns = extra.map((service) => serviceOption(service, locale))
  const scenes = scenesOf(services)
  const bookingHref = pathIn(locale, '/booking')
  return (
    <>
      <JsonLd
        data={[
          serviceOffers([...main, ...extra], locale),
          breadcrumbs(locale, [
            { name: studio.name, path: '/' },
            { name: t('meta.title'), path: '/services' },
          ]),
        ]}
      />
      <Intro scenes={scenes} addOns={addOns.length > 0} tax={tax} />
      {services.length === 0 && <p className="wrap py-16">{t('empty')}</p>}
      {scenes.map((scene, index) => (
        <SceneSection
          key={scene.key}
          scene={scene}
          mirrored={index % 2 === 1}
          bookingHref={bookingHref}
          studio={studio}
          tax={tax}
        >
          {/* One of its recordings is made as each of these is. */}
          {voice && scene.key === 'voice' && <HearHere voice={voice} />}
        </SceneSection>
      ))}
      {services.length > 0 && <RateTable services={services} tax={tax} />}
      {addOns.length > 0 && <AddOns addOns={addOns} bookingHref={bookingHref} tax={tax} />}
      <EditingService />
      <EquipmentSection studio={studio} />
      <BookBar services={services} tax={tax} />
    </>
  )
}
