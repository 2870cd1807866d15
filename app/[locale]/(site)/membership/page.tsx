import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { serviceOption } from '@/components/booking/offers'
import { KEEP_CARD_PLACE } from '@/components/membership/api'
import { MembershipHero } from '@/components/membership/hero'
import { Join } from '@/components/membership/join'
import { MemberArea } from '@/components/membership/member-area'
import { SavingsSection } from '@/components/membership/savings-section'
import { Benefits, Questions, MembershipSteps } from '@/components/membership/sections'
import { Messages } from '@/components/intl'
import { JsonLd } from '@/components/layout/json-ld'
import { studioServices } from '@/lib/catalog/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site, taxSetting } from '@/lib/settings/queries'

// The messages of sign-in and the member's card.
const ISLANDS = ['membership.member', 'errors.fields', 'legal.notice'] as const

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('membership.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/membership',
    title: t('title'),
    description: t('description'),
    image: 'entrance',
  })
}

export default async function MembershipPage() {
  const locale = toLocale(await getLocale())
  const [t, services, tax, studio] = await Promise.all([
    getTranslations('membership'),
    studioServices(),
    taxSetting(),
    site(),
  ])
  const packages = services
    .map((service) => serviceOption(service, locale))
    .map(({ id, name, rates }) => ({ id, name, hourly: rates.hourly }))
  return (
    <>
      <JsonLd
        data={breadcrumbs(locale, [
          { name: studio.name, path: '/' },
          { name: t('meta.title'), path: '/membership' },
        ])}
      />
      <MembershipHero studio={studio} bookingHref={pathIn(locale, '/booking')} />
      <script dangerouslySetInnerHTML={{ __html: KEEP_CARD_PLACE }} />
      <Messages namespaces={ISLANDS}>
        <MemberArea />
      </Messages>
      <Join tax={tax} />
      <MembershipSteps />
      <Benefits />
      {packages.length > 0 && <SavingsSection packages={packages} tax={tax} />}
      <Questions studio={studio} />
    </>
  )
}
