import type { FieldName } from './form'

const STEPS: Partial<Record<FieldName, string>> = {
  serviceId: 'service',
  duration: 'duration',
  date: 'date',
  time: 'time',
}
// In a step, the first thing one can operate: the chosen or first radio, the calendar's current
// day, else the heading.
const OPERABLE = ['input:checked', '[role="gridcell"] button[tabindex="0"]', 'input:enabled', 'h2']
// A dialog that closes in the same moment gives the focus back to its button first.
const AFTER_DIALOG_MS = 120

/**
 * Brings a field into sight and gives it the focus; `heading` when what is below it is about to
 * change.
 */
export function focusField(name: FieldName, part: 'control' | 'heading' = 'control'): void {
  setTimeout(() => {
    const step = STEPS[name]
    const root = step ? document.getElementById(`step-${step}`) : null
    const target = root
      ? (part === 'heading' ? ['h2'] : OPERABLE)
          .map((selector) => root.querySelector<HTMLElement>(selector))
          .find(Boolean)
      : document.getElementById(`booking-${name}`)
    target?.focus({ preventScroll: true })
    ;(root ?? target)?.scrollIntoView({ block: root ? 'start' : 'center' })
  }, AFTER_DIALOG_MS)
}
