import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { AdminMessages } from '@/components/admin/shared/messages'
import { ClosedTime } from '@/components/admin/closings/closed-time'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { CrewCalendar } from '@/components/admin/calendar/crew-calendar'
import { RoomCalendar } from '@/components/admin/calendar/room-calendar'
import { roomChoices } from '@/lib/rooms/queries'
import { roomView } from '@/lib/admin/calendar/queries'
import { viewDates } from '@/lib/admin/calendar/rules'
import { standingInClosedTime } from '@/lib/closings/queries'
import { pathIn } from '@/lib/i18n/path'
import { mayAs } from '@/lib/roles'
import { isDate, studioDate } from '@/lib/time'
import { submitBlock } from './actions'

type Props = PageProps<'/[locale]/admin/calendar'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** A week or a day of a room: `?view=day&date=2026-12-01&room=2`. */
export default async function CalendarPage({ searchParams }: Props) {
  const { role } = await requireRole('/admin/calendar', 'crew')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const now = new Date()
  const today = studioDate(now)
  const view = query.view === 'day' ? 'day' : 'week'
  const date = typeof query.date === 'string' && isDate(query.date) ? query.date : today
  const { dates, previous, next } = viewDates(view, date)
  const rooms = await roomChoices(locale)
  if (!mayAs(role, 'manager')) {
    const views = await Promise.all(
      rooms.map(async ({ id, name }) =>
        (await roomView(dates, locale, id)).entries.map((entry) => ({
          ...entry,
          room: rooms.length > 1 ? name : null,
        })),
      ),
    )
    const lines = views.flat().sort((a, b) => a.from.localeCompare(b.from))
    return <CrewCalendar {...{ view, previous, next, locale, lines }} days={dates} />
  }
  const shown = rooms.find(({ id }) => String(id) === query.room) ?? rooms[0]
  const [closed, room] = await Promise.all([
    standingInClosedTime({ now, locale }),
    roomView(dates, locale, shown?.id),
  ])
  return (
    <AdminMessages
      parts={[
        ...(['calendar', 'bookings', 'list', 'durations', 'status', 'payment'] as const),
        ...(['people', 'lists', 'closings'] as const),
      ]}
    >
      <HouseRooms rooms={rooms}>
        <div className="grid gap-6">
          <ClosedTime list={closed} />
          <RoomCalendar
            path={pathIn(locale, '/admin/calendar')}
            view={view}
            date={date}
            today={today}
            previous={previous}
            next={next}
            room={room}
            locale={locale}
            rooms={rooms}
            roomId={shown?.id}
            submit={submitBlock}
          />
        </div>
      </HouseRooms>
    </AdminMessages>
  )
}
