'use client'
import { Link } from '@/components/admin/frame/link'
import { useSessionTime } from '@/components/admin/shared/moment'
import { openedBooking, type OpenDialog } from './opened-booking'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import type { ListedBooking } from '@/lib/admin/bookings/schema'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BookingDialogs } from '@/components/admin/bookings/booking-dialogs'
import { PaymentBadge, StatusBadge } from '@/components/admin/shared/badges'
import { useRoomName } from '@/components/admin/shared/rooms'
import { type Undoable, useAct } from '@/components/admin/shared/use-act'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '@/components/ui/select'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { type BookingStatus, BOOKING_STATUSES } from '@/lib/bookings/status'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { pathIn } from '@/lib/i18n/path'
import { formatRM, senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { mailtoHref } from '@/lib/settings/links'

const COLUMNS = ['client', 'service', 'when', 'amount', 'status', 'actions'] as const

/** A page of bookings, with the actions for each. */
export function BookingTable({ bookings }: { bookings: ListedBooking[] }) {
  const t = useTranslations('admin')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  return (
    <>
      <ListTable
        label={t('list.caption')}
        columns={COLUMNS.map((column) => ({
          name: t(`columns.${column}`),
          ...(column === 'amount' && { className: 'text-right' }),
        }))}
      >
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} onOpen={setOpened} />
        ))}
      </ListTable>
      <BookingDialogs opened={opened} close={() => setOpened(null)} />
    </>
  )
}

/** Shown when there are no bookings: what the list is for, and where to create the first one. */
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
    <div
      className={
        'grid justify-items-center gap-3 rounded-lg border border-dashed border-edge ' +
        'px-6 py-16 text-center'
      }
    >
      <h2 className="text-lg">{t(filtered ? 'emptyPage' : 'empty')}</h2>
      <p className="measure text-sm text-muted">{t(filtered ? 'emptyPageHint' : 'emptyHint')}</p>
      <Link href={filtered ? path : bookingPage} className={buttonVariants({ variant: 'outline' })}>
        {t(filtered ? 'clear' : 'openBooking')}
      </Link>
    </div>
  )
}

/** One booking: a row, and on narrow screens a card with the same cells. */
function BookingRow({
  booking,
  onOpen,
}: {
  booking: ListedBooking
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('admin')
  const when = useSessionTime()
  const locale = useLocale()
  const { shown, setStatus, pending } = useStatus(booking)
  const room = useRoomName(shown.roomId)
  const { id } = shown
  const duration = `durations.${lengthKey(lengthOf(shown))}` as const
  const status = BOOKING_STATUSES.find((one) => one === shown.status) ?? 'pending'
  const open = (dialog: OpenDialog['dialog']) =>
    onOpen({ dialog, booking: openedBooking(shown, t('list.unknownService')) })
  return (
    <ListRow
      aria-busy={pending || undefined}
      className="max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4"
    >
      <ListCell className="lg:max-w-64 lg:min-w-46">
        <Link
          href={pathIn(locale, `/admin/bookings/${id}`)}
          aria-label={t('bookings.detailsOf', { id: String(id) })}
          className={
            'figures -ml-1 rounded-sm px-1 text-xs text-muted underline decoration-edge ' +
            'underline-offset-4 hover:text-fg max-lg:py-3'
          }
        >
          {`#${id}`}
        </Link>
        <span className="block font-medium wrap-anywhere">{fullName(shown)}</span>
        {shown.email && (
          <a
            href={mailtoHref(shown.email)}
            className="block text-xs text-muted wrap-anywhere hover:text-fg max-lg:py-3"
          >
            {shown.email}
          </a>
        )}
      </ListCell>
      <ListCell className="max-lg:order-3 max-lg:col-span-2">
        <span>{shown.service.name || t('list.unknownService')}</span>
        {room && <span className="block text-xs text-muted wrap-anywhere">{room}</span>}
      </ListCell>
      <ListCell className="figures max-lg:order-4 max-lg:col-span-2">
        <span className="lg:whitespace-nowrap">{when(shown)}</span>
        <span className="block text-xs text-muted">
          {hasSentence(t, duration) ? t(duration, { hours: shown.hours }) : shown.duration}
        </span>
      </ListCell>
      <ListCell className="figures text-right whitespace-nowrap max-lg:order-2">
        {formatRM(senOf(shown.totalAmount))}
      </ListCell>
      <ListCell className="max-lg:order-5 max-lg:col-span-2">
        <span className="flex flex-wrap items-start gap-1.5 lg:grid lg:justify-items-start">
          <StatusBadge booking={shown} />
          {shown.paymentStatus && <PaymentBadge state={shown.paymentStatus} />}
        </span>
      </ListCell>
      <ListCell className="max-lg:order-6 max-lg:col-span-2 max-lg:pt-1">
        <span className="flex flex-wrap items-center gap-2 xl:flex-nowrap">
          <StatusSelect
            label={t('bookings.changeStatus', { id: String(id) })}
            status={status}
            disabled={pending}
            onChange={(next) => (next === 'cancelled' ? open('cancel') : void setStatus(next))}
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
      </ListCell>
    </ListRow>
  )
}

/** Reschedule and Cancel are not offered for cancelled and completed bookings. */
const isOpen = (status: BookingStatus) => status === 'pending' || status === 'confirmed'

type Props = {
  label: string
  status: BookingStatus
  disabled: boolean
  onChange: (status: BookingStatus) => void
}

/**
 * The four statuses. Not a native select, where the arrow keys would choose, and so save, each
 * value passed.
 */
function StatusSelect({ label, status, disabled, onChange }: Props) {
  const t = useTranslations('admin.status')
  return (
    <Select
      value={status}
      onValueChange={(next) => onChange(next as BookingStatus)}
      disabled={disabled}
    >
      <SelectTrigger aria-label={label} className="h-9 w-36 px-3 text-sm max-lg:h-11 max-sm:w-full">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {BOOKING_STATUSES.map((one) => (
          <SelectItem key={one} value={one} className="max-lg:min-h-11">
            {t(one)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}

type Change = Pick<ListedBooking, 'status' | 'cancelReason' | 'holdExpiresAt' | 'updatedAt'>

/**
 * The status of a booking as a control: a change is shown at once, and undone when the server
 * refuses. The optimistic value applies only until the server's row arrives with a new version.
 */
function useStatus(booking: ListedBooking) {
  const t = useTranslations('admin.bookings')
  const router = useRouter()
  // Also after a refusal: somebody else may have changed the row.
  const { act, pending } = useAct(() => router.refresh())
  const [ahead, setAhead] = useState<{ of: string; change: Change } | null>(null)
  const shown = ahead?.of === booking.updatedAt ? { ...booking, ...ahead.change } : booking

  const setStatus = async (status: BookingStatus) => {
    if (pending || status === shown.status) return
    const before = ahead
    setAhead({
      of: booking.updatedAt,
      change: {
        status,
        cancelReason: status === 'cancelled' ? 'admin' : null,
        holdExpiresAt: null,
        updatedAt: shown.updatedAt,
      },
    })
    const changed = await act<Change & Undoable>({
      method: 'PATCH',
      path: `/api/bookings/${booking.id}/status`,
      body: { status, version: shown.updatedAt },
      said: t('statusUpdated'),
    })
    setAhead(changed ? { of: booking.updatedAt, change: changed } : before)
  }
  return { shown, setStatus, pending }
}
