import { tellBooking } from '@/lib/bookings/notices'
import { manageParams } from '@/lib/bookings/schema'
import { tellOrder } from '@/lib/orders/notices'
import { countOnPurchase } from '@/lib/http/purchase-limits'
import { countFinance } from '@/lib/mail/finance'
import { Problem } from '@/lib/problem'
import { billingOfToken, changeBilling, financeOfToken } from '@/lib/receipts/billing'
import { billingBody } from '@/lib/receipts/schema'
import { json, method, route } from '@/lib/route'

async function purchaseOf(token: string) {
  const found = await financeOfToken(token)
  if (!found) throw new Problem('not_found')
  return found
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'public',
    limit: { name: 'manage-billing', max: 20, seconds: 600 },
    params: manageParams,
    before: async ({ params: { token } }) => void (await purchaseOf(token)),
    body: billingBody,
    async handle({ params: { token }, body }) {
      const finance = await purchaseOf(token)
      await countOnPurchase('billing', finance.about)
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
