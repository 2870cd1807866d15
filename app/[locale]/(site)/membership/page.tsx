import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { serviceOption } from '@/components/booking/options'
import { Benefits } from '@/components/membership/benefits'
import { Hero } from '@/components/membership/hero'
import { Join } from '@/components/membership/join'
import { MemberArea } from '@/components/membership/member-area'
import { Questions } from '@/components/membership/questions'
import { SavingsSection } from '@/components/membership/savings-section'
import { Steps } from '@/components/membership/steps'
import { membershipWords } from '@/components/membership/words'
import { JsonLd } from '@/components/site/json-ld'
import { studioServices } from '@/lib/catalog/data'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/json-ld'
import { pageMetadata } from '@/lib/seo'
import { site, taxSetting } from '@/lib/settings/data'

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
  const [t, services, tax, words, studio] = await Promise.all([
    getTranslations('membership'),
    studioServices(),
    taxSetting(),
    membershipWords(),
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
      <Hero studio={studio} />
      <MemberArea words={words.member} faults={words.faults} />
      <Steps />
      <Benefits />
      {packages.length > 0 && (
        <SavingsSection packages={packages} taxRate={String(tax.basisPoints / 100)} />
      )}
      <Join
        words={words.join}
        codeWords={words.member.code}
        faults={words.faults}
        joinNow={words.joinNow}
      />
      <Questions studio={studio} />
    </>
  )
}
