import { toAdminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, contactDetailsBody } from '@/lib/admin/bookings/schema'
import { correctContact } from '@/lib/bookings/contact'
import { adminChange, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: bookingParams,
    body: contactDetailsBody,
    change: async ({ body, locale, id, version, actor }) =>
      toAdminBooking(await correctContact({ ...body, id, version, actor }), locale),
  }),
})
