/** Keys one after the other, the name of the place in admin.shortcuts, and its path. */
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

// How long `g` waits for its second key.
const SECOND_KEY_MS = 1_000

const isMac = () => /Mac|iPhone|iPad|iPod/.test(navigator.platform)

/** Whether a modifier is held that makes another key of this one; Shift is part of a character. */
const isModified = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.altKey || event.metaKey || event.getModifierState('AltGraph')

const isCommandK = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && !shiftKey && !altKey && ctrlKey !== metaKey && metaKey === isMac()

/**
 * Reads presses one after the other: what each of them opens, or the path that it leads to; null when
 * it is no shortcut.
 */
export function shortcutReader() {
  let began = -Infinity
  return (event: KeyboardEvent): 'search' | 'shortcuts' | `/${string}` | null => {
    const { key, timeStamp } = event
    // Browsers that fill in a form send presses without a key.
    if (!key || key === 'Shift') return null
    const isSecond = timeStamp - began < SECOND_KEY_MS
    began = -Infinity
    if (isCommandK(event)) return 'search'
    if (isModified(event)) return null
    if (key === '/') return 'search'
    if (key === '?') return 'shortcuts'
    if (event.shiftKey) return null
    const pressed = key.toLowerCase()
    if (pressed === 'g') began = timeStamp
    const wanted = isSecond ? [`g ${pressed}`, pressed] : [pressed]
    return GOES.find(([keys]) => wanted.includes(keys))?.[2] ?? null
  }
}
