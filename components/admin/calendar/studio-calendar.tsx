'use client'
import { CalendarPlus, Lock, Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Suspense, useRef, useState, type TouchEvent } from 'react'
import {
  CalendarBar,
  calendarHref,
  WeekStrip,
  type Shown,
} from '@/components/admin/calendar/calendar-bar'
import { CalendarGrid, type CalendarPlace } from '@/components/admin/calendar/calendar-grid'
import type { Held } from '@/components/admin/calendar/use-held-entry'
import type { OpenedBooking } from '@/components/admin/bookings/opened-booking'
import type { FormAction } from '@/components/admin/shared/run-action'
import { notice } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import { lazyPart } from '@/components/ui/part'
import { viewDates } from '@/lib/admin/calendar/rules'
import type { Entry, EntryBooking, RoomsView } from '@/lib/admin/calendar/schema'
import { BOOKING_STATUSES } from '@/lib/bookings/status'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

// What is opened over the calendar is loaded when it opens: the first view needs none of it.
const MoveSheet = lazyPart(() =>
  import('@/components/admin/booking/move-sheet').then((module) => module.MoveSheet),
)
const ExtendDialog = lazyPart(() =>
  import('@/components/admin/booking/extend-dialog').then((module) => module.ExtendDialog),
)
const BlockDialog = lazyPart(() =>
  import('@/components/admin/calendar/block-dialogs').then((module) => module.BlockDialog),
)
const UnblockDialog = lazyPart(() =>
  import('@/components/admin/calendar/block-dialogs').then((module) => module.UnblockDialog),
)

/** The dialog open over the calendar. */
type CalendarDialog =
  | { kind: 'block'; at?: CalendarPlace & { closes: number } }
  | { kind: 'unblock'; entry: Entry }
  | { kind: 'move'; booking: EntryBooking; to: CalendarPlace }
  | { kind: 'extend'; booking: EntryBooking; hours: number }

type Props = Omit<Shown, 'path'> & {
  /** Of the day or the week; null for a month. */
  shown: RoomsView | null
  /** The studio's time when this was rendered. */
  time: string
  locale: Locale
  /** Blocks a room, or all of them. */
  submit: FormAction
  /** The month. */
  children?: Elements
}

/** The calendar: bookings and blocks of the rooms, and the dialogs that change them. */
export function StudioCalendar({ shown, time, locale, submit, children, ...address }: Props) {
  const { view, date, today, rooms, roomId } = address
  const path = pathIn(locale, '/admin/calendar')
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  const bar = { ...address, path }
  const swipe = useSwipe((days) =>
    router.push(
      calendarHref(bar, { date: viewDates(view, date)[days > 0 ? 'next' : 'previous'] }),
      {
        scroll: false,
      },
    ),
  )
  const startDate = date > today ? date : today
  const newBooking = (wanted: Record<string, string>) =>
    `${pathIn(locale, '/admin/bookings/new')}?${new URLSearchParams(wanted)}`
  const inRoom = (id: number | undefined): Record<string, string> =>
    rooms.length > 1 && id !== undefined ? { room: String(id) } : {}
  const drop = ({ entry: { booking }, change, from, spot }: Held, to: CalendarPlace) => {
    if (!booking) return
    if (change === 'length') {
      const hours = spot.hours - from.hours
      if (hours < 0) notice.error(t('shorter.title'), t('shorter.text'))
      else setDialog({ kind: 'extend', booking, hours })
      return
    }
    const room = rooms.find(({ id }) => id === to.roomId)
    if (room?.state === 'retired' || !room?.serviceIds.includes(booking.serviceId))
      notice.error(
        t('notThere.title'),
        t('notThere.text', { room: to.room, service: booking.service }),
      )
    else setDialog({ kind: 'move', booking, to })
  }
  return (
    <section aria-label={t('heading')} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <CalendarBar {...bar} />
        <div className="flex flex-wrap gap-2">
          <Link
            href={`${pathIn(locale, '/admin/calendar/sheet')}?date=${date}`}
            prefetch={false}
            className={buttonVariants({ variant: 'outline' })}
          >
            <Printer aria-hidden="true" />
            {t('printDay')}
          </Link>
          <Button variant="outline" onClick={() => setDialog({ kind: 'block' })}>
            <Lock aria-hidden="true" />
            {t('newBlock')}
          </Button>
          <Link
            href={newBooking({ date: startDate, ...(view === 'week' && inRoom(roomId)) })}
            prefetch={false}
            scroll={false}
            // A phone has it in the bar at the bottom, and each free hour.
            className={buttonVariants({ className: 'max-sm:hidden' })}
          >
            <CalendarPlus aria-hidden="true" />
            {t('newBooking')}
          </Link>
        </div>
      </div>
      {view === 'day' && <WeekStrip {...bar} />}
      {shown && (
        <div {...swipe} className="min-w-0">
          <CalendarGrid
            key={`${view} ${date} ${roomId}`}
            view={shown}
            clock={{ date: today, time }}
            locale={locale}
            severalRooms={rooms.length > 1}
            open={(entry) => {
              if (entry.booking)
                router.push(pathIn(locale, `/admin/bookings/${entry.booking.id}`), {
                  scroll: false,
                })
              else setDialog({ kind: 'unblock', entry })
            }}
            drop={drop}
            hrefOf={(at) => newBooking({ date: at.date, time: at.time, ...inRoom(at.roomId) })}
            block={(at) => setDialog({ kind: 'block', at })}
          />
        </div>
      )}
      <div className="contents">{children}</div>
      {shown && (
        <p id="calendar-keys" className="text-sm text-muted">
          {t('dragHint')}
        </p>
      )}
      <Dialogs
        dialog={dialog}
        close={() => setDialog(null)}
        {...{ startDate, today, locale, rooms, submit }}
      />
    </section>
  )
}

