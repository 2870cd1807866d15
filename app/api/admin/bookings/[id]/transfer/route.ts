import { after } from 'next/server'
import { bookingParams, transferBody } from '@/lib/admin/bookings/schema'
import { receiveTransfer, refuseTransfer } from '@/lib/bookings/transfer'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { method, noContent, route } from '@/lib/route'

/** Whether the money of a transfer is in the account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    proof: true,
    params: bookingParams,
    body: transferBody,
    async handle({ params: { id }, body: { received, version }, admin }) {
      const decision = { id, version, actor: admin.username, now: new Date() }
      await (received ? receiveTransfer(decision) : refuseTransfer(decision))
      after(deliverDueMails)
      return noContent()
    },
  }),
})
