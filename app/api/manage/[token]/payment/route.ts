import { after } from 'next/server'
import * as z from 'zod/mini'
import { secretOfUnpaid } from '@/lib/bookings/client-secret'
import { openIntentOfToken, paidByCompany, payableByToken } from '@/lib/bookings/manage'
import { manageParams, payerParams, unpaidBody } from '@/lib/bookings/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'
import { isReadAtStripe } from '../../../payment-read'

async function bookingToPay(token: string): Promise<number> {
  const bookingId = await payableByToken(token)
  if (bookingId === null) throw new Problem('not_found')
  return bookingId
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  // What a company's payer sees (docs/decisions/059).
  GET: method({
    access: 'public',
    limit: { name: 'manage-payment-read', max: 240, seconds: 600 },
    params: payerParams,
    async handle({ params, locale }) {
      const intent = await openIntentOfToken(params.token)
      const isCurrent = intent !== null && (await isReadAtStripe(intent))
      if (isCurrent) after(deliverDueMails)
      const booking = await paidByCompany(params.token, locale, new Date(), isCurrent)
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
  POST: method({
    access: 'public',
    limit: { name: 'manage-payment', max: 40, seconds: 600 },
    params: z.union([manageParams, payerParams]),
    before: async ({ params: { token } }) => void (await bookingToPay(token)),
    body: unpaidBody,
    async handle({ params: { token }, body }) {
      const bookingId = await bookingToPay(token)
      const input = { bookingId, amountSen: body.amount ?? null }
      const isPayers = payerParams.safeParse({ token }).success
      return json({ clientSecret: await secretOfUnpaid(input, isPayers), holdExpiresAt: null })
    },
  }),
})
