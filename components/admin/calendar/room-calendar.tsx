'use client'
import { CalendarPlus, ChevronLeft, ChevronRight, Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BookingDialogs } from '@/components/admin/bookings/booking-dialogs'
import { BlockDialog, UnblockDialog } from '@/components/admin/calendar/block-dialogs'
import { CalendarGrid } from '@/components/admin/calendar/calendar-grid'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useHydrated } from '@/components/ui/hydrated'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { CalendarView } from '@/lib/admin/calendar/rules'
import type { Entry, EntryBooking, RoomView } from '@/lib/admin/calendar/schema'
import type { OpenDialog, OpenedBooking } from '@/components/admin/bookings/opened-booking'
import { BOOKING_STATUSES } from '@/lib/bookings/status'
import type { RoomChoice } from '@/lib/rooms/schema'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { isDate } from '@/lib/time'

/** The dialog open over the calendar. */
type CalendarDialog = { kind: 'block' } | { kind: 'unblock'; entry: Entry }

type Props = {
  path: string
  view: CalendarView
  date: string
  today: string
  previous: string
  next: string
  room: RoomView
  locale: Locale
  rooms: readonly RoomChoice[]
  /** The one that is shown. */
  roomId: number | undefined
  /** Blocks a room, or all of them. */
  submit: FormAction
}

/** The calendar: bookings and blocks of a room, and the dialogs that change them. */
export function RoomCalendar({
  path,
  view,
  date,
  today,
  previous,
  next,
  room,
  locale,
  rooms,
  roomId,
  submit,
}: Props) {
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    router.refresh()
  }
  const startDate = date > today ? date : today
  const wanted = new URLSearchParams({
    date: startDate,
    ...(rooms.length > 1 && roomId !== undefined && { room: String(roomId) }),
  })
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
          rooms={rooms}
          roomId={roomId}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setDialog({ kind: 'block' })}>
            <Lock aria-hidden="true" />
            {t('newBlock')}
          </Button>
          <Link
            href={`${pathIn(locale, '/admin/bookings/new')}?${wanted}`}
            prefetch={false}
            scroll={false}
            className={buttonVariants()}
          >
            <CalendarPlus aria-hidden="true" />
            {t('newBooking')}
          </Link>
        </div>
      </div>
      <CalendarGrid
        room={room}
        today={today}
        locale={locale}
        onOpen={(entry) => {
          if (entry.booking)
            router.push(pathIn(locale, `/admin/bookings/${entry.booking.id}`), { scroll: false })
          else setDialog({ kind: 'unblock', entry })
        }}
        onMove={(booking, to) =>
          setOpened({ dialog: 'reschedule', booking: openedEntry(booking), to })
        }
      />
      <p className="text-sm text-muted max-md:hidden">{t('dragHint')}</p>
      <BookingDialogs opened={opened} close={() => setOpened(null)} />
      {dialog?.kind === 'block' && (
        <BlockDialog date={startDate} rooms={rooms} submit={submit} close={close} />
      )}
      {dialog?.kind === 'unblock' && (
        <UnblockDialog entry={dialog.entry} locale={locale} onClose={close} onDone={done} />
      )}
    </section>
  )
}

const openedEntry = (booking: EntryBooking): OpenedBooking => ({
  ...booking,
  status: BOOKING_STATUSES.find((status) => status === booking.status) ?? 'pending',
  keptAmount: '0.00',
})

type CalendarBarProps = {
  path: string
  view: 'week' | 'day'
  date: string
  today: string
  previous: string
  next: string
  rooms: readonly RoomChoice[]
  roomId: number | undefined
}

/** Which days of which room the calendar shows, all of it in the address. */
function CalendarBar(bar: CalendarBarProps) {
  const { path, view, date, today, previous, next, rooms, roomId } = bar
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const hydrated = useHydrated()
  const to = (day: string, as: string = view, room = roomId) => {
    const query = new URLSearchParams()
    if (room !== undefined && room !== rooms[0]?.id) query.set('room', String(room))
    if (as === 'day') query.set('view', 'day')
    if (day !== today) query.set('date', day)
    return query.size > 0 ? `${path}?${query}` : path
  }
  const link = (variant: 'outline' | 'secondary' | 'ghost') => buttonVariants({ variant })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        prefetch={false}
        scroll={false}
        href={to(previous)}
        aria-label={t('previous')}
        className={`${link('outline')} px-3`}
      >
        <ChevronLeft aria-hidden="true" />
      </Link>
      <Link prefetch={false} scroll={false} href={to(today)} className={link('outline')}>
        {t('today')}
      </Link>
      <Link
        prefetch={false}
        scroll={false}
        href={to(next)}
        aria-label={t('next')}
        className={`${link('outline')} px-3`}
      >
        <ChevronRight aria-hidden="true" />
      </Link>
      <Input
        key={date}
        type="date"
        aria-label={t('goTo')}
        defaultValue={date}
        disabled={!hydrated}
        onChange={(event) =>
          isDate(event.target.value) && router.push(to(event.target.value), { scroll: false })
        }
        className="h-11 w-40 px-2.5 text-sm"
      />
      {rooms.length > 1 && (
        <NativeSelect
          key={`room-${roomId}`}
          aria-label={t('room')}
          defaultValue={roomId}
          disabled={!hydrated}
          options={rooms.map(({ id, name }) => [String(id), name])}
          onChange={(event) =>
            router.push(to(date, view, Number(event.target.value)), { scroll: false })
          }
          className="h-11 w-44 text-sm"
        />
      )}
      <div role="group" aria-label={t('view')} className="flex">
        {(['week', 'day'] as const).map((one) => (
          <Link
            key={one}
            prefetch={false}
            scroll={false}
            href={to(date, one)}
            aria-current={one === view ? 'true' : undefined}
            className={link(one === view ? 'secondary' : 'ghost')}
          >
            {t(one)}
          </Link>
        ))}
      </div>
    </div>
  )
}
