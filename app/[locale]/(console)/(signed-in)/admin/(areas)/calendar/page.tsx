import { requireAdmin } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { currentSetting, currentTax } from '@/lib/settings/queries'
import { AdminMessages } from '@/components/admin/shared/messages'
import { ClosedTime } from '@/components/admin/closings/closed-time'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { RoomCalendar } from '@/components/admin/calendar/room-calendar'
import { nameIn } from '@/lib/catalog/rules'
import { everyService } from '@/lib/catalog/queries'
import { roomChoices } from '@/lib/rooms/queries'
import { roomView } from '@/lib/admin/calendar/queries'
import { viewDates } from '@/lib/admin/calendar/rules'
import { standingInClosedTime } from '@/lib/closings/queries'
import { pathIn } from '@/lib/i18n/path'
import { toSen } from '@/lib/money'
import { isDate, studioDate } from '@/lib/time'

const sen = (decimal: string | null) => (decimal === null ? null : toSen(decimal))

type Props = PageProps<'/[locale]/admin/calendar'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** A week or a day of a room: `?view=day&date=2026-12-01&room=2`. */
export default async function CalendarPage({ searchParams }: Props) {
  await requireAdmin('/admin/calendar')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const now = new Date()
  const today = studioDate(now)
  const view = query.view === 'day' ? 'day' : 'week'
  const date = typeof query.date === 'string' && isDate(query.date) ? query.date : today
  const { dates, previous, next } = viewDates(view, date)
  const rooms = await roomChoices(locale)
  const shown = rooms.find(({ id }) => String(id) === query.room) ?? rooms[0]
  const [closed, room, services, tax, { severalHours }] = await Promise.all([
    standingInClosedTime({ now, locale }),
    roomView(dates, locale, shown?.id),
    everyService(),
    currentTax(),
    currentSetting('lengths'),
  ])
  const offered = services
    .filter((service) => !service.isAddOn && service.state !== 'retired')
    .map((service) => ({
      id: service.id,
      name: nameIn(locale, service),
      rates: {
        hourly: sen(service.hourlyRate) ?? 0,
        halfDay: sen(service.halfDayRate),
        fullDay: sen(service.fullDayRate),
        weekly: sen(service.weeklyRate),
      },
    }))
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
            services={offered}
            tax={tax}
            severalHours={severalHours}
            locale={locale}
            rooms={rooms}
            roomId={shown?.id}
          />
        </div>
      </HouseRooms>
    </AdminMessages>
  )
}
