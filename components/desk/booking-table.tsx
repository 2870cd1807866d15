'use client'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ListedBooking } from '@/components/admin/types'
import { buttonVariants } from '@/components/ui/button'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { BookingDialogs } from './booking-dialogs'
import { BookingRow, type OpenDialog } from './booking-row'

const COLUMNS = ['client', 'service', 'when', 'amount', 'status', 'actions'] as const

// The roles stand by because narrow screens show the rows as cards, and browsers forget a table
// that is laid out otherwise.
/** A page of bookings, with what can be done about each. */
export function BookingTable({ bookings }: { bookings: ListedBooking[] }) {
  const t = useTranslations('admin')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  return (
    <>
      <Table role="table" label={t('list.caption')} className="max-lg:block">
        <TableHeader role="rowgroup" className="max-lg:sr-only">
          <TableRow role="row" className="hover:bg-transparent">
            {COLUMNS.map((column) => (
              <TableHead
                key={column}
                role="columnheader"
                className={column === 'amount' ? 'text-right' : undefined}
              >
                {t(`columns.${column}`)}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody role="rowgroup" className="max-lg:block">
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} onOpen={setOpened} />
          ))}
        </TableBody>
      </Table>
      <BookingDialogs opened={opened} onChange={setOpened} />
    </>
  )
}

/** Where bookings would be: what it means, and where the first one is made. */
export function NoBookings({
  filtered,
  bookingPage,
  path,
}: {
  filtered: boolean
  bookingPage: string
  path: string
}) {
  const t = useTranslations('admin.list')
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-16 text-center">
      <h2 className="text-lg">{t(filtered ? 'emptyPage' : 'empty')}</h2>
      <p className="measure text-sm text-muted">{t(filtered ? 'emptyPageHint' : 'emptyHint')}</p>
      <Link
        prefetch={false}
        href={filtered ? path : bookingPage}
        className={buttonVariants({ variant: 'outline' })}
      >
        {t(filtered ? 'clear' : 'openBooking')}
      </Link>
    </div>
  )
}
