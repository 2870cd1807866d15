import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { AdminMessages } from '@/components/admin/shared/messages'
import { ClosedTimeLink } from '@/components/admin/attention/sections'
import { ClosedTime } from '@/components/admin/closings/closed-time'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { CrewCalendar } from '@/components/admin/calendar/crew-calendar'
import { MonthCalendar } from '@/components/admin/calendar/month-calendar'
import { StudioCalendar } from '@/components/admin/calendar/studio-calendar'
import { roomChoices } from '@/lib/rooms/queries'
import { monthView, roomsView } from '@/lib/admin/calendar/queries'
import { CALENDAR_VIEWS, viewDates } from '@/lib/admin/calendar/rules'
import { standingInClosedTime } from '@/lib/closings/queries'
import { pathIn } from '@/lib/i18n/path'
import { mayAs } from '@/lib/roles'
import type { Locale } from '@/lib/i18n/routing'
import { isDate, studioDate, studioTime } from '@/lib/time'
import { submitBlock } from './actions'

type Props = PageProps<'/[locale]/admin/calendar'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/**
 * A day of all rooms, a week of one, or a month: `?view=week&date=2026-12-01&room=2`. Crew have the
 * lists of a week or a day.
 */
export default async function CalendarPage({ searchParams }: Props) {
  const { role } = await requireRole('/admin/calendar', 'crew')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const now = new Date()
  const today = studioDate(now)
  const date = typeof query.date === 'string' && isDate(query.date) ? query.date : today
  if (!mayAs(role, 'manager'))
    return <CrewWeek view={query.view === 'day' ? 'day' : 'week'} {...{ date, locale }} />
  const view = CALENDAR_VIEWS.find((one) => one === query.view) ?? 'day'
  const { dates } = viewDates(view, date)
  const rooms = await roomChoices(locale)
  const shown = rooms.find(({ id }) => String(id) === query.room) ?? rooms[0]
  const inWeek = view === 'week' && shown ? { roomIds: [shown.id] } : {}
  const [closed, grid, month] = await Promise.all([
    standingInClosedTime({ now, locale }),
    view === 'month' ? null : roomsView({ dates, locale, ...inWeek, seesMoney: true }),
    view === 'month' ? monthView(dates, locale) : null,
  ])
  return (
    <AdminMessages
      parts={[
        ...(['calendar', 'bookings', 'list', 'durations', 'status', 'payment'] as const),
        ...(['people', 'lists', 'closings', 'sheet', 'record'] as const),
      ]}
    >
      <HouseRooms rooms={rooms}>
        <div className="grid gap-6">
          <ClosedTimeLink count={closed.count} href="#closed-time" />
          <StudioCalendar
            {...{ view, date, today, locale, rooms }}
            roomId={shown?.id}
            shown={grid}
            time={studioTime(now)}
            submit={submitBlock}
          >
            {month && (
              <MonthCalendar
                path={pathIn(locale, '/admin/calendar')}
                days={month}
                today={today}
                locale={locale}
              />
            )}
          </StudioCalendar>
          <ClosedTime list={closed} />
        </div>
      </HouseRooms>
    </AdminMessages>
  )
}

type CrewProps = { view: 'week' | 'day'; date: string; locale: Locale }

async function CrewWeek({ view, date, locale }: CrewProps) {
  const { dates, previous, next } = viewDates(view, date)
  const rooms = await roomChoices(locale)
  const { entries } = await roomsView({ dates, locale, seesMoney: false })
  const lines = entries
    .map((entry) => ({
      ...entry,
      room: rooms.length > 1 ? (rooms.find(({ id }) => id === entry.roomId)?.name ?? null) : null,
    }))
    .sort((a, b) => a.from.localeCompare(b.from))
  return <CrewCalendar {...{ view, date, previous, next, locale, lines }} days={dates} />
}
