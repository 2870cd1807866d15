import { SettingGroups } from '@/components/admin/settings/groups'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { requireRole } from '@/lib/auth/page-guards'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** How long a session may be, and how long its time is held. */
export default async function RuleSettingsPage() {
  await requireRole('/admin/settings/rules', 'owner')
  const settings = await settingsForAdmin()
  return (
    <SettingsPage page="rules">
      <SettingGroups
        {...settings}
        only={['lengths', 'hold']}
        submit={{ setting: submitSetting, room: submitRoom }}
      />
    </SettingsPage>
  )
}
