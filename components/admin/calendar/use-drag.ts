'use client'
import { useState, type PointerEvent, type RefObject } from 'react'
import { dropTarget, hoursOf } from '@/lib/admin/calendar/rules'
import type { Entry, EntryBooking } from '@/lib/admin/calendar/schema'

type Ghost = { date: string; time: string; hours: number; free: boolean }
type Active = {
  entry: Entry
  booking: EntryBooking
  startX: number
  startY: number
  grab: number
  moved: boolean
  pointer: number
}
type Options = {
  grid: RefObject<HTMLDivElement | null>
  days: readonly string[]
  first: number
  last: number
  entries: readonly Entry[]
  onDrop: (booking: EntryBooking, to: { date: string; time: string }) => void
}

const THRESHOLD_PX = 6
const MOVABLE = ['pending', 'confirmed']

/** True for an entry that can be dragged: a booking of one day that may still be moved. */
export const isMovable = (entry: Entry): boolean =>
  entry.booking !== null &&
  entry.booking.duration !== 'weekly' &&
  MOVABLE.includes(entry.booking.status) &&
  entry.booking.date === entry.date

/**
 * Drags a booking over the grid with mouse or pen (a finger scrolls). The ghost shows where it
 * would be dropped and whether that is free; dropping it only opens the dialog, so that nothing is
 * saved by accident. Escape cancels.
 */
export function useDrag({ grid, days, first, last, entries, onDrop }: Options) {
  const [active, setActive] = useState<Active | null>(null)
  const [ghost, setGhost] = useState<Ghost | null>(null)

  const landing = (event: PointerEvent, { entry, grab }: Active): Ghost | null => {
    const list = grid.current?.querySelector('[data-hours]')?.getBoundingClientRect()
    const box = grid.current?.getBoundingClientRect()
    if (!list || !box) return null
    const hours = hoursOf(entry.to) - hoursOf(entry.from)
    const hour = list.height / (last - first)
    const target = dropTarget(
      { x: event.clientX - box.left, top: event.clientY - grab - list.top },
      { width: box.width, hour, days, first, last },
      hours,
    )
    if (!target) return null
    const [from, to] = [hoursOf(target.time), hoursOf(target.time) + hours]
    const free = !entries.some(
      (other) =>
        other.booking?.id !== entry.booking?.id &&
        other.date === target.date &&
        hoursOf(other.from) < to &&
        from < hoursOf(other.to),
    )
    return { ...target, hours, free }
  }
  const stop = () => {
    setActive(null)
    setGhost(null)
  }

  const handlersOf = (entry: Entry) => {
    const { booking } = entry
    if (!booking || !isMovable(entry)) return {}
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture(event.pointerId)
        const grab = event.clientY - event.currentTarget.getBoundingClientRect().top
        setActive({
          entry,
          booking,
          startX: event.clientX,
          startY: event.clientY,
          grab,
          moved: false,
          pointer: event.pointerId,
        })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!active || active.pointer !== event.pointerId) return
        const moved =
          active.moved ||
          Math.hypot(event.clientX - active.startX, event.clientY - active.startY) > THRESHOLD_PX
        if (!moved) return
        if (!active.moved) setActive({ ...active, moved })
        setGhost(landing(event, active))
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const target = active?.moved ? landing(event, active) : null
        stop()
        if (target && (target.date !== booking.date || target.time !== booking.time))
          onDrop(booking, { date: target.date, time: target.time })
      },
      onPointerCancel: stop,
      onKeyDown: (event: React.KeyboardEvent) => event.key === 'Escape' && stop(),
    }
  }
  /** A drag ends with a click on the dragged entry, which must open nothing. */
  const isDragging = active?.moved ?? false
  return { ghost, handlersOf, isDragging, dragged: active?.moved ? active.entry.id : null }
}
