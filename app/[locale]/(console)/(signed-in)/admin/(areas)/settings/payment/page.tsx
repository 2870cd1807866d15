import { MethodAlerts } from '@/components/admin/attention/sections'
import { AccountChanged } from '@/components/admin/settings/account-change'
import { SettingGroups } from '@/components/admin/settings/groups'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { requireRole } from '@/lib/auth/page-guards'
import { methodRefusals } from '@/lib/payments/queries'
import { settingsForAdmin, unconfirmedAccount } from '@/lib/settings/queries'
import { submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** How customers pay, and what an e-invoice says of the seller. */
export default async function PaymentSettingsPage() {
  await requireRole('/admin/settings/payment', 'owner')
  const [settings, refusals, changed] = [
    await settingsForAdmin(),
    await methodRefusals(),
    await unconfirmedAccount(),
  ]
  const submit = { setting: submitSetting, room: submitRoom }
  return (
    <SettingsPage page="payment">
      {changed && <AccountChanged change={changed} canConfirm />}
      <SettingGroups
        {...settings}
        only={['methods']}
        refusals={<MethodAlerts refusals={refusals} />}
        submit={submit}
      />
      <FoldedSettings>
        <SettingGroups {...settings} only={['transfer', 'received', 'einvoice']} submit={submit} />
      </FoldedSettings>
    </SettingsPage>
  )
}
