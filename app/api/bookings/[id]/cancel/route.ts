import { after } from 'next/server'
import { cancelledBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, adminCancelBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { followAct } from '@/lib/jobs/jobs'
import { cancelBooking } from '@/lib/bookings/cancel'
import { undoOf } from '@/lib/bookings/undo'

/** Seconds that a platform gives the call: it waits until the act can no longer be taken back. */
export const maxDuration = 30

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: bookingParams,
    body: adminCancelBody,
    proof: ({ body }) => body.refund === 'full',
    async handle({ params, body, admin, locale }) {
      const booking = await cancelBooking({
        id: params.id,
        ...body,
        actor: admin.username,
        now: new Date(),
      })
      after(followAct)
      const undo = await undoOf(params.id, admin.username)
      return json({ ...(await cancelledBooking(booking, locale)), undo })
    },
  }),
})
