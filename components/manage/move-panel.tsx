'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo, useRef, useState } from 'react'
import { HttpError, sentenceOf } from '@/components/api'
import { Calendar, CalendarSkeleton } from '@/components/booking/calendar'
import { calendarWords } from '@/components/booking/offers'
import { closedSentence } from '@/components/booking/options'
import type { BookingOptions } from '@/components/booking/options'
import {
  canChoose,
  SlotGroups,
  SlotsFailed,
  SlotsHint,
  slotsOf,
  SlotsPlace,
  SlotsSkeleton,
} from '@/components/booking/slots'
import { useAvailability } from '@/components/booking/use-availability'
import { serverNow } from '@/components/browser/clock'
import { useNow } from '@/components/browser/use-now'
import { notice } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field-error'
import type { Managed } from '@/lib/bookings/schema'
import { longDate, studioDate } from '@/lib/time'
import { movableDaysPath, reschedule, timesPath } from './api'

const STALE: readonly string[] = ['not_changeable', 'payment_in_progress']

type MovePanelProps = Pick<BookingOptions, 'hours' | 'holidays' | 'closedDays'> & {
  booking: Managed
  token: string
  onMoved: (booking: Managed) => void
  onStale: () => void
}

/**
 * Another time for the session: a day, a free start time, one button. Nothing changes before it is
 * clicked.
 */
export function MovePanel({
  booking,
  token,
  hours,
  holidays,
  closedDays,
  onMoved,
  onStale,
}: MovePanelProps) {
  const t = useTranslations('manage.move')
  const closed = useTranslations('booking.time')
  // The messages about rooms are there only where there are several.
  const rooms = useTranslations()
  const locale = useLocale()
  const words = useMemo(() => calendarWords(locale), [locale])
  const now = useNow(60_000)
  const [date, setDate] = useState(booking.date)
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const { data, failed, retry, refresh } = useAvailability(timesPath(token, date))

  const slots =
    data &&
    slotsOf(data, booking, serverNow()).map((slot) =>
      date === booking.date && slot.time === booking.time
        ? { ...slot, state: 'current' as const }
        : slot,
    )
  const chosen = slots?.some((slot) => slot.time === time && canChoose(slot)) ? time : ''
  const landing = data?.rooms.find(({ availableSlots }) => availableSlots.includes(chosen))
  const newRoom = booking.room && landing && landing.id !== booking.room.id ? landing.name : null

  const move = async () => {
    if (busy.current) return
    if (!chosen) return setProblem(t('choose'))
    busy.current = true
    setPending(true)
    setProblem(null)
    try {
      const moved = await reschedule(token, { newDate: date, newTime: chosen })
      const { isMoved, newRoom: room, ...booked } = moved
      const at = { date: longDate(booked.date, locale), time: booked.time }
      if (isMoved && room) notice.success(t('done.title'), rooms('rooms.moved', { ...at, room }))
      else if (isMoved) notice.success(t('done.title'), t('done.note', at))
      else notice.success(t('same.title'), t('same.note', at))
      onMoved(booked)
    } catch (error) {
      setProblem(sentenceOf(error) ?? t(error instanceof HttpError ? 'failed' : 'offline'))
      refresh()
      // Moved in another tab, cancelled, being paid, or too late since the page was opened: show the
      // current state.
      if (error instanceof HttpError && STALE.includes(error.body.code ?? '')) onStale()
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  const times = () => {
    if (failed) return <SlotsFailed onRetry={retry} />
    if (!slots) return <SlotsSkeleton />
    if (data?.closed) return <SlotsHint>{closedSentence(closed, data.reason)}</SlotsHint>
    if (!slots.some(canChoose))
      return <SlotsHint>{t(slots.length === 0 ? 'tooLong' : 'full')}</SlotsHint>
    return (
      <SlotGroups
        slots={slots}
        chosen={chosen}
        labelledBy="move-times"
        describedBy={problem ? 'move-error' : undefined}
        onChoose={(next) => (setTime(next), setProblem(null))}
      />
    )
  }

  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="grid min-w-0 content-start gap-4">
        {now === null ? (
          <CalendarSkeleton />
        ) : (
          <Calendar
            words={words}
            today={studioDate(new Date(now))}
            date={date}
            hours={hours}
            holidays={holidays}
            closedDays={closedDays}
            horizonDays={booking.horizonDays}
            daysPath={(from, to) => movableDaysPath(token, from, to)}
            onChoose={(day) => (setDate(day), setTime(''), setProblem(null))}
          />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <h3 id="move-times" className="text-base">
          {t('times', { date: longDate(date, locale) })}
        </h3>
        <FieldError id="move-error" role="alert">
          {problem ?? undefined}
        </FieldError>
        <SlotsPlace>{times()}</SlotsPlace>
        {newRoom !== null && (
          <p role="status" className="text-sm">
            {rooms('rooms.elsewhere', { room: newRoom })}
          </p>
        )}
        <Button
          size="lg"
          pending={pending}
          onClick={() => void move()}
          className="h-auto min-h-13 py-2 text-center whitespace-normal"
        >
          {chosen ? t('confirm', { date: longDate(date, locale), time: chosen }) : t('button')}
        </Button>
        <p className="text-xs text-muted">{t('note')}</p>
      </div>
    </div>
  )
}
