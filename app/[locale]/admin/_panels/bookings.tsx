import { AttentionLink } from '@/components/admin/attention/attention-link'
import { AdminMessages } from '@/components/admin/messages'
import { BookingFilters } from '@/components/desk/booking-filters'
import { BookingTable, NoBookings } from '@/components/desk/booking-table'
import { ListPages } from '@/components/desk/list-links'
import { StatsSection } from '@/components/desk/stats'
import { nameIn } from '@/lib/bookings/data'
import { listServices } from '@/lib/catalog/data'
import { listBookings } from '@/lib/desk/data'
import { filterOf, isCursor, queryOf } from '@/lib/desk/schema'
import { pathIn } from '@/lib/i18n/path'
import { attentionCount } from '@/lib/payments/attention'
import { studioStats } from '@/lib/stats/data'
import type { PanelProps } from '../panel'

const PAGE_SIZE = 50

export async function BookingsPanel({ query, locale }: PanelProps) {
  const filter = filterOf(query)
  const cursor = typeof query.cursor === 'string' && isCursor(query.cursor) ? query.cursor : null
  const now = new Date()
  const [{ bookings, nextCursor }, waiting, services, stats] = await Promise.all([
    listBookings({ limit: PAGE_SIZE, cursor, filter }),
    attentionCount(),
    listServices(),
    studioStats(locale, now),
  ])
  const path = pathIn(locale, '/admin')
  const asked = queryOf(filter).toString()
  const names = services
    .filter((service) => !service.isAddOn)
    .map((service) => ({ id: service.id, name: nameIn(locale, service) }))
  return (
    <div className="grid gap-6">
      <AttentionLink count={waiting} href={`${path}?tab=attention`} />
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
          <BookingFilters path={path} query={asked} services={names} />
          {bookings.length > 0 ? (
            <BookingTable bookings={bookings} />
          ) : (
            <NoBookings
              filtered={asked !== '' || cursor !== null}
              bookingPage={pathIn(locale, '/booking')}
              path={path}
            />
          )}
          <ListPages path={path} query={asked} cursor={cursor} nextCursor={nextCursor} />
        </div>
      </AdminMessages>
    </div>
  )
}
