'use client'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { hoursOf } from '@/lib/calendar/rules'
import type { Entry } from '@/lib/calendar/schema'
import { isMovable, type useDrag } from './use-drag'

const HOUR_PX = 44
const LOOK = {
  booking: 'border-meter/50 bg-meter/15 text-fg',
  hold: 'border-dashed border-tungsten/60 bg-tungsten/12 text-fg',
  block: 'border-edge bg-line text-fg',
}

type Props = { entry: Entry; first: number; drag: ReturnType<typeof useDrag>; onOpen: () => void }

/** What has the room for a while: opens its details; a booking can also be dragged. */
export function CalendarEntry({ entry, first, drag, onOpen }: Props) {
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
          what: `${what}${entry.kind === 'hold' ? `, ${t('hold')}` : ''}${entry.kind === 'block' && entry.reason ? `, ${t('block')}` : ''}`,
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
          'flex size-full min-h-11 flex-col overflow-hidden rounded-md border px-2 py-1 text-left text-xs leading-4 select-none md:min-h-0 [&>span]:shrink-0',
          LOOK[entry.kind],
          isMovable(entry) && 'md:cursor-grab',
          drag.dragged === entry.id && 'opacity-50',
        )}
      >
        <span className="figures truncate font-medium">
          {entry.from}
          <span className="@max-[5.75rem]:hidden">–{entry.to}</span>
          {entry.kind === 'hold' && ` · ${t('hold')}`}
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
