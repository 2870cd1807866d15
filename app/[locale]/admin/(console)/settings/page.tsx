import { requireAdmin } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { AdminMessages } from '@/components/admin/shared/messages'
import { SettingGroups } from '@/components/admin/settings/groups'
import { Holidays } from '@/components/admin/settings/holidays'
import { holidaysForAdmin, settingsForAdmin } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'

/** Opening hours, tax, holds, what is advertised, counters, public holidays. */
export default async function SettingsPage() {
  await requireAdmin('/admin/settings')
  const [t, settings, holidays] = [
    await getTranslations('admin.settings'),
    await settingsForAdmin(),
    await holidaysForAdmin(studioDate(new Date())),
  ]
  return (
    <AdminMessages parts={['settings', 'form']}>
      <div className="grid gap-5">
        <h2 className="text-xl">{t('title')}</h2>
        <SettingGroups {...settings} />
        <Holidays holidays={holidays} />
      </div>
    </AdminMessages>
  )
}
