import { bookingAs } from '@/lib/admin/bookings/queries'
import { arrivalBody, bookingParams } from '@/lib/admin/bookings/schema'
import { setArrival } from '@/lib/bookings/arrival'
import { undoOf } from '@/lib/bookings/undo'
import { Problem } from '@/lib/problem'
import { mayAs } from '@/lib/roles'
import { adminChange, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'crew',
    params: bookingParams,
    body: arrivalBody,
    async change({ body, locale, role, ...change }) {
      // What is freed is sold to somebody else.
      if (body.freeRoom && !mayAs(role, 'manager')) throw new Problem('not_allowed')
      return {
        ...bookingAs(role, await setArrival({ ...change, ...body }), locale),
        undo: await undoOf(change.id, change.actor),
      }
    },
  }),
})
