import { bookingByIntent } from '@/lib/bookings/data'
import { route } from '@/lib/http'
import { paymentRead } from '../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE } = route({ GET: paymentRead(bookingByIntent) })
