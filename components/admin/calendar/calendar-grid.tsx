'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CalendarEntry, HOUR_PX, isMovable } from '@/components/admin/calendar/calendar-entry'
import { FreeHour, FreeHourMenu } from '@/components/admin/calendar/free-hour'
import { NowLine } from '@/components/admin/calendar/now-line'
import { useHeldEntry, type Held } from '@/components/admin/calendar/use-held-entry'
import { useDates } from '@/components/dates'
import { cn } from '@/components/ui/cn'
import {
  freeHours,
  isFreeSpan,
  lanesOf,
  neighbourOf,
  type GridItem,
  type Spot,
} from '@/lib/admin/calendar/moves/rules'
import { hoursOf } from '@/lib/admin/calendar/rules'
import type { CalendarColumn, Entry, RoomsView } from '@/lib/admin/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { hourText, longDate, utcMidnight } from '@/lib/time'

/** Where and when an entry was put down, or a free hour chosen. */
export type CalendarPlace = { date: string; roomId: number; room: string; time: string }

type Props = {
  view: RoomsView
  /** The studio's date and time when this was rendered. */
  clock: { date: string; time: string }
  locale: Locale
  /** The house has several rooms. */
  severalRooms: boolean
  open: (entry: Entry) => void
  drop: (held: Held, to: CalendarPlace) => void
  hrefOf: (at: CalendarPlace) => string
  block: (at: CalendarPlace & { closes: number }) => void
}

const spanOf = ({ from, to }: Entry) => ({ from: hoursOf(from), to: hoursOf(to) })
const keyOf = ({ kind, id, date, roomId }: Entry) =>
  `${kind === 'block' ? 'block' : 'time'}-${id}-${date}-${roomId}`
const freeKey = (column: number, hour: number) => `free-${column}-${hour}`

