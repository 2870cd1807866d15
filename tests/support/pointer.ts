/** What jsdom has no event for: a finger, a pen or a mouse. */
class Pointer extends MouseEvent {
  readonly pointerType: string
  readonly isPrimary: boolean
  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init)
    this.pointerType = init.pointerType ?? ''
    this.isPrimary = init.isPrimary ?? false
  }
}

/** Gives the window such events; returns what takes them back. */
export function withPointers(): () => void {
  const { PointerEvent: own } = window
  window.PointerEvent = Pointer as unknown as typeof PointerEvent
  return () => {
    window.PointerEvent = own
  }
}
