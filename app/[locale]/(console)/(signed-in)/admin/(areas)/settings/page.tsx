import { requireRole } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { MethodAlerts } from '@/components/admin/attention/sections'
import { AdminMessages } from '@/components/admin/shared/messages'
import { Codes } from '@/components/admin/settings/codes'
import { SettingGroups } from '@/components/admin/settings/groups'
import { Holidays } from '@/components/admin/settings/holidays'
import { ProofForms } from '@/components/admin/settings/proof'
import { QuickReplies } from '@/components/admin/settings/replies'
import { RoomList } from '@/components/admin/settings/rooms'
import { Seasons } from '@/components/admin/settings/seasons'
import { VoiceForm } from '@/components/admin/settings/voices'
import { bookingsAhead } from '@/lib/bookings/queries'
import { everyService } from '@/lib/catalog/queries'
import { nameIn } from '@/lib/catalog/rules'
import { codesForAdmin } from '@/lib/codes/queries'
import { methodRefusals } from '@/lib/payments/queries'
import { mayAs } from '@/lib/roles'
import { roomsForAdmin } from '@/lib/rooms/queries'
import { holidaysForAdmin, settingsForAdmin } from '@/lib/settings/queries'
import { DEFAULT_HOURS } from '@/lib/studio'
import { studioDate } from '@/lib/time'
import {
  submitCode,
  submitHoliday,
  submitNewHoliday,
  submitNewRoom,
  submitRoom,
  submitSetting,
} from './actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** Opening hours, tax, holds, ways to pay, what is advertised, counters, seasons, public holidays. */
export default async function SettingsPage() {
  const { role } = await requireRole('/admin/settings', 'manager')
  const isOwner = mayAs(role, 'owner')
  const [t, setup, locale, settings, rooms, ahead, services, holidays, refusals, codes] = [
    await getTranslations('admin.settings'),
    await getTranslations('admin.setup'),
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await roomsForAdmin(),
    await bookingsAhead(new Date()),
    await everyService(),
    await holidaysForAdmin(studioDate(new Date())),
    await methodRefusals(),
    await codesForAdmin(new Date()),
  ]
  const sold = services
    .filter(({ isAddOn, state }) => !isAddOn && state !== 'retired')
    .map((service) => ({ id: service.id, name: nameIn(locale, service) }))
  const list = (
    <RoomList
      rooms={rooms}
      services={sold}
      ahead={ahead}
      submit={{ room: submitRoom, newRoom: submitNewRoom }}
    />
  )
  return (
    <AdminMessages parts={['settings', 'form', 'closings', 'durations']}>
      <div className="grid gap-5">
        <h2 className="text-xl">{t('title')}</h2>
        {isOwner && (
          <p className="text-sm text-muted">
            <Link
              href={pathIn(locale, '/admin/setup')}
              prefetch={false}
              className="inline-flex min-h-11 items-center font-medium text-fg underline underline-offset-4"
            >
              {setup('link')}
            </Link>{' '}
            {setup('linkHint')}
          </p>
        )}
        {isOwner && (
          <>
            <SettingGroups
              {...settings}
              room={rooms.length > 1 ? 'several' : rooms[0]}
              refusals={<MethodAlerts refusals={refusals} />}
              submit={{ setting: submitSetting, room: submitRoom }}
            />
            <ProofForms {...settings} submit={submitSetting} />
            <VoiceForm voices={settings.voices} submit={submitSetting} />
          </>
        )}
        <QuickReplies replies={settings.replies} submit={submitSetting} />
        <Seasons
          seasons={settings.seasons}
          usual={rooms[0]?.hours ?? DEFAULT_HOURS}
          rooms={rooms}
          submit={submitSetting}
        />
        {isOwner && (
          <Codes
            codes={codes}
            services={sold}
            bookings={pathIn(locale, '/admin/bookings')}
            submit={submitCode}
          />
        )}
        <Holidays
          holidays={holidays}
          rooms={rooms}
          submit={{ holiday: submitHoliday, newHoliday: submitNewHoliday }}
        />
        {rooms.length > 1 ? (
          list
        ) : (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-muted">
              {t('rooms.more')}
            </summary>
            {list}
          </details>
        )}
      </div>
    </AdminMessages>
  )
}
