'use client'
import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { hoursOf } from '@/lib/admin/calendar/rules'
import type { Entry, EntryState } from '@/lib/admin/calendar/schema'

export const HOUR_PX = 44

/** Edge and ground; the word beside it says the same. */
const LOOK: Record<EntryState | 'unsaid', string> = {
  paid: 'border-l-meter bg-meter/15',
  owed: 'border-l-tungsten border-dashed bg-tungsten/12',
  hold: 'border-l-tungsten border-dotted bg-raised',
  block: 'border-l-edge border-double bg-line',
  feed: 'border-l-edge border-dotted bg-line',
  done: 'border-l-edge bg-raised',
  no_show: 'border-l-onair border-dashed bg-onair/15',
  unsaid: 'border-l-edge bg-raised',
}

const MOVABLE = ['pending', 'confirmed']

/** A booking of one day that may still be moved. */
export const isMovable = ({ booking, date }: Entry): boolean =>
  booking !== null &&
  booking.duration !== 'weekly' &&
  MOVABLE.includes(booking.status) &&
  booking.date === date

type Props = {
  entry: Entry
  item: string
  first: number
  lane: { lane: number; lanes: number }
  isHeld: boolean
  isStop: boolean
  open: () => void
  press: (element: HTMLElement, event: PointerEvent) => void
}

/** Opens what it is about; a booking can also be moved, and made longer at its lower edge. */
export function CalendarEntry({
  entry,
  item,
  first,
  lane: { lane, lanes },
  isHeld,
  isStop,
  open,
  press,
}: Props) {
  const t = useTranslations('admin.calendar')
  const { booking, from, to, kind, state, turnaround } = entry
  const top = (hoursOf(from) - first) * HOUR_PX
  const height = Math.max(22, (hoursOf(to) - hoursOf(from)) * HOUR_PX - 2)
  const what = booking ? `${booking.client}, ${booking.service}` : (entry.reason ?? t('block'))
  const word = state && t(`states.${state}`)
  const said = [what, kind === 'block' && !entry.reason ? null : word].filter(Boolean).join(', ')
  const movable = isMovable(entry)
  const isHigh = height >= 2 * HOUR_PX - 2
  return (
    <li
      className="absolute px-0.5"
      style={{ top, height, left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
    >
      <button
        type="button"
        data-item={item}
        data-state={state}
        tabIndex={isStop ? 0 : -1}
        aria-label={t('entry', { from, to, what: said })}
        {...(movable && { 'aria-keyshortcuts': 'Space' })}
        onPointerDown={({ target, currentTarget, nativeEvent }) => {
          if (!movable) return
          const handle = target instanceof Element && target.closest('[data-handle]')
          press(handle instanceof HTMLElement ? handle : currentTarget, nativeEvent)
        }}
        onContextMenu={(event) => movable && event.preventDefault()}
        onClick={open}
        className={cn(
          'relative flex size-full flex-col overflow-hidden rounded-md border border-line ' +
            'border-l-[3px] px-1.5 py-1 text-left text-xs leading-4 select-none ' +
            '[-webkit-touch-callout:none] [&>span]:shrink-0',
          LOOK[state ?? 'unsaid'],
          movable && 'cursor-grab',
          isHeld && 'opacity-50',
        )}
      >
        <span className="truncate font-medium">{booking ? booking.client : what}</span>
        <span className="truncate text-muted">
          {[word, `${from}–${to}`].filter(Boolean).join(' · ')}
        </span>
        {booking && isHigh && <span className="truncate text-muted">{booking.service}</span>}
        {movable && (
          <span
            data-handle=""
            className="absolute inset-x-0 bottom-0 grid h-3 cursor-ns-resize place-items-end justify-center"
          >
            <span aria-hidden="true" className="mb-0.5 h-0.5 w-6 rounded-full bg-muted" />
          </span>
        )}
      </button>
      {turnaround > 0 && (
        <span
          aria-hidden="true"
          className="block w-1 bg-edge"
          style={{ height: (turnaround / 60) * HOUR_PX }}
        />
      )}
    </li>
  )
}
