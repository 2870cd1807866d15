import { bookingAs } from '@/lib/admin/bookings/queries'
import { arrivalBody, bookingParams } from '@/lib/admin/bookings/schema'
import { setArrival } from '@/lib/bookings/arrival'
import { undoOf } from '@/lib/bookings/undo'
import { adminChange, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'crew',
    params: bookingParams,
    body: arrivalBody,
    change: async ({ body, locale, role, ...change }) => ({
      ...bookingAs(role, await setArrival({ ...change, ...body }), locale),
      undo: await undoOf(change.id, change.actor),
    }),
  }),
})
