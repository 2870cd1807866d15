import { useFormatter, useTranslations } from 'next-intl'
import { TableCell, TableRow } from '@/components/ui/table'
import { formatRM, senOf } from '@/lib/money'
import { PaymentBadge } from './payment-badge'
import { StatusBadge } from './status-badge'
import type { ListedBooking } from './types'

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const cell = 'max-xl:block max-xl:p-0'

/** One booking: a row, and on phones a card with the same cells in another order. */
export function BookingRow({ booking }: { booking: ListedBooking }) {
  const t = useTranslations('admin')
  const format = useFormatter()
  const duration = `durations.${booking.duration}` as const
  const created = new Date(booking.createdAt)
  const name = [booking.firstName, booking.lastName].filter(Boolean).join(' ')
  return (
    <TableRow role="row" className="max-xl:grid max-xl:h-auto max-xl:grid-cols-[1fr_auto] max-xl:items-center max-xl:gap-x-4 max-xl:gap-y-1.5 max-xl:p-4">
      <TableCell role="cell" className={`${cell} figures text-xs text-muted max-xl:order-8 max-xl:justify-self-end`}>
        #{booking.id}
      </TableCell>
      <TableCell role="cell" className={`${cell} xl:max-w-64 xl:min-w-44 max-xl:order-1`}>
        <span className="block font-medium wrap-anywhere">{name}</span>
        <a href={`mailto:${booking.email}`} className="block text-xs text-muted wrap-anywhere hover:text-fg">
          {booking.email}
        </a>
      </TableCell>
      <TableCell role="cell" className={`${cell} max-xl:order-3 max-xl:col-span-2`}>
        {booking.service.name || t('list.unknownService')}
      </TableCell>
      <TableCell role="cell" className={`${cell} figures max-xl:order-4 max-xl:col-span-2`}>
        <span className="xl:whitespace-nowrap">
          {format.dateTime(new Date(`${booking.date}T00:00:00Z`), DAY)}, {booking.time}
        </span>
        <span className="block text-xs text-muted">{t.has(duration) ? t(duration) : booking.duration}</span>
      </TableCell>
      <TableCell role="cell" className={`${cell} figures text-right whitespace-nowrap max-xl:order-2 max-xl:self-start`}>
        {formatRM(senOf(booking.totalAmount))}
      </TableCell>
      <TableCell role="cell" className={`${cell} max-xl:order-5`}>
        <StatusBadge booking={booking} />
      </TableCell>
      <TableCell role="cell" className={`${cell} max-xl:order-6 max-xl:justify-self-end max-xl:self-start`}>
        <PaymentBadge state={booking.paymentStatus} />
      </TableCell>
      <TableCell role="cell" className={`${cell} figures text-xs whitespace-nowrap text-muted max-xl:order-7`}>
        <span className="xl:hidden">{t('columns.created')} </span>
        {format.dateTime(created, DATE)} <span className="xl:block">{format.dateTime(created, TIME)}</span>
      </TableCell>
    </TableRow>
  )
}
