import { SettingGroups } from '@/components/admin/settings/groups'
import { ProofForms } from '@/components/admin/settings/proof'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { VoiceForm } from '@/components/admin/settings/voices'
import { requireRole } from '@/lib/auth/page-guards'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** What visitors see of the studio beside what it sells. */
export default async function WebsiteSettingsPage() {
  await requireRole('/admin/settings/website', 'owner')
  const settings = await settingsForAdmin()
  return (
    <SettingsPage page="website">
      <FoldedSettings>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SettingGroups
            {...settings}
            only={['marketing', 'counters']}
            submit={{ setting: submitSetting, room: submitRoom }}
          />
          <ProofForms {...settings} submit={submitSetting} />
          <VoiceForm voices={settings.voices} submit={submitSetting} />
        </div>
      </FoldedSettings>
    </SettingsPage>
  )
}
