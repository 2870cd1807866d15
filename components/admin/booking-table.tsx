import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { BookingRow } from './booking-row'
import type { ListedBooking } from './types'

const COLUMNS = ['id', 'client', 'service', 'when', 'amount', 'status', 'payment', 'created'] as const

// The roles stand by because narrow screens show the rows as cards, and browsers forget a table that is laid out otherwise.
/** The studio's bookings, newest first. */
export function BookingTable({ bookings }: { bookings: ListedBooking[] }) {
  const t = useTranslations('admin')
  return (
    <Table role="table" label={t('list.caption')} className="max-xl:block">
      <TableHeader role="rowgroup" className="max-xl:sr-only">
        <TableRow role="row" className="hover:bg-transparent">
          {COLUMNS.map((column) => (
            <TableHead key={column} role="columnheader" className={column === 'amount' ? 'text-right' : undefined}>
              {t(`columns.${column}`)}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody role="rowgroup" className="max-xl:block">
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} />
        ))}
      </TableBody>
    </Table>
  )
}

/** Where bookings would be: what it means, and where the first one is made. */
export function NoBookings({ firstPage, bookingPage }: { firstPage: boolean; bookingPage: string }) {
  const t = useTranslations('admin.list')
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-16 text-center">
      <h2 className="text-lg">{t(firstPage ? 'empty' : 'emptyPage')}</h2>
      <p className="measure text-sm text-muted">{t(firstPage ? 'emptyHint' : 'emptyPageHint')}</p>
      {firstPage && (
        <Link href={bookingPage} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t('openBooking')}
        </Link>
      )}
    </div>
  )
}
