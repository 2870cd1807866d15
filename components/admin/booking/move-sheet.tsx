'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useRouter } from 'next/navigation'
import { useRead } from '@/components/admin/shared/use-save'
import { useRoomsServing } from '@/components/admin/shared/rooms'
import { useAct } from '@/components/admin/shared/use-act'
import type { OpenedBooking } from '@/components/admin/bookings/opened-booking'
import { isOpen, useStarts } from '@/components/admin/bookings/time-field'
import { useDates } from '@/components/dates'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { NativeSelect } from '@/components/ui/native-select'
import type { MailText } from '@/lib/closings/schema'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { addDays, longDate, utcMidnight } from '@/lib/time'
import { DayChips } from './day-chips'
import { HourGrid } from './hour-grid'
import { MailPreview } from './mail-preview'

const SHORT = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

type Preview = { locale: Locale; mail: MailText | null }
/** `unread`: it could not be read. */
type Shown = Preview | 'unread'
type Wish = { date: string; time: string } | { date: string; time: string; roomId: string }
type Props = {
  booking: OpenedBooking
  today: string
  name: string
  /** Where it was put in the calendar: filled in, to be confirmed. */
  to?: { date: string; time: string; roomId: number }
  close: () => void
}

/** What could not be read is told all the same. */
const tells = (preview: Shown | null): boolean =>
  preview === 'unread' || (preview !== null && preview.mail !== null)

/**
 * Another time for a booking: a day, an hour, the mail as it will read, and one button. Opened on the
 * day of a session, it shows tomorrow.
 */
export function MoveSheet({ booking, today, name, to, close }: Props) {
  const t = useTranslations('admin.sheet.move')
  const locale = toLocale(useLocale())
  const router = useRouter()
  const rooms = useRoomsServing(booking.serviceId)
  const [date, setDate] = useState(
    to?.date ?? (booking.date <= today ? addDays(today, 1) : booking.date),
  )
  const [time, setTime] = useState(to?.time ?? '')
  const [roomId, setRoomId] = useState(to && to.roomId !== booking.roomId ? to.roomId : null)
  const [tell, setTell] = useState(true)
  const starts = useStarts({ ...booking, date, roomId, ignore: booking.id })
  const chosen = starts.data?.starts.find((start) => start.time === time)
  const isTaken = chosen !== undefined && !isOpen(chosen)
  const wish = { date, time, ...(roomId !== null && { roomId: String(roomId) }) }
  const preview = usePreview(booking.id, time && !isTaken ? wish : null)
  const short = useDates().dateTime(utcMidnight(date), SHORT)
  const { act, pending } = useAct(() => router.refresh())
  const move = async () => {
    const moved = await act({
      method: 'PATCH',
      path: `/api/bookings/${booking.id}/reschedule`,
      body: {
        ...{ roomId, newDate: date, newTime: time, version: booking.version, tell },
        despite: chosen?.warnings ?? [],
      },
      said: t('done', { name, time, date: longDate(date, locale) }),
    })
    if (moved) close()
    else starts.retry()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && close()}>
      <DialogContent closeLabel={t('close')} className="gap-4">
        <DialogHeader>
          <DialogTitle>{t('title', { name })}</DialogTitle>
          <DialogDescription>
            {t('now', { date: longDate(booking.date, locale), time: booking.time })}
          </DialogDescription>
        </DialogHeader>
        <DayChips
          today={today}
          date={date}
          choose={(next) => {
            setDate(next)
            setTime('')
          }}
        />
        {rooms.length > 1 && (
          <NativeSelect
            aria-label={t('room')}
            value={roomId === null ? '' : String(roomId)}
            onChange={({ target }) => {
              setRoomId(target.value === '' ? null : Number(target.value))
              setTime('')
            }}
          >
            <option value="">{t('sameRoom')}</option>
            {rooms.map((room) => (
              <option key={room.id} value={room.id}>
                {room.name}
              </option>
            ))}
          </NativeSelect>
        )}
        <HourGrid starts={starts} time={time} choose={setTime} />
        {time && !isTaken && <MoveMail preview={preview} tell={tell} setTell={setTell} />}
        <Button
          size="lg"
          className="h-auto min-h-13 py-2"
          disabled={!time || isTaken}
          pending={pending}
          onClick={() => void move()}
        >
          {time
            ? t(tell && tells(preview) ? 'submitAndTell' : 'submit', { time, date: short })
            : t('choose')}
        </Button>
      </DialogContent>
    </Dialog>
  )
}

/** What the customer would be told of this time; null while it is being read, or nothing to tell. */
function usePreview(id: number, to: Wish | null): Shown | null {
  const read = useRead()
  const key = to && `/api/admin/bookings/${id}/preview?${new URLSearchParams(to)}`
  const [shown, setShown] = useState<{ key: string; preview: Shown } | null>(null)
  useEffect(() => {
    if (!key) return
    let current = true
    void read<Preview>(key).then(
      (preview) => current && setShown({ key, preview: preview ?? 'unread' }),
    )
    return () => {
      current = false
    }
  }, [key, read])
  return shown?.key === key ? shown.preview : null
}

type MailProps = { preview: Shown | null; tell: boolean; setTell: (tell: boolean) => void }

function MoveMail({ preview, tell, setTell }: MailProps) {
  const t = useTranslations('admin.sheet.mail')
  if (!preview) return <p className="text-sm text-muted">{t('reading')}</p>
  if (preview === 'unread') return tell ? <p className="text-sm text-muted">{t('unread')}</p> : null
  const { mail, locale } = preview
  if (!mail) return <p className="text-sm text-muted">{t('nothingTold')}</p>
  return (
    <MailPreview
      locale={locale}
      mail={tell ? mail : null}
      choice={
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={!tell}
            onChange={({ target }) => setTell(!target.checked)}
            className="size-5"
          />
          <span>{t('silent')}</span>
        </label>
      }
    />
  )
}
