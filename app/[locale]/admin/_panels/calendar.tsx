import { currentTax } from '@/lib/settings/data'
import { AdminMessages } from '@/components/admin/messages'
import { RoomCalendar } from '@/components/desk/room-calendar'
import { nameIn } from '@/lib/bookings/data'
import { listServices } from '@/lib/catalog/data'
import { roomView } from '@/lib/calendar/data'
import { viewDates } from '@/lib/calendar/rules'
import { pathIn } from '@/lib/i18n/path'
import { toSen } from '@/lib/money'
import { isDate, studioDate } from '@/lib/time'
import type { PanelProps } from '../panel'

const sen = (decimal: string | null) => (decimal === null ? null : toSen(decimal))

/** A week or a day of the room: `?tab=calendar&view=day&date=2026-12-01`. */
export async function CalendarPanel({ query, locale }: PanelProps) {
  const now = new Date()
  const today = studioDate(now)
  const view = query.view === 'day' ? 'day' : 'week'
  const date = typeof query.date === 'string' && isDate(query.date) ? query.date : today
  const { dates, previous, next } = viewDates(view, date)
  const [room, services, tax] = await Promise.all([
    roomView(dates, locale),
    listServices(),
    currentTax(),
  ])
  const offered = services
    .filter((service) => !service.isAddOn)
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
      parts={['calendar', 'bookings', 'list', 'durations', 'status', 'payment', 'people', 'lists']}
    >
      <RoomCalendar
        path={pathIn(locale, '/admin')}
        view={view}
        date={date}
        today={today}
        previous={previous}
        next={next}
        room={room}
        services={offered}
        tax={tax}
        locale={locale}
      />
    </AdminMessages>
  )
}
