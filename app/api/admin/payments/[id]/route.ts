import { linkPayment, markHandled } from '@/lib/admin/attention/handle'
import { paymentAlert } from '@/lib/admin/attention/queries'
import { attentionBody } from '@/lib/admin/attention/schema'
import { adminChange, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    proof: true,
    params: byId,
    body: attentionBody,
    async change({ body: { bookingId = null, orderId = null, money, note }, ...call }) {
      if (bookingId === null && orderId === null) await markHandled({ ...call, note, money })
      else
        await linkPayment({
          ...call,
          note,
          bookingId,
          orderId: bookingId === null ? orderId : null,
        })
      return paymentAlert(call.id)
    },
  }),
})
