'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useDates } from '@/components/dates'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { useHydrated } from '@/components/ui/hydrated'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { CALENDAR_VIEWS, viewDates, viewQuery, type CalendarView } from '@/lib/admin/calendar/rules'
import type { RoomChoice } from '@/lib/rooms/schema'
import { isDate, utcMidnight } from '@/lib/time'

/** What the calendar shows, all of it in the address. */
export type Shown = {
  path: string
  view: CalendarView
  date: string
  today: string
  rooms: readonly RoomChoice[]
  /** The one of a week. */
  roomId: number | undefined
}

/** The address of another view or day of what is shown. */
export const calendarHref = (
  { path, view, date, today, rooms, roomId }: Shown,
  to: { view?: CalendarView; date?: string; room?: number | undefined },
): string => {
  const room = to.room ?? roomId
  const named = room === rooms[0]?.id ? undefined : room
  return `${path}${viewQuery({ view, date, ...to, room: named }, today)}`
}

/** Which days of which room the calendar shows. */
export function CalendarBar(shown: Shown) {
  const { view, date, today, rooms, roomId } = shown
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const hydrated = useHydrated()
  const { previous, next } = viewDates(view, date)
  const link = (variant: 'outline' | 'secondary' | 'ghost') => buttonVariants({ variant })
  const go = (to: Parameters<typeof calendarHref>[1]) =>
    router.push(calendarHref(shown, to), { scroll: false })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        prefetch={false}
        scroll={false}
        href={calendarHref(shown, { date: previous })}
        aria-label={t('previous')}
        className={`${link('outline')} px-3`}
      >
        <ChevronLeft aria-hidden="true" />
      </Link>
      <Link
        prefetch={false}
        scroll={false}
        href={calendarHref(shown, { date: today })}
        className={link('outline')}
      >
        {t('today')}
      </Link>
      <Link
        prefetch={false}
        scroll={false}
        href={calendarHref(shown, { date: next })}
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
        onChange={({ target }) => isDate(target.value) && go({ date: target.value })}
        className="h-11 w-40 px-2.5 text-sm max-sm:w-0 max-sm:min-w-31 max-sm:grow"
      />
      {view === 'week' && rooms.length > 1 && (
        <NativeSelect
          key={`room-${roomId}`}
          aria-label={t('room')}
          defaultValue={roomId}
          disabled={!hydrated}
          options={rooms.map(({ id, name }) => [String(id), name])}
          onChange={({ target }) => go({ room: Number(target.value) })}
          className="h-11 w-44 text-sm"
        />
      )}
      <div role="group" aria-label={t('view')} className="flex">
        {CALENDAR_VIEWS.map((one) => (
          <Link
            key={one}
            prefetch={false}
            scroll={false}
            href={calendarHref(shown, { view: one })}
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

/** The week of the day that is shown, on a phone. */
export function WeekStrip(shown: Shown) {
  const { date, today } = shown
  const t = useTranslations('admin.calendar')
  const format = useDates()
  const part = (day: string, options: { weekday: 'narrow' } | { day: 'numeric' }) =>
    format.dateTime(utcMidnight(day), { ...options, timeZone: 'UTC' })
  return (
    <nav aria-label={t('weekStrip')} className="md:hidden">
      <ol className="grid grid-cols-7 border-b border-line text-center text-sm">
        {viewDates('week', date).dates.map((day) => (
          <li key={day}>
            <Link
              href={calendarHref(shown, { date: day })}
              prefetch={false}
              scroll={false}
              aria-current={day === date ? 'date' : undefined}
              className={cn(
                'grid min-h-12 content-center border-b-2 border-transparent ' +
                  'forced-colors:not-aria-[current=date]:border-[Canvas]',
                day === today && 'text-tungsten',
                day === date && 'border-tungsten font-semibold',
              )}
            >
              <span className="text-xs text-muted">{part(day, { weekday: 'narrow' })}</span>
              <span className={cn('figures', day === today && 'underline underline-offset-4')}>
                {part(day, { day: 'numeric' })}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
