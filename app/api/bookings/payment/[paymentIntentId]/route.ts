import { bookingByIntent } from '@/lib/bookings/queries'
import { route } from '@/lib/route'
import { paymentRead } from '../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: paymentRead(bookingByIntent),
})
