import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { languageParams } from '@/lib/i18n/schema'
import { method, route } from '@/lib/route'
import { INSTALLED_LOOK } from '@/lib/seo/installed'
import { site } from '@/lib/settings/queries'

/** The console as an app of its own, in the language in which it was opened. It begins with Today. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    params: languageParams,
    async handle({ params: { locale } }) {
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
    },
  }),
})
