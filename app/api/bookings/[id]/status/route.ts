import { after } from 'next/server'
import { toAdminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, statusBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { followAct } from '@/lib/jobs/jobs'
import { setStatus } from '@/lib/bookings/set-status'
import { undoOf } from '@/lib/bookings/undo'

/** Seconds that a platform gives the call: it waits until the act can no longer be taken back. */
export const maxDuration = 30

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: bookingParams,
    body: statusBody,
    async handle({ params, body, admin, locale }) {
      const booking = await setStatus({
        id: params.id,
        ...body,
        actor: admin.username,
        now: new Date(),
      })
      after(followAct)
      const undo = await undoOf(params.id, admin.username)
      return json({ ...toAdminBooking(booking, locale), undo })
    },
  }),
})
