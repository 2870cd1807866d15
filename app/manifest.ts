import type { MetadataRoute } from 'next'
import { translator } from '@/lib/i18n/messages'
import { DEFAULT_LOCALE } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/queries'

/**
 * One manifest for all languages: the stored language redirects an installed site to its
 * translation (docs/decisions/020 G1).
 */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name } = await site()
  return {
    id: '/',
    name,
    short_name: name,
    description: translator(DEFAULT_LOCALE, 'pages')('meta.description'),
    start_url: '/',
    display: 'standalone',
    background_color: '#0f0c0a',
    theme_color: '#0f0c0a',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
