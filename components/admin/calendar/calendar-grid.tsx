'use client'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef } from 'react'
import { isMovable, useDrag } from '@/components/admin/calendar/use-drag'
import { cn } from '@/components/ui/cn'
import { hoursOf } from '@/lib/admin/calendar/rules'
import type { Entry, EntryBooking, RoomView } from '@/lib/admin/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { hourText, longDate, utcMidnight } from '@/lib/time'

const HOUR_PX = 44

type Props = {
  room: RoomView
  today: string
  locale: Locale
  onOpen: (entry: Entry) => void
  onMove: (booking: EntryBooking, to: { date: string; time: string }) => void
}

/** Days side by side with the hours down the side; on a phone as lists, one below the other. */
export function CalendarGrid({ room, today, locale, onOpen, onMove }: Props) {
  const t = useTranslations('admin.calendar')
  const format = useFormatter()
  const grid = useRef<HTMLDivElement>(null)
  const { days, entries, hours } = room
  const { first, last } = hours
  const drag = useDrag({
    grid,
    days: days.map(({ date }) => date),
    first,
    last,
    entries,
    onDrop: onMove,
  })
  const height = (last - first) * HOUR_PX
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  return (
    <div
      role="region"
      aria-label={t('grid', { from: longDate(from, locale), to: longDate(to, locale) })}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-raised md:max-h-[80dvh] md:overflow-y-auto"
    >
      <div
        className="md:grid md:grid-cols-[3.5rem_1fr]"
        style={{ minWidth: days.length > 1 ? undefined : 0 }}
      >
        <div
          aria-hidden="true"
          className="figures relative text-xs text-muted max-md:hidden"
          style={{ marginTop: '4.5rem', height }}
        >
          {Array.from({ length: last - first }, (_, i) => (
            <span key={i} className="absolute right-2" style={{ top: i * HOUR_PX + 2 }}>
              {hourText(first + i)}
            </span>
          ))}
        </div>
        <div className="min-w-0">
          <div
            className="md:grid"
            style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
            ref={grid}
          >
            {days.map((day) => {
              const own = entries.filter((entry) => entry.date === day.date)
              return (
                <section
                  key={day.date}
                  aria-label={longDate(day.date, locale)}
                  className="border-line max-md:border-b max-md:p-3 md:border-l"
                >
                  <h2
                    className={cn(
                      'grid content-center px-2 font-sans text-sm font-medium md:h-18 ' +
                        'md:max-lg:px-1 md:max-lg:text-xs',
                      day.date === today && 'text-tungsten',
                    )}
                  >
                    <span>
                      {format.dateTime(utcMidnight(day.date), {
                        weekday: 'short',
                        day: 'numeric',
                        month: 'short',
                        timeZone: 'UTC',
                      })}
                    </span>
                    <span
                      className={cn(
                        'figures text-xs text-balance font-normal',
                        day.holiday || day.closed ? 'text-onair-soft' : 'text-muted',
                      )}
                    >
                      {day.holiday && (
                        <span className="block">{t('holiday', { name: day.holiday })}</span>
                      )}
                      {day.closed ? (
                        <span>{t('closed')}</span>
                      ) : (
                        !day.holiday && (
                          <span>
                            {t('open', {
                              opens: hourText(day.opens),
                              closes: hourText(day.closes),
                            })}
                          </span>
                        )
                      )}
                    </span>
                  </h2>
                  {own.length === 0 && (
                    <p className="px-2 py-1 text-sm text-muted md:sr-only">{t('empty')}</p>
                  )}
                  <ul
                    className="relative max-md:grid max-md:gap-2 md:bg-ground"
                    style={{ '--height': `${height}px` } as React.CSSProperties}
                    data-hours={last - first}
                  >
                    <li
                      aria-hidden="true"
                      className={
                        'h-(--height) bg-size-[100%_44px] max-md:hidden bg-linear-to-b from-line ' +
                        'from-[1px] to-transparent to-[1px]'
                      }
                    />
                    {own.map((entry) => (
                      <CalendarEntry
                        key={`${entry.id}-${entry.date}`}
                        entry={entry}
                        first={first}
                        drag={drag}
                        onOpen={() => onOpen(entry)}
                      />
                    ))}
                    {drag.ghost?.date === day.date && (
                      <li
                        aria-hidden="true"
                        className={cn(
                          'pointer-events-none absolute inset-x-1 z-20 rounded-md border-2 ' +
                            'border-dashed p-1.5 text-xs',
                          drag.ghost.free
                            ? 'border-meter bg-meter/15 text-meter'
                            : 'border-onair bg-onair/20 text-onair-soft',
                        )}
                        style={{
                          top: (Number(drag.ghost.time.slice(0, 2)) - first) * HOUR_PX,
                          height: drag.ghost.hours * HOUR_PX - 2,
                        }}
                      >
                        {drag.ghost.time}
                      </li>
                    )}
                  </ul>
                </section>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

const LOOK = {
  booking: 'border-meter/50 bg-meter/15 text-fg',
  hold: 'border-dashed border-tungsten/60 bg-tungsten/12 text-fg',
  block: 'border-edge bg-line text-fg',
}

type CalendarEntryProps = {
  entry: Entry
  first: number
  drag: ReturnType<typeof useDrag>
  onOpen: () => void
}

/** An entry of the calendar: opens its details; a booking can also be dragged. */
function CalendarEntry({ entry, first, drag, onOpen }: CalendarEntryProps) {
  const t = useTranslations('admin.calendar')
  const moved = useRef(false)
  const top = (hoursOf(entry.from) - first) * HOUR_PX
  const height = Math.max(22, (hoursOf(entry.to) - hoursOf(entry.from)) * HOUR_PX - 2)
  const { booking } = entry
  const what = booking ? `${booking.client}, ${booking.service}` : (entry.reason ?? t('block'))
  const handlers = drag.handlersOf(entry)
  return (
    <li
      className="@container max-md:static max-md:h-auto! md:absolute md:inset-x-1"
      style={{ top, height }}
    >
      <button
        type="button"
        aria-label={t('entry', {
          from: entry.from,
          to: entry.to,
          what: [
            what,
            ...(entry.kind === 'hold' ? [t('hold')] : []),
            ...(entry.kind === 'block' && entry.reason ? [t('block')] : []),
          ].join(', '),
        })}
        {...handlers}
        onPointerUp={(event) => {
          moved.current = drag.isDragging
          handlers.onPointerUp?.(event)
        }}
        onClick={() => {
          const wasDragged = moved.current
          moved.current = false
          if (!wasDragged) onOpen()
        }}
        className={cn(
          'flex size-full min-h-11 flex-col overflow-hidden rounded-md border px-2 py-1 ' +
            'text-left text-xs leading-4 select-none md:min-h-0 [&>span]:shrink-0',
          LOOK[entry.kind],
          isMovable(entry) && 'md:cursor-grab',
          drag.dragged === entry.id && 'opacity-50',
        )}
      >
        <span className="figures truncate font-medium">
          <span>{entry.from}</span>
          <span className="@max-[5.75rem]:hidden">{`–${entry.to}`}</span>
          {entry.kind === 'hold' && <span>{` · ${t('hold')}`}</span>}
        </span>
        <span className="truncate">{booking ? booking.client : what}</span>
        {/* An hour is two lines high. */}
        {booking && (
          <span className={cn('truncate text-muted', height < 2 * HOUR_PX - 2 && 'md:hidden')}>
            {booking.service}
          </span>
        )}
      </button>
    </li>
  )
}
