import { after } from 'next/server'
import { managedBooking, openIntentOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { syncPayment } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import { settlements } from '@/lib/settlements'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-read', max: 240, seconds: 600 },
    params: manageParams,
    async handle({ params, locale }) {
      const intent = await openIntentOfToken(params.token)
      // The webhook may be late or lost, so the intent is read at Stripe; while Stripe is away the
      // database's state is used.
      const isCurrent = intent !== null && (await isRead(intent))
      if (isCurrent) after(deliverDueMails)
      const booking = await managedBooking(params.token, locale, new Date(), isCurrent)
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
})

const isRead = (intent: string): Promise<boolean> =>
  syncPayment(settlements, intent).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'unavailable') return false
      throw error
    },
  )
