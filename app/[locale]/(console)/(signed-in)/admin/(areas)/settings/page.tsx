import { getFormatter, getMessages, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { Link } from '@/components/admin/frame/link'
import {
  SETTING_PAGE_NAMES,
  seesPage,
  settingPath,
  type SettingPage,
} from '@/components/admin/settings/places'
import { settingIndex } from '@/components/admin/settings/search-index'
import { SettingsSearch } from '@/components/admin/settings/settings-search'
import { settingStates } from '@/components/admin/settings/states'
import { AdminMessages } from '@/components/admin/shared/messages'
import { requireRole } from '@/lib/auth/page-guards'
import { codeTime } from '@/lib/auth/queries'
import { listUsers } from '@/lib/auth/users/queries'
import { codesForAdmin } from '@/lib/codes/queries'
import { datesIn } from '@/lib/i18n/dates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { mayAs } from '@/lib/roles'
import { roomsForAdmin } from '@/lib/rooms/queries'
import { holidaysForAdmin, settingsForAdmin } from '@/lib/settings/queries'
import { addDays, studioDate } from '@/lib/time'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

const YEARS_AHEAD = 2

/** A search over all settings, and their pages with what each of them says now. */
export default async function SettingsIndexPage() {
  const { role } = await requireRole('/admin/settings', 'manager')
  const now = new Date()
  const today = studioDate(now)
  const [t, setup, words, format, locale] = [
    await getTranslations('admin.settingsIndex'),
    await getTranslations('admin.setup'),
    await getMessages(),
    await getFormatter(),
    toLocale(await rootLocale()),
  ]
  const [settings, rooms, holidays] = [
    await settingsForAdmin(),
    await roomsForAdmin(),
    await holidaysForAdmin(today, addDays(today, 365 * YEARS_AHEAD)),
  ]
  const isOwner = mayAs(role, 'owner')
  const people = isOwner ? await listUsers(await codeTime()) : null
  const codes = isOwner ? await codesForAdmin(now) : []
  const states = settingStates({
    ...{ settings, rooms, codes, people, locale, dates: datesIn(locale), list: format.list },
    holiday: holidays[0],
    t: await getTranslations('admin.settingsIndex.states'),
    kinds: await getTranslations('admin.settings.tax.kinds'),
    hours: await getTranslations('admin.settings.seasons'),
  })
  const titles = Object.fromEntries(
    SETTING_PAGE_NAMES.map((page) => [page, t(`pages.${page}.title`)]),
  ) as Record<SettingPage, string>
  return (
    <AdminMessages parts={['settingsIndex']}>
      <SettingsSearch
        locale={locale}
        index={settingIndex(role, words.admin.settings, titles, (path) => pathIn(locale, path))}
      >
        <div className="grid gap-4">
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {SETTING_PAGE_NAMES.filter((page) => seesPage(role, page)).map((page) => (
              <li key={page}>
                <Link
                  href={pathIn(locale, settingPath(page))}
                  className="grid h-full content-start gap-1 rounded-lg border border-line bg-card p-4 hover:border-muted"
                >
                  <span className="font-semibold">{titles[page]}</span>
                  <span className="text-sm text-muted">{t(`pages.${page}.about`)}</span>
                  <span className="figures text-sm wrap-anywhere">{states[page]}</span>
                </Link>
              </li>
            ))}
          </ul>
          {isOwner && (
            <p className="text-sm text-muted">
              <Link
                href={pathIn(locale, '/admin/setup')}
                className="inline-flex min-h-11 items-center font-medium text-fg underline underline-offset-4"
              >
                {setup('link')}
              </Link>{' '}
              {setup('linkHint')}
            </p>
          )}
        </div>
      </SettingsSearch>
    </AdminMessages>
  )
}
