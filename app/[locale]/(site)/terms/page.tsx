import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { LegalDocument } from '@/components/legal/document'
import { JsonLd } from '@/components/layout/json-ld'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site, taxSetting } from '@/lib/settings/queries'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('legal.terms'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/terms',
    title: t('title'),
    description: t('description'),
  })
}

export default async function TermsPage() {
  const locale = toLocale(await getLocale())
  const [t, tax, studio] = await Promise.all([getTranslations('legal.terms'), taxSetting(), site()])
  return (
    <>
      <JsonLd
        data={breadcrumbs(locale, [
          { name: studio.name, path: '/' },
          { name: t('title'), path: '/terms' },
        ])}
      />
      <LegalDocument name="terms" locale={locale} studio={studio} tax={tax} />
    </>
  )
}
