'use client'
import { createContext, useContext, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type BookingFieldName,
  type BookingForm,
  focusField,
  missing,
  type StepId,
  stepOf,
} from './booking-form'

/** Below 80rem one step is open at a time, and every other one is a row (step.tsx). */
type Fold = {
  open: StepId | null
  toggle: (step: StepId) => void
  /**
   * After a choice in a step: opens the step of the first field that is still missing, with all that is
   * between in sight. The length and the room are chosen already, and nobody else would see them.
   */
  goOn: (from: StepId) => void
  /** Opens the field's step and leads to it. */
  goTo: (field: BookingFieldName) => void
  /** Opens the field's step and focuses the field, or the step's heading. */
  focus: (field: BookingFieldName, part?: 'heading') => void
}

const FoldContext = createContext<Fold | null>(null)
export const ProvideFold = FoldContext.Provider

export function useFold(): Fold {
  const fold = useContext(FoldContext)
  if (!fold) throw new Error('useFold is for the steps inside ProvideFold.')
  return fold
}

export function useFolding(form: BookingForm, first: StepId): Fold {
  const [open, setOpen] = useState<StepId | null>(first)
  return useMemo(() => {
    // Now, not with the next frame: only an open step can be led to.
    const show = (step: StepId | null) => flushSync(() => setOpen(step))
    const leadTo = (step: StepId, from?: StepId) => {
      show(step)
      bringIntoView(step, from)
    }
    return {
      open,
      toggle: (step) => (open === step ? show(null) : leadTo(step)),
      goOn: (from) => leadTo(stepOf(missing(form.getValues()) ?? 'email'), from),
      goTo(field) {
        leadTo(stepOf(field))
        const input = document.getElementById(`booking-${field}`)
        if (input) input.focus()
        else if (!isFolding()) focusField(field)
      },
      focus(field, part) {
        show(stepOf(field))
        focusField(field, part)
      },
    }
  }, [form, open])
}

const isFolding = (): boolean =>
  Boolean(document.querySelector('[aria-controls^="step-"]')?.getClientRects().length)

/**
 * Under the header, with the focus on its heading; where nothing folds, everything stays. The rows between
 * the step that was chosen in and this one stay in sight above it, where they leave it half of the screen.
 */
function bringIntoView(step: StepId, from: StepId = step): void {
  if (!isFolding()) return
  const section = document.getElementById(`step-${step}`)
  if (!section) return
  section.querySelector('h2')?.focus({ preventScroll: true })
  const all = [...document.querySelectorAll('section[id^="step-"]')]
  const at = all.indexOf(section)
  const next = from === step ? at : all.findIndex(({ id }) => id === `step-${from}`) + 1
  const first = all[Math.min(at, next)] ?? section
  const above = section.getBoundingClientRect().top - first.getBoundingClientRect().top
  ;(above > innerHeight / 2 ? section : first).scrollIntoView({ block: 'start' })
}
