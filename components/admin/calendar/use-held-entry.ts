'use client'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { deviceNow } from '@/components/browser/clock'
import { part } from '@/components/ui/part'
import {
  lengthened,
  spotAt,
  stepped,
  type GridSize,
  type Spot,
} from '@/lib/admin/calendar/moves/rules'
import { hoursOf } from '@/lib/admin/calendar/rules'
import type { Entry } from '@/lib/admin/calendar/schema'

const HOLD_MS = 300
const FINGER_PX = 8
const VIBRATION_MS = 20

/** An entry on its way: where it would be put down, and what of it changes. */
export type Held = { entry: Entry; change: 'place' | 'length'; from: Spot; spot: Spot }

type Options = {
  grid: RefObject<HTMLElement | null>
  size: GridSize
  columnOf: (entry: Entry) => number
  /** Said aloud: lifted, where it is now, put back. */
  say: (held: Held | null) => void
  drop: (held: Held) => void
}

/**
 * Moves and lengthens entries, by pointer and by keyboard. Nothing is changed by it: what is put down
 * elsewhere is told to `drop`. The pointer's code is loaded at the first press.
 */
export function useHeldEntry({ grid, size, columnOf, say, drop }: Options) {
  const [held, setHeld] = useState<Held | null>(null)
  const now = useRef<Held | null>(null)
  const letGo = useRef<(() => void) | null>(null)
  const wasDragged = useRef(false)
  useEffect(() => () => letGo.current?.(), [])
  useEffect(() => {
    // Safari lets a gesture be stopped only where this was listened to when it began.
    const listened = grid.current
    const nothing = () => undefined
    listened?.addEventListener('touchmove', nothing, { passive: false })
    return () => listened?.removeEventListener('touchmove', nothing)
  }, [grid])

  const show = (next: Held | null) => {
    now.current = next
    setHeld(next)
  }
  const spotOf = (entry: Entry): Spot => ({
    column: columnOf(entry),
    from: hoursOf(entry.from),
    hours: hoursOf(entry.to) - hoursOf(entry.from),
  })
  const lift = (entry: Entry, change: Held['change']): Held => {
    const from = spotOf(entry)
    const lifted = { entry, change, from, spot: from }
    show(lifted)
    say(lifted)
    return lifted
  }
  const isElsewhere = ({ from, spot }: Held) =>
    spot.column !== from.column || spot.from !== from.from || spot.hours !== from.hours
  const putDown = (isKept: boolean) => {
    const put = now.current
    show(null)
    if (put && isKept && isElsewhere(put)) drop(put)
    else say(null)
  }
  const put = (change: Held['change'], spot: Spot) => {
    if (!now.current) return
    show({ ...now.current, change, spot })
  }

  const hoursBox = () => grid.current?.querySelector('[data-hours]')?.getBoundingClientRect()

  /** Follows a pointer from its press on an entry, or on its handle. */
  const press = (entry: Entry, element: HTMLElement, event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    letGo.current?.()
    const pressedAt = deviceNow()
    const isLength = element.dataset.handle !== undefined
    const top = element.closest('[data-item]')?.getBoundingClientRect().top ?? event.clientY
    const grab = event.clientY - top
    // Within the hours: the page scrolls at its edges, and by a wheel, while something is held.
    const pressedAtHour = event.clientY - (hoursBox()?.top ?? 0)
    const waiting = watch(event)
    const move = ({ x, y }: { x: number; y: number }) => {
      const box = grid.current?.getBoundingClientRect()
      const hours = hoursBox()
      const start = now.current?.from
      if (!box || !hours || !start) return
      const hour = hours.height / (size.last - size.first)
      if (isLength) put('length', lengthened(start, (y - hours.top - pressedAtHour) / hour, size))
      else {
        const at = { x: x - box.left, top: y - grab - hours.top }
        put('place', spotAt(at, { ...size, width: box.width, hour }, start.hours))
      }
    }
    void part(() => import('./follow-pointer')).then(
      ({ followPointer }) => {
        if (waiting.isOver()) return
        letGo.current = followPointer(
          { element, event, holdMs: Math.max(0, HOLD_MS - (deviceNow() - pressedAt)) },
          {
            start: () => {
              wasDragged.current = true
              if (event.pointerType === 'touch') navigator.vibrate?.(VIBRATION_MS)
              lift(entry, isLength ? 'length' : 'place')
            },
            move,
            end: (at) => {
              if (at) move(at)
              putDown(at !== null)
              // The click that ends a drag comes after it.
              setTimeout(() => (wasDragged.current = false))
            },
          },
        )
      },
      () => undefined,
    )
  }

  /** The keys of an entry; true: it was one of them. */
  const key = (entry: Entry, event: { key: string; shiftKey: boolean }): boolean => {
    const current = now.current
    if (!current) {
      if (event.key !== ' ') return false
      lift(entry, 'place')
      return true
    }
    if (event.key === 'Escape') putDown(false)
    else if (event.key === ' ' || event.key === 'Enter') putDown(true)
    else {
      const change = event.shiftKey ? 'length' : 'place'
      // One thing at a time: a move and a sale are two sheets.
      const base = change === current.change ? current.spot : current.from
      const spot = stepped(base, event, size)
      if (!spot) return event.key !== 'Tab'
      put(change, spot)
      say(now.current)
    }
    return true
  }
  const isHeld = () => now.current !== null
  return { held, press, key, isHeld, putBack: () => putDown(false), wasDragged }
}

/** Whether a pressed pointer has been lifted, or moved like one that scrolls. */
function watch({ pointerId, pointerType, clientX, clientY }: PointerEvent) {
  let over = false
  const controller = new AbortController()
  const end = () => {
    over = true
    controller.abort()
  }
  const options = { signal: controller.signal, capture: true }
  const isIt = (event: PointerEvent) => event.pointerId === pointerId
  addEventListener('pointerup', (event) => isIt(event) && end(), options)
  addEventListener('pointercancel', (event) => isIt(event) && end(), options)
  addEventListener(
    'pointermove',
    (event) => {
      const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY)
      if (isIt(event) && pointerType === 'touch' && distance > FINGER_PX) end()
    },
    options,
  )
  return {
    isOver: () => {
      controller.abort()
      return over
    },
  }
}