/** Days, or rooms, side by side with the hours down the side. */
export function CalendarGrid(props: Props) {
  const { view, clock, locale, severalRooms, open, drop, hrefOf, block } = props
  const t = useTranslations('admin.calendar')
  const grid = useRef<HTMLDivElement>(null)
  // A week is wider than a phone: the first day that is seen is today.
  useEffect(() => {
    const [region, today] = [
      grid.current?.closest('[role="region"]'),
      grid.current?.querySelector<HTMLElement>('[data-today]'),
    ]
    if (region && grid.current && today)
      region.scrollLeft = today.offsetLeft - grid.current.offsetLeft
  }, [])
  const [said, setSaid] = useState('')
  const [stop, setStop] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ column: number; hour: number } | null>(null)
  const { columns, entries, hours } = view
  const { first, last } = hours
  const columnOf = ({ date, roomId }: Entry) =>
    columns.findIndex((column) => column.date === date && column.roomId === roomId)
  const placeOf = ({ column, from }: Pick<Spot, 'column' | 'from'>): CalendarPlace | null => {
    const found = columns[column]
    if (!found) return null
    const { date, roomId, room } = found
    return { date, roomId, room, time: hourText(Math.floor(from)) }
  }
  const isFree = ({ entry, spot }: Held) => {
    const others = entries.filter(
      (one) => columnOf(one) === spot.column && one.booking?.id !== entry.booking?.id,
    )
    return isFreeSpan({ from: spot.from, to: spot.from + spot.hours }, others.map(spanOf))
  }
  const say = (held: Held | null) => {
    const at = held && placeOf(held.spot)
    if (!held || !at) return setSaid(t('keys.putBack'))
    const is = held.spot === held.from ? 'lifted' : isFree(held) ? 'free' : 'taken'
    setSaid(
      t(`keys.${is}`, {
        who: held.entry.booking?.client ?? '',
        date: longDate(at.date, locale),
        room: at.room,
        time: at.time,
        hours: held.spot.hours,
      }),
    )
  }
  const { held, press, key, isHeld, putBack, wasDragged } = useHeldEntry({
    grid,
    size: { columns: columns.length, ...hours },
    columnOf,
    say,
    drop: (put) => {
      const to = placeOf(put.spot)
      setSaid('')
      if (to) drop(put, to)
    },
  })
  const free = columns.map((column) => {
    if (column.date < clock.date) return []
    const own = entries.filter((one) => one.date === column.date && one.roomId === column.roomId)
    return freeHours(column, own.map(spanOf), column.date === clock.date ? hoursOf(clock.time) : 0)
  })
  const items: GridItem[] = [
    ...entries.map((entry) => ({
      key: keyOf(entry),
      column: columnOf(entry),
      from: hoursOf(entry.from),
    })),
    ...free.flatMap((list, column) =>
      list.map((from) => ({ key: freeKey(column, from), column, from })),
    ),
  ]
  const isStop = (item: string) =>
    item === (items.some((one) => one.key === stop) ? stop : items[0]?.key)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    const item = target instanceof HTMLElement ? target.dataset.item : undefined
    const current = items.find((one) => one.key === item)
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return
    const entry = entries.find((one) => keyOf(one) === item)
    if (entry && isMovable(entry) && key(entry, event)) return event.preventDefault()
    const next = isHeld() ? null : neighbourOf(items, current, event.key)
    if (!next) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-item="${next.key}"]`)?.focus()
  }
  const [from, to] = [columns[0]?.date ?? '', columns.at(-1)?.date ?? '']
  const byRoom = from === to
  return (
    <>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
      <div
        role="region"
        aria-label={t('grid', { from: longDate(from, locale), to: longDate(to, locale) })}
        aria-describedby="calendar-keys"
        tabIndex={0}
        className="relative max-h-[80dvh] overflow-auto rounded-lg border border-line bg-raised"
      >
        <div
          className="grid grid-cols-[2.75rem_1fr] md:grid-cols-[3.5rem_1fr]"
          style={{ minWidth: `${3 + columns.length * (byRoom ? 8 : 6)}rem` }}
        >
          <Hours first={first} last={last} />
          <div
            ref={grid}
            className="grid min-w-0"
            style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => target.dataset.item && setStop(target.dataset.item)}
            onBlur={() => isHeld() && putBack()}
          >
            {columns.map((column, nth) => {
              const own = entries.filter((one) => columnOf(one) === nth)
              const lanes = lanesOf(own.map(spanOf))
              const height = (last - first) * HOUR_PX
              const menu = chosen?.column === nth ? chosen : null
              const at = menu && placeOf({ column: nth, from: menu.hour })
              return (
                <section
                  key={`${column.date} ${column.roomId}`}
                  aria-label={
                    byRoom && severalRooms
                      ? `${column.room}, ${longDate(column.date, locale)}`
                      : longDate(column.date, locale)
                  }
                  data-today={!byRoom && column.date === clock.date ? '' : undefined}
                  className="min-w-0 border-l border-line"
                >
                  <ColumnHead
                    column={column}
                    byRoom={byRoom && severalRooms}
                    isNarrow={!byRoom}
                    isToday={column.date === clock.date}
                  />
                  {own.length === 0 && <p className="sr-only">{t('empty')}</p>}
                  <ul className="relative bg-ground" style={{ height }} data-hours={last - first}>
                    <Ground column={column} first={first} last={last} />
                    {column.date === clock.date ? (
                      <NowLine
                        key={clock.time}
                        date={clock.date}
                        now={clock.time}
                        {...hours}
                        hourPx={HOUR_PX}
                      />
                    ) : (
                      column.date < clock.date && (
                        <li aria-hidden="true" className="absolute inset-0 bg-line/60" />
                      )
                    )}
                    {(free[nth] ?? []).map((hour) => (
                      <FreeHour
                        key={hour}
                        item={freeKey(nth, hour)}
                        hour={hour}
                        top={(hour - first) * HOUR_PX}
                        height={HOUR_PX}
                        isStop={isStop(freeKey(nth, hour))}
                        href={hrefOf({ ...column, time: hourText(hour) })}
                        choose={() => setChosen({ column: nth, hour })}
                      />
                    ))}
                    {own.map((entry, index) => (
                      <CalendarEntry
                        key={keyOf(entry)}
                        entry={entry}
                        item={keyOf(entry)}
                        first={first}
                        lane={lanes[index] ?? { lane: 0, lanes: 1 }}
                        isHeld={held?.entry === entry}
                        isStop={isStop(keyOf(entry))}
                        open={() => !wasDragged.current && open(entry)}
                        press={(element, event) => press(entry, element, event)}
                      />
                    ))}
                    {held?.spot.column === nth && (
                      <Preview spot={held.spot} first={first} isFree={isFree(held)} />
                    )}
                    {menu && at && (
                      <FreeHourMenu
                        top={(menu.hour - first) * HOUR_PX}
                        height={HOUR_PX}
                        href={hrefOf(at)}
                        block={() => block({ ...at, closes: column.closes })}
                        close={() => {
                          setChosen(null)
                          grid.current
                            ?.querySelector<HTMLElement>(`[data-item="${freeKey(nth, menu.hour)}"]`)
                            ?.focus()
                        }}
                      />
                    )}
                  </ul>
                </section>
              )
            })}
          </div>
        </div>
      </div>
    </>
  )
}

const HEAD = 'h-14'

/** The hours down the side. */
const Hours = ({ first, last }: { first: number; last: number }) => (
  <div aria-hidden="true" className="figures sticky left-0 z-20 bg-raised text-xs text-muted">
    <div className={`sticky top-0 bg-raised ${HEAD}`} />
    {Array.from({ length: last - first }, (_, nth) => (
      <div key={nth} className="pt-0.5 pr-1.5 text-right" style={{ height: HOUR_PX }}>
        {hourText(first + nth)}
      </div>
    ))}
  </div>
)

type HeadProps = {
  column: CalendarColumn
  byRoom: boolean
  /** One of a week: there is room for the hours alone. */
  isNarrow: boolean
  isToday: boolean
}

/** The day or the room, and when it is open. */
function ColumnHead({ column, byRoom, isNarrow, isToday }: HeadProps) {
  const t = useTranslations('admin.calendar')
  const format = useDates()
  const { date, room, holiday, closed, opens, closes } = column
  const day = format.dateTime(utcMidnight(date), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  } as const)
  const [from, to] = [hourText(opens), hourText(closes)]
  const hours = isNarrow ? `${from}–${to}` : t('open', { opens: from, closes: to })
  return (
    <h2
      className={cn(
        'sticky top-0 z-10 grid content-center overflow-hidden border-b border-line bg-raised px-1.5',
        'font-sans text-sm font-medium',
        HEAD,
        isToday && !byRoom && 'text-tungsten',
      )}
    >
      <span className={cn('truncate', isNarrow && 'zh:max-xl:text-xs')}>{byRoom ? room : day}</span>
      <span
        className={cn(
          'figures truncate text-xs font-normal',
          holiday || closed ? 'text-onair-soft' : 'text-muted',
        )}
      >
        {holiday ? t('holiday', { name: holiday }) : closed ? t('closed') : hours}
      </span>
    </h2>
  )
}

const HATCHED =
  'bg-[repeating-linear-gradient(135deg,var(--color-line)_0_2px,transparent_2px_9px)] bg-raised'

/** A line at each hour; hatched while it is closed. */
function Ground({ column, first, last }: { column: CalendarColumn; first: number; last: number }) {
  const { closed, opens, closes } = column
  const shut = closed
    ? [[first, last]]
    : [
        [first, opens],
        [closes, last],
      ]
  return (
    <>
      {shut.map(
        ([from = 0, to = 0]) =>
          from < to && (
            <li
              key={from}
              aria-hidden="true"
              className={`absolute inset-x-0 ${HATCHED}`}
              style={{ top: (from - first) * HOUR_PX, height: (to - from) * HOUR_PX }}
            />
          ),
      )}
      <li
        aria-hidden="true"
        className={
          'pointer-events-none absolute inset-0 bg-size-[100%_44px] bg-linear-to-b from-line ' +
          'from-[1px] to-transparent to-[1px]'
        }
      />
    </>
  )
}

/** Where what is carried would be put down. */
const Preview = ({ spot, first, isFree }: { spot: Spot; first: number; isFree: boolean }) => (
  <li
    aria-hidden="true"
    data-preview={isFree ? 'free' : 'taken'}
    className={cn(
      'pointer-events-none absolute inset-x-1 z-20 rounded-md border-2 border-dashed p-1.5 text-xs',
      isFree ? 'border-meter bg-meter/15 text-meter' : 'border-onair bg-onair/20 text-onair-soft',
    )}
    style={{ top: (spot.from - first) * HOUR_PX, height: spot.hours * HOUR_PX - 2 }}
  >
    {hourText(Math.floor(spot.from))}
  </li>
)
