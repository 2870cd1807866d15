import { locale as rootLocale } from 'next/root-params'
import { SettingGroups } from '@/components/admin/settings/groups'
import { Feeds } from '@/components/admin/settings/feeds'
import { RoomList } from '@/components/admin/settings/rooms'
import { FoldedSettings } from '@/components/admin/settings/section'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { feedsForAdmin } from '@/lib/admin/feeds/queries'
import { requireRole } from '@/lib/auth/page-guards'
import { bookingsAhead } from '@/lib/bookings/queries'
import { everyService } from '@/lib/catalog/queries'
import { namedSessions } from '@/lib/catalog/rules'
import { toLocale } from '@/lib/i18n/routing'
import { mayAs } from '@/lib/roles'
import { roomsForAdmin } from '@/lib/rooms/queries'
import { settingsForAdmin } from '@/lib/settings/queries'
import { submitFeed, submitNewRoom, submitRoom, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** When the studio is open, when its office works, its rooms, and the calendars that block them. */
export default async function HoursSettingsPage() {
  const { role } = await requireRole('/admin/settings/hours', 'manager')
  const now = new Date()
  const [locale, settings, rooms, ahead, services, feeds] = [
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await roomsForAdmin(),
    await bookingsAhead(now),
    await everyService(),
    await feedsForAdmin(now),
  ]
  const isOwner = mayAs(role, 'owner')
  const submit = { setting: submitSetting, room: submitRoom }
  return (
    <SettingsPage page="hours">
      {isOwner && (
        <SettingGroups
          {...settings}
          only={[]}
          room={rooms.length > 1 ? 'several' : rooms[0]}
          submit={submit}
        />
      )}
      <RoomList
        rooms={rooms}
        services={namedSessions(locale, services)}
        ahead={ahead}
        submit={{ room: submitRoom, newRoom: submitNewRoom }}
      />
      <FoldedSettings>
        {isOwner && <SettingGroups {...settings} only={['office']} submit={submit} />}
        <Feeds
          feeds={feeds}
          rooms={rooms.map(({ id, name }) => ({ id, name }))}
          submit={submitFeed}
        />
      </FoldedSettings>
    </SettingsPage>
  )
}
