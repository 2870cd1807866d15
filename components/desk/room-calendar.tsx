'use client'
import { CalendarPlus, Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { OpenedBooking } from '@/components/admin/types'
import { Button } from '@/components/ui/button'
import { STATUSES } from '@/lib/bookings/rules'
import type { View } from '@/lib/calendar/rules'
import type { EntryBooking } from '@/lib/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { BlockDialog } from './block-dialog'
import { BookingDialogs } from './booking-dialogs'
import type { OpenDialog } from './booking-row'
import { CalendarBar } from './calendar-bar'
import { CalendarGrid } from './calendar-grid'
import type { CalendarDialog, OfferedService, Room, Tax } from './calendar-types'
import { HandBookingDialog } from './hand-booking-dialog'
import { UnblockDialog } from './unblock-dialog'

type Props = {
  path: string
  view: View
  date: string
  today: string
  previous: string
  next: string
  room: Room
  services: OfferedService[]
  tax: Tax
  locale: Locale
}
type Opened = OpenDialog & { to?: { date: string; time: string } }

/** The owner's calendar: what the room is taken for, and the ways to change it. */
export function RoomCalendar({
  path,
  view,
  date,
  today,
  previous,
  next,
  room,
  services,
  tax,
  locale,
}: Props) {
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    router.refresh()
  }
  const startDate = date > today ? date : today
  return (
    <section aria-label={t('heading')} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <CalendarBar
          path={path}
          view={view}
          date={date}
          today={today}
          previous={previous}
          next={next}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setDialog({ kind: 'block' })}>
            <Lock aria-hidden="true" />
            {t('newBlock')}
          </Button>
          <Button onClick={() => setDialog({ kind: 'book' })}>
            <CalendarPlus aria-hidden="true" />
            {t('newBooking')}
          </Button>
        </div>
      </div>
      <CalendarGrid
        room={room}
        today={today}
        locale={locale}
        onOpen={(entry) => {
          if (entry.booking) setOpened({ dialog: 'details', booking: openedEntry(entry.booking) })
          else setDialog({ kind: 'unblock', entry })
        }}
        onMove={(booking, to) =>
          setOpened({ dialog: 'reschedule', booking: openedEntry(booking), to })
        }
      />
      <p className="text-sm text-muted max-md:hidden">{t('dragHint')}</p>
      <BookingDialogs opened={opened} onChange={setOpened} />
      {dialog?.kind === 'book' && (
        <HandBookingDialog
          services={services}
          tax={tax}
          date={startDate}
          onClose={close}
          onDone={done}
        />
      )}
      {dialog?.kind === 'block' && <BlockDialog date={startDate} onClose={close} onDone={done} />}
      {dialog?.kind === 'unblock' && (
        <UnblockDialog entry={dialog.entry} locale={locale} onClose={close} onDone={done} />
      )}
    </section>
  )
}

const openedEntry = (booking: EntryBooking): OpenedBooking => ({
  ...booking,
  status: STATUSES.find((status) => status === booking.status) ?? 'pending',
  totalAmount: '0.00',
  refundable: false,
})
