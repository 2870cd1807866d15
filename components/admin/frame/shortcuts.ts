/** Keys in the form of tinykeys, the name of the place in admin.shortcuts, and its path. */
export const GOES = [
  ['g t', 'today', '/admin/today'],
  ['g c', 'calendar', '/admin/calendar'],
  ['g i', 'inbox', '/admin/inbox'],
  ['g o', 'orders', '/admin/orders'],
  ['n', 'create', '/admin/bookings/new'],
] as const

const STORED = 'console-shortcuts'
// A browser may refuse storage: then the choice lives as long as the document.
let chosen: boolean | null = null

export function hasShortcuts(): boolean {
  try {
    return chosen ?? localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

export function chooseShortcuts(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off')
    chosen = null
  } catch {
    chosen = on
  }
}

const TYPED_IN =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The key belongs to a field, a dialog or a menu, or to a person who composes a character. */
export const isTyped = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.repeat ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(TYPED_IN) !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