type DialogsProps = Pick<Props, 'today' | 'locale' | 'rooms' | 'submit'> & {
  dialog: CalendarDialog | null
  startDate: string
  close: () => void
}

function Dialogs({ dialog, startDate, today, locale, rooms, submit, close }: DialogsProps) {
  const router = useRouter()
  if (!dialog) return null
  return (
    <Suspense>
      {dialog.kind === 'block' && (
        <BlockDialog
          date={dialog.at?.date ?? startDate}
          {...(dialog.at && { at: dialog.at })}
          rooms={rooms}
          submit={submit}
          close={close}
        />
      )}
      {dialog.kind === 'unblock' && (
        <UnblockDialog
          entry={dialog.entry}
          locale={locale}
          onClose={close}
          onDone={() => {
            close()
            router.refresh()
          }}
        />
      )}
      {dialog.kind === 'move' && (
        <MoveSheet
          booking={openedEntry(dialog.booking)}
          to={dialog.to}
          today={today}
          name={dialog.booking.client}
          close={close}
        />
      )}
      {dialog.kind === 'extend' && (
        <ExtendDialog
          id={dialog.booking.id}
          name={dialog.booking.client}
          version={dialog.booking.version}
          hours={dialog.hours}
          addOns={[]}
          whatsApp={dialog.booking.whatsApp}
          close={close}
        />
      )}
    </Suspense>
  )
}

const SWIPE_PX = 60

/** A finger that goes to the side over what cannot be scrolled that way: the day before, or after. */
function useSwipe(go: (days: 1 | -1) => void) {
  const began = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const region = target instanceof Element ? target.closest('[role="region"]') : null
      const touch = touches.item(0)
      const isWide = !region || region.scrollWidth > region.clientWidth
      began.current =
        touch && touches.length === 1 && !isWide ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent) => {
      const touch = changedTouches.item(0)
      const from = began.current
      began.current = null
      // What was carried is not a swipe.
      if (!touch || !from || currentTarget.querySelector('[data-preview]')) return
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
    },
  }
}

const openedEntry = (booking: EntryBooking): OpenedBooking => ({
  ...booking,
  status: BOOKING_STATUSES.find((status) => status === booking.status) ?? 'pending',
  keptAmount: '0.00',
})
