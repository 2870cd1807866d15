import { getTranslations } from 'next-intl/server'
import { AdminMessages } from '@/components/admin/messages'
import { SettingGroups } from '@/components/admin/settings/groups'
import { Holidays } from '@/components/admin/settings/holidays'
import { ownedHolidays, ownedSettings } from '@/lib/settings/data'
import { studioDate } from '@/lib/time'
import type { PanelProps } from '../panel'

/** Tab *Settings*: opening hours, tax, holds, what is advertised, counters, public holidays. */
export async function SettingsPanel(_: PanelProps) {
  const [t, settings, holidays] = [
    await getTranslations('admin.settings'),
    await ownedSettings(),
    await ownedHolidays(studioDate(new Date())),
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
