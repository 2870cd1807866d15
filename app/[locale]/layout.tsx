import type { Metadata, Viewport } from 'next'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { ProvideFailureWords } from '@/components/site/failure-words'
import { Footer } from '@/components/site/footer'
import { HeadScript } from '@/components/site/head-script'
import { Header } from '@/components/site/header'
import { shellWords } from '@/components/site/shell-words'
import { ProvideSite } from '@/components/site/site-context'
import { ToastSlot } from '@/components/ui/toast-slot'
import { hoursSetting } from '@/lib/availability/data'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { LOCALES } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/data'
import { siteUrl } from '@/lib/site-url'
import { display, displayAccents, text, textAccents } from './fonts'
import './globals.css'

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

export default async function RootLayout({ children }: LayoutProps<'/[locale]'>) {
  const locale = await rootLocale()
  if (!hasLocale(LOCALES, locale)) notFound()
  const { legalName, registration, ...facts } = await site()
  const { page, header, footer } = await shellWords(
    { legalName, registration, ...facts },
    await hoursSetting(),
  )
  return (
    // The script in the head may set a style before React arrives.
    <html
      lang={LANGUAGE_TAG[locale]}
      className={[display, displayAccents, text, textAccents]
        .map((font) => font.variable)
        .join(' ')}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <HeadScript />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-tungsten px-4 py-2.5 font-semibold text-ink focus:translate-y-0"
        >
          {page.skipToContent}
        </a>
        <ProvideSite value={facts}>
          <Header locale={locale} words={header} />
          <main id="main" tabIndex={-1} className="grow pt-header outline-none">
            <ProvideFailureWords value={page.failure}>{children}</ProvideFailureWords>
          </main>
          <Footer locale={locale} words={footer} />
        </ProvideSite>
        <ToastSlot label={page.notices} closeLabel={page.close} />
      </body>
    </html>
  )
}
