import { route } from '@/lib/route'
import { orderByIntent } from '@/lib/orders/queries'
import { paymentRead } from '../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: paymentRead((intentId, _locale, isCurrent) => orderByIntent(intentId, isCurrent)),
})
