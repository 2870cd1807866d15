import { bookingByIntent } from '@/lib/bookings/queries'
import { endOfPaidBooking } from '@/lib/bookings/status'
import { route } from '@/lib/route'
import { paymentStateRead } from '../../../../payment-read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: paymentStateRead(bookingByIntent, endOfPaidBooking),
})
