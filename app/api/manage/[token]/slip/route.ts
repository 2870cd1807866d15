import { manageParams } from '@/lib/bookings/schema'
import { bookingOfSlip, keepSlip } from '@/lib/bookings/transfer'
import { countOnPurchase } from '@/lib/http/purchase-limits'
import { readUpload } from '@/lib/http/request'
import { method, noContent, route } from '@/lib/route'
import { SLIP_LIMIT } from '@/lib/uploads/rules'

/** A bank's slip as multipart form data, field `file`: a PDF, a JPEG or a PNG. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-slip', max: 10, seconds: 600 },
    params: manageParams,
    // Before its megabytes are read, for which the server waits three minutes.
    async before({ params: { token } }) {
      await countOnPurchase('slip', { bookingId: await bookingOfSlip(token) })
    },
    async handle({ request, params: { token } }) {
      await keepSlip({ token, bytes: await readUpload(request, SLIP_LIMIT) })
      return noContent()
    },
  }),
})
