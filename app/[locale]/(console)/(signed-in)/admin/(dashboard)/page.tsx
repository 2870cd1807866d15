import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { OpenItems } from '@/components/admin/setup/open-items'
import { isFreshInstallation, setupStatus } from '@/lib/setup/queries'
import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { toLocale } from '@/lib/i18n/routing'
import { AttentionLink, ClosedTimeLink } from '@/components/admin/attention/sections'
import { AdminMessages } from '@/components/admin/shared/messages'
import { BookingFilters } from '@/components/admin/bookings/booking-filters'
import { BookingTable, NoBookings } from '@/components/admin/bookings/booking-table'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { Pager } from '@/components/admin/shared/pager'
import { StatsSection } from '@/components/admin/stats/stats'
import { nameIn } from '@/lib/catalog/rules'
import { everyService } from '@/lib/catalog/queries'
import { listBookings } from '@/lib/admin/bookings/queries'
import { filterOf, isCursor, queryOf } from '@/lib/admin/bookings/schema'
import { areaPath } from '@/lib/admin/rules'
import { roomChoices } from '@/lib/rooms/queries'
import { pathIn } from '@/lib/i18n/path'
import { attentionCount } from '@/lib/admin/attention/queries'
import { closedTimeCount } from '@/lib/closings/queries'
import { studioStats } from '@/lib/admin/stats/queries'

const PAGE_SIZE = 50

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function BookingsPage({ searchParams }: PageProps<'/[locale]/admin'>) {
  await requireRole('/admin', 'manager')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  if (await isFreshInstallation()) redirect(pathIn(locale, '/admin/setup'))
  const filter = filterOf(query)
  const cursor = typeof query.cursor === 'string' && isCursor(query.cursor) ? query.cursor : null
  await connection() // the clock below is that of the request
  const now = new Date()
  const [{ rows: bookings, nextCursor }, waiting, closed, services, rooms, stats, setup, t] =
    await Promise.all([
      listBookings({ limit: PAGE_SIZE, cursor, filter, locale }),
      attentionCount(),
      closedTimeCount(now),
      everyService(),
      roomChoices(locale),
      studioStats(locale, now),
      setupStatus(now),
      getTranslations('admin.list'),
    ])
  const path = pathIn(locale, '/admin')
  const currentQuery = queryOf(filter).toString()
  const names = services
    .filter((service) => !service.isAddOn)
    .map((service) => ({ id: service.id, name: nameIn(locale, service) }))
  return (
    <div className="grid gap-6">
      <AttentionLink count={waiting} href={pathIn(locale, areaPath('attention'))} />
      <ClosedTimeLink count={closed} href={`${pathIn(locale, areaPath('calendar'))}#closed-time`} />
      <OpenItems status={setup} />
      <StatsSection stats={stats} />
      <AdminMessages
        parts={[
          'bookings',
          'filters',
          'list',
          'columns',
          'durations',
          'status',
          'payment',
          'people',
          'lists',
        ]}
      >
        <div className="grid gap-4">
          <BookingFilters path={path} query={currentQuery} services={names} />
          <HouseRooms rooms={rooms}>
            {bookings.length > 0 ? (
              <BookingTable bookings={bookings} />
            ) : (
              <NoBookings
                filtered={currentQuery !== '' || cursor !== null}
                bookingPage={pathIn(locale, '/booking')}
                path={path}
              />
            )}
          </HouseRooms>
          <Pager
            label={t('pages')}
            path={path}
            query={Object.fromEntries(queryOf(filter))}
            cursor={cursor}
            nextCursor={nextCursor}
            newest={t('newest')}
            older={t('older')}
          />
        </div>
      </AdminMessages>
    </div>
  )
}
