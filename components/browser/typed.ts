import { barePath } from '@/lib/i18n/path'
import { forget, recall, remember } from './session-store'

// What was typed, across a reload that the page itself asks for and into another language. Forms with a
// draft of their own have it already; this keeps every other field.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Stored = { page: string; placed: boolean; values: Record<string, string | boolean> }

const STORED = 'typed'
// Forms may appear only after a press; later than this their fields begin empty.
const PATIENCE_MS = 600_000

const isTick = (control: Control): boolean =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/**
 * Passwords, codes and files are typed and chosen again; a search is in the address. The router keeps
 * pages that were left, hidden.
 */
const isKept = (control: Control): boolean =>
  !['password', 'file', 'hidden', 'submit', 'button'].includes(control.type) &&
  control.autocomplete !== 'one-time-code' &&
  control.closest('[role="search"], [data-no-keep], [style*="display: none"]') === null

const PLACE = ':is([role="dialog"], section, form):is([aria-labelledby], [aria-label])'

/** The name of the section around a control, which tells two dialogs with the same fields apart. */
function placeOf(control: Control): string {
  const place = control.closest(PLACE)
  const label = place?.getAttribute('aria-labelledby')
  return (label && document.getElementById(label)?.textContent) || (place?.ariaLabel ?? '')
}

/** Each control that is kept, by a key that is the same after a reload, unless `placed` in any language. */
function controls(placed: boolean): Map<string, Control> {
  const found = new Map<string, Control>()
  for (const control of document.querySelectorAll<Control>('input, textarea, select')) {
    if (!isKept(control)) continue
    const value = isTick(control) ? control.value : ''
    const key = [placed ? placeOf(control) : '', control.name || control.id, value].join('|')
    let index = 0
    while (found.has(`${key}|${index}`)) index++
    found.set(`${key}|${index}`, control)
  }
  return found
}

const valueOf = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && isTick(control) ? control.checked : control.value

const page = () => barePath(window.location.pathname)

function keep(placed: boolean): void {
  const values = [...controls(placed)].map(([key, control]) => [key, valueOf(control)] as const)
  remember(STORED, { page: page(), placed, values: Object.fromEntries(values) } satisfies Stored)
}

/** Keeps what was typed on this page for its next load in this tab. */
export const keepTyped = (): void => keep(true)
/** Keeps it for the same page in another language, where the places have other names. */
export const keepForLanguage = (): void => keep(false)

/** Writes a value as a person would: forms learn of it by its event. */
function write(control: Control, value: string | boolean): void {
  if (valueOf(control) === value) return
  if (typeof value === 'boolean') {
    if (value) control.click()
    return
  }
  const shape = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(shape, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Puts back what `keepTyped` kept, as soon as its fields are there. */
export function restoreTyped(): void {
  const stored = recall(STORED) as Stored | null
  forget(STORED)
  if (stored?.page !== page()) return
  const missing = new Map(Object.entries(stored.values))
  const fill = () => {
    if (stored.page !== page()) return
    for (const [key, control] of controls(stored.placed)) {
      const value = missing.get(key)
      if (value === undefined || control.matches(':disabled')) continue
      missing.delete(key)
      write(control, value)
    }
    if (missing.size === 0) watch.disconnect()
  }
  const watch = new MutationObserver(fill)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  setTimeout(() => watch.disconnect(), PATIENCE_MS)
  fill()
}
