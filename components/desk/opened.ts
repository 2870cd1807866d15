import type { ListedBooking, OpenedBooking } from '@/components/admin/types'
import { STATUSES } from '@/lib/bookings/rules'

type Row = Omit<ListedBooking, 'paymentStatus'> & { paymentStatus?: ListedBooking['paymentStatus'] }

/** A booking as its dialogs want it; `unknown` is the name of a service that is missing. */
export const openedOf = (
  row: Row,
  unknown: string,
  refundable = row.paymentStatus === 'paid',
): OpenedBooking => ({
  id: row.id,
  client: [row.firstName, row.lastName].filter(Boolean).join(' '),
  service: row.service.name || unknown,
  duration: row.duration,
  date: row.date,
  time: row.time,
  status: STATUSES.find((status) => status === row.status) ?? 'pending',
  totalAmount: row.totalAmount,
  refundable,
  version: row.updatedAt,
})
