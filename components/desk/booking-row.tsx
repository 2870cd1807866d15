'use client'
import { useFormatter, useTranslations } from 'next-intl'
import { PaymentBadge } from '@/components/admin/payment-badge'
import { StatusBadge } from '@/components/admin/status-badge'
import type { ListedBooking, OpenedBooking } from '@/components/admin/types'
import { Button } from '@/components/ui/button'
import { TableCell, TableRow } from '@/components/ui/table'
import { STATUSES, type BookingStatus } from '@/lib/bookings/rules'
import { formatRM, senOf } from '@/lib/money'
import { openedOf } from './opened'
import { StatusSelect } from './status-select'
import { useStatus } from './use-status'

const DAY = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
} as const
const cell = 'max-lg:block max-lg:p-0'

export type OpenDialog = { dialog: 'details' | 'reschedule' | 'cancel'; booking: OpenedBooking }

/** One booking: a row, and on narrow screens a card with the same cells. */
export function BookingRow({
  booking,
  onOpen,
}: {
  booking: ListedBooking
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('admin')
  const format = useFormatter()
  const { shown, setStatus, pending } = useStatus(booking)
  const { id } = shown
  const duration = `durations.${shown.duration}` as const
  const status = STATUSES.find((one) => one === shown.status) ?? 'pending'
  const open = (dialog: OpenDialog['dialog']) =>
    onOpen({ dialog, booking: openedOf(shown, t('list.unknownService')) })
  return (
    <TableRow
      role="row"
      aria-busy={pending || undefined}
      className="max-lg:grid max-lg:h-auto max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4"
    >
      <TableCell role="cell" className={`${cell} lg:max-w-64 lg:min-w-40`}>
        <button
          type="button"
          aria-label={t('bookings.detailsOf', { id: String(id) })}
          onClick={() => open('details')}
          className="figures -ml-1 rounded-sm px-1 text-xs text-muted underline decoration-edge underline-offset-4 hover:text-fg max-lg:py-3"
        >
          #{id}
        </button>
        <span className="block font-medium wrap-anywhere">
          {[shown.firstName, shown.lastName].filter(Boolean).join(' ')}
        </span>
        <a
          href={`mailto:${shown.email}`}
          className="block text-xs text-muted wrap-anywhere hover:text-fg max-lg:py-1.5"
        >
          {shown.email}
        </a>
      </TableCell>
      <TableCell role="cell" className={`${cell} max-lg:order-3 max-lg:col-span-2`}>
        {shown.service.name || t('list.unknownService')}
      </TableCell>
      <TableCell role="cell" className={`${cell} figures max-lg:order-4 max-lg:col-span-2`}>
        <span className="lg:whitespace-nowrap">
          {format.dateTime(new Date(`${shown.date}T00:00:00Z`), DAY)}, {shown.time}
        </span>
        <span className="block text-xs text-muted">
          {t.has(duration) ? t(duration) : shown.duration}
        </span>
      </TableCell>
      <TableCell
        role="cell"
        className={`${cell} figures text-right whitespace-nowrap max-lg:order-2`}
      >
        {formatRM(senOf(shown.totalAmount))}
      </TableCell>
      <TableCell role="cell" className={`${cell} max-lg:order-5 max-lg:col-span-2`}>
        <span className="flex flex-wrap items-start gap-1.5 lg:grid lg:justify-items-start">
          <StatusBadge booking={shown} />
          {shown.paymentStatus && <PaymentBadge state={shown.paymentStatus} />}
        </span>
      </TableCell>
      <TableCell role="cell" className={`${cell} max-lg:order-6 max-lg:col-span-2 max-lg:pt-1`}>
        <span className="flex flex-wrap items-center gap-2 xl:flex-nowrap">
          <StatusSelect
            label={t('bookings.changeStatus', { id: String(id) })}
            status={status}
            disabled={pending}
            onChange={(next: BookingStatus) => void setStatus(next)}
          />
          {isOpen(status) && (
            <>
              <Button
                variant="outline"
                size="sm"
                className="max-lg:h-11"
                disabled={pending}
                aria-label={t('bookings.rescheduleOf', { id: String(id) })}
                onClick={() => open('reschedule')}
              >
                {t('bookings.reschedule')}
              </Button>
              <Button
                variant="ghost"
                size="sm"
                className="max-lg:h-11"
                disabled={pending}
                aria-label={t('bookings.cancelOf', { id: String(id) })}
                onClick={() => open('cancel')}
              >
                {t('bookings.cancel')}
              </Button>
            </>
          )}
        </span>
      </TableCell>
    </TableRow>
  )
}

/** Reschedule and Cancel are offered for neither cancelled nor completed ones (spec point 4). */
const isOpen = (status: BookingStatus) => status === 'pending' || status === 'confirmed'
