import type { AdminBooking, ListedBooking } from '@/lib/admin/bookings/schema'
import { BOOKING_STATUSES, type BookingStatus } from '@/lib/bookings/status'
import { fullName } from '@/lib/names'

/** The fields of a booking that the dialogs need. */
export type OpenedBooking = {
  id: number
  client: string
  service: string
  serviceId: number
  roomId: number
  duration: string
  hours: number
  date: string
  time: string
  status: BookingStatus
  /** How much of its payments is kept and can be refunded, through Stripe or at the studio. */
  keptAmount: string
  version: string
}

/** Which dialog is open, and about which booking. */
export type OpenDialog = { dialog: 'reschedule' | 'cancel'; booking: OpenedBooking }

/** `unknown` is the name of a service that is missing. */
export const openedBooking = (
  row: AdminBooking & Pick<ListedBooking, 'keptAmount'>,
  unknown: string,
): OpenedBooking => ({
  id: row.id,
  client: fullName(row),
  service: row.service.name || unknown,
  serviceId: row.serviceId,
  roomId: row.roomId,
  duration: row.duration,
  hours: row.hours,
  date: row.date,
  time: row.time,
  status: BOOKING_STATUSES.find((status) => status === row.status) ?? 'pending',
  keptAmount: row.keptAmount,
  version: row.updatedAt,
})
