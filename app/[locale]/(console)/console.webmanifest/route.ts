import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { toLocale } from '@/lib/i18n/routing'
import { INSTALLED_LOOK } from '@/lib/seo/installed'
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
    ...INSTALLED_LOOK,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
  })
}
