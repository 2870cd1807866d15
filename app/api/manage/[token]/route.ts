import { after } from 'next/server'
import { managedBooking, openIntentOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { Problem } from '@/lib/problem'
import { isReadAtStripe } from '../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-read', max: 240, seconds: 600 },
    params: manageParams,
    async handle({ params, locale }) {
      const intent = await openIntentOfToken(params.token)
      const isCurrent = intent !== null && (await isReadAtStripe(intent))
      if (isCurrent) after(deliverDueMails)
      const booking = await managedBooking(params.token, locale, new Date(), isCurrent)
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
})
