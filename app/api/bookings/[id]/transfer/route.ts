import { after } from 'next/server'
import { chooseTransfer } from '@/lib/bookings/transfer'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, route } from '@/lib/route'

/** The visitor pays for what they hold by transfer, and not here. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'choose-transfer', max: 20, seconds: 600 },
    params: byId,
    async handle({ params: { id }, visitor }) {
      const choice = { bookingId: id, visitorHash: visitor.hash, now: new Date() }
      const chosen = await chooseTransfer(choice)
      after(deliverDueMails)
      return json(chosen)
    },
  }),
})
