import * as z from 'zod/mini'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { keepBooking } from '@/lib/closings/keep'
import { adminChange, route } from '@/lib/route'
import { version } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: bookingParams,
    body: z.object({ version: version() }),
    change: keepBooking,
  }),
})
