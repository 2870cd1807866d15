import { SettingGroups } from '@/components/admin/settings/groups'
import { QuickReplies } from '@/components/admin/settings/replies'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { requireRole } from '@/lib/auth/page-guards'
import { mayAs } from '@/lib/roles'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** The mails that the studio gets, and the replies that the inbox offers. */
export default async function MailSettingsPage() {
  const { role } = await requireRole('/admin/settings/mail', 'manager')
  const settings = await settingsForAdmin()
  return (
    <SettingsPage page="mail">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {mayAs(role, 'owner') && (
          <SettingGroups
            {...settings}
            only={['notices']}
            submit={{ setting: submitSetting, room: submitRoom }}
          />
        )}
        <FoldedSettings>
          <QuickReplies replies={settings.replies} submit={submitSetting} />
        </FoldedSettings>
      </div>
    </SettingsPage>
  )
}
