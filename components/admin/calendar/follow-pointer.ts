import {
  AutoScroller,
  DragDropManager,
  Draggable,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom'

export type PointerAt = { x: number; y: number }
type Followed = {
  start: () => void
  move: (at: PointerAt) => void
  /** Null: given up. */
  end: (at: PointerAt | null) => void
}
type Press = {
  element: HTMLElement
  event: PointerEvent
  /** How long a finger has to rest on it yet. */
  holdMs: number
}

const MOUSE_PX = 6
const FINGER_PX = 8

/**
 * Follows a pointer that was pressed before this code was here: the press is told to the library once
 * more. Nothing of the page is moved by it. Returns how to let go.
 */
export function followPointer(
  { element, event, holdMs }: Press,
  { start, move, end }: Followed,
): () => void {
  const { Delay, Distance } = PointerActivationConstraints
  const manager = new DragDropManager({
    // Its other plugins write styles into the page, which the page's policy refuses.
    plugins: [AutoScroller],
    sensors: [
      PointerSensor.configure({
        activationConstraints: ({ pointerType }) =>
          pointerType === 'touch'
            ? [new Delay({ value: holdMs, tolerance: FINGER_PX })]
            : [new Distance({ value: MOUSE_PX })],
        preventActivation: () => false,
      }),
    ],
  })
  const pressed = new Draggable({ id: 'entry', element, register: false }, manager)
  pressed.register()
  let at: PointerAt = { x: event.clientX, y: event.clientY }
  manager.monitor.addEventListener('dragstart', start)
  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (!to) return
    at = to
    move(at)
  })
  manager.monitor.addEventListener('dragend', ({ canceled }) => end(canceled ? null : at))
  // It does not rise: the page has heard of it.
  element.dispatchEvent(
    new PointerEvent('pointerdown', {
      ...{ bubbles: false, cancelable: true, isPrimary: true, button: 0, buttons: 1 },
      ...{ pointerId: event.pointerId, pointerType: event.pointerType },
      ...{ clientX: event.clientX, clientY: event.clientY },
    }),
  )
  return () => manager.destroy()
}
