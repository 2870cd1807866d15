import { after } from 'next/server'
import { bookingParams, transferBody } from '@/lib/admin/bookings/schema'
import { awaitedTransferSen, receiveTransfer, refuseTransfer } from '@/lib/bookings/transfer'
import { undoOf } from '@/lib/bookings/undo'
import { deliverDueMails, followAct } from '@/lib/jobs/jobs'
import { json, method, route } from '@/lib/route'
import { needsProofToReceive } from '@/lib/settings/queries'

/** Seconds that a platform gives the call: it waits until the act can no longer be taken back. */
export const maxDuration = 30

/** Whether the money of a transfer is in the account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    params: bookingParams,
    body: transferBody,
    proof: async ({ params, body: { received, amountSen } }) =>
      received && (await needsProofToReceive(amountSen ?? (await awaitedTransferSen(params.id)))),
    async handle({ params: { id }, body: { received, version, ...money }, admin }) {
      const decision = { id, version, actor: admin.username, now: new Date() }
      await (received ? receiveTransfer({ ...decision, ...money }) : refuseTransfer(decision))
      if (received) after(followAct)
      else after(deliverDueMails)
      return json({ id, undo: await undoOf(id, admin.username) })
    },
  }),
})
