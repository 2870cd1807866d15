import type { Metadata, Viewport } from 'next'
import { LOCALES, toLocale } from '@/lib/i18n/routing'
import { locale as rootLocale } from 'next/root-params'
import { pathIn } from '@/lib/i18n/path'
import { siteUrl } from '@/lib/seo/site-url'
import { site } from '@/lib/settings/queries'
import { Document } from '../document'
import './console.css'

export const generateStaticParams = () => LOCALES.map((locale) => ({ locale }))

export const viewport: Viewport = {
  themeColor: '#0f0c0a',
  colorScheme: 'dark',
  viewportFit: 'cover',
}

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await site()
  return {
    metadataBase: new URL(siteUrl()),
    title: { default: name, template: `%s · ${name}` },
    // Its own, instead of the visitors' one.
    manifest: pathIn(toLocale(await rootLocale()), '/console.webmanifest'),
    formatDetection: { telephone: false },
    robots: { index: false, follow: false },
  }
}

/** The owner's console and its sign-in: nothing of the visitors' shell. */
export default function ConsoleLayout({ children }: LayoutProps<'/[locale]'>) {
  return <Document>{children}</Document>
}
