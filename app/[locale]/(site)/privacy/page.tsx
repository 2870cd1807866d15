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
    getTranslations('legal.privacy'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/privacy',
    title: t('title'),
    description: t('description'),
  })
}

// The Act requires the notice in the national language and in English, whatever the page's
// language.
const OFFICIAL = ['en', 'ms'] as const

export default async function PrivacyPage() {
  const locale = toLocale(await getLocale())
  const [t, tax, studio] = await Promise.all([
    getTranslations('legal.privacy'),
    taxSetting(),
    site(),
  ])
  return (
    <>
      <JsonLd
        data={breadcrumbs(locale, [
          { name: studio.name, path: '/' },
          { name: t('title'), path: '/privacy' },
        ])}
      />
      <LegalDocument
        name="privacy"
        locale={locale}
        studio={studio}
        tax={tax}
        also={OFFICIAL.filter((other) => other !== locale)}
      />
    </>
  )
}
