'use client'
import { useEffect } from 'react'

// Letters are no commands of a field, and Android calls every key of its keyboards composed.
const COMMAND = /^(Enter|Escape|Tab|Home|End|Arrow.+|Page.+)$/
/** What a browser calls a key that its input method has taken; Safari's way to say it of the last one. */
const TAKEN = 229

/**
 * Keeps the keys of an input method, as for Chinese, from the page: Enter takes a word there, Escape
 * gives it up, arrows choose. Without it they would also send a form or close a dialog with all that is
 * typed in it.
 */
export function Composing() {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const isComposed = event.isComposing || event.keyCode === TAKEN
      if (isComposed && COMMAND.test(event.key)) event.stopImmediatePropagation()
    }
    // Before every other listener of the page, those of libraries too.
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [])
  return null
}
