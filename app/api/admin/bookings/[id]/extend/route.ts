import { after } from 'next/server'
import { moreMail } from '@/lib/admin/bookings/preview'
import { withPayUrl } from '@/lib/admin/bookings/queries'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { extendBooking, extensionOf } from '@/lib/bookings/extend'
import { extendBody, extendQuery } from '@/lib/bookings/schema'
import { undoOf } from '@/lib/bookings/undo'
import { followAct } from '@/lib/jobs/jobs'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'
import { needsProofToReceive } from '@/lib/settings/queries'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: bookingParams,
    query: extendQuery,
    async handle({ params, query, locale }) {
      const extension = await extensionOf(params.id, query, locale, new Date())
      if (!extension) throw new Problem('not_found')
      return json({ ...extension, mail: await moreMail(params.id, extension, new Date()) })
    },
  }),
  POST: method({
    access: 'manager',
    once: 'extensions',
    params: bookingParams,
    body: extendBody,
    proof: async ({ body: { pay, priceSen } }) =>
      typeof pay === 'object' && (await needsProofToReceive(priceSen)),
    async handle({ params, body, admin, locale }) {
      await extendBooking({ ...params, ...body, actor: admin.username, now: new Date() })
      after(followAct)
      return json({
        ...(await withPayUrl(params.id, locale)),
        undo: await undoOf(params.id, admin.username),
      })
    },
  }),
})
