import { requireAdmin } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { AdminMessages } from '@/components/admin/shared/messages'
import { SettingGroups } from '@/components/admin/settings/groups'
import { Holidays } from '@/components/admin/settings/holidays'
import { Seasons } from '@/components/admin/settings/seasons'
import { holidaysForAdmin, settingsForAdmin } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'

/** Opening hours, tax, holds, what is advertised, counters, seasons, public holidays. */
export default async function SettingsPage() {
  await requireAdmin('/admin/settings')
  const [t, setup, locale, settings, holidays] = [
    await getTranslations('admin.settings'),
    await getTranslations('admin.setup'),
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await holidaysForAdmin(studioDate(new Date())),
  ]
  return (
    <AdminMessages parts={['settings', 'form']}>
      <div className="grid gap-5">
        <h2 className="text-xl">{t('title')}</h2>
        <p className="text-sm text-muted">
          <Link
            href={pathIn(locale, '/admin/setup')}
            prefetch={false}
            className="inline-flex min-h-11 items-center font-medium text-fg underline underline-offset-4"
          >
            {setup('link')}
          </Link>{' '}
          {setup('linkHint')}
        </p>
        <SettingGroups {...settings} />
        <Seasons seasons={settings.seasons} usual={settings.hours} />
        <Holidays holidays={holidays} />
      </div>
    </AdminMessages>
  )
}
