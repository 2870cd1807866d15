import { recordExport } from '@/lib/audit/record'
import { exportBookings } from '@/lib/admin/bookings/queries'
import { bookingFilter } from '@/lib/admin/bookings/schema'
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
      const lines = exportBookings(query)
      const encoder = new TextEncoder()
      // Streamed page by page: a hundred thousand bookings are never in memory at once.
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { value, done } = await lines.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        },
        cancel: async () => void (await lines.return(undefined)),
      })
      const disposition = `attachment; filename="bookings-${studioDate(now)}.csv"`
      return new Response(body, {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition },
      })
    },
  }),
})
