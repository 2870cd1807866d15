import { recordExport } from '@/lib/audit/record'
import { exportBookings } from '@/lib/admin/bookings/queries'
import { bookingFilter } from '@/lib/admin/bookings/schema'
import { streamed } from '@/lib/http/streamed'
import { method, route } from '@/lib/route'
import { studioDate } from '@/lib/time'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: bookingFilter,
    async handle({ query, admin }) {
      const now = new Date()
      await recordExport(admin.username, 'booking', query)
      const disposition = `attachment; filename="bookings-${studioDate(now)}.csv"`
      return new Response(streamed(exportBookings(query)), {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition },
      })
    },
  }),
})
