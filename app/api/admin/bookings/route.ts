import { after } from 'next/server'
import { withPayUrl } from '@/lib/admin/bookings/queries'
import { adminBookingSen, createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingCall } from '@/lib/bookings/schema'
import { withIdempotencyKey } from '@/lib/http/idempotency'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { needsProofToReceive } from '@/lib/settings/queries'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    body: adminBookingCall,
    proof: async ({ body }) =>
      typeof body.paid === 'object' &&
      (await needsProofToReceive(await adminBookingSen(body, new Date()))),
    async handle({ request, body, admin, locale }) {
      const question = {
        endpoint: 'admin-bookings',
        key: request.headers.get('idempotency-key'),
        body,
        email: body.email,
        visitorToken: admin.username,
        hasCookie: true,
      }
      const answer = await withIdempotencyKey(question, async (visitorToken) => {
        const made = await createAdminBooking(body, { actor: admin.username, now: new Date() })
        return { status: 201, body: { id: made.id }, visitorToken }
      })
      after(deliverDueMails)
      return json(await withPayUrl((answer.body as { id: number }).id, locale), answer.status)
    },
  }),
})
