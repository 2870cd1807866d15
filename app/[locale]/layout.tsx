import type { Metadata, Viewport } from 'next'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { Messages } from '@/components/intl'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { PartNotice } from '@/components/layout/part-notice'
import { ProvideSite } from '@/components/layout/site-context'
import { ToastSlot } from '@/components/ui/toast-slot'
import { hoursSetting } from '@/lib/rooms/queries'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { LOCALES } from '@/lib/i18n/routing'
import { RESTORE_LANGUAGE } from '@/lib/i18n/stored'
import { site } from '@/lib/settings/queries'
import { siteUrl } from '@/lib/seo/site-url'
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
  const [t, studio, hours] = await Promise.all([
    getTranslations('common'),
    site(),
    hoursSetting(locale),
  ])
  const { legalName, registration, ...facts } = studio
  return (
    // The script in the head may set a style before hydration.
    <html
      lang={LANGUAGE_TAG[locale]}
      className={[display, displayAccents, text, textAccents]
        .map((font) => font.variable)
        .join(' ')}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: RESTORE_LANGUAGE }} />
      </head>
      <body>
        <a
          href="#main"
          className={
            'fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-tungsten px-4 py-2.5 ' +
            'font-semibold text-ink focus:translate-y-0'
          }
        >
          {t('skipToContent')}
        </a>
        <Messages namespaces={['nav']}>
          <ProvideSite value={facts}>
            <Header studioName={studio.name} />
            <main id="main" tabIndex={-1} className="grow pt-header outline-none">
              {children}
            </main>
            <Footer studio={studio} hours={hours} />
          </ProvideSite>
        </Messages>
        <PartNotice
          title={t('part.title')}
          text={t('part.text')}
          reload={t('part.reload')}
          close={t('close')}
        />
        <ToastSlot label={t('notices')} closeLabel={t('close')} />
      </body>
    </html>
  )
}
