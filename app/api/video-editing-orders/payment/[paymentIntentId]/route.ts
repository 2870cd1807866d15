import { route } from '@/lib/http'
import { orderByIntent } from '@/lib/orders/data'
import { paymentRead } from '../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE } = route({ GET: paymentRead(orderByIntent) })
