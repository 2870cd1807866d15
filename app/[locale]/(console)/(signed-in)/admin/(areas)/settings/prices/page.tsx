import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { Link } from '@/components/admin/frame/link'
import { Codes } from '@/components/admin/settings/codes'
import { SettingGroups } from '@/components/admin/settings/groups'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { requireRole } from '@/lib/auth/page-guards'
import { everyService } from '@/lib/catalog/queries'
import { namedSessions } from '@/lib/catalog/rules'
import { codesForAdmin } from '@/lib/codes/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitCode, submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** The tax on prices and the codes that lower them; the prices have a page of their own. */
export default async function PriceSettingsPage() {
  await requireRole('/admin/settings/prices', 'owner')
  const [t, locale, settings, services, codes] = [
    await getTranslations('admin.settingsIndex'),
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await everyService(),
    await codesForAdmin(new Date()),
  ]
  return (
    <SettingsPage page="prices">
      <Link
        href={pathIn(locale, '/admin/prices')}
        className="inline-flex min-h-11 items-center justify-self-start font-medium underline underline-offset-4"
      >
        {t('services')}
      </Link>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FoldedSettings>
          <SettingGroups
            {...settings}
            only={['tax']}
            submit={{ setting: submitSetting, room: submitRoom }}
          />
        </FoldedSettings>
        <Codes
          codes={codes}
          services={namedSessions(locale, services)}
          bookings={pathIn(locale, '/admin/bookings')}
          submit={submitCode}
        />
      </div>
    </SettingsPage>
  )
}
