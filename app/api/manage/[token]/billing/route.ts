import { tellBooking } from '@/lib/bookings/notices'
import { manageParams } from '@/lib/bookings/schema'
import { tellOrder } from '@/lib/orders/notices'
import { countFinance } from '@/lib/mail/finance'
import { Problem } from '@/lib/problem'
import { billingOfToken, changeBilling, financeOfToken } from '@/lib/receipts/billing'
import { billingBody } from '@/lib/receipts/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'public',
    limit: { name: 'manage-billing', max: 20, seconds: 600 },
    params: manageParams,
    body: billingBody,
    async handle({ params: { token }, body }) {
      const finance = await financeOfToken(token)
      if (!finance) throw new Problem('not_found')
      await countFinance({ ...finance, email: body.financeEmail })
      await changeBilling({
        ...{ token, billing: body, now: new Date() },
        tell: (tx, { entity, id }) =>
          entity === 'booking' ? tellBooking(tx, id) : tellOrder(tx, id),
      })
      return json(await billingOfToken(token, new Date()))
    },
  }),
})
