import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { SettingGroups } from '@/components/admin/settings/groups'
import { SetupSteps } from '@/components/admin/setup/steps'
import { AdminMessages } from '@/components/admin/shared/messages'
import { requireRole } from '@/lib/auth/page-guards'
import { datesIn } from '@/lib/i18n/dates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { roomsForAdmin } from '@/lib/rooms/queries'
import { settingsForAdmin } from '@/lib/settings/queries'
import { setupStatus } from '@/lib/setup/queries'
import { utcMidnight } from '@/lib/time'
import { submitRoom, submitSetting } from '../settings/actions'

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const
const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** First-run set-up: every step saves by itself and can be left out. */
export default async function SetupPage() {
  await requireRole('/admin/setup', 'owner')
  const [t, locale, settings, rooms, status] = [
    await getTranslations('admin.setup'),
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await roomsForAdmin(),
    await setupStatus(new Date()),
  ]
  const format = datesIn(locale)
  const at = (instant: string | null | undefined) =>
    instant ? format.dateTime(new Date(instant), MOMENT) : ''
  const { knownUntil } = status.holidays
  return (
    <AdminMessages parts={['setup', 'settings', 'form', 'closings', 'durations']}>
      <div className="grid gap-5">
        <p className="measure text-sm text-muted">{t('intro')}</p>
        <SettingGroups
          {...settings}
          room={rooms[0]}
          only={['site', 'visit', 'tax']}
          submit={{ setting: submitSetting, room: submitRoom }}
        />
        <SetupSteps
          status={status}
          email={status.placeholders.includes('email') ? '' : settings.site.email}
          locale={locale}
          home={pathIn(locale, '/admin')}
          services={pathIn(locale, '/admin/services')}
          words={{
            checkedAt: at(status.payments.checked?.at),
            mailAt: at(status.mail.at),
            knownUntil: knownUntil ? format.dateTime(utcMidnight(knownUntil), DAY) : null,
          }}
        />
      </div>
    </AdminMessages>
  )
}
