import { SettingGroups } from '@/components/admin/settings/groups'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { requireRole } from '@/lib/auth/page-guards'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** Who the studio is, and how visitors find the way to it. */
export default async function StudioSettingsPage() {
  await requireRole('/admin/settings/studio', 'owner')
  const settings = await settingsForAdmin()
  const submit = { setting: submitSetting, room: submitRoom }
  return (
    <SettingsPage page="studio">
      <SettingGroups {...settings} only={['site']} submit={submit} />
      <FoldedSettings>
        <SettingGroups {...settings} only={['visit']} submit={submit} />
      </FoldedSettings>
    </SettingsPage>
  )
}
