import { after } from 'next/server'
import { adminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, adminRescheduleBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { followAct } from '@/lib/jobs/jobs'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { undoOf } from '@/lib/bookings/undo'

/** Seconds that a platform gives the call: it waits until the act can no longer be taken back. */
export const maxDuration = 30

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: bookingParams,
    body: adminRescheduleBody,
    async handle({ params, body, admin, locale }) {
      const isMoved = await rescheduleBooking({
        id: params.id,
        ...body,
        by: 'admin',
        actor: admin.username,
        now: new Date(),
      })
      if (isMoved) after(followAct)
      const undo = await undoOf(params.id, admin.username)
      return json({ ...(await adminBooking(params.id, locale)), isMoved, undo })
    },
  }),
})
