import { date } from '@/lib/text'
import { after } from 'next/server'
import * as z from 'zod/mini'
import { availability } from '@/lib/availability/queries'
import { bookingOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'
import { expireElapsedHolds } from '@/lib/jobs/jobs'
import { Problem } from '@/lib/problem'

/**
 * The start times that the booking could be moved to, ignoring its own reservation
 * (docs/decisions/020 B9).
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-read', max: 240, seconds: 600 },
    params: manageParams,
    query: z.object({ date: date() }),
    async handle({ params, query, locale }) {
      const booking = await bookingOfToken(params.token)
      if (!booking) throw new Problem('not_found')
      const { id, roomIds, duration, hours, horizonDays } = booking
      const question = {
        roomIds,
        duration,
        hours,
        horizonDays,
        ignoring: id,
        visitorHash: null,
        now: new Date(),
      }
      const { dto, expiredHolds } = await availability(query.date, locale, question)
      if (expiredHolds) after(expireElapsedHolds)
      return json(dto)
    },
  }),
})
