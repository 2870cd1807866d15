import { after } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { chooseTransfer } from '@/lib/bookings/transfer'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, route } from '@/lib/route'

/** The visitor pays for what they hold by transfer, and not here. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'choose-transfer', max: 20, seconds: 600 },
    params: byId,
    async handle({ request, params: { id }, visitor }) {
      const provenEmail = await provenEmailOf(request)
      const choice = { bookingId: id, visitorHash: visitor.hash, provenEmail, now: new Date() }
      const chosen = await chooseTransfer(choice)
      after(deliverDueMails)
      return json(chosen)
    },
  }),
})
