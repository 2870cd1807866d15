import type { Metadata, Viewport } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { Messages } from '@/components/intl'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { ProvideSite } from '@/components/layout/site-context'
import { LOCALES, toLocale } from '@/lib/i18n/routing'
import { hoursSetting } from '@/lib/rooms/queries'
import { siteUrl } from '@/lib/seo/site-url'
import { site } from '@/lib/settings/queries'
import { Document } from '../document'
import './site.css'

export const generateStaticParams = () => LOCALES.map((locale) => ({ locale }))

export const viewport: Viewport = { themeColor: '#0f0c0a', colorScheme: 'dark' }

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = [await getTranslations('pages.meta'), await site()]
  return {
    metadataBase: new URL(siteUrl()),
    title: { default: `${name} · ${t('title')}`, template: `%s · ${name}` },
    description: t('description'),
    applicationName: name,
    formatDetection: { telephone: false },
  }
}

/** The visitors' shell. */
export default async function SiteLayout({ children }: LayoutProps<'/[locale]'>) {
  const [studio, hours] = await Promise.all([site(), hoursSetting(toLocale(await rootLocale()))])
  const { legalName, registration, ...facts } = studio
  return (
    <Document>
      <Messages namespaces={['nav']}>
        <ProvideSite value={facts}>
          <Header studioName={studio.name} />
          <main id="main" tabIndex={-1} className="grow pt-header outline-none">
            {children}
          </main>
          <Footer studio={studio} hours={hours} />
        </ProvideSite>
      </Messages>
    </Document>
  )
}
