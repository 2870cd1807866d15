import { type MouseEvent, type PointerEvent, useRef } from 'react'

const HOLD_MS = 450
/** A finger that moves less rests. */
const STILL_PX = 10
/** The part of the row's width that is a swipe. */
const ENOUGH = 0.3

type Press = {
  row: HTMLElement
  x: number
  y: number
  timer: number
  /** 'left': it has been decided that the row goes along; 'held': the finger has rested. */
  doing: 'left' | 'held' | null
}

type Gestures = {
  hold: (row: HTMLElement) => void
  /** For rows with `data-swipe`. The row stays aside until it is brought back. */
  swipe?: ((row: HTMLElement) => unknown) | undefined
}

/** Puts rows back where they were. */
export const comeBack = (row: HTMLElement): void => {
  delete row.dataset.swiped
  row.style.removeProperty('--swipe')
}

/**
 * What a finger does to the rows `[data-row]` of a list: it rests on one, or pushes one that has
 * `data-swipe` to the left. The page scrolls upwards and downwards alone: the browser then takes the
 * pointer away, and a finger that goes more down than aside never swipes.
 */
export function useRowGestures(isOff: boolean, { hold, swipe }: Gestures) {
  const press = useRef<Press | null>(null)
  const ignoreClick = useRef(false)
  const stop = () => {
    if (!press.current) return
    window.clearTimeout(press.current.timer)
    if (press.current.doing === 'left') comeBack(press.current.row)
    press.current = null
  }
  const aside = ({ clientX, clientY }: PointerEvent, { x, y }: Press) => {
    const [right, down] = [clientX - x, Math.abs(clientY - y)]
    return { left: -right, down, isAside: Math.abs(right) > 2 * down }
  }
  return {
    onPointerDown(event: PointerEvent) {
      stop()
      ignoreClick.current = false
      const { target, pointerType, isPrimary, clientX: x, clientY: y } = event
      if (isOff || pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      const row = target.closest<HTMLElement>('[data-row]')
      if (!row) return
      const timer = window.setTimeout(() => {
        if (!press.current) return
        press.current.doing = 'held'
        ignoreClick.current = true
        hold(row)
      }, HOLD_MS)
      press.current = { row, x, y, timer, doing: null }
    },
    onPointerMove(event: PointerEvent) {
      const { current } = press
      if (!current || current.doing === 'held') return
      const { left, down, isAside } = aside(event, current)
      if (current.doing === null) {
        if (Math.max(Math.abs(left), down) < STILL_PX) return
        if (!isAside || left < 0 || !current.row.dataset.swipe) return stop()
        window.clearTimeout(current.timer)
        current.doing = 'left'
        ignoreClick.current = true
      }
      const { row } = current
      row.dataset.swiped = left > row.offsetWidth * ENOUGH ? 'enough' : 'little'
      row.style.setProperty('--swipe', `${-Math.max(0, left)}px`)
    },
    onPointerUp(event: PointerEvent) {
      const { current } = press
      if (current?.doing !== 'left') return stop()
      const { left, isAside } = aside(event, current)
      const { row } = current
      if (!isAside || left <= row.offsetWidth * ENOUGH) return stop()
      press.current = null
      row.dataset.swiped = 'enough'
      row.style.setProperty('--swipe', '-100%')
      swipe?.(row)
    },
    onPointerCancel: stop,
    // The link of the row under the finger.
    onClickCapture(event: MouseEvent) {
      if (!ignoreClick.current) return
      ignoreClick.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
  }
}
