import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { toLocale } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/queries'

/** The console as an app of its own, in the language in which it was opened. It begins with Today. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/[locale]/console.webmanifest'>,
): Promise<Response> {
  const locale = toLocale((await params).locale)
  const t = translator(locale, 'admin')
  const { name } = await site()
  const manifest = {
    id: '/admin',
    name: t('app.name', { studio: name }),
    short_name: t('app.short'),
    lang: LANGUAGE_TAG[locale],
    start_url: pathIn(locale, '/admin/today'),
    scope: pathIn(locale, '/admin'),
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
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
  })
}
