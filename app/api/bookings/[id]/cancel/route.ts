import * as z from 'zod/mini'
import { toBookingDto } from '@/lib/bookings/data'
import { cancelBody } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/http'
import { cancelBooking } from '@/lib/payments/cancellations'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: cancelBody,
    async handle({ params, body, admin }) {
      const booking = await cancelBooking({ id: params.id, refund: body.refund, actor: admin?.username ?? '', now: new Date() })
      return json(toBookingDto(booking))
    },
  }),
})
