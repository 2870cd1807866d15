import type { MetadataRoute } from 'next'
import { translator } from '@/lib/i18n/messages'
import { DEFAULT_LOCALE } from '@/lib/i18n/routing'
import { INSTALLED_LOOK } from '@/lib/seo/installed'
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
    ...INSTALLED_LOOK,
  }
}
