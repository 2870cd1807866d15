import { orderByIntent } from '@/lib/orders/queries'
import { endOfPaidOrder } from '@/lib/orders/rules'
import { route } from '@/lib/route'
import { paymentStateRead } from '../../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: paymentStateRead(
    (intentId, _locale, isCurrent) => orderByIntent(intentId, isCurrent),
    endOfPaidOrder,
  ),
})
